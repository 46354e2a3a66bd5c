import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Running } from '../../lib/client/capture/capture.store.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { lapsOf } from './laps.ts';

const FROM = Date.UTC(2026, 10, 20, 6);
type Part = { kind?: Entry['kind']; ms: number; cycle?: number };

/** What lasted so long on each lane, one after another; the last of a lane goes on. */
function session(lanes: Record<string, Part[]>, cycles: string[] = []): Pick<Running, 'timeline'> {
  const entries = Object.entries(lanes).flatMap(([lane, parts]) => {
    let at = FROM;
    return parts.map(({ kind = 'state', ms, cycle = 1 }, index) => {
      const from = at;
      at += ms;
      return { id: `${lane}${index}`, lane, kind, cycle, activity: 'a', from, to: index === parts.length - 1 ? null : at };
    });
  });
  return { timeline: { from: FROM, entries, cycles: cycles.map((lane) => ({ lane, no: 1 })) } } as unknown as Pick<Running, 'timeline'>;
}
const ids = (running: Pick<Running, 'timeline'>, most = 50) => lapsOf(running, 10, most).map(({ entry }) => entry.id);

test('the newest finished entry of any lane comes first; what runs and what nobody assigned is no lap', () => {
  const running = session({
    A: [{ ms: 1_000 }, { ms: 2_000 }, { ms: 9_000 }],
    B: [{ ms: 500, kind: 'unassigned' }, { ms: 2_000 }, { ms: 4_000, kind: 'pause' }, { ms: 1 }],
  });
  expect(ids(running)).toEqual(['B2', 'A1', 'B1', 'A0']);
  expect(ids(running, 2)).toEqual(['B2', 'A1']);
});

test('before the first tap there is nothing', () => {
  expect(lapsOf({ timeline: { from: null, entries: [], cycles: [] } } as unknown as Running, 10, 50)).toEqual([]);
});

test('the number of the cycle stands where the lane has cycles', () => {
  const running = session({ A: [{ ms: 1_000, cycle: 2 }, { ms: 1 }], B: [{ ms: 1_000 }, { ms: 1 }] }, ['A']);
  expect(Object.fromEntries(lapsOf(running, 10, 50).map(({ entry, cycle }) => [entry.id, cycle]))).toEqual({ A0: 2, B0: null });
});

test('lengths are whole units, in whatever unit, and all of them together are the time that was measured', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 40 }),
      fc.constantFrom(6, 10, 100, 1_000),
      (all, unit) => {
        const laps = lapsOf(session({ A: [...all.map((ms) => ({ ms })), { ms: 1 }] }), unit, 100);
        for (const { length } of laps) expect(length % unit).toBe(0);
        const total = all.reduce((sum, ms) => sum + ms, 0);
        expect(laps.reduce((sum, { length }) => sum + length, 0)).toBe(Math.round(total / unit) * unit);
        expect(laps).toHaveLength(all.length);
      },
    ),
  );
});
