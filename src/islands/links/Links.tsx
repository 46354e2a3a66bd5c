import { useStore } from '@nanostores/react';
import { addressOf, allOf } from '../../lib/client/links/addresses.ts';
import type { LinksStore } from '../../lib/client/links/links.store.ts';
import { LINKED_ENTITIES, type LinkingEntity } from '../../lib/contract/links.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { useStarted } from '../ui/useStarted.ts';

/**
 * What a row belongs together with, by kinds, each a link: a line of its head that keeps its height, and scrolls by itself where it is too long; on a phone it goes on the line of the way here.
 * Nothing is there that the person may not open: the server leaves it out. Where there is nothing at all, no line is left free.
 */
export function Links({ store, entity, id }: { store: LinksStore; entity: LinkingEntity; id: string }) {
  const t = useT();
  const locale = useLocale();
  useStarted(store);
  const state = useStore(store.$state);
  // Links are a help beside the row itself, which tells of a broken line.
  const { items, more } = state.status === 'ready' ? state.links : { items: [], more: [] };
  if (state.status === 'ready' && items.length === 0) return null;
  return (
    <nav className="links" aria-label={t('ui:links.label')}>
      {LINKED_ENTITIES.map((kind) => {
        const links = items.filter((link) => link.entity === kind);
        const all = more.includes(kind) ? allOf(kind, { entity, id }, items, locale) : null;
        return links.length === 0 ? null : (
          <span key={kind} className="flex flex-none items-baseline gap-1.5">
            <span className="text-ink-3">{t(`ui:links.kind.${kind}`)}</span>
            {links.map((link) => (
              <a key={link.id} className="link pointer-coarse:py-1.5" href={addressOf(link, locale)}>
                {link.name}
              </a>
            ))}
            {all ? (
              <a className="link pointer-coarse:py-1.5" href={all}>
                {t('ui:links.all')}
              </a>
            ) : null}
          </span>
        );
      })}
    </nav>
  );
}
