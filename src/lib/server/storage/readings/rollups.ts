import { RESOLUTION_US, type RollupResolution } from '../../../constants.ts';
import type { Database, Db } from '../../kernel/database.ts';

/**
 * Rollups of numeric readings. A 5-minute bucket is the left-to-right fold over its readings in order of `ts`, an hour the left-to-right
 * fold over its 5-minute buckets; both are functions of the readings alone, so they equal a recomputation to the last bit.
 */

export const WIDTH_5M = RESOLUTION_US['5m'];
export const WIDTH_1H = RESOLUTION_US['1h'];
export const SLOTS = WIDTH_1H / WIDTH_5M;

/** One bucket without its series; instants in microseconds, `ts` is the start of the bucket. */
export interface Rollup {
  ts: number;
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  first_ts: number;
  last_ts: number;
}

/** Start of the bucket that holds `ts`; exact for every safe integer, also before 1970. */
export function bucketStart(ts: number, width: number): number {
  const rest = ts % width;
  return rest < 0 ? ts - rest - width : ts - rest;
}

/** A sum that stays finite: it ends at the largest number instead of at Infinity, so that no reading can make a bucket unstorable. */
export function add(a: number, b: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, a + b));
}

/** The bucket at `start` holding one reading. */
export function startRollup(start: number, ts: number, num: number): Rollup {
  return { ts: start, n: 1, sum: num, min: num, max: num, first: num, last: num, first_ts: ts, last_ts: ts };
}

/** Continues the fold with a reading that is newer than all in the bucket. */
export function appendTo(rollup: Rollup, ts: number, num: number): void {
  rollup.n += 1;
  rollup.sum = add(rollup.sum, num);
  if (num < rollup.min) rollup.min = num;
  if (num > rollup.max) rollup.max = num;
  rollup.last = num;
  rollup.last_ts = ts;
}

/** The hour at `start` from its 5-minute buckets in order of time (gaps undefined); undefined when there is none. */
export function foldHour(start: number, slots: readonly (Rollup | undefined)[]): Rollup | undefined {
  let hour: Rollup | undefined;
  for (const slot of slots) {
    if (slot === undefined) continue;
    if (hour === undefined) {
      hour = { ...slot, ts: start };
      continue;
    }
    hour.n += slot.n;
    hour.sum = add(hour.sum, slot.sum);
    if (slot.min < hour.min) hour.min = slot.min;
    if (slot.max > hour.max) hour.max = slot.max;
    hour.last = slot.last;
    hour.last_ts = slot.last_ts;
  }
  return hour;
}

/** The bucket of readings in order of time; undefined without any. */
export function foldReadings(start: number, readings: Iterable<{ ts: number; num: number }>): Rollup | undefined {
  let rollup: Rollup | undefined;
  for (const { ts, num } of readings) {
    if (rollup === undefined) rollup = startRollup(start, ts, num);
    else appendTo(rollup, ts, num);
  }
  return rollup;
}

const TABLES = { '5m': 'readings_5m', '1h': 'readings_1h' } as const satisfies Record<RollupResolution, string>;
const PAGE = 20_000;

interface SeriesKey {
  organizationId: string;
  organizationNo: number;
  channelNo: number;
}

/** Something stored that doesn't follow from the readings. */
interface Difference {
  organizationNo: number;
  channelNo: number;
  /** `channel`: its first and newest reading; `series`: rows whose channel is missing. */
  what: RollupResolution | 'channel' | 'series';
  /** Start of the bucket. */
  ts: number | null;
  stored: unknown;
  computed: unknown;
}

interface Verification {
  series: number;
  readings: number;
  /** Buckets compared, of both resolutions. */
  buckets: number;
  differences: Difference[];
}

/**
 * Compares all rollups and all channels' newest readings with a recomputation from the readings. It may run beside a writing server: a
 * series that differs is looked at again before it is reported.
 */
export async function verifyRollups(db: Database): Promise<Verification> {
  const total: Verification = { series: 0, readings: 0, buckets: 0, differences: [] };
  const organizations = await db.read({ directory: true }, (reader) =>
    reader.selectFrom('organizations').select(['id', 'no']).orderBy('no').execute(),
  );
  for (const { id, no } of organizations) {
    for (const key of await db.read(id, (reader) => listSeries(reader, id))) {
      let one = await verifySeries(db, key);
      if (one.differences.length > 0) one = await verifySeries(db, key);
      total.series += 1;
      total.readings += one.readings;
      total.buckets += one.buckets;
      total.differences.push(...one.differences);
    }
    total.differences.push(...(await db.read(id, (reader) => orphans(reader, no))));
  }
  return total;
}

async function listSeries(db: Db, organizationId: string): Promise<SeriesKey[]> {
  return db
    .selectFrom('channels as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['o.id as organizationId', 'o.no as organizationNo', 'c.no as channelNo'])
    .where('o.id', '=', organizationId)
    .orderBy('c.no')
    .execute();
}

/** Series of an organisation with rows but without a channel. */
async function orphans(db: Db, organizationNo: number): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const table of ['readings', 'readings_5m', 'readings_1h'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['org_no', 'channel_no'])
      .distinct()
      .where('org_no', '=', organizationNo)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('channels as c')
              .innerJoin('organizations as o', 'o.id', 'c.organization_id')
              .select('c.no')
              .whereRef('o.no', '=', `${table}.org_no`)
              .whereRef('c.no', '=', `${table}.channel_no`),
          ),
        ),
      )
      .execute();
    for (const { org_no, channel_no } of rows)
      differences.push({ organizationNo: org_no, channelNo: channel_no, what: 'series', ts: null, stored: table, computed: null });
  }
  return differences;
}

async function verifySeries(db: Database, key: SeriesKey): Promise<Omit<Verification, 'series'>> {
  return db.read(key.organizationId, async (reader) => {
    const channel = await channelOf(reader, key);
    // What follows from readings that retention has deleted can't be worked out again.
    const kept = ({ ts }: Rollup) => channel.pruned_to === null || ts >= channel.pruned_to;
    const computed = await recomputeRollups(reader, key);
    const differences: Difference[] = [];
    let buckets = 0;
    for (const resolution of ['5m', '1h'] as const) {
      const stored = (await storedRollups(reader, key, resolution)).filter(kept);
      const folded = computed[resolution].filter(kept);
      buckets += Math.max(stored.length, folded.length);
      for (const pair of pairs(stored, folded))
        if (!sameRollup(pair.stored, pair.computed)) differences.push({ ...seriesOf(key), what: resolution, ...pair });
    }
    const difference = await verifyChannel(reader, key, channel);
    if (difference) differences.push(difference);
    return { readings: computed.readings, buckets, differences };
  });
}

function seriesOf({ organizationNo, channelNo }: SeriesKey) {
  return { organizationNo, channelNo };
}

/** The rollups of one series as they follow from its readings, in order of time. */
async function recomputeRollups(db: Db, key: SeriesKey): Promise<Record<RollupResolution, Rollup[]> & { readings: number }> {
  const fives: Rollup[] = [];
  let readings = 0;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await db
      .selectFrom('readings')
      .select(['ts', 'num'])
      .where('org_no', '=', key.organizationNo)
      .where('channel_no', '=', key.channelNo)
      .where('ts', '>', after)
      .orderBy('ts')
      .limit(PAGE)
      .execute();
    for (const { ts, num } of page) {
      if (num === null) continue;
      const start = bucketStart(ts, WIDTH_5M);
      const current = fives.at(-1);
      if (current?.ts === start) appendTo(current, ts, num);
      else fives.push(startRollup(start, ts, num));
    }
    readings += page.length;
    if (page.length < PAGE) break;
    after = page.at(-1)!.ts;
  }
  const byHour = Map.groupBy(fives, (rollup) => bucketStart(rollup.ts, WIDTH_1H));
  const hours = [...byHour].map(([start, slots]) => foldHour(start, slots)!);
  return { '5m': fives, '1h': hours, readings };
}

async function storedRollups(db: Db, key: SeriesKey, resolution: RollupResolution): Promise<Rollup[]> {
  return db
    .selectFrom(TABLES[resolution])
    .select(['ts', 'n', 'sum', 'min', 'max', 'first', 'last', 'first_ts', 'last_ts'])
    .where('org_no', '=', key.organizationNo)
    .where('channel_no', '=', key.channelNo)
    .orderBy('ts')
    .execute();
}

/** Both lists in order of time, joined by `ts`. */
function* pairs(stored: Rollup[], computed: Rollup[]): Generator<{ ts: number; stored: Rollup | null; computed: Rollup | null }> {
  for (let s = 0, c = 0; s < stored.length || c < computed.length; ) {
    const ts = Math.min(stored[s]?.ts ?? Number.POSITIVE_INFINITY, computed[c]?.ts ?? Number.POSITIVE_INFINITY);
    const pair = { ts, stored: stored[s]?.ts === ts ? stored[s++]! : null, computed: computed[c]?.ts === ts ? computed[c++]! : null };
    yield pair;
  }
}

function sameRollup(a: Rollup | null, b: Rollup | null): boolean {
  if (a === null || b === null) return false;
  return (Object.keys(a) as (keyof Rollup)[]).every((column) => a[column] === b[column]);
}

function channelOf(db: Db, key: SeriesKey) {
  return db
    .selectFrom('channels')
    .select(['first_ts', 'last_ts', 'last_num', 'last_text', 'pruned_to'])
    .where('organization_id', '=', key.organizationId)
    .where('no', '=', key.channelNo)
    .executeTakeFirstOrThrow();
}

async function verifyChannel(
  db: Db,
  key: SeriesKey,
  { pruned_to, ...stored }: Awaited<ReturnType<typeof channelOf>>,
): Promise<Difference | undefined> {
  const series = db.selectFrom('readings').where('org_no', '=', key.organizationNo).where('channel_no', '=', key.channelNo);
  const oldest = await series.select('ts').orderBy('ts').limit(1).executeTakeFirst();
  const newest = await series.select(['ts', 'num', 'text']).orderBy('ts', 'desc').limit(1).executeTakeFirst();
  const computed = {
    first_ts: oldest?.ts ?? null,
    last_ts: newest?.ts ?? null,
    last_num: newest?.num ?? null,
    last_text: newest?.text ?? null,
  };
  const gone = (ts: number | null) => pruned_to !== null && ts !== null && ts < pruned_to;
  if (gone(stored.last_ts) && (newest === undefined || gone(newest.ts))) return undefined;
  const columns = (Object.keys(computed) as (keyof typeof computed)[]).filter((column) => column !== 'first_ts' || !gone(stored.first_ts));
  const same = columns.every((column) => stored[column] === computed[column]);
  return same ? undefined : { ...seriesOf(key), what: 'channel', ts: newest?.ts ?? null, stored, computed };
}
