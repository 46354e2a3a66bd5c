import type { Button, Panel } from '../../lib/contract/screens.ts';

/** One button that records while it is down: it begins with the first touch and ends with its release, however the release comes or gets lost. */

export interface HoldWork {
  /** @param mono moment of the touch, milliseconds of the monotonic clock */
  begin(mono: number): void;
  /** @param mono as above, of the release */
  end(mono: number): void;
  /** Is it down? */
  shown(down: boolean): void;
}

/** What holds it: a pointer by its number, or a key of the keyboard by its name. */
type Holder = number | string;

export interface Hold {
  down(holder: Holder, mono: number): void;
  /** That holder let go, or the browser took it away. */
  up(holder: Holder, mono: number): void;
  /** Nobody will hear of a release any more: the window lost the keys, the page is hidden or left. */
  lost(mono: number): void;
}

/** @param work asked anew each time, as what a button does changes while it is down */
export function createHold(work: () => HoldWork): Hold {
  let holder: Holder | null = null;
  const lost = (mono: number) => {
    if (holder === null) return;
    holder = null;
    const { end, shown } = work();
    shown(false);
    end(mono);
  };
  return {
    down(by, mono) {
      // A second finger on the same button, and a key that repeats, are no second touch.
      if (holder !== null) return;
      holder = by;
      const { begin, shown } = work();
      shown(true);
      begin(mono);
    },
    up(by, mono) {
      if (by === holder) lost(mono);
    },
    lost,
  };
}

/** Calls `lost` with the moment wherever releases get lost for all buttons. Returns how to stop it. */
export function onLostReleases(lost: (mono: number) => void): () => void {
  const hear = ({ timeStamp }: Event) => lost(timeStamp);
  const hidden = (event: Event) => document.visibilityState === 'hidden' && hear(event);
  addEventListener('blur', hear);
  addEventListener('pagehide', hear);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    removeEventListener('blur', hear);
    removeEventListener('pagehide', hear);
    document.removeEventListener('visibilitychange', hidden);
  };
}

/** Made by an assistive technology, which has no finger to hold: a pointer without a size, or a mouse that presses without pressing. */
export const isVirtual = ({ width, height, pressure, pointerType }: Pick<PointerEvent, 'width' | 'height' | 'pressure' | 'pointerType'>) =>
  (width === 0 && height === 0) || (width === 1 && height === 1 && pressure === 0 && pointerType === 'mouse');

/** Does it record while it is down? Only what lasts can. */
export const isHeld = (button: Button, face: Panel['activities'][number] | undefined): boolean =>
  button.hold === true && button.kind === 'activity' && face?.kind === 'state';
