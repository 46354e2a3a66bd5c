import type { SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import { stateOf } from '../../lib/client/charts/series.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { ReadingValue } from '../../lib/contract/common.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { Decimals } from '../../lib/domain/text/csv-writer.ts';
import { formatInstant } from '../../lib/domain/time/instant.ts';
import { wallOf } from '../../lib/domain/time/wall-clock.ts';
import type { T } from '../../lib/i18n/index.ts';
import { offsetIfTwice } from '../../lib/i18n/twice.ts';
import { Moment, type Rows, rowsCsv } from '../take/table.ts';
import { type Columned, comparedTable, rowsOf } from './compared-table.ts';
import { isAhead, isSuspect, lineValue, seriesOf } from './model.ts';
import type { OtherTime } from './refined.ts';

/** The points that a chart shows, as a table. Loaded when somebody asks for it. */

/** What a column needs to know of its channel. */
export type Taken = Pick<Channel, 'id' | 'name' | 'unit' | 'kind' | 'decimals' | 'state_words'>;

interface Shown {
  /** Channels in sight. */
  channels: readonly Taken[];
  states: Readonly<Record<string, SeriesState>>;
  window: Span;
  /** Another time that is shown beside it. */
  other?: OtherTime | null | undefined;
}

/** Cells are numbers with their decimals, words, or nothing. */
export interface ChartTable {
  heads: string[];
  /** By their moments, microseconds. */
  rows: {
    ts: number;
    cells: unknown[];
    /** Of the other time: its own moment, and its cells with the differences. */
    otherTs?: number | null;
    otherCells?: unknown[];
  }[];
  /** Heads of the other time, where there is one. */
  otherHeads: string[] | null;
}

interface CsvWords extends ReturnType<typeof csvHeads> {
  locale: Locale;
  zone: string;
  state: (channel: Taken, value: ReadingValue) => string;
}

/** Heads and words of the table; the namespace `dataloggers` has come. */
export const csvHeads = (t: T) => ({
  // On the clock of the zone, and in UTC.
  time: t('dataloggers:chart.take_time'),
  utc: t('dataloggers:chart.take_utc'),
  min: t('dataloggers:chart.take_min'),
  mean: t('dataloggers:chart.take_mean'),
  max: t('dataloggers:chart.take_max'),
  // What is to be said of a channel's points; an error of the sensor at its first and its last moment.
  quality: t('dataloggers:chart.take_quality'),
  suspect: t('dataloggers:chart.suspect'),
  ahead: t('dataloggers:chart.ahead'),
  failed: t('dataloggers:chart.take_failed'),
  failedFrom: t('dataloggers:chart.take_failed_from'),
  failedTo: t('dataloggers:chart.take_failed_to'),
  excluded: t('dataloggers:chart.take_excluded'),
  excludedFrom: t('dataloggers:chart.take_excluded_from'),
  excludedTo: t('dataloggers:chart.take_excluded_to'),
  // What came of readings that people excluded or corrected.
  raw: t('dataloggers:chart.take_raw'),
});

const title = ({ name, unit }: Taken): string => (unit ? `${name} [${unit}]` : name);

/** The clock of the zone; with its offset where it shows the same twice. */
function momentOf(us: number, zone: string): Moment {
  const ms = Math.floor(us / 1_000);
  return new Moment(wallOf(ms, zone), offsetIfTwice(ms, zone).replace('\u2212', '-'));
}

/** What is to be said of the points of a series, by their moments; of buckets that hold errors too, of each. */
function qualitiesOf(series: Series, window: Span, words: CsvWords): Map<number, string> {
  const said = new Map<number, string[]>();
  const say = (us: number, word: string) => {
    if (us < window.from * 1_000 || us > window.to * 1_000) return;
    said.set(us, [...(said.get(us) ?? []), word]);
  };
  const silent = [
    [series.left_out, words.failed, words.failedFrom, words.failedTo],
    [series.excluded, words.excluded, words.excludedFrom, words.excludedTo],
  ] as const;
  for (const [runs, one, from, to] of silent)
    for (const [first, last] of runs ?? []) {
      if (series.bucket_us !== null) for (let us = first; us <= last; us += series.bucket_us) say(us, one);
      else if (first === last) say(first, one);
      else {
        say(first, from);
        say(last, to);
      }
    }
  for (const [at, us] of series.ts.entries()) {
    if (isSuspect(series, at)) say(us, words.suspect);
    if (isAhead(series, at)) say(us, words.ahead);
  }
  return new Map([...said].map(([us, all]) => [us, all.join(' + ')]));
}

/**
 * The points in the window: a column for each channel; minimum, mean and maximum where a point is a bucket, and what is to be said of them where there is
 * anything.
 */
function columnsIn({ channels, states, window }: Shown, words: CsvWords): Columned[] {
  const columns: Columned[] = [];
  const number = (value: number | null | undefined, { decimals }: Taken, more = 0) =>
    value == null ? null : decimals === null ? value : new Decimals(value, decimals + more);
  for (const channel of channels) {
    const series = seriesOf(states[channel.id]);
    if (!series) continue;
    const numeric = channel.kind === 'gauge' || channel.kind === 'counter';
    const kinds = numeric && series.bucket_us !== null ? (['min', 'mean', 'max'] as const) : (['value'] as const);
    const added = kinds.map((kind) => ({
      channel: channel.id,
      of: numeric && kind !== 'min' && kind !== 'max' ? title(channel) : null,
      head: kind === 'value' ? title(channel) : `${title(channel)} ${words[kind]}`,
      cells: new Map<number, unknown>(),
    }));
    columns.push(...added);
    series.ts.forEach((ts, at) => {
      if (ts < window.from * 1_000 || ts > window.to * 1_000) return;
      const last = series.last[at];
      const said =
        channel.kind === 'text'
          ? series.text?.[at]
          : channel.kind === 'state' && last != null
            ? words.state(channel, stateOf(last))
            : number(last, channel);
      const values = {
        value: said,
        min: number(series.min[at], channel),
        mean: number(lineValue(series, at), channel, 1),
        max: number(series.max[at], channel),
      };
      kinds.forEach((kind, index) => {
        added[index]!.cells.set(ts, values[kind]);
      });
    });
    const { uncorrected } = series;
    if (uncorrected) {
      const raw = new Map<number, unknown>();
      uncorrected.ts.forEach((ts, at) => {
        if (ts >= window.from * 1_000 && ts <= window.to * 1_000) raw.set(ts, number(uncorrected.num[at], channel));
      });
      if (raw.size > 0) columns.push({ channel: channel.id, of: null, head: `${title(channel)} ${words.raw}`, cells: raw });
    }
    const qualities = qualitiesOf(series, window, words);
    if (qualities.size > 0) columns.push({ channel: channel.id, of: null, head: `${title(channel)} ${words.quality}`, cells: qualities });
  }
  return columns;
}

/** The points of all columns: a row for each moment; those of another time beside the shown one where there is one. */
export function chartTable(shown: Shown, words: CsvWords): ChartTable {
  const { channels, window, other } = shown;
  const columns = columnsIn(shown, words);
  if (!other) return { heads: columns.map(({ head }) => head), rows: rowsOf(columns), otherHeads: null };
  const states = Object.fromEntries(Object.entries(other.series).map(([id, series]) => [id, { status: 'ready', series } as const]));
  const those = columnsIn({ channels, states, window: other.window }, words);
  return comparedTable(columns, those, (window.from - other.window.from) * 1_000, other.words);
}

/** The same with its head and its moments, to be written into a file. */
export function chartRows(shown: Shown, words: CsvWords): Rows {
  const { heads, rows, otherHeads } = chartTable(shown, words);
  const times = (us: number | null | undefined) => (us == null ? [null, null] : [momentOf(us, words.zone), formatInstant(us)]);
  const after = shown.other && otherHeads ? [shown.other.words.time, shown.other.words.utc, ...otherHeads] : [];
  return [
    [words.time, words.utc, ...heads, ...after],
    ...rows.map(({ ts, cells, otherTs, otherCells }) => [
      ...times(ts),
      ...cells,
      ...(otherCells ? [...times(otherTs), ...otherCells] : []),
    ]),
  ];
}

export const chartCsv = (shown: Shown, words: CsvWords): string => rowsCsv(chartRows(shown, words), words.locale);
