/** One finger, pen or mouse on one button: what it touched for counts from the moment of the touch, and only if it was no swipe. */

export interface Pointer {
  pointerId: number;
  button: number;
  clientX: number;
  clientY: number;
  /** Milliseconds of the monotonic clock. */
  timeStamp: number;
}

export interface PressWork {
  /** It was touched and let go. @param mono moment of the touch, milliseconds of the monotonic clock */
  onTap?: ((mono: number) => void) | undefined;
  /** It stayed down for `holdMs`; letting go says nothing more then. @param mono as above */
  onHold?: ((mono: number) => void) | undefined;
  holdMs: number;
  /** Is it down? */
  shown(down: boolean): void;
}

export interface Press {
  down(pointer: Pointer): void;
  move(pointer: Pointer): void;
  up(pointer: Pointer): void;
  /** The browser scrolls, or the pointer left the button. */
  cancel(pointer: Pointer): void;
  /** Whatever is down is forgotten. */
  end(): void;
}

/** A finger that taps rolls by a few pixels; one that moves further swipes. */
export const SLOP_PX = 16;

/** @param work asked anew each time, as what a button does changes while it is down */
export function createPress(work: () => PressWork): Press {
  let first: (Pointer & { timer: ReturnType<typeof setTimeout> | undefined }) | null = null;
  const end = () => {
    if (first === null) return;
    clearTimeout(first.timer);
    first = null;
    work().shown(false);
  };
  const isFirst = ({ pointerId }: Pointer) => first?.pointerId === pointerId;
  return {
    down({ pointerId, button, clientX, clientY, timeStamp }) {
      // A second finger on the same button is no second touch.
      if (button !== 0 || first !== null) return;
      const { onHold, holdMs, shown } = work();
      const held = () => {
        end();
        work().onHold?.(timeStamp);
      };
      first = { pointerId, button, clientX, clientY, timeStamp, timer: onHold ? setTimeout(held, holdMs) : undefined };
      shown(true);
    },
    move(pointer) {
      if (first === null || !isFirst(pointer)) return;
      if (Math.hypot(pointer.clientX - first.clientX, pointer.clientY - first.clientY) > SLOP_PX) end();
    },
    up(pointer) {
      if (first === null || !isFirst(pointer)) return;
      const { timeStamp } = first;
      end();
      work().onTap?.(timeStamp);
    },
    cancel(pointer) {
      if (isFirst(pointer)) end();
    },
    end,
  };
}
