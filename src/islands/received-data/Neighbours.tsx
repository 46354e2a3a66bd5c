import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import type { NeighboursStore } from '../../lib/client/received-data/neighbours.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { useStarted } from '../ui/useStarted.ts';

const WAYS = [
  { way: 'older', icon: ChevronLeft, key: 'ArrowLeft' },
  { way: 'newer', icon: ChevronRight, key: 'ArrowRight' },
] as const;

/** To the messages before and after this one; their keys count while nothing on the page has the focus. @param address of the list's filter */
export function Neighbours({ store, address }: { store: NeighboursStore; address: string }) {
  const t = useT();
  const locale = useLocale();
  useStarted(store);
  const found = useStore(store.$state);
  const links = WAYS.map((one) => {
    const message = found?.[one.way] ?? null;
    return { ...one, to: message && href('/dlog/received-data/{id}', { id: message.id }, locale) + address };
  });
  const latest = useRef(links);
  useEffect(() => {
    latest.current = links;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.target !== document.body || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const to = latest.current.find(({ key }) => key === event.key)?.to;
      if (to) navigateTo(to);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return links.map(({ way, icon, key, to }) =>
    to ? (
      <ButtonLink key={way} variant="ghost" icon={icon} href={to} aria-keyshortcuts={key} data-neighbour={way}>
        {t(`received-data:detail.${way}`)}
      </ButtonLink>
    ) : (
      <Button key={way} variant="ghost" icon={icon} isDisabled>
        {t(`received-data:detail.${way}`)}
      </Button>
    ),
  );
}
