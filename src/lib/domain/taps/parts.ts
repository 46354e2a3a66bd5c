import type { Entry } from './entries.ts';

/** Which entries of a lane are parts of one: what an interruption or a pause cuts in two goes on after it. */

export interface Parts {
  /** Index of the first part, for each entry. */
  first: readonly number[];
  /** Index of the last part, by that of the first one. */
  last: ReadonlyMap<number, number>;
  /** First parts of what the end of the lane finds interrupted or paused: it may still go on. */
  open: ReadonlySet<number>;
}

type Part = Pick<Entry, 'kind' | 'activity' | 'interrupts'>;
interface Open {
  first: number;
  /** What has interrupted it since its last part: going back into that is still the interruption. */
  between: Set<string>;
  apart: boolean;
}

const partsByEntries = new WeakMap<readonly Part[], Parts>();

/**
 * A state goes on when only interruptions and pauses lie between its parts; two of one activity that follow each other directly are two, and
 * what interrupts begins anew each time. O(n) for usual depths.
 * @param entries of one lane, in time
 */
export function partsOf(entries: readonly Part[]): Parts {
  const computed = partsByEntries.get(entries);
  if (computed) return computed;
  const first: number[] = [];
  const last = new Map<number, number>();
  const open = new Map<string, Open>();
  for (const [index, { kind, activity, interrupts }] of entries.entries()) {
    const before = activity === null ? undefined : open.get(activity);
    const goesOn = before?.apart === true && !interrupts;
    for (const [other, one] of open) {
      if (other === activity) continue;
      if (activity !== null && interrupts) one.between.add(activity);
      else if (kind !== 'pause' && !(activity !== null && one.between.has(activity))) open.delete(other);
      one.apart = true;
    }
    const begin = goesOn ? before.first : index;
    first.push(begin);
    last.set(begin, index);
    if (kind === 'state' && activity !== null) open.set(activity, { first: begin, between: new Set(), apart: false });
  }
  const parts = { first, last, open: new Set([...open.values()].filter(({ apart }) => apart).map((one) => one.first)) };
  partsByEntries.set(entries, parts);
  return parts;
}
