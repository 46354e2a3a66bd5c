import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedReader } from './changed-reader.ts';
import type { StoredReading } from './chunks.ts';
import type { ReadingReader } from './overlay.ts';

const reading = (ts: number, num: number): StoredReading => ({ ts, num, text: null, quality: 0, src: 1 });

/** Readings in memory, as the reader of the database gives them. */
function inMemory(readings: readonly StoredReading[]): Pick<ReadingReader, 'range'> {
  return {
    async range(_, { order = 'asc', limit = Number.POSITIVE_INFINITY, from = -1, to = 1e9 } = {}) {
      const found = readings.filter(({ ts }) => ts >= from && ts < to).toSorted((a, b) => (order === 'asc' ? a.ts - b.ts : b.ts - a.ts));
      return found.slice(0, Math.min(limit, found.length));
    },
  };
}

describe('a series as it would be', () => {
  it('is read page by page, window by window, in both orders, as if it were so already', async () => {
    const moments = fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 20 });
    const window = fc.record({
      from: fc.option(fc.nat({ max: 30 }), { nil: undefined }),
      to: fc.option(fc.nat({ max: 30 }), { nil: undefined }),
      limit: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    });
    await fc.assert(
      fc.asyncProperty(moments, moments, moments, window, async (there, put, gone, { limit = Number.POSITIVE_INFINITY, ...asked }) => {
        const stored = there.map((ts) => reading(ts, 1));
        const changed = new Map<number, StoredReading | null>([
          ...gone.map((ts) => [ts, null] as const),
          ...put.map((ts) => [ts, reading(ts, 2)] as const),
        ]);
        const then = [...stored.filter(({ ts }) => !changed.has(ts)), ...[...changed.values()].filter((one) => one !== null)];
        const [foretold, real] = [changedReader(inMemory(stored), changed), inMemory(then)];
        expect(await foretold.range(1, { ...asked, limit })).toEqual(await real.range(1, { ...asked, limit }));
      }),
    );
  });
});
