import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPress, type Press, type PressWork } from './press.ts';

interface Pressed {
  /** Is it down? */
  isDown: boolean;
  press: Press;
  /** For the button. */
  handlers: Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave', (event: PointerEvent) => void>;
}

/** A button of the panel under a pointer; see `press.ts`. */
export function usePress(given: Omit<PressWork, 'shown'>): Pressed {
  const [isDown, setDown] = useState(false);
  const work = useRef<PressWork>({ ...given, shown: setDown });
  work.current = { ...given, shown: setDown };
  const [made] = useState(() => {
    const press = createPress(() => work.current);
    const handlers = {
      onPointerDown(event: PointerEvent) {
        press.down(event);
        // A mouse belongs to the button as a finger does, also when the page is turned under it by a key.
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: press.move,
      onPointerUp: press.up,
      onPointerCancel: press.cancel,
      onPointerLeave: press.cancel,
    };
    return { press, handlers };
  });
  useEffect(() => made.press.end, [made]);
  return { isDown, ...made };
}
