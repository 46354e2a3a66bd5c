import { type BuildWatch, watchBuilds } from './build-watch.ts';
import { browserBuilds } from './builds-browser.ts';
import { watchChunkErrors } from './chunk-errors.ts';
import { showPageNotice } from './page-notice.ts';
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

const showNotice = (): void => showPageNotice('new-build')?.querySelector('[data-reload]')?.addEventListener('click', reloadPage);

const reloadPage = () => publicBuilds().reloadAnswered(location.pathname);

/** Looks for newer builds, fetches what visible links lead to, and comes back when a script is gone. */
export function startBuilds(): void {
  watchChunkErrors(window, () => navigator.onLine && reloadPage());
  publicBuilds().start();
}
