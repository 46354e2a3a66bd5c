import type { Settled } from './settle.ts';
import type { Tap } from './tap.ts';

/** What one device would take back next, and what it would bring back. */
export interface UndoState {
  undo: Tap | null;
  redo: Tap | null;
}

/** Taking back and bringing back are no steps of their own: what they are about is. */
const isStep = (tap: Tap): boolean => tap.kind !== 'clock' && tap.kind !== 'retract' && tap.kind !== 'restore';

/**
 * Steps are undone from the last one on, without limit, and come back in their order until the device does something new. What was taken
 * back elsewhere comes back there.
 */
export function undoState({ order }: Pick<Settled, 'order'>, device: string): UndoState {
  const own = order.filter(({ tap }) => tap.device === device).sort((a, b) => a.tap.n - b.tap.n);
  const steps = own.filter(({ tap }) => isStep(tap));
  const newest = steps.at(-1)?.tap.n ?? 0;
  const undone = new Set<string>();
  for (const { tap, alive } of own) if (tap.kind === 'retract' && tap.target && alive && tap.n > newest) undone.add(tap.target);
  const undo = steps.findLast(({ alive }) => alive)?.tap ?? null;
  const redo = steps.find(({ tap, alive }) => !alive && undone.has(tap.id))?.tap ?? null;
  return { undo, redo };
}
