import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatter } from '../../lib/i18n/format.ts';
import { href } from '../../lib/i18n/href.ts';
import { matchPath, splitPath } from '../../lib/i18n/paths.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { RELEASES } from '../../lib/releases.ts';
import { type RoutePath, routeKey } from '../../lib/routes.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { guidesFor, HELP_PARTS, isHelped } from './help-routes.ts';
import { PageKeys } from './PageKeys.tsx';
import { useNarrow } from './Signed.tsx';

await ready('help', 'routes');

interface HelpPanelProps {
  /** Path and query of the page. */
  path: string;
  /** Has the newest release not been opened in this browser? Then it comes first. */
  news: boolean;
  onClose: () => void;
}

/** What the page is for and how to begin, its keys, where to read on, and what is new: beside the page, which stays in use; on a phone over it. */
export default function HelpPanel({ path, news, onClose }: HelpPanelProps) {
  const t = useT();
  const Frame = useNarrow() ? Sheet : Side;
  const route = matchPath(splitPath(path).path)?.route.path ?? null;
  const [newsFirst] = useState(news);
  useEffect(() => {
    try {
      localStorage.setItem('news', RELEASES[0].version);
    } catch {
      // A browser that keeps nothing shows no dot either.
    }
  }, []);
  return (
    <Frame title={t('help:title')} onClose={onClose}>
      {newsFirst ? <News /> : null}
      <About route={route} />
      {/* A finger has no keys; whoever has a keyboard beside it finds them by `?`. */}
      <Part title={t('help:keys.title')} className="[@media(hover:none)]:hidden">
        <PageKeys />
      </Part>
      <More route={route} />
      {newsFirst ? null : <News />}
    </Frame>
  );
}

interface FrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

function Sheet({ title, onClose, children }: FrameProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {children}
    </Dialog>
  );
}

/** Beside the page. Escape closes it, unless something on the page wants the key for itself. */
function Side({ title, onClose, children }: FrameProps) {
  const t = useT();
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  // Before the panel is taken from the document, which takes the focus with it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    frame.current?.focus();
    const inside = () => frame.current?.contains(document.activeElement);
    function pressed(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (inside() || document.activeElement === document.body) latest.current();
    }
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('keydown', pressed);
      const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
      if (inside()) (back ?? document.getElementById('help'))?.focus();
    };
  }, []);
  return createPortal(
    <aside
      ref={frame}
      tabIndex={-1}
      aria-labelledby={id}
      className="fixed top-(--bar) right-0 bottom-0 z-30 flex w-90 max-w-full flex-col border-l border-line bg-raised text-13 shadow-2 outline-0 focus-visible:shadow-2 animate-fade print:hidden"
      data-help=""
    >
      <div className="flex items-start gap-2 pt-3 pr-3 pb-1 pl-4">
        <h2 className="flex-1 pt-0.5 text-16 leading-6 font-semi" id={id}>
          {title}
        </h2>
        <IconButton icon={X} label={t('ui:close')} size="sm" onPress={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div className="grid min-h-0 content-start gap-4 overflow-auto px-4 pt-1 pb-6 text-ink-2" tabIndex={0}>
        {children}
      </div>
    </aside>,
    document.body,
  );
}

function Part({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={`grid gap-2.5 border-t border-line pt-3 first:border-0 first:pt-0 ${className}`}>
      <h3 className="text-14 font-semi text-ink">{title}</h3>
      {children}
    </section>
  );
}

function About({ route }: { route: RoutePath | null }) {
  const t = useT();
  if (route === null || !isHelped(route)) return <p>{t('help:no_page')}</p>;
  const key = routeKey(route) as 'org';
  return (
    <Part title={t(`routes:${key}.name`)}>
      {HELP_PARTS.map((one) => (
        <div key={one}>
          <h4 className="text-12 font-medium text-ink-3">{t(`help:part.${one}`)}</h4>
          <p>{t(`help:page.${key}.${one}`)}</p>
        </div>
      ))}
    </Part>
  );
}

function Go({ to, children }: { to: RoutePath; children: ReactNode }) {
  return (
    <a className="text-accent underline-offset-3 hover:underline" href={href(to, null, useLocale())}>
      {children}
    </a>
  );
}

function More({ route }: { route: RoutePath | null }) {
  const t = useT();
  return (
    <Part title={t('help:more.title')}>
      <ul className="grid gap-1.5">
        {(route === null ? [] : guidesFor(route)).map((guide) => (
          <li key={guide}>
            <Go to={guide}>{t(`routes:${routeKey(guide) as 'docs'}.title`)}</Go>
          </li>
        ))}
        <li>
          <Go to="/docs">{t('help:docs.all')}</Go>
        </li>
        <li>
          <Go to="/contacts">{t('help:more.contact')}</Go>
        </li>
      </ul>
    </Part>
  );
}

/** As much of the newest release as fits a glance. */
const FEW = 3;

function News() {
  const t = useT();
  const format = formatter(useLocale(), 'UTC');
  const { version, key, day, points } = RELEASES[0];
  return (
    <Part title={t('help:news.title')}>
      <p className="text-12 text-ink-3">{t('help:news.release', { version, date: format.date(day, 'long') })}</p>
      <ul className="grid list-disc gap-1.5 pl-4">
        {points.slice(0, FEW).map((point) => (
          <li key={point}>{t(`help:news.${key}.${point}`)}</li>
        ))}
      </ul>
      <p>
        <Go to="/docs/news">{t('help:more.all_news')}</Go>
      </p>
    </Part>
  );
}
