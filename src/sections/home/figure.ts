import type { Payload } from '../../lib/client/kernel/build-watch.ts';
import { buildId } from '../../lib/client/kernel/builds-browser.ts';
import { preloadChunk } from '../../lib/client/kernel/chunk-errors.ts';
import { publicBuilds } from '../../lib/client/kernel/new-build.ts';
import type { HomePayload } from './read-figure.ts';

/**
 * Lets the figure of the home page be read minute by minute, with the pointer or the arrow keys. Nothing is fetched before somebody
 * tries; what the figure was drawn from comes from the page's payload, which whoever came from another page mostly has already.
 */
export function enhanceFigure(figure: HTMLElement): void {
  const range = figure.querySelector<HTMLInputElement>('input')!;
  range.hidden = false;
  let state: 'waiting' | 'loading' | 'done' = 'waiting';
  const load = async (event: Event) => {
    if (state !== 'waiting') return;
    state = 'loading';
    state = (await start(figure, range, event)) ? 'done' : 'waiting';
  };
  for (const type of ['pointerover', 'pointerdown', 'focusin']) figure.addEventListener(type, load);
}

/** Says whether it could: without the script or without figures of this very build the picture stays as it was drawn. */
async function start(figure: HTMLElement, range: HTMLInputElement, event: Event): Promise<boolean> {
  const [payload, script] = await Promise.all([
    publicBuilds().loadPayload(location.pathname),
    preloadChunk(() => import('./read-figure.ts')),
  ]);
  if (!script || payload?.build_id !== buildId()) return false;
  script.readFigure(figure, range, payload as Payload & HomePayload, event);
  return true;
}
