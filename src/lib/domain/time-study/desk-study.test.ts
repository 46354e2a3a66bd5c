import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tap as tapShape } from '../../contract/tap-events.ts';
import { computeTimeline, measuredPanel } from '../taps/entries.ts';
import { type DeskEntry, problemsOf, readLength, readRating, type TypedRow, tapsOf, typedEntries } from './desk-study.ts';

const START = Date.UTC(2026, 2, 2, 6);
const NOW = START + 3_600_000;
const [A, B] = ['01a10000-0000-7000-8000-000000000001', '01a10000-0000-7000-8000-000000000002'] as const;
const row = (activity: string, time: string, over: Partial<TypedRow> = {}): TypedRow => ({
  activity,
  time,
  rating: '',
  note: '',
  excluded: '',
  ...over,
});
const typing = { start: START, mode: 'durations', unit: 's', lane: 'worker' } as const;
let n = 0;
const stamp = {
  now: NOW,
  device: 'import-1',
  source: 'typed' as const,
  id: () => `01a20000-0000-7000-8000-${String(++n).padStart(12, '0')}`,
};
const PANEL = measuredPanel(
  [{ id: 'worker' }, { id: 'machine' }],
  [
    { id: A, ends_cycle: false },
    { id: B, ends_cycle: true },
  ],
);

describe('a time that is typed', () => {
  it('is a number in the unit, or minutes and seconds as a watch shows them', () => {
    expect(readLength('2,34', 's')).toBe(2_340);
    expect(readLength('0.5', 'min')).toBe(30_000);
    expect(readLength('10', 'cmin')).toBe(6_000);
    expect(readLength('100', 'tmu')).toBe(3_600);
    expect(readLength('1:02.5', 'min')).toBe(62_500);
    expect(readLength('1:02:03', 's')).toBe(3_723_000);
    for (const none of ['', 'x', '-3', '1:2:3:4', '9999999']) expect(readLength(none, 's')).toBeNull();
    expect([readRating(''), readRating('105 %'), readRating('97,5'), readRating('5'), readRating('x')]).toEqual([
      null,
      105,
      97.5,
      undefined,
      undefined,
    ]);
  });
});

describe('rows that are typed', () => {
  it('follow each other as durations, or end where the watch stood', () => {
    const durations = typedEntries([row(A, '2'), row(B, '3,5'), row(A, '')], typing);
    expect(durations.problems).toEqual([]);
    expect(durations.entries.map(({ from, to }) => [from - START, to - START])).toEqual([
      [0, 2_000],
      [2_000, 5_500],
    ]);
    const readings = typedEntries([row(A, '2'), row(B, '5,5'), row(A, '5')], { ...typing, mode: 'readings' });
    expect(readings.entries.map(({ from, to }) => [from - START, to - START])).toEqual([
      [0, 2_000],
      [2_000, 5_500],
    ]);
    expect(readings.problems).toEqual([{ line: 3, fault: 'not_later', found: '5' }]);
  });

  it('say what is wrong with which, and nothing of empty ones at the end', () => {
    const { problems } = typedEntries([row('', '1'), row(A, ''), row(A, 'x', { rating: '900' }), row(B, '0'), row(A, '')], typing);
    expect(problems.map(({ line, fault }) => [line, fault])).toEqual([
      [1, 'no_activity'],
      [2, 'no_time'],
      [3, 'rating'],
      [3, 'no_time'],
      [4, 'not_later'],
    ]);
  });

  it('give the same times, ratings and exclusions as taps of a tablet would', () => {
    const lengths = fc.array(
      fc.record({ ms: fc.integer({ min: 1, max: 90_000 }), rating: fc.option(fc.integer({ min: 10, max: 300 })), out: fc.boolean() }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(lengths, fc.boolean(), (list, watch) => {
        let total = 0;
        const rows = list.map(({ ms, rating, out }, at) => {
          total += ms;
          return row(at % 2 ? B : A, String((watch ? total : ms) / 1_000), {
            rating: rating === null ? '' : String(rating),
            excluded: out ? 'rušen' : '',
          });
        });
        const { entries, problems } = typedEntries(rows, { ...typing, mode: watch ? 'readings' : 'durations' });
        expect(problems).toEqual([]);
        const taps = tapsOf(entries, stamp);
        for (const tap of taps) expect(tapShape.safeParse(tap).success).toBe(true);
        const timeline = computeTimeline(taps, PANEL);
        expect(timeline.conflicts).toEqual([]);
        const mine = timeline.entries.filter(({ lane }) => lane === 'worker');
        expect(mine.map(({ from, to, activity, rating, excluded }) => [to! - from, activity, rating, excluded])).toEqual(
          list.map(({ ms, rating, out }, at) => [ms, at % 2 ? B : A, rating, out ? 'rušen' : null]),
        );
        expect(timeline.to).toBe(START + total);
      }),
    );
  });
});

describe('entries of a file', () => {
  const entry = (line: number, from: number, to: number, over: Partial<DeskEntry> = {}): DeskEntry => ({
    ...{ line, lane: 'worker', kind: 'state', activity: A, from: START + from, to: START + to },
    ...{ rating: null, note: null, excluded: null },
    ...over,
  });

  it('leave the time between them to nothing, on each lane up to the end', () => {
    const taps = tapsOf(
      [
        entry(1, 0, 1_000),
        entry(2, 3_000, 4_000, { note: 'druhý' }),
        entry(3, 2_000, 9_000, { lane: 'machine', activity: B }),
        entry(4, 3_500, 3_500, { kind: 'point', activity: B }),
      ],
      stamp,
    );
    const { entries, points, to } = computeTimeline(taps, PANEL);
    expect(entries.map(({ lane, kind, from, to: end, note }) => [lane, kind, from - START, end! - START, note])).toEqual([
      ['worker', 'state', 0, 1_000, null],
      ['worker', 'unassigned', 1_000, 3_000, null],
      ['worker', 'state', 3_000, 4_000, 'druhý'],
      ['worker', 'unassigned', 4_000, 9_000, null],
      ['machine', 'unassigned', 0, 2_000, null],
      ['machine', 'state', 2_000, 9_000, null],
    ]);
    expect(points).toMatchObject([{ at: START + 3_500, activity: B }]);
    expect(to).toBe(START + 9_000);
    expect(taps.every(({ source, made_at }) => source === 'typed' && made_at === NOW)).toBe(true);
  });

  it('are refused where they lie over each other on a lane, or have not happened yet', () => {
    expect(problemsOf([entry(1, 0, 2_000), entry(2, 1_000, 3_000), entry(3, 1_000, 2_000, { lane: 'machine' })], NOW)).toEqual([
      { line: 2, fault: 'overlap', found: '1' },
    ]);
    expect(problemsOf([entry(1, 0, 7_200_000)], NOW)).toEqual([{ line: 1, fault: 'future', found: '' }]);
  });
});
