import type { RowSaved } from '../../../lib/client/held-rows.ts';

/** Values of a field are small; those that are lists or objects are compared as they are sent. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b));

/** Somebody who changes the row faster than it can be sent again is left to the person. */
const AGAIN = 3;

/**
 * Sends a change of the row at `rev`, and again where it meets a newer one whose changed fields are still as the person saw them: then
 * nobody has to decide anything.
 *
 * @param seen values of the row as the person saw it
 */
export async function sendChange<R extends { rev: number }, V extends object, P extends object>(
  save: (rev: number, patch: P) => Promise<RowSaved<R>>,
  valuesOf: (row: R) => V,
  change: { rev: number; patch: P; seen: V },
): Promise<RowSaved<R>> {
  const { patch, seen } = change;
  const keys = Object.keys(patch) as (keyof V)[];
  let result = await save(change.rev, patch);
  for (let left = AGAIN; left > 0 && result.status === 'conflict'; left--) {
    const stored = valuesOf(result.current);
    if (!keys.every((key) => sameValue(stored[key], seen[key]))) break;
    result = await save(result.current.rev, patch);
  }
  return result;
}
