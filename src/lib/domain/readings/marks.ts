/** What people say of the readings of a stretch. Pure; moments are microseconds, values in the unit of the readings. */

/** A mark that changes what counts, for from ≤ ts < to. */
export interface Correction {
  kind: 'exclude' | 'offset' | 'drift';
  from: number;
  to: number;
  /** What is added: of `offset` everywhere, of `drift` at `from`; else null. */
  first: number | null;
  /** What `drift` adds at `to`; else null. */
  last: number | null;
}

const finite = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));

/** What is added at one moment: a constant, or what lies on the straight line between both ends. Unit of the readings. */
export function addedAt({ kind, from, to, first, last }: Correction, ts: number): number {
  if (kind === 'exclude') return 0;
  if (kind === 'offset') return first ?? 0;
  const share = (ts - from) / (to - from);
  return (first ?? 0) * (1 - share) + (last ?? 0) * share;
}

/** The value that counts; it ends at the largest number instead of at Infinity. */
export const correctedValue = (correction: Correction, ts: number, value: number): number => finite(value + addedAt(correction, ts));

/** Do the stretches have a moment in common? */
export const overlaps = (a: { from: number; to: number }, b: { from: number; to: number }): boolean => a.from < b.to && b.from < a.to;
