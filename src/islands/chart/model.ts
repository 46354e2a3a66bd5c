import type { SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import { commonGaps, findGaps, type Gap, indexAt, nearestIndex } from '../../lib/client/charts/series.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Series } from '../../lib/contract/readings.ts';

/** What a chart is made of, worked out of channels and series. Microseconds where a name says `us`, else milliseconds. */

export const COLOURS = 8;

/** A channel with its colour, 1–8, by its order in the logger; what has the colour of another one has another line. */
export interface Trace {
  channel: Channel;
  colour: number;
  /** Which of {@link DASHES}. */
  dash: number;
  /** Another axis than the left one of its pane. */
  scale?: string;
}

/** Lines of channels that share a colour: whole, dashed, dotted. Pixels. */
export const DASHES: readonly (readonly number[])[] = [[], [9, 4], [2, 3]];

/** How a channel is drawn, by its place among those of the chart. */
export const lookOf = (place: number): Pick<Trace, 'colour' | 'dash'> => ({
  colour: (place % COLOURS) + 1,
  dash: Math.floor(place / COLOURS) % DASHES.length,
});

export interface Layout {
  /** Numbers: one pane for each unit, in the order of the channels. */
  panes: { unit: string | null; traces: Trace[] /** Where its names and its one unit don't tell it. */; title?: string }[];
  /** States and words: one strip each. */
  strips: Trace[];
}

export function layoutOf(channels: readonly Channel[], hidden: ReadonlySet<string>): Layout {
  const layout: Layout = { panes: [], strips: [] };
  for (const [index, channel] of channels.entries()) {
    if (hidden.has(channel.id)) continue;
    const trace = { channel, ...lookOf(index) };
    if (channel.kind === 'state' || channel.kind === 'text') layout.strips.push(trace);
    else {
      const pane = layout.panes.find((one) => one.unit === channel.unit);
      if (pane) pane.traces.push(trace);
      else layout.panes.push({ unit: channel.unit, traces: [trace] });
    }
  }
  return layout;
}

export const seriesOf = (state: SeriesState | undefined): Series | null => (state && state.status !== 'error' ? state.series : null);

/** What is to be told of a channel beside its line: stretches, microseconds. */
export interface Marks {
  /** Where the line is broken: nothing came, or nothing that counts. */
  gaps: readonly Gap[];
  /** Where the sensor said that it can't measure. */
  failed: readonly Gap[];
  /** Whose readings people excluded. */
  excluded: readonly Gap[];
  /** Whose readings were ahead of their receipt. */
  ahead: readonly Gap[];
  /** That hold values outside the plausible range. */
  suspect: readonly Gap[];
}

const NO_MARKS: Marks = { gaps: [], failed: [], excluded: [], ahead: [], suspect: [] };

/** The marks of a channel in the window. Nothing is missing where nothing has been loaded yet. */
export function marksOf(
  channel: Pick<Channel, 'first_ts'>,
  state: SeriesState | undefined,
  window: Span,
  now: number,
  expectedIntervalS: number | null,
): Marks {
  const series = seriesOf(state);
  if (!series) return NO_MARKS;
  const facts = {
    from: window.from * 1000,
    to: window.to * 1000,
    now: now * 1000,
    expectedIntervalS,
    firstTs: channel.first_ts === null ? null : Date.parse(channel.first_ts) * 1000,
  };
  const silent = findGaps(series, facts);
  const failed = aroundOf(series, series.left_out, silent, expectedIntervalS);
  const excluded = aroundOf(series, series.excluded, silent, expectedIntervalS);
  // Between two readings what doesn't count breaks the line, however close they are; where two breaks meet there is a reading of its own.
  const breaks = [...failed, ...excluded].filter(({ to, from }) => to > from);
  const gaps = series.bucket_us === null ? joined([silent, breaks], false) : silent;
  return {
    gaps,
    failed,
    excluded,
    ahead: stretchesOf(series, series.ahead, gaps),
    suspect: stretchesOf(series, series.suspect, gaps),
  };
}

/** Spacings of a logger that lie between what doesn't count and the reading or the silence beside it, at most. */
const BESIDE = 2;

/** Stretches of readings that don't count, from the reading before to the one after where those are as close as readings are. */
function aroundOf(series: Series, runs: Series['left_out'], gaps: readonly Gap[], expectedIntervalS: number | null): Gap[] {
  const { ts, bucket_us } = series;
  const bucket = bucket_us ?? 0;
  const usual = expectedIntervalS === null ? (ts.length > 1 ? (ts.at(-1)! - ts[0]!) / (ts.length - 1) : 0) : expectedIntervalS * 1e6;
  const spacing = Math.max(bucket, usual);
  return (runs ?? []).map(([first, last]) => {
    const [from, to] = [first, last + bucket];
    const gap = gaps.find((one) => one.from <= to && one.to >= from);
    const before = indexAt(ts, first);
    const around = gap ?? (bucket_us === null ? { from: ts[before] ?? from, to: ts[before + 1] ?? to } : { from, to });
    const near = (edge: number, other: number) => Math.abs(edge - other) <= BESIDE * spacing;
    return {
      from: near(from, around.from) ? Math.min(from, around.from) : from,
      to: near(to, around.to) ? Math.max(to, around.to) : to,
    };
  });
}

/** What the marks of the channels of one picture come to. */
export function picturedMarks(all: readonly Marks[]): Marks & { failedAlone: readonly Gap[] } {
  const failed = joined(all.map((marks) => marks.failed));
  const excluded = joined(all.map((marks) => marks.excluded));
  const empty = commonGaps(all.map(({ gaps }) => gaps));
  return {
    gaps: without(without(empty, failed), excluded),
    failed,
    excluded,
    /** Where nothing else is drawn. */
    failedAlone: commonGaps([empty, failed]),
    ahead: joined(all.map(({ ahead }) => ahead)),
    suspect: joined(all.map(({ suspect }) => suspect)),
  };
}

/** The stretches without what of the others lies in them. */
export function without(stretches: readonly Gap[], others: readonly Gap[]): Gap[] {
  return stretches.flatMap(({ from, to }) => {
    const pieces: Gap[] = [];
    let start = from;
    for (const other of others) {
      if (other.to <= start || other.from >= to) continue;
      if (other.from > start) pieces.push({ from: start, to: other.from });
      start = other.to;
    }
    return start < to ? [...pieces, { from: start, to }] : pieces;
  });
}

/** Runs of points as stretches, cut where the line is broken. */
function stretchesOf(series: Series, runs: Series['ahead'], gaps: readonly Gap[]): Gap[] {
  return (runs ?? []).flatMap(([first, last]) => {
    const pieces: Gap[] = [];
    let from = first;
    const to = last + (series.bucket_us ?? 0);
    for (const gap of gaps) {
      if (gap.to <= from || gap.from >= to) continue;
      if (gap.from >= from) pieces.push({ from, to: gap.from });
      from = gap.to;
    }
    return from > to ? pieces : [...pieces, { from, to }];
  });
}

/** Stretches whose readings were ahead of their receipt; nothing where none came. */
export const aheadOf = (series: Series | null, gaps: readonly Gap[]): Gap[] => (series ? stretchesOf(series, series.ahead, gaps) : []);

/** Does one of the stretches hold the moment? */
export const holds = (stretches: readonly Gap[], us: number): boolean => stretches.some(({ from, to }) => us >= from && us <= to);

const inRun = (series: Series, runs: Series['ahead'], at: number): boolean => {
  const ts = series.ts[at];
  return ts !== undefined && (runs ?? []).some(([first, last]) => ts >= first && ts <= last);
};
/** Does a point hold readings that were ahead of their receipt? */
export const isAhead = (series: Series, at: number): boolean => inRun(series, series.ahead, at);

/** What came of the marked reading that is nearest to a moment; undefined where an unmarked one is nearer. */
export function rawAt({ uncorrected, ts }: Series, us: number): number | undefined {
  if (!uncorrected) return undefined;
  const at = nearestIndex(uncorrected.ts, us);
  const own = nearestIndex(ts, us);
  const away = (moment: number | undefined) => (moment === undefined ? Number.POSITIVE_INFINITY : Math.abs(moment - us));
  return away(uncorrected.ts[at]) <= away(ts[own]) ? uncorrected.num[at] : undefined;
}

/** Does a point hold values outside the plausible range? */
export const isSuspect = (series: Series, at: number): boolean => inRun(series, series.suspect, at);

/** Stretches that are in any of the lists. @param touching whether those that only meet become one */
export function joined(lists: readonly (readonly Gap[])[], touching = true): Gap[] {
  const all: Gap[] = [];
  for (const { from, to } of lists.flat().toSorted((a, b) => a.from - b.from)) {
    const before = all.at(-1);
    if (before && (from < before.to || (touching && from === before.to))) before.to = Math.max(before.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** Where the line of a series runs: through the readings, and through their mean where a bucket holds several. */
export function lineValue(series: Series, at: number): number | null {
  return series.mean?.[at] ?? series.last[at] ?? null;
}

/** Columns of one trace for the plot, milliseconds: the line, and the band of buckets; null breaks the line at a gap. */
export type Columns = [x: number[], line: (number | null)[], low: (number | null)[], high: (number | null)[]];

export function columnsOf(series: Series | null, gaps: readonly Gap[]): Columns {
  const columns: Columns = [[], [], [], []];
  if (!series) return columns;
  const half = (series.bucket_us ?? 0) / 2;
  let gapAt = 0;
  const put = (x: number, line: number | null, low: number | null, high: number | null) => {
    columns[0].push(x);
    columns[1].push(line);
    columns[2].push(low);
    columns[3].push(high);
  };
  for (const [index, ts] of series.ts.entries()) {
    const line = lineValue(series, index);
    if (line === null) continue;
    const gap = gaps[gapAt];
    // The first reading after a gap lies somewhere in its bucket.
    const end = ts + (series.bucket_us ?? 0);
    if (gap && gap.to <= end) {
      if (columns[0].length > 0) put((gap.from + (gap.to - gap.from) / 2) / 1000, null, null, null);
      while (gapAt < gaps.length && gaps[gapAt]!.to <= end) gapAt++;
    }
    put((ts + half) / 1000, line, series.min[index] ?? line, series.max[index] ?? line);
  }
  return columns;
}

/** Height of each pane, pixels: the first is the tallest. */
export function paneHeights(count: number, available: number): number[] {
  if (count === 0) return [];
  if (count === 1) return [Math.max(180, available)];
  const others = Math.max(84, Math.min(140, Math.floor(available / (count + 1))));
  return [Math.max(150, available - others * (count - 1)), ...Array<number>(count - 1).fill(others)];
}

const AXIS_LEAST = 44;
const AXIS_MOST = 92;
/** Pixels of one figure of the axis. */
const FIGURE = 6.4;

/** Room for the figures of the value axes, the same for all panes so that their times stand under each other. */
export function axisWidth(layout: Layout, states: Readonly<Record<string, SeriesState>>, write: (value: number) => string): number {
  let longest = 0;
  for (const { channel } of layout.panes.flatMap((pane) => pane.traces)) {
    const series = seriesOf(states[channel.id]);
    if (!series || series.ts.length === 0) continue;
    const values = [...series.min, ...series.max].filter((value) => value !== null);
    const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    // Steps finer than one want a place or two behind the comma.
    const places = high - low < 0.5 ? 3 : high - low < 5 ? 2 : 0;
    longest = Math.max(longest, write(Math.round(low)).length + places, write(Math.round(high)).length + places);
  }
  return Math.min(AXIS_MOST, Math.max(AXIS_LEAST, Math.ceil(longest * FIGURE) + 14));
}
