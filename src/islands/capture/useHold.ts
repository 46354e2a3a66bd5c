import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { createHold, type HoldWork, onLostReleases } from './hold.ts';

/** A button of the panel that is held; see `hold.ts`. Its keys are heard by `useHotkeys.ts`. */
export function useHold(given: Omit<HoldWork, 'shown'>, wanted: boolean) {
  const [isDown, setDown] = useState(false);
  const work = useRef<HoldWork>({ ...given, shown: setDown });
  work.current = { ...given, shown: setDown };
  const [made] = useState(() => {
    const hold = createHold(() => work.current);
    const up = ({ pointerId, timeStamp }: PointerEvent) => hold.up(pointerId, timeStamp);
    const handlers = {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        // The release is heard wherever the finger has rolled to.
        event.currentTarget.setPointerCapture(event.pointerId);
        hold.down(event.pointerId, event.timeStamp);
      },
      onPointerUp: up,
      onPointerCancel: up,
      onLostPointerCapture: up,
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
