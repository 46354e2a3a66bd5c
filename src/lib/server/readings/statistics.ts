import type { QueryOf } from '../../contract/endpoint.ts';
import type { MeanKind } from '../../contract/means.ts';
import type * as contract from '../../contract/readings.ts';
import type { Quantity } from '../../contract/sensor-types.ts';
import { toCanonical, type Unit, unitsOf } from '../../domain/quantities/quantities.ts';
import { dewPoint } from '../../domain/readings/climate.ts';
import { kineticFold, type WindowFigures, windowFigures } from '../../domain/readings/window-figures.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { readableChannel } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { LEFT_OUT } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import { type CorrectedReader, correctedReader, type Markable, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { add } from '../storage/readings/rollups.ts';
import { sensorOf, windowOf } from './readings.service.ts';
import { seriesRepo } from './series.repo.ts';
import { estimateReadings, type RollupColumns } from './series.ts';

/** Readings of one statement. */
const PAGE = 20_000;
/** More readings than these are told by their hours. */
const MOST_READINGS = 2_000_000;
/** Of fewer readings the work is done beside other requests. */
const FEW_READINGS = 5_000;
/** Of a longer time even the hours are many. */
const LONG_US = 400 * 86_400e6;
const HOUR_US = 3_600e6;
/** Spacings that the usual one is found among. */
const SPACINGS = 1_000;
/** Expected intervals, or usual spacings, without a reading that are a gap. */
const EXPECTED_TIMES = 2;
const USUAL_TIMES = 3;

type Reading = readonly [ts: number, value: number | null, quality: number];
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** @throws AppError not_found, validation_failed (no numbers, an empty window, another channel that is no humidity), over_read_budget */
export async function getStatistics(
  ctx: Ctx,
  channelId: string,
  query: QueryOf<typeof contract.getStatistics>,
): Promise<contract.Statistics> {
  const window = windowOf(query);
  const channel = await readableChannel(ctx, channelId);
  if (!isNumeric(channel)) throw invalid('id');
  const other = query.humidity === undefined ? null : await readableChannel(ctx, query.humidity);
  if (other && !isNumeric(other)) throw invalid('humidity');
  const limits = { above: limitOf(query.above), below: limitOf(query.below) };
  const known = async (db: Db) => ({
    interval: await intervalOf({ db, organization_id: ctx.organization.id }, channel),
    hours: await hoursOf(ctx, db, channel, window),
  });
  const expected = await (window.to - window.from > LONG_US ? longRead(ctx, known) : ctx.db.read(ctx.organization.id, known));
  const count = estimateReadings(expected.hours, '1h', window.from, window.to);
  const read = async (db: Db): Promise<contract.Statistics> => {
    const sensor = await sensorOf(ctx, db, channel);
    const mean = sensor?.mean ?? 'arithmetic';
    const pruned = channel.pruned_to !== null && window.from < channel.pruned_to;
    if (pruned || count > MOST_READINGS) return ofHours(expected.hours, window, mean);
    if (other && !unitIn('humidity', other, await sensorOf(ctx, db, other))) throw invalid('humidity');
    const beside =
      other ?? (sensor?.quantity === 'temperature' ? await humidityBeside({ db, organization_id: ctx.organization.id }, channel) : null);
    return ofReadings(ctx, db, {
      channel,
      window,
      limits,
      mean,
      celsius: unitIn('temperature', channel, sensor),
      watt: unitIn('power', channel, sensor),
      humidity: beside,
      interval: expected.interval,
    });
  };
  return count > FEW_READINGS ? longRead(ctx, read) : ctx.db.read(ctx.organization.id, read);
}

const isNumeric = ({ kind }: Row<'channels'>): boolean => kind === 'gauge' || kind === 'counter';
const limitOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** The unit in which values of a channel are stored, where they are of that quantity; null = they aren't, or nobody knows how. */
export function unitIn(
  quantity: Quantity,
  { unit }: Pick<Row<'channels'>, 'unit'>,
  sensor: Pick<Row<'sensor_types'>, 'quantity'> | null,
): Unit | null {
  const units = unitsOf(quantity);
  // Without a type the unit alone tells, where it is one of no other quantity that this matters for.
  if (sensor === null) return units.find(({ symbol, code }) => unit !== null && unit !== 'K' && (symbol === unit || code === unit)) ?? null;
  if (sensor.quantity !== quantity) return null;
  return unit === null ? (units[0] ?? null) : (units.find(({ symbol, code }) => symbol === unit || code === unit) ?? null);
}

/** The channel of relative humidity of the same logger; null without one, or where there are several. */
async function humidityBeside(connection: TenantConnection, { datalogger_id }: Row<'channels'>): Promise<Markable | null> {
  if (datalogger_id === null) return null;
  const rows = await tenantDb(connection)
    .selectFrom('channels as c')
    .innerJoin('sensor_types as t', 't.id', 'c.sensor_type_id')
    .select(['c.no', 'c.mark_rev'])
    .where('c.datalogger_id', '=', datalogger_id)
    .where('c.archived_at', 'is', null)
    .where('t.quantity', '=', 'humidity')
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]! : null;
}

/** Seconds between readings that are expected; null = nobody said. */
export async function intervalOf(connection: TenantConnection, { datalogger_id }: Row<'channels'>): Promise<number | null> {
  if (datalogger_id === null) return null;
  const row = await tenantDb(connection)
    .selectFrom('dataloggers as d')
    .leftJoin('logger_types as lt', 'lt.id', 'd.logger_type_id')
    .select((eb) => eb.fn.coalesce('d.expected_interval_s', 'lt.sampling_interval_s', 'lt.sending_interval_s').as('interval'))
    .where('d.id', '=', datalogger_id)
    .executeTakeFirst();
  return row?.interval ?? null;
}

/** Whole hours that touch the window. */
const hoursOf = (ctx: Ctx, db: Db, { no }: Row<'channels'>, { from, to }: { from: number; to: number }): Promise<RollupColumns> =>
  seriesRepo({ db, storage: ctx.db, organization_no: ctx.organization.no }).rollups('1h', no, Math.floor(from / HOUR_US) * HOUR_US, to);

const UNKNOWN = {
  min_at: null,
  max_at: null,
  sd: null,
  above_s: null,
  below_s: null,
  integral: null,
  energy_kwh: null,
  kinetic_c: null,
  dew_point_c: null,
} as const;

/** Of the hours there is no more than what they keep: of a mean over time or of directions that of the readings. */
function ofHours(hours: RollupColumns, { from, to }: { from: number; to: number }, kind: MeanKind): contract.Statistics {
  let [n, sum, left_out, measured, last] = [0, 0, 0, 0, Number.NaN];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < hours.ts.length; i++) {
    left_out += hours.left_out[i]!;
    if (hours.n[i] === 0) continue;
    measured += 1;
    n += hours.n[i]!;
    sum = add(sum, hours.sum[i]!);
    min = Math.min(min, hours.min[i]!);
    max = Math.max(max, hours.max[i]!);
    last = hours.last[i]!;
  }
  const mean_kind = kind === 'sum' || kind === 'last' ? kind : 'arithmetic';
  const means = { sum, last, arithmetic: sum / n };
  return {
    resolution: '1h',
    n,
    left_out,
    min: finite(min),
    max: finite(max),
    mean: n === 0 ? null : finite(means[mean_kind]),
    mean_kind,
    coverage: measured / (Math.ceil(to / HOUR_US) - Math.floor(from / HOUR_US)),
    gap_s: 3_600,
    ...UNKNOWN,
  };
}

/** What looks at the same readings beside the figures. */
interface Beside {
  add(ts: number, value: number): void;
  cut(): void;
}

interface Asked {
  channel: Markable;
  window: { from: number; to: number };
  limits: { above: number | null; below: number | null };
  mean: MeanKind;
  /** How its values become °C and W; null = they are none. */
  celsius: Unit | null;
  watt: Unit | null;
  /** The channel of humidity. */
  humidity: Markable | null;
  interval: number | null;
  /** Made once it is known how far apart two readings are a gap, microseconds; 0 = nothing tells it. */
  beside?: (gap: number) => Beside;
}

/** Figures of a window, each reading looked at once. */
export async function ofReadings(ctx: Pick<Ctx, 'db' | 'organization'>, db: Db, asked: Asked): Promise<contract.Statistics> {
  const { channel, window, limits, mean, celsius, watt, humidity, interval } = asked;
  const raw = readingReader({ db, organization_no: ctx.organization.no });
  const readerOf = async (one: Markable) => correctedReader(raw, await overlayOf(db, ctx.organization.id, one));
  const own = await readerOf(channel);
  const damp = humidity && (await readerOf(humidity));
  const pageOf = (reader: CorrectedReader, no: number, from: number, to: number, limit = PAGE): Promise<Reading[]> =>
    reader.values<number>(ctx.db.arrays, no, 'num', { from, to, limit });
  async function* all(reader: CorrectedReader, no: number, from: number, to: number): AsyncGenerator<Reading> {
    for (let since = from; ; ) {
      const page = await pageOf(reader, no, since, to);
      yield* page;
      if (page.length < PAGE) return;
      since = page.at(-1)![0] + 1;
    }
  }
  const gap = gapOf(interval, await pageOf(own, channel.no, window.from, window.to, SPACINGS));
  const reach = gap ?? 0;
  const collected = windowFigures({ ...window, ...limits, gap: reach });
  const beside = asked.beside?.(reach);
  const kinetic = kineticFold();
  const dew =
    !humidity || !damp || celsius === null ? null : dewFold(all(damp, humidity.no, window.from - reach, window.to + reach), reach);
  let left_out = 0;
  // Neighbours outside are only as far away as there are lines to them.
  for await (const [ts, value, quality] of all(own, channel.no, Math.max(0, window.from - reach), window.to + reach)) {
    const isInside = ts >= window.from && ts < window.to;
    if ((quality & LEFT_OUT) !== 0 || value === null) {
      if (isInside) left_out += 1;
      collected.cut();
      beside?.cut();
      continue;
    }
    collected.add(ts, value);
    beside?.add(ts, value);
    if (!isInside || !celsius) continue;
    kinetic.add(toCanonical(value, celsius));
    await dew?.add(ts, toCanonical(value, celsius));
  }
  const found = collected.figures();
  const figures = { left_out, mean_kind: mean, gap_s: gap === null ? null : gap / 1e6, resolution: 'raw' as const };
  if (found === null) return { n: 0, min: null, max: null, mean: null, coverage: 0, ...UNKNOWN, ...figures };
  return {
    n: found.n,
    min: found.min,
    max: found.max,
    min_at: formatInstant(found.minAt),
    max_at: formatInstant(found.maxAt),
    mean: meanOf(found, mean),
    sd: finite(found.sd),
    coverage: found.coverage,
    above_s: finite(found.above),
    below_s: finite(found.below),
    integral: found.known > 0 ? finite(found.integral) : null,
    energy_kwh: watt && found.known > 0 ? finite((found.integral * watt.scale) / 3_600_000) : null,
    kinetic_c: celsius ? finite(kinetic.mean()) : null,
    dew_point_c: dew?.figures() ?? null,
    ...figures,
  };
}

/** Microseconds of a gap; null where there is nothing that tells it. */
function gapOf(interval: number | null, first: readonly Reading[]): number | null {
  if (interval !== null) return EXPECTED_TIMES * interval * 1e6;
  const spacings = first.slice(1).map(([ts], at) => ts - first[at]![0]);
  if (spacings.length === 0) return null;
  return USUAL_TIMES * spacings.sort((a, b) => a - b)[spacings.length >> 1]!;
}

function meanOf(found: WindowFigures, kind: MeanKind): number | null {
  const means: Record<MeanKind, number> = {
    arithmetic: found.arithmetic,
    // Of a single reading no time is known.
    time_weighted: found.known > 0 ? found.timeWeighted : found.arithmetic,
    circular: found.circular,
    sum: found.sum,
    last: found.last,
  };
  return finite(means[kind]);
}

/** Dew points at moments of a temperature, with the humidity on the line between the readings around. */
function dewFold(humidity: AsyncGenerator<Reading>, gap: number) {
  let before: Reading | null = null;
  let after: Reading | null = null;
  let [n, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const counts = (one: Reading | null): one is readonly [number, number, number] =>
    one !== null && one[1] !== null && (one[2] & LEFT_OUT) === 0;
  const next = async (): Promise<Reading | null> => (await humidity.next()).value ?? null;
  return {
    async add(ts: number, celsius: number): Promise<void> {
      after ??= await next();
      while (after !== null && after[0] <= ts) {
        before = after;
        after = await next();
      }
      if (!counts(before)) return;
      const isThere = before[0] === ts;
      if (!isThere && (!counts(after) || after[0] - before[0] > gap)) return;
      const percent = isThere ? before[1] : before[1] + ((after![1]! - before[1]) * (ts - before[0])) / (after![0] - before[0]);
      const point = dewPoint(celsius, percent);
      if (percent <= 0 || !Number.isFinite(point)) return;
      n += 1;
      sum += point;
      min = Math.min(min, point);
      max = Math.max(max, point);
    },
    figures: () => (n === 0 ? null : { n, min, mean: sum / n, max }),
  };
}
