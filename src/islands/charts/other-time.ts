import { type Gap, nearestIndex } from '../../lib/client/charts/series.ts';
import { shownSeries } from '../../lib/client/charts/shown-series.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Series } from '../../lib/contract/readings.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import type { Format } from '../../lib/i18n/format.ts';
import type { T } from '../../lib/i18n/index.ts';
import { type Columns, columnsOf, type Layout, lineValue, marksOf } from '../chart/model.ts';
import type { CursorDot } from '../chart/refined.ts';

/** A channel in the time that the shown one is compared with. Milliseconds where nothing else is said. */
export interface Past {
  /** In the unit that people see. */
  series: Series;
  /** Where its line is broken, microseconds. */
  gaps: readonly Gap[];
  /** Its line, laid over the shown time. */
  columns: Columns;
  decimals: number | null;
}

/** @param shift how much later the shown time is */
export function pastOf(
  channels: readonly Channel[],
  found: Readonly<Record<string, Series>>,
  other: Span,
  shift: number,
  expectedIntervalS: (id: string) => number | null,
): Map<string, Past> {
  const past = new Map<string, Past>();
  for (const channel of channels) {
    const stored = found[channel.id];
    if (!stored) continue;
    const series = shownSeries(stored, channel.conversion);
    const begun = channel.first_ts === null ? null : Date.parse(channel.first_ts) * 1_000;
    const marks = marksOf(channel, { status: 'ready', series }, other, Date.now(), expectedIntervalS(channel.id));
    // Before its very first reading a chart has no gap, and there was no value either.
    const gaps = begun === null ? marks.gaps : [{ from: 0, to: begun }, ...marks.gaps];
    const [at, ...rest] = columnsOf(series, gaps);
    const decimals = channel.decimals === null || series.mean === undefined ? channel.decimals : channel.decimals + 1;
    past.set(channel.id, { series, gaps, columns: [at.map((ms) => ms + shift), ...rest], decimals });
  }
  return past;
}

/** What was then, at a moment of the shown time: the nearest value with its own moment, null where nothing came. */
export function thenAt({ series, gaps }: Past, cursor: number, shift: number): { value: number; at: number } | null {
  const us = (cursor - shift) * 1_000;
  const half = (series.bucket_us ?? 0) / 2;
  if (gaps.some((gap) => us > gap.from && us < gap.to)) return null;
  const index = nearestIndex(series.ts, us - half);
  const value = lineValue(series, index);
  const ts = series.ts[index];
  return value === null || ts === undefined ? null : { value, at: (ts + half) / 1_000 };
}

/** What is read of the other time's lines at the cursor. */
export const dotsOf = (
  { panes }: Layout,
  past: ReadonlyMap<string, Past>,
  cursor: number,
  shift: number,
  text: (channel: Channel, value: number, at: number, decimals: number | null) => string,
): CursorDot[] =>
  panes.flatMap(({ traces }, pane) =>
    traces.flatMap(({ channel, colour, scale }) => {
      const found = past.get(channel.id);
      const then = found && thenAt(found, cursor, shift);
      return then
        ? [
            {
              key: `${channel.id} then`,
              pane,
              colour,
              scale,
              value: then.value,
              at: then.at + shift,
              text: text(channel, then.value, then.at, found.decimals),
              isFaint: true,
            },
          ]
        : [];
    }),
  );

/** How the other time is told at the cursor; times that a clock shows twice bear their offset. */
export function cursorWords(t: T, format: Format, precision: 'minute' | 'second') {
  const thisYear = format.date(Date.now(), 'year');
  const day = (at: number) => format.date(at, format.date(at, 'year') === thisYear ? 'day' : 'short');
  const moment = (at: number) => `${day(at)} ${format.time(at, precision)}`;
  return {
    moment,
    dot: (channel: Channel, value: number, at: number, decimals: number | null) =>
      `${day(at)} ${format.quantity(value, channel.unit, decimals)}`,
    beside({ unit }: Channel, now: unknown, then: { value: number } | null, at: number, decimals: number | null): string {
      const time = moment(at);
      if (then === null) return t('chart-tools:compare.at_nothing', { time });
      const value = format.quantity(then.value, unit, decimals);
      if (typeof now !== 'number') return t('chart-tools:compare.at_value', { time, value });
      const apart = now - then.value;
      const difference = `${apart > 0 ? '+' : ''}${format.quantity(apart, unit, decimals)}`;
      return t('chart-tools:compare.at', { time, value, difference });
    },
  };
}
