import type { Running } from '../../lib/client/capture/capture.store.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { gridFrom } from '../../lib/domain/time-study/apportion.ts';

/** A finished entry as the list of laps shows it. */
interface Lap {
  entry: Entry;
  /** Milliseconds, whole units: on one grid with all others of the measurement, so that what is shown adds up as its page does. */
  length: number;
  /** Null where its lane has no cycles. */
  cycle: number | null;
}

/**
 * What was finished last, the newest first; of two that ended at once the one that began later.
 * @param unit milliseconds of the last place that is shown
 * @param most how many there are at most
 */
export function lapsOf({ timeline }: Pick<Running, 'timeline'>, unit: number, most: number): Lap[] {
  const { from, entries, cycles } = timeline;
  if (from === null) return [];
  const at = gridFrom(from, unit);
  const inCycles = new Set(cycles.map(({ lane }) => lane));
  const last: Entry[] = [];
  const taken = new Map<string, number>();
  // Entries stand by lane, then by time: from the end each lane gives its newest, whatever the day has before them.
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    const count = taken.get(entry.lane) ?? 0;
    if (entry.to === null || entry.kind === 'unassigned' || count >= most) continue;
    taken.set(entry.lane, count + 1);
    last.push(entry);
  }
  return last
    .sort((a, b) => b.to! - a.to! || b.from - a.from)
    .slice(0, most)
    .map((entry) => ({ entry, length: at(entry.to!) - at(entry.from), cycle: inCycles.has(entry.lane) ? entry.cycle : null }));
}
