import { type RefObject, useEffect } from 'react';

/** Tells whether somebody is at a list: his pointer or focus is on it, it is scrolled, or a part of it is selected. */
export function useReader(list: RefObject<HTMLElement | null>, tell: (reading: boolean) => void): void {
  useEffect(() => {
    const node = list.current;
    if (!node) return;
    let pointed = false;
    let focused = false;
    let scrolled = false;
    let selected = false;
    const said = () => tell(pointed || focused || scrolled || selected);
    const inside = (target: EventTarget | null) => target instanceof Node && node.contains(target);
    const on = {
      // A finger that lifts leaves no pointer behind.
      pointerover: () => {
        pointed = true;
      },
      pointerout: (event: Event) => {
        pointed = inside((event as PointerEvent).relatedTarget);
      },
      focusin: () => {
        focused = true;
      },
      focusout: (event: Event) => {
        focused = inside((event as FocusEvent).relatedTarget);
      },
      scroll: (event: Event) => {
        scrolled = event.target instanceof Element && event.target.scrollTop > 0;
      },
    };
    const off = Object.entries(on).map(([name, note]) => {
      const heard = (event: Event) => {
        note(event);
        said();
      };
      node.addEventListener(name, heard, true);
      return () => node.removeEventListener(name, heard, true);
    });
    const select = () => {
      const selection = document.getSelection();
      selected = selection !== null && !selection.isCollapsed && inside(selection.anchorNode);
      said();
    };
    document.addEventListener('selectionchange', select);
    return () => {
      document.removeEventListener('selectionchange', select);
      for (const end of off) end();
      tell(false);
    };
  }, [list, tell]);
}
