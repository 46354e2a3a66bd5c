import { type Builds, createBuilds } from '../../lib/client/kernel/builds.ts';
import { browserBuilds } from '../../lib/client/kernel/builds-browser.ts';
import { preloadChunk, watchChunkErrors } from '../../lib/client/kernel/chunk-errors.ts';
import { $connection } from '../../lib/client/kernel/connection.ts';
import { type Key, translator } from '../../lib/i18n/index.ts';
import { documentLocale, ready } from '../../lib/i18n/ready.ts';
import { standingToast } from '../ui/toasts.ts';

let page: Builds | undefined;
/** The page's knowledge of builds. Browser only. */
export function pageBuilds(): Builds {
  page ??= createBuilds({ ...browserBuilds(), prerendered: (paths) => void prefetch(paths) });
  return page;
}

/** Few signed-in pages lead to a prerendered one; only those load what fetches ahead. */
async function prefetch(paths: readonly string[]): Promise<void> {
  if (![...document.links].some(({ pathname }) => paths.includes(pathname))) return;
  const script = await preloadChunk(() => import('../../lib/client/kernel/prefetch.ts'));
  script?.prefetchLinks(paths, pageBuilds().loadPayload);
}

/** Stays until it is answered; a reload too soon after another is offered again. */
async function offer(kind: 'info' | 'late', text: Key, reload: () => Promise<boolean>): Promise<() => void> {
  await ready('ui');
  const t = translator(documentLocale());
  const run = async () => {
    if (!(await reload())) await offer(kind, text, reload);
  };
  return standingToast({ kind, text: t(text), action: { text: t('ui:build.reload'), run: () => void run() } });
}

/** Looks for newer builds as long as the page is open, and comes back when a script of its own is gone. Once on a page. */
export function startBuilds(): void {
  const builds = pageBuilds();
  const reload = () => builds.reloadAnswered(location.pathname);
  builds.$newBuild.listen((build) => void (build && offer('info', 'ui:build.newer', reload)));
  let asking = false;
  let end: (() => void) | undefined;
  watchChunkErrors(window, async () => {
    if (asking) return;
    asking = true;
    // A page that goes away asks no more.
    if (navigator.onLine && (await reload())) return;
    asking = false;
    end?.();
    end = await offer('late', 'ui:build.broken', reload);
  });
  // What stands in the page asks for its script again by itself then, and a button with the next press.
  $connection.listen(({ status }) => status === 'fine' && end?.());
  builds.start();
}
