import { type RefObject, useId, useRef, useState } from 'react';
import type { ButtonProps } from 'react-aria-components';
import type { Late } from './late.ts';

/** How it was opened: keys and screen readers go to the first or the last item, a pointer goes to none. */
export type Opening = 'pointer' | 'first' | 'last';

export interface OverlayButton<Code> {
  /** For the `ButtonContext` around the trigger. */
  button: ButtonProps & { ref: RefObject<HTMLButtonElement | null> };
  triggerId: string;
  overlayId: string;
  /** What is to be shown, once its script is here. */
  shown: { code: Code; opening: Opening } | null;
  close: () => void;
}

/**
 * A button whose menu or panel is made by a script that comes when somebody points at the button or gets to it by keys. The first press
 * opens it however late the script is, unless the focus has gone elsewhere by then. Keys and pointers do what react-aria's menu trigger does.
 */
export function useOverlayButton<Code>(code: Late<Code>, kind: 'menu' | 'dialog'): OverlayButton<Code> {
  const ref = useRef<HTMLButtonElement>(null);
  const triggerId = useId();
  const overlayId = useId();
  const [opening, setOpening] = useState<Opening | null>(null);
  const [here, setHere] = useState(false);
  const close = () => setOpening(null);
  const found = here ? code.now() : null;
  const shown = opening && found ? { code: found, opening } : null;

  function open(how: Opening): void {
    // It takes the focus back when the overlay closes, also in browsers whose buttons don't take it when they are pressed.
    ref.current?.focus({ preventScroll: true });
    setOpening(how);
    if (code.now()) setHere(true);
    else
      code.load().then(
        () => setHere(true),
        (error) => {
          close();
          throw error;
        },
      );
  }
  const toggle = (how: Opening) => (opening ? close() : open(how));

  return {
    triggerId,
    overlayId,
    shown,
    close,
    button: {
      ref,
      id: triggerId,
      'aria-haspopup': kind,
      'aria-expanded': opening !== null,
      ...(shown ? { 'aria-controls': overlayId } : {}),
      // The browser would take the focus out of a menu that opens while the pointer is going down.
      preventFocusOnPress: true,
      onHoverStart: code.preload,
      onFocus: code.preload,
      onBlur: () => {
        if (!shown) close();
      },
      // As menus of the system: a mouse opens when it goes down, a finger when it is lifted.
      onPressStart: ({ pointerType }) => {
        if (pointerType === 'touch') code.preload();
        else toggle(pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : 'pointer');
      },
      onPress: ({ pointerType }) => {
        if (pointerType === 'touch') toggle('pointer');
      },
      onKeyDown: (event) => {
        const arrow = event.key === 'ArrowDown' ? 'first' : event.key === 'ArrowUp' ? 'last' : null;
        if (!arrow || event.ctrlKey || event.metaKey || event.shiftKey) return event.continuePropagation();
        event.preventDefault();
        open(arrow);
      },
    },
  };
}
