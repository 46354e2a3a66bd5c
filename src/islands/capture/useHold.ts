import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createHold, type HoldWork, isVirtual, onLostReleases } from './hold.ts';

/** A button of the panel that is held; see `hold.ts`. Its keys are heard by `useHotkeys.ts`. */
export function useHold(given: Omit<HoldWork, 'shown'> & { toggle(mono: number): void }, wanted: boolean) {
  const [isDown, setDown] = useState(false);
  const work = useRef<typeof given & HoldWork>({ ...given, shown: setDown });
  work.current = { ...given, shown: setDown };
  const [made] = useState(() => {
    const hold = createHold(() => work.current);
    const up = ({ pointerId, timeStamp }: PointerEvent) => hold.up(pointerId, timeStamp);
    let virtual = false;
    const handlers = {
      onPointerDown(event: PointerEvent) {
        virtual = isVirtual(event);
        if (event.button !== 0 || virtual) return;
        hold.down(event.pointerId, event.timeStamp);
        // The release is heard wherever the finger has rolled to.
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerUp: up,
      onPointerCancel: up,
      onLostPointerCapture: up,
      // Keys and assistive technology click without a pointer: one press begins, the next one ends.
      onClick(event: MouseEvent) {
        if (event.detail === 0 || virtual) work.current.toggle(event.timeStamp);
      },
      // A key that repeats would switch it on and off.
      onKeyDown(event: KeyboardEvent) {
        if (event.repeat) event.preventDefault();
        else virtual = false;
      },
    };
    return { hold, handlers };
  });
  useEffect(() => {
    if (!wanted) return;
    const stop = onLostReleases(made.hold.lost);
    return () => {
      stop();
      made.hold.lost(performance.now());
    };
  }, [made, wanted]);
  return { isDown, handlers: made.handlers };
}
