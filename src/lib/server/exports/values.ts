import type { ReadingValue } from '../../contract/common.ts';
import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { listValues as endpoint } from '../../contract/exports.ts';
import type { Series } from '../../contract/readings.ts';
import { shownNumber } from '../../domain/quantities/shown.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Ctx } from '../kernel/context.ts';
import { getSeries } from '../readings/readings.service.ts';
import { type Source, sourcesOf } from './plan.ts';
import { namesOf } from './table.ts';

/** Rows for dashboards of other programs: what a chart of that width shows. */

const USUAL_POINTS = 500;

/** What stands for a point: the reading, the mean of its bucket, or its last where there is no mean; of a state always the last. */
function valueAt({ channel, conversion }: Source, series: Series, i: number): ReadingValue | null {
  if (series.text) return series.text[i] ?? null;
  const number = channel.kind === 'state' ? series.last[i] : (series.mean?.[i] ?? series.last[i]);
  return number == null ? null : shownNumber(number, conversion);
}

/** @throws AppError not_found, validation_failed */
export async function listValues(
  ctx: Ctx,
  { channels, from, to, points = USUAL_POINTS, units = 'display', layout = 'wide' }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const sources = await sourcesOf(ctx, channels.split(','), units);
  const names = namesOf(sources);
  const found: { ts: number; at: number; value: ReadingValue | null }[] = [];
  for (const [at, source] of sources.entries()) {
    const series = await getSeries(ctx, source.channel.id, { from, to, width: points });
    for (const [i, ts] of series.ts.entries()) found.push({ ts, at, value: valueAt(source, series, i) });
  }
  // In order of time; those of one moment as the channels are.
  found.sort((a, b) => a.ts - b.ts || a.at - b.at);
  if (layout === 'long')
    return found.map(({ ts, at, value }) => {
      const { unit } = sources[at]!;
      return { time: formatInstant(ts), name: names[at]!, value, ...(unit === null ? {} : { unit }) };
    });
  const rows = new Map<number, ResponseOf<typeof endpoint>[number]>();
  for (const { ts, at, value } of found) {
    const row = rows.get(ts) ?? { time: formatInstant(ts) };
    row[names[at]!] = value;
    rows.set(ts, row);
  }
  return [...rows.values()];
}
