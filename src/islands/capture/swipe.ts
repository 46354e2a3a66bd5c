/** A finger or a pen that is drawn sideways over the buttons turns the page; what scrolls them up or down, or rolls a little, does not. */

interface Pointer {
  pointerId: number;
  pointerType: string;
  clientX: number;
  clientY: number;
}

export interface Swipe {
  down(pointer: Pointer): void;
  move(pointer: Pointer): void;
  /** It was let go, or the browser took it away. */
  end(pointer: Pick<Pointer, 'pointerId'>): void;
}

/** So far sideways it is one; a tap was given up long before. */
export const SWIPE_PX = 48;
/** How many times further sideways than up or down. */
const STEEPNESS = 1.5;

/** @param turn called once for each swipe, while the finger is still down: by one page on, or back */
export function createSwipe(turn: (by: 1 | -1) => void): Swipe {
  let first: Pointer | null = null;
  return {
    down(pointer) {
      // With a mouse one presses the tab; a second finger taps, whatever the first one does.
      if (pointer.pointerType === 'mouse' || first !== null) return;
      first = pointer;
    },
    move({ pointerId, clientX, clientY }) {
      if (first?.pointerId !== pointerId) return;
      const [x, y] = [clientX - first.clientX, clientY - first.clientY];
      if (Math.abs(x) < SWIPE_PX || Math.abs(x) < STEEPNESS * Math.abs(y)) return;
      first = null;
      turn(x < 0 ? 1 : -1);
    },
    end({ pointerId }) {
      if (first?.pointerId === pointerId) first = null;
    },
  };
}
