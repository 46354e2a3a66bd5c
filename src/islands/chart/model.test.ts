import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel, ChannelKind } from '../../lib/contract/channels.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { roughly } from '../../lib/domain/time/range.ts';
import { aheadOf, axisWidth, columnsOf, isAhead, joined, layoutOf, marksOf, paneHeights, picturedMarks, without } from './model.ts';
import { spread } from './spread.ts';

const channel = (id: string, unit: string | null, kind: ChannelKind = 'gauge'): Channel => ({
  id,
  datalogger_id: 'a',
  workspace_id: 'hall',
  key: id,
  name: id,
  unit,
  display_unit: unit,
  conversion: null,
  kind,
  decimals: null,
  position: 0,
  first_ts: null,
  machine_id: null,
  sensor_type_id: null,
  own_unit: null,
  own_decimals: null,
  state_words: null,
  last: null,
  ahead_ts: null,
  failing_ts: null,
  archived_at: null,
  merged_into: null,
  rev: 1,
});
const series = (ts: number[], low: number[], high: number[], bucket: number | null): Series => ({
  resolution: bucket === null ? 'raw' : '5m',
  bucket_us: bucket,
  ts,
  min: low,
  max: high,
  first: low,
  last: high,
  n: ts.map(() => 2),
});

describe('the layout of a chart', () => {
  it('puts one unit into one pane, states and words into strips, and keeps colours when something is hidden', () => {
    const channels = [
      channel('air', '°C'),
      channel('core', '°C'),
      channel('rh', '%'),
      channel('door', null, 'state'),
      channel('mode', null, 'text'),
    ];
    const all = layoutOf(channels, new Set());
    expect(all.panes.map((pane) => pane.traces.map((trace) => `${trace.channel.id}${trace.colour}`))).toEqual([['air1', 'core2'], ['rh3']]);
    expect(all.strips.map((trace) => trace.channel.id)).toEqual(['door', 'mode']);
    const many = layoutOf(
      Array.from({ length: 24 }, (_, at) => channel(`c${at}`, '°C')),
      new Set(),
    );
    expect(new Set(many.panes[0]!.traces.map(({ colour, dash }) => `${colour}/${dash}`)).size).toBe(24);
    const some = layoutOf(channels, new Set(['air', 'rh']));
    expect(some.panes.map((pane) => pane.traces.map((trace) => `${trace.channel.id}${trace.colour}`))).toEqual([['core2']]);
  });

  it('gives the first pane the most room and none too little', () => {
    expect(paneHeights(0, 400)).toEqual([]);
    expect(paneHeights(1, 400)).toEqual([400]);
    expect(paneHeights(2, 400)).toEqual([267, 133]);
    expect(Math.min(...paneHeights(9, 300))).toBeGreaterThanOrEqual(84);
  });

  it('makes room for long figures, the same in all panes', () => {
    const layout = layoutOf([channel('x', '°C'), channel('y', 'kWh')], new Set());
    const states = {
      x: { status: 'ready' as const, series: series([0], [1], [9], null) },
      y: { status: 'ready' as const, series: series([0], [1_234_567], [1_234_890], null) },
    };
    expect(axisWidth(layout, { x: states.x }, String)).toBe(44);
    expect(axisWidth(layout, states, String)).toBe(59);
  });
});

describe('the line of a chart', () => {
  it('runs through readings, and through the means of buckets at their middle: a peak is in the band, not in the line', () => {
    expect(columnsOf(series([1_000, 2_000], [3, 4], [3, 4], null), [])).toEqual([
      [1, 2],
      [3, 4],
      [3, 4],
      [3, 4],
    ]);
    expect(columnsOf({ ...series([0, 2_000], [1, 23], [3, 999], 2_000), mean: [2.5, 39.3] }, [])).toEqual([
      [1, 3],
      [2.5, 39.3],
      [1, 23],
      [3, 999],
    ]);
  });

  it('is broken where readings are missing', () => {
    const [x, line] = columnsOf(series([1_000, 2_000, 9_000], [1, 2, 3], [1, 2, 3], null), [{ from: 2_000, to: 9_000 }]);
    expect(x).toEqual([1, 2, 5.5, 9]);
    expect(line).toEqual([1, 2, null, 3]);
  });

  it('is broken before the bucket in which readings come again, and goes on in order of time', () => {
    // From a reading in the second bucket to one in the middle of the last.
    const [x, line] = columnsOf(series([0, 2_000, 8_000], [1, 2, 3], [1, 2, 3], 2_000), [{ from: 3_000, to: 9_000 }]);
    expect(x).toEqual([1, 3, 6, 9]);
    expect(line).toEqual([1, 2, null, 3]);
  });
});

describe('readings ahead of their receipt', () => {
  it('are marked from the first to the last of them, of buckets to their end, and not where none came', () => {
    const raw: Series = {
      ...series([10, 20, 30, 80, 90], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], null),
      ahead: [
        [10, 10],
        [30, 90],
      ],
    };
    expect(aheadOf(raw, [{ from: 30, to: 80 }])).toEqual([
      { from: 10, to: 10 },
      { from: 30, to: 30 },
      { from: 80, to: 90 },
    ]);
    expect(aheadOf({ ...series([0, 10, 20], [1, 1, 1], [1, 1, 1], 10), ahead: [[10, 20]] }, [])).toEqual([{ from: 10, to: 30 }]);
    expect(aheadOf(series([0, 10], [1, 1], [1, 1], null), [])).toEqual([]);
    expect(aheadOf(null, [])).toEqual([]);
  });

  it('are known by the point that shows them', () => {
    const some: Series = { ...series([10, 20, 30, 40], [1, 1, 1, 1], [1, 1, 1, 1], null), ahead: [[20, 30]] };
    expect([0, 1, 2, 3, -1].map((at) => isAhead(some, at))).toEqual([false, true, true, false, false]);
  });

  it('of several channels in one picture are marked once', () => {
    expect(
      joined([
        [
          { from: 50, to: 60 },
          { from: 1, to: 5 },
        ],
        [{ from: 4, to: 9 }],
        [],
      ]),
    ).toEqual([
      { from: 1, to: 9 },
      { from: 50, to: 60 },
    ]);
  });
});

describe('marks of a channel', () => {
  const minute = 60e6;
  const at = (n: number) => n * minute;
  const shown = { from: 0, to: 60 * 60_000 };
  const told = (over: Partial<Series>, ts: number[]) => {
    const values = ts.map(() => 1);
    const state = { status: 'ready' as const, series: { ...series(ts, values, values, null), ...over } };
    return marksOf({ first_ts: '1970-01-01T00:00:00Z' }, state, shown, 60 * 60_000, 60);
  };
  const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => at(from + n));

  it('tell an error of the sensor from silence: it reaches from the reading before to the one after, and what is silent beside it stays so', () => {
    const { gaps, failed } = told({ left_out: [[at(10), at(19)]] }, [...minutes(0, 10), ...minutes(20, 40), ...minutes(55, 61)]);
    expect(failed).toEqual([{ from: at(9), to: at(20) }]);
    expect(gaps).toEqual([
      { from: at(9), to: at(20) },
      { from: at(39), to: at(55) },
    ]);
    expect(without(gaps, failed)).toEqual([{ from: at(39), to: at(55) }]);
    // The sensor failed at the end of a silence: only there.
    const late = told({ left_out: [[at(50), at(54)]] }, [...minutes(0, 40), ...minutes(55, 61)]);
    expect(late.failed).toEqual([{ from: at(50), to: at(55) }]);
    expect(without(late.gaps, late.failed)).toEqual([{ from: at(39), to: at(50) }]);
  });

  it('break the line at a single error between two readings, and say until now where the sensor still fails', () => {
    const one = told({ left_out: [[at(10), at(10)]] }, [...minutes(0, 10), ...minutes(11, 61)]);
    expect(one.gaps).toEqual([{ from: at(9), to: at(11) }]);
    expect(one.failed).toEqual(one.gaps);
    const still = told({ left_out: [[at(30), at(59)]] }, minutes(0, 30));
    expect(still.failed).toEqual([{ from: at(29), to: at(60) }]);
    expect(without(still.gaps, still.failed)).toEqual([]);
    const never = told({ left_out: [[at(0), at(59)]] }, []);
    expect(without(never.gaps, never.failed)).toEqual([]);
  });

  it('leave a single reading between two silences to itself', () => {
    const ts = [...minutes(0, 20), at(30), ...minutes(40, 61)];
    const { gaps } = told({}, ts);
    expect(gaps).toEqual([
      { from: at(19), to: at(30) },
      { from: at(30), to: at(40) },
    ]);
    const [x, line] = columnsOf(
      series(
        ts,
        ts.map(() => 1),
        ts.map(() => 1),
        null,
      ),
      gaps,
    );
    expect(x).toEqual(x.toSorted((a, b) => a - b));
    expect(line.slice(19, 24)).toEqual([1, null, 1, null, 1]);
  });

  it('of a picture cross only what is empty, and hatch the rest of it', () => {
    const [failing, silent] = [told({ left_out: [[at(10), at(29)]] }, minutes(30, 61)), told({}, [...minutes(0, 5), ...minutes(30, 61)])];
    const { gaps, failed, failedAlone } = picturedMarks([failing, silent]);
    expect(failed).toEqual(failing.failed);
    expect(failedAlone).toEqual([{ from: at(10), to: at(30) }]);
    expect(gaps).toEqual([{ from: at(4), to: at(10) }]);
    expect(picturedMarks([failing, told({}, minutes(0, 61))])).toMatchObject({ gaps: [], failedAlone: [], failed: failing.failed });
  });

  it('name values outside the plausible range as far as there are readings', () => {
    const { suspect } = told({ suspect: [[at(2), at(58)]] }, [...minutes(0, 10), ...minutes(40, 61)]);
    expect(suspect).toEqual([
      { from: at(2), to: at(9) },
      { from: at(40), to: at(58) },
    ]);
  });
});

describe('lengths of time', () => {
  it('lose their small change', () => {
    expect([45.4, 119, 3_725, 90_061].map(roughly)).toEqual([45, 119, 3_720, 90_000]);
  });
});

describe('values beside the cursor', () => {
  it('stand at their dots while there is room, and move apart evenly where there is none', () => {
    expect(spread([10, 100], 17)).toEqual([10, 100]);
    expect(spread([52, 50], 17)).toEqual([59.5, 42.5]);
    expect(spread([50, 50, 50], 10)).toEqual([40, 50, 60]);
  });

  it('are never closer than a line, and never far from where they belong', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 }), (tops) => {
        const placed = spread(tops, 17).toSorted((a, b) => a - b);
        for (let at = 1; at < placed.length; at++) expect(placed[at]! - placed[at - 1]!).toBeGreaterThan(16.999);
        const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
        expect(sum(placed)).toBeCloseTo(sum(tops), 6);
      }),
    );
  });
});
