import { type tryAlarmRule as endpoint, MOST_TRIED } from '../../contract/alarm-rules.ts';
import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { conditionOf } from '../../domain/alarms/condition.ts';
import { alarmsOf } from '../../domain/alarms/rule.ts';
import { formatInstant, parseQueryInstant } from '../../domain/time/instant.ts';
import { readableChannel } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { longRead } from '../kernel/long-read.ts';
import { delaysOf, isSample, limitsOf } from '../storage/alarms/rules.ts';
import { correctedReader, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { limitColumns } from './limits.ts';

/** Alarms that one answer lists. */
const MOST_LISTED = 500;

/**
 * What limits would have made of the newest readings that are there.
 * @throws AppError not_found, validation_failed (limits that no value can keep), over_read_budget, read_too_long
 */
export async function tryAlarmRule(
  ctx: Ctx,
  { channel_id, from, ...limits }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const channel = await readableChannel(ctx, channel_id);
  const columns = limitColumns(limits, channel.kind);
  const start = parseQueryInstant(from);
  const readings = await longRead(ctx, async (db) =>
    correctedReader(readingReader({ db, organization_no: ctx.organization.no }), await overlayOf(db, ctx.organization.id, channel)).range(
      channel.no,
      { from: start, order: 'desc', limit: MOST_TRIED + 1 },
    ),
  );
  const isShortened = readings.length > MOST_TRIED;
  const samples = readings.slice(0, MOST_TRIED).reverse();
  const version = {
    version: 1,
    validFrom: Number.NEGATIVE_INFINITY,
    condition: conditionOf(limitsOf({ ...columns, states: limits.states })),
    delays: delaysOf(columns),
  };
  const alarms = alarmsOf(
    [version],
    samples.filter(isSample).map(({ ts, num }) => ({ ts, value: num! })),
  ).filter(({ activeAt }) => activeAt !== null);
  return {
    alarms: alarms.slice(-MOST_LISTED).map(({ since, activeAt, overAt, peak }) => ({
      since: formatInstant(since),
      active_at: formatInstant(activeAt!),
      over_at: formatInstant(overAt),
      peak,
    })),
    count: alarms.length,
    readings: samples.length,
    shortened_to: isShortened ? formatInstant(samples[0]!.ts) : null,
  };
}
