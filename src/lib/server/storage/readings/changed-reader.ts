import type { StoredReading } from './chunks.ts';
import type { ReadingReader } from './overlay.ts';

/** What moments of one series would hold; null = nothing. */
export type ReadingsChanged = ReadonlyMap<number, StoredReading | null>;

/** A series as it would be if these moments held what they are said to; nothing is written. */
export function changedReader(reader: Pick<ReadingReader, 'range'>, changed: ReadingsChanged): Pick<ReadingReader, 'range'> {
  const there = [...changed.values()].filter((reading) => reading !== null).sort((a, b) => a.ts - b.ts);
  return {
    async range(channelNo, { order = 'asc', limit = Number.POSITIVE_INFINITY, ...window } = {}) {
      const isAsc = order === 'asc';
      const out: StoredReading[] = [];
      let [from, to] = [window.from ?? Number.MIN_SAFE_INTEGER, window.to ?? Number.MAX_SAFE_INTEGER];
      for (;;) {
        const page = await reader.range(channelNo, { from, to, order, limit });
        const last = page.length < limit ? undefined : page.at(-1)!.ts;
        // As far as the page reaches: beyond it there may be more of the stored ones.
        const [low, high] = last === undefined ? [from, to] : isAsc ? [from, last + 1] : [last, to];
        const part = [...page.filter(({ ts }) => !changed.has(ts)), ...there.slice(placeIn(there, low), placeIn(there, high))];
        out.push(...part.sort((a, b) => (isAsc ? a.ts - b.ts : b.ts - a.ts)));
        if (last === undefined || out.length >= limit) return Number.isFinite(limit) ? out.slice(0, limit) : out;
        if (isAsc) from = last + 1;
        else to = last;
      }
    },
  };
}

/** The place of the first reading at the moment or after it. */
function placeIn(readings: readonly StoredReading[], moment: number): number {
  let [low, high] = [0, readings.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (readings[middle]!.ts < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
