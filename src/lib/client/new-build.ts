import { type BuildWatch, watchBuilds } from './build-watch.ts';
import { browserBuilds } from './builds-browser.ts';
import { watchChunkErrors } from './chunk-errors.ts';
import { prefetchLinks } from './prefetch.ts';

let builds: BuildWatch | undefined;

/** What a public page knows of builds: one for its frame and its own scripts, so that they share what was fetched. Browser only. */
export function publicBuilds(): BuildWatch {
  builds ??= watchBuilds(
    { ...browserBuilds(), prerendered: (paths) => prefetchLinks(paths, (path) => publicBuilds().loadPayload(path)) },
    showNotice,
  );
  return builds;
}

/** The words wait in the page: a chunk that brought them would be gone with the old build. */
function showNotice(): void {
  const place = document.querySelector<HTMLElement>('[data-new-build]');
  const words = place?.querySelector('template');
  if (!place || !words) return;
  words.replaceWith(words.content);
  const [reload, close] = place.querySelectorAll('button');
  reload?.addEventListener('click', reloadPage);
  close?.addEventListener('click', () => place.remove());
}

const reloadPage = () => void publicBuilds().reloadGuarded(location.pathname);

/** Looks for newer builds, fetches what visible links lead to, and comes back when a script is gone. */
export function startBuilds(): void {
  watchChunkErrors(window, () => {
    if (navigator.onLine) reloadPage();
  });
  publicBuilds().start();
}
