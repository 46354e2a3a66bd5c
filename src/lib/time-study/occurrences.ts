import type { LaneEntries } from './spans.ts';

/** How long an activity took each time. */
export interface Occurrence {
  /** Milliseconds since the epoch, UTC. */
  from: number;
  /** Milliseconds, without what interrupted it. */
  ms: number;
  /** Entries that it is made of. */
  ids: readonly string[];
}

/**
 * Finished occurrences of an activity. What an interruption or a pause cuts in two is one occurrence, as long as it stays in its cycle; two
 * that follow each other directly are two.
 */
export function occurrencesOf(entries: LaneEntries, activity: string): Occurrence[] {
  const found: (Occurrence & { ids: string[]; cycle: number })[] = [];
  /** Only interruptions and pauses since the last part. */
  let open = false;
  let apart = false;
  for (const entry of entries) {
    if (entry.activity !== activity) {
      open &&= entry.interrupts || entry.kind === 'pause';
      apart = true;
      continue;
    }
    const last = found.at(-1);
    const goesOn = open && apart && last && last.cycle === entry.cycle && !entry.interrupts;
    if (entry.to === null) {
      // What still runs has no length yet, and neither has what it goes on with.
      if (goesOn) found.pop();
      break;
    }
    if (goesOn) {
      last.ms += entry.to - entry.from;
      last.ids.push(entry.id);
    } else found.push({ from: entry.from, ms: entry.to - entry.from, ids: [entry.id], cycle: entry.cycle });
    open = true;
    apart = false;
  }
  return found.map(({ from, ms, ids }) => ({ from, ms, ids }));
}
