import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import type { ButtonProps } from 'react-aria-components';
import type { Late } from './late.ts';

const DELAY_MS = 500;
const CLOSE_MS = 80;
/** After one tip the next one comes at once for so long: somebody is looking at what the buttons do. */
const WARM_MS = 500;

let warmUntil = 0;
/** Closes the tip that is open: there is one at a time. */
let closeShown: (() => void) | null = null;

export interface Tip<Code> {
  /** What the explained button gets. */
  trigger: Pick<ButtonProps, 'aria-describedby' | 'onHoverStart' | 'onHoverEnd' | 'onFocus' | 'onBlur' | 'onPressStart'>;
  id: string;
  /** Null while the tip is closed or its script isn't here. */
  shown: Code | null;
  close: () => void;
}

/**
 * When the explanation of a button is shown: a while after the mouse came, at once when the keyboard did, until either goes or presses; Escape
 * closes it, and nothing else with it where the keyboard had opened it.
 */
export function useTip<Code>(code: Late<Code>): Tip<Code> {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [here, setHere] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const focused = useRef(false);

  const [close] = useState(() => () => {
    clearTimeout(timer.current);
    if (closeShown !== close) return;
    closeShown = null;
    warmUntil = Date.now() + WARM_MS;
    setOpen(false);
  });
  function show(): void {
    clearTimeout(timer.current);
    if (closeShown !== close) closeShown?.();
    closeShown = close;
    setOpen(true);
  }
  function soon(): void {
    // The name is in the label all the same: a tip that can't be had is no failure of the page.
    code.load().then(
      () => setHere(true),
      () => undefined,
    );
    clearTimeout(timer.current);
    timer.current = setTimeout(show, Date.now() < warmUntil || closeShown ? 0 : DELAY_MS);
  }
  useEffect(() => close, [close]);
  useEffect(() => {
    if (!open) return;
    const heard = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A tip where the mouse happens to rest takes no key away from what has the focus.
      if (focused.current) event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', heard, true);
    return () => document.removeEventListener('keydown', heard, true);
  }, [open, close]);

  const shown = open && here ? code.now() : null;
  return {
    id,
    shown,
    close,
    trigger: {
      ...(shown ? { 'aria-describedby': id } : {}),
      onHoverStart: soon,
      onHoverEnd: () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(close, CLOSE_MS);
      },
      onFocus: ({ target }: FocusEvent) => {
        if (!target.matches(':focus-visible')) return;
        focused.current = true;
        soon();
        show();
      },
      onBlur: () => {
        focused.current = false;
        close();
      },
      onPressStart: close,
    },
  };
}
