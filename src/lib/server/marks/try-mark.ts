import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import type { tryMark as endpoint } from '../../contract/marks.ts';
import { overlaps } from '../../domain/readings/marks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { readableChannel } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { longRead } from '../kernel/long-read.ts';
import { LEFT_OUT } from '../kernel/reading-store.ts';
import type { StoredReading } from '../storage/readings/chunks.ts';
import { correctionOf, Overlay, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { add } from '../storage/readings/rollups.ts';
import { marksRepo } from './marks.repo.ts';
import { markColumns, told } from './marks.service.ts';

/** Readings that one trial goes through. */
const MOST_TRIED = 100_000;

/**
 * What a mark would change of the readings of its time, by the marks as they are.
 * @throws AppError not_found, validation_failed as of a new mark, over_read_budget, read_too_long
 */
export async function tryMark(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<ResponseOf<typeof endpoint>> {
  const channel = await readableChannel(ctx, body.channel_id);
  const columns = markColumns(body, channel);
  const { from_ts: from, to_ts: to } = columns;
  const corrects = columns.kind !== 'note';
  return longRead(ctx, async (db) => {
    const found = await readingReader({ db, organization_no: ctx.organization.no }).range(channel.no, {
      from,
      to,
      order: 'desc',
      limit: MOST_TRIED + 1,
    });
    const readings = found.slice(0, MOST_TRIED).reverse();
    const now = await overlayOf(db, ctx.organization.id, channel);
    const other = corrects ? await marksRepo({ db, organization_id: ctx.organization.id }).correcting(channel.id, from, to) : undefined;
    const others = now?.corrections.filter((one) => !overlaps(one, { from, to })) ?? [];
    const then = corrects ? new Overlay([...others, correctionOf(columns)], now?.calibrations) : now;
    return {
      readings: readings.length,
      before: figuresOf(readings, now),
      after: figuresOf(readings, then),
      shortened: found.length > MOST_TRIED,
      other: other ? await told(ctx, db, other) : null,
      settled_to: corrects && channel.pruned_to !== null && from < channel.pruned_to ? formatInstant(channel.pruned_to) : null,
    };
  });
}

/** How many of the readings count, and their figures. */
export function figuresOf(readings: readonly StoredReading[], overlay: Overlay | null) {
  let [n, words, sum, min, max] = [0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { num, quality } of overlay?.corrected(readings) ?? readings) {
    if ((quality & LEFT_OUT) !== 0) continue;
    if (num === null) {
      words += 1;
      continue;
    }
    n += 1;
    sum = add(sum, num);
    if (num < min) min = num;
    if (num > max) max = num;
  }
  return { n: n + words, min: n === 0 ? null : min, max: n === 0 ? null : max, mean: n === 0 ? null : sum / n };
}
