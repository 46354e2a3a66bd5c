import { atom, type ReadableAtom } from 'nanostores';
import type { LiveState } from './live.ts';
import type { Timers } from './store-deps.ts';

/**
 * How old what the page shows is: while the server doesn't answer, the last moment at which it did, milliseconds; null while what is shown
 * is live. Browser only.
 */
export const $asOf = atom<number | null>(null);

/** A stream that is back within this time was never missed: a server that starts anew, a token that is renewed, milliseconds. */
const GRACE_MS = 2_500;

/** Follows the live stream of the organisation that is shown; returns the end of it. */
export function followAsOf(live: ReadableAtom<LiveState>, timers: Timers): () => void {
  let timer: unknown = null;
  const calm = () => {
    if (timer !== null) timers.clearTimeout(timer);
    timer = null;
  };
  const off = live.subscribe((state) => {
    calm();
    if (state.status !== 'offline') $asOf.set(null);
    else if ($asOf.get() === null) timer = timers.setTimeout(() => $asOf.set(state.since), GRACE_MS);
  });
  return () => {
    calm();
    off();
    $asOf.set(null);
  };
}
