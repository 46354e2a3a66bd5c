import { type Connection, connection } from './builds-browser.ts';

/** As much of a link as matters here; an HTMLAnchorElement is one. */
export interface Link {
  /** Origin of what it leads to. */
  origin: string;
  pathname: string;
  target: string;
  download: string;
  getAttribute(name: 'href'): string | null;
}

export interface PrefetchOptions {
  /** Paths that have a payload, without trailing slashes. */
  prerendered: readonly string[];
  /** Origin of the page. */
  origin: string;
  loadPayload(path: string): Promise<unknown>;
  connection(): Connection;
  idle(work: () => void): void;
}

/** Whether it leads to another page of the site in this window. */
const leadsOn = (link: Link, origin: string): boolean =>
  link.origin === origin && link.target !== '_blank' && link.download === '' && !link.getAttribute('href')?.startsWith('#');

/** Says of each link that has become visible what to do: its payload is fetched when there is time, once, and never at the reader's cost. */
export function createPrefetch({ prerendered, origin, loadPayload, connection, idle }: PrefetchOptions): (link: Link) => void {
  const known = new Set(prerendered);
  const asked = new Set<string>();
  return (link) => {
    const path = link.pathname.replace(/\/+$/, '') || '/';
    if (!known.has(path) || asked.has(path) || !leadsOn(link, origin)) return;
    const { saveData, effectiveType = '' } = connection() ?? {};
    if (saveData || effectiveType.endsWith('2g')) return;
    asked.add(path);
    idle(async () => {
      // A failure is logged by whoever loads; the next such link tries again.
      if ((await loadPayload(path)) === null) asked.delete(path);
    });
  };
}

/** Watches the links of the page. Links that scripts add later are not seen. */
export function prefetchLinks(prerendered: readonly string[], loadPayload: (path: string) => Promise<unknown>): void {
  const hear = createPrefetch({
    prerendered,
    origin: location.origin,
    loadPayload,
    connection,
    // Safari has no idle callback.
    idle: (work) => (window.requestIdleCallback ?? setTimeout)(work),
  });
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        watch.unobserve(target);
        hear(target as HTMLAnchorElement);
      }
  });
  for (const link of document.querySelectorAll('a[href]')) watch.observe(link);
}
