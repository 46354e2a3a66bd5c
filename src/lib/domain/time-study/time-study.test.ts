import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../constants.ts';
import { DURATION_FORMATS } from '../../contract/formats.ts';
import { formatter } from '../../i18n/format.ts';
import type { Entry } from '../taps/entries.ts';
import { apportion, clockFrom, gridFrom } from './apportion.ts';
import { balanceOf, OUTSIDE } from './balance.ts';
import { occurrencesOf } from './occurrences.ts';
import { paretoOf } from './pareto.ts';
import { outliersOf, runChart } from './run-chart.ts';
import { byLane, entryAt, onGrid, piecesOf, rangeIn, snapped } from './spans.ts';
import { histogramOf, medianOf, statisticsOf } from './statistics.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const entry = (from: number, to: number | null, activity: string | null, over: Partial<Entry> = {}): Entry => ({
  id: `${from}`,
  lane: 'worker',
  kind: activity === null ? 'unassigned' : 'state',
  activity,
  from,
  to,
  interrupts: false,
  rating: null,
  note: null,
  excluded: null,
  cycle: 1,
  ...over,
});

/** A lane that is covered from 0 on. */
const anyLane = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5_000_000 }), fc.constantFrom('a', 'b', 'c', null), fc.boolean()), {
    minLength: 1,
    maxLength: 60,
  })
  .map((list) => {
    let at = 0;
    return list.map(([ms, activity, pause]) => {
      const made = entry(at, at + ms, activity, activity === null && pause ? { kind: 'pause' } : {});
      at += ms;
      return made;
    });
  });

describe('units shared out', () => {
  it('add up exactly, and none is off by a whole unit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000_000), { minLength: 1, maxLength: 40 }), fc.nat(100_000), (weights, units) => {
        const shares = apportion(weights, units);
        const total = sum(weights);
        expect(sum(shares)).toBe(total === 0 ? 0 : units);
        if (total > 0)
          for (const [at, share] of shares.entries()) expect(Math.abs(share - (weights[at]! * units) / total)).toBeLessThan(1 + 1e-6);
      }),
    );
  });

  it('go to the largest remainders', () => {
    expect(apportion([1, 1, 1], 1_000)).toEqual([334, 333, 333]);
    expect(apportion([0, 0], 10)).toEqual([0, 0]);
  });
});

describe('the balance of a day', () => {
  it('adds up to the whole in milliseconds, in shown seconds and to 100.0 %, on both levels', () => {
    fc.assert(
      fc.property(anyLane, (entries) => {
        const whole = balanceOf(piecesOf(entries, 0), (activity) => (activity === 'c' ? null : activity), ['b', 'a']);
        const ms = entries.at(-1)!.to!;
        expect(whole).toMatchObject({ ms, seconds: Math.round(ms / 1_000), permille: 1_000 });
        for (const field of ['ms', 'seconds', 'permille'] as const) {
          expect(sum(whole.groups.map((group) => group[field]))).toBe(whole[field]);
          for (const group of whole.groups) expect(sum(group.parts.map((part) => part[field]))).toBe(group[field]);
        }
      }),
    );
  });

  it('keeps the order of the categories, then comes what has no category, pauses and what nobody assigned', () => {
    const pieces = [
      { kind: 'unassigned' as const, activity: null, ms: 1, count: 1 },
      { kind: 'pause' as const, activity: null, ms: 2, count: 1 },
      ...['x', 'waste', 'value'].map((activity, at) => ({ kind: 'state' as const, activity, ms: 3 + at, count: 1 })),
    ];
    const { groups } = balanceOf(pieces, (activity) => (activity === 'x' ? null : activity), ['value', 'waste']);
    expect(groups.map(({ key }) => key)).toEqual(['value', 'waste', OUTSIDE.none, OUTSIDE.pause, OUTSIDE.unassigned]);
  });

  it('of a day without entries is empty', () => {
    expect(balanceOf([], () => null, [])).toEqual({ ms: 0, seconds: 0, permille: 0, groups: [] });
  });
});

describe('what is shown of a study, in each unit and as finely as its lengths need', () => {
  const anyStudy = fc.record({
    begin: fc.integer({ min: 0, max: 90_000_000_000 }),
    lane: anyLane,
    unit: fc.constantFrom(...DURATION_FORMATS),
    decimals: fc.integer({ min: 0, max: 2 }),
    cut: fc.tuple(fc.nat(300_000_000), fc.nat(300_000_000)),
  });
  /** The figure that a reader sees, in hundredths of its last place and fewer: what he can add up. */
  const read = (text: string) =>
    text
      .replace(/\u00a0.*/, '')
      .split(':')
      .reduce((all, part) => 60 * all + Number(part), 0);

  it('adds up: entries to the day and to each activity, activities to categories, those to the total, of a selection too', () => {
    fc.assert(
      fc.property(anyStudy, ({ begin, lane, unit, decimals, cut }) => {
        const format = formatter('en', 'UTC', { duration: unit });
        const grain = format.grain(decimals);
        const grid = gridFrom(begin, grain);
        const entries = lane.map((one) => ({ ...one, from: one.from + begin, to: one.to! + begin }));
        const shown = onGrid(byLane(entries, ['worker']), grid).get('worker')!;
        const end = entries.at(-1)!.to;
        const places = (text: string) => Math.round(read(text) * 1e6);
        const duration = (seconds: number) => places(format.duration(seconds, decimals).replaceAll(',', ''));
        const lengths = shown.map(({ from, to }) => duration((to! - from) / 1_000));
        const [a, b] = [Math.min(...cut), Math.max(...cut)].map((one) => Math.min(begin + one, end));
        const stretches = [undefined, { from: grid(a!), to: grid(b!) }];
        for (const span of stretches) {
          const whole = balanceOf(piecesOf(shown, 0, span), (activity) => (activity === 'c' ? null : activity), ['b', 'a'], grain);
          const total = duration(((span?.to ?? grid(end)) - (span?.from ?? begin)) / 1_000);
          expect(duration(whole.seconds)).toBe(total);
          expect(sum(whole.groups.map((group) => duration(group.seconds)))).toBe(total);
          for (const group of whole.groups) expect(sum(group.parts.map((part) => duration(part.seconds)))).toBe(duration(group.seconds));
          if (span) continue;
          expect(sum(lengths)).toBe(total);
          for (const { activity, kind, seconds } of whole.groups.flatMap(({ parts }) => parts))
            expect(sum(lengths.filter((_, at) => shown[at]!.activity === activity && shown[at]!.kind === kind))).toBe(duration(seconds));
        }
        // The whole is what a list shows of the measurement.
        expect(sum(lengths)).toBe(duration((end - begin) / 1_000));
      }),
    );
  });

  it('is off by less than the last place in each length, and keeps one that was typed', () => {
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.nat(1e9),
        fc.nat(50_000),
        fc.constantFrom(6, 10, 36, 60, 100, 360, 600, 1_000, 3_600),
        (begin, from, many, unit) => {
          const grid = gridFrom(begin, unit);
          expect(grid(from + many * unit) - grid(from)).toBe(many * unit);
          expect(Math.abs(grid(from + many) - grid(from) - many)).toBeLessThan(unit + 1e-6);
        },
      ),
    );
  });

  it('begins where the clock and the lengths before it say, and a typed time of day is shown as it was typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1e6, max: 1e12 }), fc.nat(1e9), fc.constantFrom(10, 100, 1_000), (begin, after, unit) => {
        const clock = clockFrom(begin, unit);
        const grid = gridFrom(begin, unit);
        const typed = Math.round((begin + after) / unit) * unit;
        expect(clock(typed)).toBe(typed);
        expect(clock(begin + after) - clock(begin)).toBe(grid(begin + after) - grid(begin));
      }),
    );
  });

  it('counts what is too short to be shown', () => {
    const lanes = onGrid(
      byLane([entry(0, 60_400, 'a'), entry(60_400, 60_450, 'b'), entry(60_450, 90_000, 'a')], ['worker']),
      gridFrom(0, 1_000),
    );
    expect(piecesOf(lanes.get('worker')!, 0)).toMatchObject([
      { activity: 'a', ms: 90_000, count: 2 },
      { activity: 'b', ms: 0, count: 1 },
    ]);
  });

  it('is a multiple of the last place of its unit', () => {
    for (const locale of LOCALES)
      for (const duration of DURATION_FORMATS)
        for (const decimals of [0, 1, 2]) {
          const format = formatter(locale, 'UTC', { duration });
          const grain = format.grain(decimals) / 1_000;
          const texts = new Set(Array.from({ length: 50 }, (_, at) => format.duration(at * grain, decimals)));
          expect(texts.size).toBe(50);
          expect(format.duration(7 * grain + grain / 4, decimals)).toBe(format.duration(7 * grain, decimals));
        }
  });
});

describe('time in a span', () => {
  it('is the same piece by piece as by looking at every entry', () => {
    fc.assert(
      fc.property(anyLane, fc.nat(60_000_000), fc.nat(60_000_000), (entries, a, b) => {
        const span = { from: Math.min(a, b), to: Math.max(a, b) };
        const clipped = (one: Entry) => Math.max(0, Math.min(one.to!, span.to) - Math.max(one.from, span.from));
        const pieces = piecesOf(entries, 0, span);
        expect(sum(pieces.map(({ ms }) => ms))).toBe(sum(entries.map(clipped)));
        for (const key of ['a', 'b', 'c'])
          expect(pieces.find(({ activity }) => activity === key)?.ms ?? 0).toBe(
            sum(entries.filter(({ activity }) => activity === key).map(clipped)),
          );
        const [first, end] = rangeIn(entries, span);
        expect(
          entries
            .filter((one) => one.to! > span.from && one.from <= span.to)
            .every((one) => {
              const at = entries.indexOf(one);
              return at >= first && at < end;
            }),
        ).toBe(true);
      }),
    );
  });

  it('of an entry that still runs ends now', () => {
    const lane = [entry(0, 1_000, 'a'), entry(1_000, null, 'b')];
    expect(piecesOf(lane, 5_000)).toMatchObject([
      { activity: 'b', ms: 4_000 },
      { activity: 'a', ms: 1_000 },
    ]);
    expect(entryAt(lane, 4_000, 5_000)?.activity).toBe('b');
    expect(entryAt(lane, 6_000, 5_000)).toBeNull();
    expect(entryAt(lane, -1, 5_000)).toBeNull();
  });

  it('begins and ends at an edge that is near', () => {
    const lanes = byLane([entry(0, 1_000, 'a'), entry(1_000, 3_000, 'b')], ['worker', 'machine']);
    expect([snapped(lanes.values(), 1_040, 50), snapped(lanes.values(), 960, 50), snapped(lanes.values(), 1_200, 50)]).toEqual([
      1_000, 1_000, 1_200,
    ]);
    expect(snapped(lanes.values(), 2_990, 50)).toBe(3_000);
  });
});

describe('a Pareto', () => {
  it('falls, rises together to exactly the whole, and loses nothing in its rest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { maxLength: 30 }), fc.integer({ min: 2, max: 10 }), (values, most) => {
        const bars = paretoOf(
          values.map((value, at) => ({ key: `${at}`, value })),
          most,
        );
        expect(bars.length).toBeLessThanOrEqual(most);
        expect(sum(bars.map(({ value }) => value))).toBe(sum(values));
        const own = bars.filter(({ key }) => key !== ':rest').map(({ value }) => value);
        expect(own).toEqual(own.toSorted((a, b) => b - a));
        if (bars.length > 0) expect(bars.at(-1)!.cumulative).toBe(1);
        for (const [at, bar] of bars.entries()) expect(bar.cumulative).toBeGreaterThanOrEqual(bars[at - 1]?.cumulative ?? 0);
      }),
    );
  });
});

describe('figures of durations', () => {
  it('hold every value in one bin of the histogram', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40_000_000 }), { maxLength: 300 }), (values) => {
        const bins = histogramOf(values);
        expect(sum(bins.map(({ count }) => count))).toBe(values.length);
        for (const { from, to, count } of bins) expect(values.filter((value) => value >= from && value < to)).toHaveLength(count);
        expect(bins.length).toBeLessThanOrEqual(40);
      }),
    );
  });

  it('are the usual ones', () => {
    expect(statisticsOf([])).toBeNull();
    expect(statisticsOf([2, 4, 4, 4, 5, 5, 7, 9])).toMatchObject({ n: 8, mean: 5, median: 4.5, min: 2, max: 9 });
    expect(statisticsOf([2, 4, 4, 4, 5, 5, 7, 9])!.deviation).toBeCloseTo(2.138, 3);
    expect(statisticsOf([7])).toMatchObject({ n: 1, deviation: 0 });
    expect(medianOf([3, 1, 2])).toBe(2);
  });
});

describe('a run chart', () => {
  it('finds a shift: six in a row on one side of the median, those on it skipped', () => {
    expect(runChart([1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9])?.signals.filter(({ kind }) => kind === 'shift')).toEqual([
      { kind: 'shift', direction: 'down', first: 0, last: 5 },
      { kind: 'shift', direction: 'up', first: 6, last: 11 },
    ]);
    expect(runChart([1, 9, 1, 9, 1, 9, 1, 9])?.signals).toEqual([]);
  });

  it('finds a reading that lies apart, by any scale of time and wherever it stands, and none among those that only vary', () => {
    const eights = [8.1, 7.9, 8.4, 8, 7.6, 8.2, 27, 8.3, 7.8, 8].map((seconds) => seconds * 1_000);
    expect(runChart(eights)?.signals).toEqual([{ kind: 'outlier', direction: 'up', first: 6, last: 6 }]);
    expect(runChart([8, 8, 8, 8, 1, 8, 8].map((one) => one * 1_000))?.signals).toEqual([
      { kind: 'outlier', direction: 'down', first: 4, last: 4 },
    ]);
    // Skewed as times of work are.
    expect(runChart([4, 9, 6, 5, 13, 7, 20, 5, 8, 6].map((one) => one * 1_000))?.signals).toEqual([]);
    expect(outliersOf([1_000, 1_000, 9_000])).toEqual([]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1_000, max: 90_000 }), { minLength: 5, maxLength: 40 }),
        fc.integer({ min: 2, max: 60 }),
        (list, times) => {
          expect(outliersOf(list.map((one) => one * times))).toEqual(outliersOf(list));
          const few = outliersOf(list).length;
          expect(few).toBeLessThanOrEqual(list.length / 2);
        },
      ),
    );
  });

  it('finds a trend: five in a row, each longer than the one before', () => {
    expect(runChart([5, 1, 2, 3, 4, 5, 1])?.signals).toContainEqual({ kind: 'trend', direction: 'up', first: 1, last: 5 });
    expect(runChart([5, 1, 2, 3, 4, 1, 5])?.signals).toEqual([]);
    expect(runChart([])).toBeNull();
  });
});

describe('occurrences of an activity', () => {
  it('go on after an interruption or a pause, and end where another activity or cycle begins', () => {
    const lane = [
      entry(0, 10, 'a'),
      entry(10, 20, 'b', { interrupts: true }),
      entry(20, 30, 'a'),
      entry(30, 40, null, { kind: 'pause' }),
      entry(40, 50, 'a'),
      entry(50, 60, 'a'),
      entry(60, 70, 'b'),
      entry(70, 80, 'a'),
      entry(80, 85, 'b', { interrupts: true }),
      entry(85, 90, 'a', { cycle: 2 }),
    ];
    expect(occurrencesOf(lane, 'a').map(({ from, ms }) => [from, ms])).toEqual([
      [0, 30],
      [50, 10],
      [70, 10],
      [85, 5],
    ]);
    expect(occurrencesOf(lane, 'a')[0]!.ids).toEqual(['0', '20', '40']);
  });

  it('that are not finished have no length yet', () => {
    expect(occurrencesOf([entry(0, 10, 'a'), entry(10, 20, 'b', { interrupts: true }), entry(20, null, 'a')], 'a')).toEqual([]);
  });
});
