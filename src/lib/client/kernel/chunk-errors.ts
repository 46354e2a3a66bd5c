/**
 * A new build takes away the scripts that a page of the old one still wants. Vite raises `vite:preloadError` whenever a script can't be
 * loaded; who only wanted it early catches the failure and all goes on. A failure that nobody catches is a part of the page that is
 * missing, and so is an island that can't be brought to life.
 */

/** What Chromium, Firefox and Safari say; Astro imports islands itself, so Vite knows nothing of those. */
const NOT_IMPORTED = /dynamically imported module|importing a module script failed/i;

/**
 * Loads a script before it is needed: null when it can't be had, which raises `vite:preloadError` and nothing more. The import must stand
 * alone in its function, or Vite hears nothing of the failure.
 */
export const preloadChunk = <M>(load: () => Promise<M>): Promise<M | null> => load().catch(() => null);

/** @param broken is told each time that a needed script is missing @returns a function that stops it */
export function watchChunkErrors(page: EventTarget, broken: () => unknown): () => void {
  const failed = new WeakSet<object>();
  const heard = {
    'vite:preloadError': (event: Event) => void failed.add((event as Event & { payload: object }).payload),
    error: (event: Event) => surfaced((event as ErrorEvent).error),
    unhandledrejection: (event: Event) => surfaced((event as PromiseRejectionEvent).reason),
    'astro:hydration-error': (event: Event) => {
      const { error } = (event as CustomEvent<{ error: unknown }>).detail;
      if (error instanceof Error && NOT_IMPORTED.test(error.message)) broken();
    },
  };
  function surfaced(error: unknown): void {
    if (typeof error === 'object' && error !== null && failed.has(error)) broken();
  }
  for (const [type, hear] of Object.entries(heard)) page.addEventListener(type, hear);
  return () => {
    for (const [type, hear] of Object.entries(heard)) page.removeEventListener(type, hear);
  };
}
