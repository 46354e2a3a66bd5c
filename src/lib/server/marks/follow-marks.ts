import type { Db } from '../kernel/database.ts';
import type { AlarmChange } from '../kernel/reading-store.ts';
import { foldAgain, followChannel, type Place } from '../readings/apply-change.ts';
import { followAlarms } from '../storage/alarms/follow-alarms.ts';
import { correctedReader, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { rollupReader } from '../storage/readings/rollup-reader.ts';
import { unsealRollups } from '../storage/readings/rollup-sealing.ts';
import { bucketStart, WIDTH_1H } from '../storage/readings/rollups.ts';
import { type MarkedChannel, marksRepo } from './marks.repo.ts';

/**
 * What follows from readings follows from marks and calibrations over them: newest values and alarms in the transaction that changes a mark, rollups too as far as
 * it goes; the rest waits in `mark_backlogs`. The readings themselves aren't touched. Whoever calls holds the channel.
 */

/** Readings that one transaction folds again, about; at least one hour. */
const MOST_FOLDED = 50_000;
/** Hours that one transaction looks at: over a year. */
const MOST_HOURS = 10_000;

export interface Following {
  now: number;
  uuid: () => string;
}

/** After marks or calibrations of from ≤ ts < to changed. @param most readings that are folded again at once */
export async function followMarks(
  db: Db,
  place: Place,
  channel: MarkedChannel,
  span: { from: number; to: number },
  { most = MOST_FOLDED, cause = 'mark', ...means }: Following & { most?: number | undefined; cause?: 'mark' | 'calibration' },
): Promise<AlarmChange[]> {
  const repo = marksRepo({ db, organization_id: place.organizationId });
  const current = (await repo.channel(channel.id))!;
  const from = Math.max(span.from, current.pruned_to ?? span.from);
  if (from < span.to) {
    const [start, end] = [bucketStart(from, WIDTH_1H), bucketStart(span.to - 1, WIDTH_1H) + WIDTH_1H];
    await repo.addBacklog({ channel_id: channel.id, from_ts: start, to_ts: end });
    await followBacklog(db, place, current, most);
  }
  const overlay = await overlayOf(db, place.organizationId, current);
  const columns = await repo.followed(channel.id);
  await followChannel(db, place, columns, overlay);
  return followAlarms(db, place, [{ channelNo: channel.no, from, to: Math.max(from, span.to - 1), appended: null }], {
    ...means,
    cause,
  });
}

/** Folds a part of what waits of the channel. */
export async function followBacklog(db: Db, place: Place, channel: MarkedChannel, most = MOST_FOLDED): Promise<void> {
  const repo = marksRepo({ db, organization_id: place.organizationId });
  const waits = await repo.backlogOf(channel.id);
  if (!waits) return;
  // What retention has deleted meanwhile keeps its rollups as they are.
  const oldest = channel.first_ts === null ? waits.from_ts : bucketStart(channel.first_ts, WIDTH_1H);
  const from = Math.max(waits.from_ts, channel.pruned_to ?? waits.from_ts, oldest);
  const to = Math.min(waits.to_ts, from + MOST_HOURS * WIDTH_1H);
  const series = { org_no: place.organizationNo, channel_no: channel.no };
  const rows = await rollupReader({ db, organization_no: place.organizationNo }).range('1h', channel.no, {
    from,
    to,
  });
  const hours: number[] = [];
  let readings = 0;
  for (const { ts, n, left_out } of rows) {
    readings += n + left_out;
    if (hours.length > 0 && readings > most) break;
    hours.push(ts);
  }
  if (hours.length > 0) {
    await unsealRollups(db, { organization_no: place.organizationNo, channelNo: channel.no }, hours);
    const overlay = await overlayOf(db, place.organizationId, channel);
    const reader = correctedReader(readingReader({ db, organization_no: place.organizationNo }), overlay);
    for (const run of runsOf(hours)) await foldAgain(db, series, run, reader);
  }
  const reached = hours.length === rows.length ? to : hours.at(-1)! + WIDTH_1H;
  await repo.setBacklog(channel.id, reached >= waits.to_ts ? null : reached);
}

/** Hours that follow each other, as stretches. */
function runsOf(hours: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const hour of hours) {
    const run = runs.at(-1);
    if (run?.to === hour) run.to = hour + WIDTH_1H;
    else runs.push({ from: hour, to: hour + WIDTH_1H });
  }
  return runs;
}
