import type { tryCalibration as endpoint } from '../../contract/calibrations.ts';
import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { timelineOf } from '../../domain/readings/calibration.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { readableChannel } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { longRead } from '../kernel/long-read.ts';
import { marksRepo } from '../marks/marks.repo.ts';
import { told as toldMark } from '../marks/marks.service.ts';
import { figuresOf } from '../marks/try-mark.ts';
import { Overlay, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { calibrationsRepo } from './calibrations.repo.ts';
import { calibrationColumns, told } from './calibrations.service.ts';

/** Readings that one trial goes through. */
const MOST_TRIED = 100_000;

/**
 * What a calibration would change of the readings of its time, by what lies over them as it is.
 * @throws AppError not_found, validation_failed as of a new one, over_read_budget, read_too_long
 */
export async function tryCalibration(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<ResponseOf<typeof endpoint>> {
  const channel = await readableChannel(ctx, body.channel_id);
  const { from_ts: from, curve } = calibrationColumns(body, channel);
  const organization_id = ctx.organization.id;
  return longRead(ctx, async (db) => {
    const repo = calibrationsRepo({ db, organization_id }, ctx.clock.now());
    const next = await repo.nextAfter(channel.id, from);
    const to = next ?? Number.MAX_SAFE_INTEGER;
    const found = await readingReader({ db, organization_no: ctx.organization.no }).range(channel.no, {
      from,
      to,
      order: 'desc',
      limit: MOST_TRIED + 1,
    });
    const readings = found.slice(0, MOST_TRIED).reverse();
    const now = await overlayOf(db, organization_id, channel);
    const others = now?.calibrations.filter((one) => one.from !== from) ?? [];
    const then = new Overlay(now?.corrections ?? [], timelineOf([...others, { from, curve }]));
    const other = await repo.beginningAt(channel.id, from);
    const mark = await marksRepo({ db, organization_id }).correcting(channel.id, from, to);
    return {
      readings: readings.length,
      before: figuresOf(readings, now),
      after: figuresOf(readings, then),
      shortened: found.length > MOST_TRIED,
      to: formatInstant(next),
      other: other ? await told(ctx, db, other) : null,
      mark: mark ? await toldMark(ctx, db, mark) : null,
      settled_to: channel.pruned_to !== null && from < channel.pruned_to ? formatInstant(channel.pruned_to) : null,
    };
  });
}
