let pressed = false;
let watching = false;
let waiting: (() => void)[] = [];

function watch(): void {
  if (watching) return;
  watching = true;
  const release = () => {
    // The click comes right after; what it does shall find the page as it was when the button went down.
    setTimeout(() => {
      pressed = false;
      const due = waiting;
      waiting = [];
      for (const run of due) run();
    });
  };
  const press = () => {
    pressed = true;
  };
  addEventListener('pointerdown', press, true);
  for (const end of ['pointerup', 'pointercancel', 'dragend'] as const) addEventListener(end, release, true);
}

/**
 * Runs at once, or, while a pointer is down, when it is up again: a field is left by pressing a button, and an error that appears at
 * that moment would move the button away from under the pointer.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}

/** Starts to follow the pointer. Browser only. */
export const followPointer = watch;
