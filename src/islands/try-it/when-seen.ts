import { preloadChunk } from '../../lib/client/kernel/chunk-errors.ts';

/** Where the panel has to be for its script to be fetched: a little below the screen, so that it is there when it is seen. */
const NEAR = '160px';

/** Brings the panel to life when it comes into sight; without its script the page says so in its place. */
export function whenSeen(panel: HTMLElement): void {
  const observer = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      const script = await preloadChunk(() => import('./try-it.ts'));
      if (script) script.tryIt(panel);
      else panel.dataset.state = 'failed';
    },
    { rootMargin: NEAR },
  );
  observer.observe(panel);
}
