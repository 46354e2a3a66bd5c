import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useFormat } from '../../lib/i18n/react.tsx';

export interface TabItem {
  id: string;
  title: string;
  /** A small figure beside the title. */
  count?: number | undefined;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  items: readonly TabItem[];
  /** Keeps the choice in the address after `#`, so that a link leads to the tab; what follows a `/` there is the tab's own. */
  hash?: boolean;
  selected?: string;
  onSelect?: (id: string) => void;
}

/** The place of a row of tabs that are not known yet. */
export const TabsWaiting = () => <div className="tab-row" />;

function listen(changed: () => void) {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
const currentHash = () => window.location.hash.slice(1).split('/', 1)[0] ?? '';
const noHash = () => '';

function chooseHash(id: string, first: boolean) {
  // Without a fragment for the first tab, so that its address stays the plain one.
  history.replaceState(history.state, '', first ? window.location.pathname + window.location.search : `#${id}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Where an arrow leads; the row of tabs is a ring. */
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Views of one thing; arrow keys move between them and only the chosen one is rendered. By hand, after the pattern of the ARIA guide:
 * react-aria's tabs bring its collections, 17 kB on every page of a logger.
 */
export function Tabs({ label, items, hash, selected, onSelect }: TabsProps) {
  const format = useFormat();
  const fragment = useSyncExternalStore(listen, currentHash, noHash);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const first = items[0]?.id ?? '';
  const known = (id: string | undefined) => items.some((item) => item.id === id);
  const shown = hash ? (known(fragment) ? fragment : first) : known(selected) ? selected : first;

  // On a phone the chosen one may lie beyond the edge; only the row of tabs moves, never the page.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(shown ?? '')}"]`);
    if (!tab || !list.current) return;
    const { offsetLeft, offsetWidth } = tab;
    const { scrollLeft, clientWidth } = list.current;
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth)
      list.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2;
  }, [shown]);

  const choose = (id: string) => {
    if (id === shown) return;
    if (hash) chooseHash(id, id === first);
    onSelect?.(id);
  };
  const move = (event: KeyboardEvent) => {
    const step = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : STEPS[event.key];
    const at = items.findIndex((item) => item.id === shown);
    const next = step && items[step(at, items.length)];
    if (!next) return;
    event.preventDefault();
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div className="tabbed">
      <div className="tab-row" role="tablist" aria-label={label} aria-orientation="horizontal" ref={list} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${base}${item.id}`}
            className="tab"
            data-tab={item.id}
            aria-selected={item.id === shown}
            {...(item.id === shown ? { 'aria-controls': `${base}panel` } : {})}
            tabIndex={item.id === shown ? 0 : -1}
            onClick={() => choose(item.id)}
          >
            {item.title}
            {item.count === undefined ? null : <small className="text-11 text-ink-3">{format.number(item.count)}</small>}
          </button>
        ))}
      </div>
      {items
        .filter((item) => item.id === shown)
        .map((item) => (
          <TabPanel key={item.id} id={`${base}panel`} tab={`${base}${item.id}`}>
            {item.content}
          </TabPanel>
        ))}
    </div>
  );
}

const STOPS = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"])';

/** A panel in which there is nothing to go to by keys is a stop itself, so that it can be read and scrolled. */
function TabPanel({ id, tab, children }: { id: string; tab: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(false);
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const look = () => setStop(element.querySelector(STOPS) === null);
    const watch = new MutationObserver(look);
    watch.observe(element, { subtree: true, childList: true, attributeFilter: ['tabindex', 'disabled'] });
    look();
    return () => watch.disconnect();
  }, []);
  return (
    <div
      className="outline-0 focus-visible:shadow-inside"
      role="tabpanel"
      id={id}
      aria-labelledby={tab}
      tabIndex={stop ? 0 : undefined}
      ref={panel}
    >
      {children}
    </div>
  );
}
