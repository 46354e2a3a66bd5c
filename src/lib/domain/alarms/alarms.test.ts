import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlarmLimits, conditionOf } from './condition.ts';
import { type AlarmSample, foldAlarms, NORMAL, nextState } from './fold.ts';
import { COLD_STORE_SAMPLES } from './testing.ts';

const S = 1_000_000;
const samples = (rows: readonly (readonly [number, number])[]): AlarmSample[] => rows.map(([at, value]) => ({ ts: at * S, value }));
const seconds = (list: readonly { kind: string; ts: number }[]) => list.map(({ kind, ts }) => [kind, ts / S]);

const COLD_STORE = conditionOf({ kind: 'above', high: 8, hysteresis: 0.5 });
const THREE_MINUTES = { onDelay: 180 * S, offDelay: 0 };

describe('alarms of readings', () => {
  it('wait for the delay, are cancelled before it, and end beyond the hysteresis', () => {
    const { state, events } = foldAlarms(COLD_STORE, THREE_MINUTES, samples(COLD_STORE_SAMPLES));
    expect(seconds(events)).toEqual([
      ['pending', 60],
      ['cancelled', 180],
      ['pending', 240],
      ['active', 420],
      ['over', 720],
      ['pending', 840],
    ]);
    expect(events[3]).toMatchObject({ since: 240 * S, peak: 8.4 });
    expect(events[4]).toMatchObject({ since: 240 * S, peak: 8.6, peakAt: 480 * S });
    expect(state).toMatchObject({ phase: 'pending', since: 840 * S });
  });

  it('are active at once without a delay, and over once all readings were back for long enough', () => {
    const { events } = foldAlarms(
      COLD_STORE,
      { onDelay: 0, offDelay: 120 * S },
      samples([
        [0, 9],
        [60, 7],
        [120, 8.1],
        [180, 7],
        [240, 7.2],
        [300, 7.1],
      ]),
    );
    expect(seconds(events)).toEqual([
      ['active', 0],
      ['over', 300],
    ]);
  });

  it.each<[AlarmLimits, number, number, number]>([
    [{ kind: 'above', high: 8, hysteresis: 0.5 }, 8.1, 7.9, 7.5],
    // 0.3 − 0.1 is less than 0.2 in doubles.
    [{ kind: 'above', high: 0.3, hysteresis: 0.1 }, 0.31, 0.21, 0.2],
    [{ kind: 'below', low: 2, hysteresis: 0.5 }, 1.9, 2.1, 2.5],
    [{ kind: 'outside', low: 2, high: 8, hysteresis: 1 }, 1, 2.5, 3],
    [{ kind: 'inside', low: 2, high: 8, hysteresis: 1 }, 8, 8.5, 9],
  ])('of %j begin, hold and end where they should', (limits, breaching, between, back) => {
    const condition = conditionOf(limits);
    expect([breaching, between, back].map(condition.breaches)).toEqual([true, false, false]);
    expect([breaching, between, back].map(condition.isBack)).toEqual([false, false, true]);
  });

  it('of states begin and end with them', () => {
    const condition = conditionOf({ kind: 'state', states: [0, 3] });
    expect([0, 1, 3].map(condition.breaches)).toEqual([true, false, true]);
    expect([0, 1, 3].map(condition.isBack)).toEqual([false, true, false]);
  });

  it('refuse limits that no value can keep', () => {
    for (const wrong of [
      { kind: 'above', high: 8, hysteresis: -1 },
      { kind: 'above', high: 8, hysteresis: Number.NaN },
      { kind: 'outside', low: 8, high: 2, hysteresis: 0 },
      { kind: 'outside', low: 2, high: 8, hysteresis: 3 },
    ] as AlarmLimits[])
      expect(() => conditionOf(wrong)).toThrow(RangeError);
  });

  const rows = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 60, max: 100 })), {
      selector: ([at]) => at,
      maxLength: 60,
    })
    .map((list) => samples(list.toSorted((a, b) => a[0] - b[0]).map(([at, tenths]) => [at, tenths / 10])));
  const delays = fc.record({ onDelay: fc.integer({ min: 0, max: 400 }), offDelay: fc.integer({ min: 0, max: 400 }) }).map((one) => ({
    onDelay: one.onDelay * S,
    offDelay: one.offDelay * S,
  }));

  it('are the same when the fold begins again at any normal point', () => {
    fc.assert(
      fc.property(rows, delays, (list, wait) => {
        const whole = foldAlarms(COLD_STORE, wait, list);
        let state = NORMAL;
        for (const [at, sample] of list.entries()) {
          if (state.phase === 'normal') {
            const { events } = foldAlarms(COLD_STORE, wait, list.slice(at));
            const before = whole.events.filter(({ ts }) => ts < sample.ts);
            expect([...before, ...events]).toEqual(whole.events);
          }
          ({ state } = nextState(COLD_STORE, wait, state, sample));
        }
      }),
    );
  });

  it('come one after the other: pending, then cancelled or active, then over', () => {
    fc.assert(
      fc.property(rows, delays, (list, wait) => {
        const kinds = foldAlarms(COLD_STORE, wait, list)
          .events.map(({ kind }) => kind)
          .join(' ');
        expect(`${kinds} `).toMatch(/^ ?((pending )?(cancelled |active over ))*((pending )?(active )?)$/);
      }),
    );
  });
});
