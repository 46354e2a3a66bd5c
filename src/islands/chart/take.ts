import type { SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import { stateOf } from '../../lib/client/charts/series.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { ReadingValue } from '../../lib/contract/common.ts';
import { CSV_BOM, CSV_DIALECTS, csvLine, Decimals } from '../../lib/domain/text/csv-writer.ts';
import { formatInstant } from '../../lib/domain/time/instant.ts';
import { wallOf } from '../../lib/domain/time/wall-clock.ts';
import { offsetIfTwice } from '../../lib/i18n/twice.ts';
import { lineValue, seriesOf } from './model.ts';

/** The points that a chart shows, as a table. Loaded when somebody asks for it. */

/** What a column needs to know of its channel. */
export type Taken = Pick<Channel, 'id' | 'name' | 'unit' | 'kind' | 'decimals' | 'state_words'>;

interface Shown {
  /** Channels in sight. */
  channels: readonly Taken[];
  states: Readonly<Record<string, SeriesState>>;
  window: Span;
}

interface CsvWords {
  locale: Locale;
  zone: string;
  /** Heads of the two columns of time: on the clock of the zone, and in UTC. */
  time: string;
  utc: string;
  min: string;
  mean: string;
  max: string;
  state: (channel: Taken, value: ReadingValue) => string;
}

const title = ({ name, unit }: Taken): string => (unit ? `${name} [${unit}]` : name);

/** The clock of the zone as spreadsheets read it; with its offset where it shows the same twice. */
function wallText(us: number, zone: string): string {
  const ms = Math.floor(us / 1_000);
  const text = new Date(wallOf(ms, zone))
    .toISOString()
    .slice(0, 23)
    .replace('T', ' ')
    .replace(/\.000$/, '');
  const offset = offsetIfTwice(ms, zone).replace('\u2212', '-');
  return offset === '' ? text : `${text} ${offset}`;
}

/** The points in the window: a row for each moment, a column for each channel; minimum, mean and maximum where a point is a bucket. */
export function chartCsv({ channels, states, window }: Shown, words: CsvWords): string {
  const dialect = CSV_DIALECTS[words.locale];
  const columns: { head: string; cells: Map<number, unknown> }[] = [];
  const number = (value: number | null | undefined, { decimals }: Taken, more = 0) =>
    value == null ? null : decimals === null ? value : new Decimals(value, decimals + more);
  for (const channel of channels) {
    const series = seriesOf(states[channel.id]);
    if (!series) continue;
    const numeric = channel.kind === 'gauge' || channel.kind === 'counter';
    const kinds = numeric && series.bucket_us !== null ? (['min', 'mean', 'max'] as const) : (['value'] as const);
    const added = kinds.map((kind) => ({
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
  }
  const moments = [...new Set(columns.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b);
  const head = csvLine([words.time, words.utc, ...columns.map((column) => column.head)], dialect);
  const rows = moments.map((ts) =>
    csvLine([wallText(ts, words.zone), formatInstant(ts), ...columns.map(({ cells }) => cells.get(ts))], dialect),
  );
  return CSV_BOM + head + rows.join('');
}
