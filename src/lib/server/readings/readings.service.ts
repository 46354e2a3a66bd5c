import { RESOLUTION_US } from '../../constants.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { MeanKind } from '../../contract/means.ts';
import * as contract from '../../contract/readings.ts';
import { isOutside, type Range } from '../../domain/quantities/outside.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY, firstInstantOf, wallOf } from '../../domain/time/wall-clock.ts';
import { fromStored } from '../channels/channel-values.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { readableChannel } from '../channels/channels.service.ts';
import { getDatalogger } from '../dataloggers/dataloggers.service.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, momentAsked, pageOf, readCursor, writeCursor } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import type { Row } from '../kernel/schema.ts';
import { sensorTypesRepo } from '../sensor-types/sensor-types.repo.ts';
import { type Overlay, overlayOf } from '../storage/readings/overlay.ts';
import { add } from '../storage/readings/rollups.ts';
import { workspacesRepo } from '../workspaces/workspaces.repo.ts';
import { qualityOf, rangeOf } from './quality.ts';
import { readingsRepo } from './readings.repo.ts';
import { seriesRepo } from './series.repo.ts';
import {
  alignWindow,
  bucketReadings,
  bucketWidth,
  denseLimit,
  estimateReadings,
  isTooCoarse,
  type Joining,
  mergeRollups,
  rawLimit,
  rawSeries,
  rollupResolution,
  runsOf,
  textSeries,
} from './series.ts';

const DEFAULT_READINGS = 100;
const MAX_ROLLUPS = 50_000;
/** More rows than these are not read beside other requests. */
const MANY_ROLLUPS = 5_000;
/** A chart that is wider than a screen, or longer than a year, is read as if somebody wanted all of it. */
const WIDE = 2_500;
const LONG_US = contract.LONGEST_PICTURE_MS * 1_000;
/** No reading lies outside: 1970 … 2255. */
const FIRST_US = 0;
const LAST_US = Number.MAX_SAFE_INTEGER;

/** @throws AppError validation_failed */
function moment(query: { from?: string | undefined; to?: string | undefined }, field: 'from' | 'to', without: number): number {
  const us = momentAsked(query, field);
  return us === undefined ? without : Math.min(Math.max(us, FIRST_US), LAST_US);
}

/** @throws AppError validation_failed when the window is empty */
export function windowOf(query: { from?: string | undefined; to?: string | undefined }): { from: number; to: number } {
  const from = moment(query, 'from', FIRST_US);
  const to = moment(query, 'to', LAST_US);
  if (from >= to) throw invalid('to');
  return { from, to };
}

/** @throws AppError not_found, validation_failed */
export async function listReadings(
  ctx: Ctx,
  channelId: string,
  query: QueryOf<typeof contract.listReadings>,
): Promise<{ items: contract.Reading[]; next_cursor: string | null }> {
  const window = windowOf(query);
  const order = query.order ?? 'asc';
  const limit = query.limit ?? DEFAULT_READINGS;
  const cursor = readCursor(query.cursor, 'number', 'number');
  if (cursor && order === 'asc') window.from = Math.max(window.from, Number(cursor[0]) + 1);
  if (cursor && order === 'desc') window.to = Math.min(window.to, Number(cursor[0]));
  const channel = await readableChannel(ctx, channelId);
  const { found, overlay, range } = await ctx.db.read(ctx.organization.id, async (db) => ({
    overlay: await overlayOf(db, ctx.organization.id, channel),
    found: await readingsRepo({ db, organization_no: ctx.organization.no, unpacked: ctx.db.unpacked }).list(
      channel.no,
      window.from,
      window.to,
      order,
      limit + 1,
    ),
    range: rangeOf(channel, await sensorOf(ctx, db, channel)),
  }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => writeCursor(row.ts, 0));
  return {
    items: rows.map((row) => {
      const counts = overlay?.correct(row) ?? row;
      return {
        ts: formatInstant(row.ts),
        value: fromStored(channel.kind, counts),
        quality: qualityOf(counts, range),
        ...(counts.num === row.num ? {} : { raw: fromStored(channel.kind, row) }),
      };
    }),
    next_cursor,
  };
}

/** The sensor type of a channel, null when nobody said what it measures. */
export const sensorOf = async (ctx: Ctx, db: Db, { sensor_type_id }: Row<'channels'>): Promise<Row<'sensor_types'> | null> =>
  sensor_type_id === null ? null : ((await sensorTypesRepo({ db, organization_id: ctx.organization.id }).find(sensor_type_id)) ?? null);

/** @throws AppError not_found, validation_failed (also for a window of more than 50,000 rollups) */
export async function listRollups(
  ctx: Ctx,
  channelId: string,
  query: QueryOf<typeof contract.listRollups>,
): Promise<{ items: contract.Rollup[] }> {
  const { from, to } = windowOf(query);
  const channel = await readableChannel(ctx, channelId);
  const read = (db: Db) => {
    const repo = readingsRepo({ db, organization_no: ctx.organization.no, unpacked: ctx.db.unpacked });
    return repo.listRollups(query.resolution, channel.no, from, to, MAX_ROLLUPS + 1);
  };
  const isMany = to - from > MANY_ROLLUPS * RESOLUTION_US[query.resolution];
  const rows = await (isMany ? longRead(ctx, read) : ctx.db.read(ctx.organization.id, read));
  if (rows.length > MAX_ROLLUPS)
    throw new AppError('validation_failed', { errors: [{ path: 'to', code: 'too_big', params: { maximum: MAX_ROLLUPS } }] });
  return {
    items: rows.map(({ ts, first_ts, last_ts, area, resets, ...row }) => ({
      ...row,
      ts: formatInstant(ts),
      increase: add(add(row.last, -row.first), resets),
    })),
  };
}

/** @throws AppError not_found, validation_failed */
export async function getSeries(ctx: Ctx, channelId: string, query: QueryOf<typeof contract.getSeries>): Promise<contract.Series> {
  const { from, to } = windowOf(query);
  const { width } = query;
  const channel = await readableChannel(ctx, channelId);
  const read = async (db: Db) => {
    const overlay = await overlayOf(db, ctx.organization.id, channel);
    const repo = seriesRepo({ db, storage: ctx.db, organization_no: ctx.organization.no, overlay });
    const around = await repo.around(channel.no, from, to);
    const sensor = await sensorOf(ctx, db, channel);
    const range = rangeOf(channel, sensor);
    const marked = async ({ left_out, ...series }: Unmarked): Promise<contract.Series> => ({
      ...series,
      ...(await aheadOf(repo, channel, series)),
      ...(range && suspectOf(series, range)),
      ...leftOutOf(series, left_out, overlay),
      ...around,
    });
    if (channel.kind === 'text') return marked(await wordsOf(repo, channel.no, from, to, width));
    const isCoarse = channel.pruned_5m_to !== null && from < channel.pruned_5m_to;
    const resolution = isCoarse ? '1h' : rollupResolution(from, to, width);
    const bucket = bucketWidth(from, to, width, RESOLUTION_US[resolution]);
    const joining: Joining = { bucket, mean: sensor?.mean ?? 'arithmetic', ...alignWindow(from, to, bucket) };
    const rollups = await repo.rollups(resolution, channel.no, joining.from - bucket, joining.to + bucket);
    const expected = estimateReadings(rollups, resolution, from, to);
    // Of the time whose readings retention has deleted only rollups tell.
    const pruned = channel.pruned_to !== null && from < channel.pruned_to;
    const raw = pruned ? null : await rawOf(repo, channel.no, { from, to, width, expected, mean: joining.mean });
    return marked(raw ?? { resolution, bucket_us: bucket, ...mergeRollups(rollups, joining) });
  };
  // Words have no rollups: each in the window is looked at.
  const isLong = channel.kind === 'text' || width > WIDE || to - from > LONG_US;
  return isLong ? longRead(ctx, read) : ctx.db.read(ctx.organization.id, read);
}

/** What {@link getSeries} says of each channel that the reader may see. @throws AppError validation_failed */
export async function listSeries(
  ctx: Ctx,
  { channels, ...query }: QueryOf<typeof contract.listSeries>,
): Promise<{ items: { channel_id: string; series: contract.Series }[] }> {
  const { from, to } = windowOf(query);
  if (to - from > contract.LONGEST_PICTURE_MS * 1_000 + 1_000) throw invalid('to');
  const ids = new Set(channels.split(','));
  if (ids.size * query.width > contract.WIDEST_PICTURES) throw invalid('width');
  const items: { channel_id: string; series: contract.Series }[] = [];
  for (const channel_id of ids) {
    const series = await getSeries(ctx, channel_id, query).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    });
    if (series) items.push({ channel_id, series });
  }
  return { items };
}

type Repo = ReturnType<typeof seriesRepo>;

/** Which points hold readings that were ahead of their receipt; a channel that never had any, as nearly all, costs nothing. */
async function aheadOf(
  repo: Repo,
  { no, ahead_ts }: Row<'channels'>,
  series: Pick<contract.Series, 'bucket_us' | 'ts'>,
): Promise<Pick<contract.Series, 'ahead'>> {
  const [first, last] = [series.ts[0], series.ts.at(-1)];
  if (ahead_ts === null || first === undefined || last === undefined || ahead_ts < first) return {};
  const bucket = series.bucket_us ?? 1;
  const ahead = runsOf(series, await repo.ahead(no, first, last + bucket, bucket));
  return ahead.length > 0 ? { ahead } : {};
}

/** A series with moments of readings that don't count: of each, or of the buckets that hold some. */
type Unmarked = Omit<contract.Series, 'left_out'> & { left_out: readonly number[] };

/** Which points hold values outside the plausible range, as it is now. */
function suspectOf(series: Omit<contract.Series, 'left_out'>, range: Range): Pick<contract.Series, 'suspect' | 'plausible'> {
  const isSuspect = (value: number | null | undefined) => value != null && isOutside(value, range);
  const suspect = runsOf(
    series,
    series.ts.filter((_, i) => isSuspect(series.min[i]) || isSuspect(series.max[i])),
  );
  return { plausible: range, ...(suspect.length > 0 ? { suspect } : {}) };
}

/** Moments of readings that don't count, those that people excluded apart. */
function leftOutOf(
  series: Pick<contract.Series, 'bucket_us' | 'ts'>,
  moments: readonly number[],
  overlay: Overlay | null,
): Pick<contract.Series, 'left_out' | 'excluded'> {
  if (overlay === null || moments.length === 0) return moments.length === 0 ? {} : { left_out: stretchesOf(series, moments) };
  const width = series.bucket_us ?? 1;
  const { excluded = [], errors = [] } = Object.groupBy(moments, (at) => (overlay.excludes(at, at + width) ? 'excluded' : 'errors'));
  return {
    ...(errors.length > 0 ? { left_out: stretchesOf(series, errors) } : {}),
    ...(excluded.length > 0 ? { excluded: stretchesOf(series, excluded) } : {}),
  };
}

/** Stretches without a reading that counts between the moments are one; a bucket may hold others beside. */
function stretchesOf({ bucket_us, ts }: Pick<contract.Series, 'bucket_us' | 'ts'>, moments: readonly number[]): [number, number][] {
  const left_out: [number, number][] = [];
  let next = 0;
  const counts = (from: number, to: number) => {
    while (next < ts.length && ts[next]! <= from) next++;
    return next < ts.length && ts[next]! < to;
  };
  for (const at of moments) {
    const run = left_out.at(-1);
    const goesOn = run && (bucket_us === null ? !counts(run[1], at) : at - run[1] === bucket_us);
    if (goesOn) run[1] = at;
    else left_out.push([at, at]);
  }
  return left_out;
}

/** The readings themselves or in buckets finer than any rollup; null when rollups serve better. */
async function rawOf(
  repo: Repo,
  channelNo: number,
  { from, to, width, expected, mean }: { from: number; to: number; width: number; expected: number; mean: MeanKind },
): Promise<Unmarked | null> {
  const coarse = isTooCoarse(from, to, width);
  // The estimate is exact but for the edges of the window; where it is near a limit the readings themselves decide.
  if (expected > (coarse ? 2 * denseLimit(width) : rawLimit(width))) return null;
  const limit = coarse ? denseLimit(width) : rawLimit(width);
  const readings = await repo.numbers(channelNo, from, to, limit + 1);
  const count = readings.ts.length + readings.left_out.length;
  if (count <= rawLimit(width)) return { ...rawSeries(readings), left_out: readings.left_out };
  if (!coarse || count > limit) return null;
  const bucket = bucketWidth(from, to, width, 1);
  const whole = alignWindow(from, to, bucket);
  const all = await repo.numbers(channelNo, whole.from - bucket, whole.to + bucket, 2 * limit);
  return { resolution: 'raw', bucket_us: bucket, ...bucketReadings(all, { bucket, mean, ...whole }) };
}

async function wordsOf(repo: Repo, channelNo: number, from: number, to: number, width: number): Promise<Unmarked> {
  const words = await repo.words(channelNo, from, to, rawLimit(width));
  if (words !== null) return { ...textSeries(words, null), left_out: [] };
  const bucket = bucketWidth(from, to, width, 1);
  const whole = alignWindow(from, to, bucket);
  return { ...textSeries(await repo.lastWords(channelNo, whole.from, whole.to, bucket), bucket), left_out: [] };
}

/** Hours of a day in microseconds of its edges. */
const HOUR_US = 3_600e6;

/**
 * Days on which a logger measured something, by the clock of its workspace.
 * @throws AppError not_found, validation_failed (no such day, too many of them)
 */
export async function listDataDays(
  ctx: Ctx,
  dataloggerId: string,
  query: QueryOf<typeof contract.listDataDays>,
): Promise<{ items: { day: string; hours: number; of: number }[] }> {
  const [first, last] = [midnightOf(query.from, 'from'), midnightOf(query.to, 'to')];
  if (last < first) throw invalid('to');
  if ((last - first) / DAY >= contract.MOST_DAYS)
    throw new AppError('validation_failed', { errors: [{ path: 'to', code: 'too_big', params: { maximum: contract.MOST_DAYS } }] });
  const logger = await getDatalogger(ctx, dataloggerId);
  return ctx.db.read(ctx.organization.id, async (db) => {
    const connection = { db, organization_id: ctx.organization.id };
    const { time_zone: zone } = (await workspacesRepo(connection).find(logger.workspace_id))!;
    const channels = await channelsRepo(connection).keysOf(dataloggerId);
    if (channels.length === 0) return { items: [] };
    const edge = (wall: number) => firstInstantOf(wall, zone) * 1_000;
    const hours = await readingsRepo({ db, organization_no: ctx.organization.no, unpacked: ctx.db.unpacked }).hours(
      channels.map(({ no }) => no),
      edge(first),
      edge(last + DAY),
    );
    const found = new Map<number, number>();
    for (const ts of hours) {
      const day = Math.floor(wallOf(ts / 1_000, zone) / DAY) * DAY;
      found.set(day, (found.get(day) ?? 0) + 1);
    }
    const items = [...found].map(([day, count]) => ({
      day: new Date(day).toISOString().slice(0, 10),
      hours: count,
      of: Math.round((edge(day + DAY) - edge(day)) / HOUR_US),
    }));
    return { items };
  });
}

/** A day as if it were UTC, milliseconds. @throws AppError validation_failed for a date that no calendar has */
function midnightOf(day: string, field: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) throw invalid(field);
  return midnight;
}
