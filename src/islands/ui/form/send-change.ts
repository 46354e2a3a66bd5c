import type { RowSaved } from '../../../lib/client/kernel/server-rows.ts';

/** Values of a field are small; those that are lists or objects are compared as they are sent. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b));

const nothing = (value: unknown): unknown => (value === '' ? null : value);

/**
 * Fields of a change that somebody else has set meanwhile, to something else than the change does: only they need a decision.
 *
 * @param seen values of the row as the person saw it
 * @param stored its values as they are now
 */
export function contested<V extends object>(patch: Partial<Record<keyof V, unknown>>, seen: V, stored: V): (keyof V)[] {
  const keys = Object.keys(patch) as (keyof V)[];
  return keys.filter((key) => !sameValue(stored[key], seen[key]) && !sameValue(nothing(stored[key]), nothing(patch[key])));
}

/** Somebody who changes the row faster than it can be sent again is left to the person. */
const AGAIN = 3;

/**
 * Sends a change of the row at `rev`, and again where it meets a newer one whose changed fields are still as the person saw them, or as he
 * wants them: then nobody has to decide anything.
 *
 * @param seen values of the row as the person saw it
 */
export async function sendChange<R extends { rev: number }, V extends object, P extends object>(
  save: (rev: number, patch: P) => Promise<RowSaved<R>>,
  valuesOf: (row: R) => V,
  change: { rev: number; patch: P; seen: V },
): Promise<RowSaved<R>> {
  const { patch, seen } = change;
  let result = await save(change.rev, patch);
  for (let left = AGAIN; left > 0 && result.status === 'conflict'; left--) {
    if (contested(patch, seen, valuesOf(result.current)).length > 0) break;
    result = await save(result.current.rev, patch);
  }
  return result;
}
