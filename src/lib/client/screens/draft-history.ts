import { atom } from 'nanostores';
import type { Definition } from '../../contract/screens.ts';

/** The drafts of a screen before and after the one that is shown: the way back, without limit, and forth again until something new is done. */
export function createDraftHistory() {
  const $steps = atom({ undo: false, redo: false });
  const past: Definition[] = [];
  let future: Definition[] = [];
  const tell = () => $steps.set({ undo: past.length > 0, redo: future.length > 0 });

  /** Leaves `shown` at the end of one list for the last draft of the other. */
  function turn(from: Definition[], to: Definition[], shown: Definition): Definition | undefined {
    const next = from.pop();
    if (next) to.push(shown);
    tell();
    return next;
  }

  return {
    /** What can be undone and brought back. */
    $steps,
    /** Something new is done in place of the draft `before`. */
    add(before: Definition): void {
      past.push(before);
      future = [];
      tell();
    },
    undo: (shown: Definition) => turn(past, future, shown),
    redo: (shown: Definition) => turn(future, past, shown),
  };
}
