import { partsOf } from '../taps/parts.ts';
import type { LaneEntries } from './spans.ts';

/** How long an activity took each time: a reading of a study. */
export interface Occurrence {
  /** Milliseconds since the epoch, UTC. */
  from: number;
  /** Milliseconds, without what interrupted it. */
  ms: number;
  /** Entries that it is made of; more than one where something interrupted it. */
  ids: readonly string[];
  /** Counts from 1 on its lane. */
  cycle: number;
  /** Of its first part that has one, per cent. */
  rating: number | null;
  note: string | null;
  /** Why figures leave it out; null: they don't. */
  excluded: string | null;
}

/**
 * Finished occurrences of an activity. What interruptions and pauses cut in parts is one occurrence, whose time is that of its parts, unless
 * somebody marked the end of a cycle between them. What runs has no length yet, and neither has what waits for the end of an interruption.
 */
export function occurrencesOf(entries: LaneEntries, activity: string): Occurrence[] {
  const { first, open } = partsOf(entries);
  const runs = entries.at(-1)?.to === null;
  const occurrences = new Map<string, Occurrence & { ids: string[] }>();
  const unfinished = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (entry.activity !== activity) continue;
    const key = `${first[index]} ${entry.cycle}`;
    const one = occurrences.get(key) ?? { from: entry.from, ms: 0, ids: [], cycle: entry.cycle, rating: null, note: null, excluded: null };
    occurrences.set(key, one);
    one.ids.push(entry.id);
    one.rating ??= entry.rating;
    one.note ??= entry.note;
    one.excluded ??= entry.excluded;
    if (entry.to === null) unfinished.add(key);
    else one.ms += entry.to - entry.from;
    if (runs && open.has(first[index]!)) unfinished.add(key);
  }
  return [...occurrences].flatMap(([key, one]) => (unfinished.has(key) ? [] : [one]));
}
