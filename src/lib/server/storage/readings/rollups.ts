import { RESOLUTION_US, type RollupResolution } from '../../../constants.ts';
import type { Database, Db } from '../../kernel/database.ts';
import { LEFT_OUT, NEVER_LAST } from '../../kernel/reading-store.ts';
import type { DamagedReadings } from './chunks.ts';
import { readingReader } from './reading-reader.ts';

/**
 * Rollups of numeric readings. A 5-minute bucket is the left-to-right fold over its readings in order of `ts`, an hour the left-to-right
 * fold over its 5-minute buckets; both are functions of the readings alone, so they equal a recomputation to the last bit. What lies between
 * the last reading of a bucket and the first one of the next belongs to neither: whoever joins buckets adds it.
 */

export const WIDTH_5M = RESOLUTION_US['5m'];
export const WIDTH_1H = RESOLUTION_US['1h'];
export const SLOTS = WIDTH_1H / WIDTH_5M;

/** One bucket without its series; instants in microseconds, `ts` is the start of the bucket. Of a bucket whose `n` is 0 only `left_out` says anything. */
export interface Rollup {
  ts: number;
  /** Readings that count. */
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  first_ts: number;
  last_ts: number;
  /** Under the straight lines from reading to reading, value × seconds. */
  area: number;
  /** What a counter had reached whenever it began anew: `last - first + resets` is what it counted. */
  resets: number;
  /** Readings that don't count: the sensor's errors, and those that people excluded. */
  left_out: number;
}

/** Columns of a rollup, but for those of its key. */
export const ROLLUP_COLUMNS = [
  'n',
  'sum',
  'min',
  'max',
  'first',
  'last',
  'first_ts',
  'last_ts',
  'area',
  'resets',
  'left_out',
] as const satisfies (keyof Rollup)[];

/** Start of the bucket that holds `ts`; exact for every safe integer, also before 1970. */
export function bucketStart(ts: number, width: number): number {
  const rest = ts % width;
  return rest < 0 ? ts - rest - width : ts - rest;
}

/** A sum that stays finite: it ends at the largest number instead of at Infinity, so that no reading can make a bucket unstorable. */
export function add(a: number, b: number): number {
  return finite(a + b);
}

const finite = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));

/** Under the straight line between two readings, value × seconds. */
export function areaBetween(fromTs: number, from: number, toTs: number, to: number): number {
  return finite((from / 2 + to / 2) * ((toTs - fromTs) / 1e6));
}

/** What must be added to the difference of two readings to make it what a counter counted: one that goes back has begun anew from zero. */
export function resetBetween(from: number, to: number): number {
  return to >= from ? 0 : finite(from - Math.min(to, 0));
}

/** The bucket at `start` holding one reading that counts, beside those that don't. */
export function startRollup(start: number, ts: number, num: number, left_out = 0): Rollup {
  return { ts: start, n: 1, sum: num, min: num, max: num, first: num, last: num, first_ts: ts, last_ts: ts, area: 0, resets: 0, left_out };
}

/** The bucket at `start` of which nothing counts. */
export function emptyRollup(start: number, left_out: number): Rollup {
  return { ts: start, n: 0, sum: 0, min: 0, max: 0, first: 0, last: 0, first_ts: start, last_ts: start, area: 0, resets: 0, left_out };
}

/** Continues the fold with a reading that is newer than all in the bucket, of which some count. */
export function appendTo(rollup: Rollup, ts: number, num: number): void {
  rollup.area = add(rollup.area, areaBetween(rollup.last_ts, rollup.last, ts, num));
  rollup.resets = add(rollup.resets, resetBetween(rollup.last, num));
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
    if (hour === undefined || slot.n === 0 || hour.n === 0) {
      const left_out = slot.left_out + (hour?.left_out ?? 0);
      hour = slot.n > 0 || hour === undefined ? { ...slot, ts: start, left_out } : { ...hour, left_out };
      continue;
    }
    hour.area = add(add(hour.area, areaBetween(hour.last_ts, hour.last, slot.first_ts, slot.first)), slot.area);
    hour.resets = add(add(hour.resets, resetBetween(hour.last, slot.first)), slot.resets);
    hour.left_out += slot.left_out;
    hour.n += slot.n;
    hour.sum = add(hour.sum, slot.sum);
    if (slot.min < hour.min) hour.min = slot.min;
    if (slot.max > hour.max) hour.max = slot.max;
    hour.last = slot.last;
    hour.last_ts = slot.last_ts;
  }
  return hour;
}

/** A reading as rollups see it. */
export interface FoldedReading {
  ts: number;
  num: number | null;
  quality: number;
}

/** Puts a reading into its bucket, which is made with the first one; readings come in order of time. Words are in none. */
export function fold(rollup: Rollup | undefined, start: number, { ts, num, quality }: FoldedReading): Rollup | undefined {
  if ((quality & LEFT_OUT) !== 0) {
    if (rollup === undefined) return emptyRollup(start, 1);
    rollup.left_out += 1;
    return rollup;
  }
  if (num === null) return rollup;
  if (rollup === undefined || rollup.n === 0) return startRollup(start, ts, num, rollup?.left_out);
  appendTo(rollup, ts, num);
  return rollup;
}

/** The bucket of readings in order of time; undefined when none of them is in any. */
export function foldReadings(start: number, readings: Iterable<FoldedReading>): Rollup | undefined {
  let rollup: Rollup | undefined;
  for (const reading of readings) rollup = fold(rollup, start, reading);
  return rollup;
}

const TABLES = { '5m': 'readings_5m', '1h': 'readings_1h' } as const satisfies Record<RollupResolution, string>;

interface SeriesKey {
  organizationId: string;
  organizationNo: number;
  channelNo: number;
}

/** Something stored that doesn't follow from the readings. */
interface Difference {
  organizationNo: number;
  channelNo: number;
  /** `channel`: its first and newest reading; `series`: rows whose channel is missing; `chunk`: readings that can't be read any more. */
  what: RollupResolution | 'channel' | 'series' | 'chunk';
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
  for (const table of ['readings', 'reading_chunks', 'readings_5m', 'readings_1h'] as const) {
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
    const differences: Difference[] = [];
    const damaged: DamagedReadings['chunk'][] = [];
    const onDamage = ({ chunk, message }: DamagedReadings) => {
      damaged.push(chunk);
      differences.push({ ...seriesOf(key), what: 'chunk', ts: chunk.first_ts, stored: chunk, computed: message });
    };
    const computed = await recomputeRollups(reader, key, onDamage);
    let buckets = 0;
    for (const resolution of ['5m', '1h'] as const) {
      const stored = (await storedRollups(reader, key, resolution)).filter(kept);
      const folded = computed[resolution].filter(kept);
      buckets += Math.max(stored.length, folded.length);
      for (const pair of pairs(stored, folded))
        if (!sameRollup(pair.stored, pair.computed) && !isIn(damaged, pair.ts, RESOLUTION_US[resolution]))
          differences.push({ ...seriesOf(key), what: resolution, ...pair });
    }
    // Its first and newest reading can't be told where they would lie in a damaged chunk.
    const isKnown = [channel.first_ts, channel.last_ts].every((ts) => ts === null || !isIn(damaged, ts, 1));
    const difference = isKnown ? await verifyChannel(reader, key, channel) : undefined;
    if (difference) differences.push(difference);
    return { readings: computed.readings, buckets, differences };
  });
}

/** Does the bucket hold readings that can't be read any more? */
const isIn = (damaged: readonly DamagedReadings['chunk'][], ts: number, width: number): boolean =>
  damaged.some(({ first_ts, last_ts }) => ts <= last_ts && ts + width > first_ts);

function seriesOf({ organizationNo, channelNo }: SeriesKey) {
  return { organizationNo, channelNo };
}

/** The rollups of one series as they follow from its readings, in order of time. */
async function recomputeRollups(
  db: Db,
  key: SeriesKey,
  onDamage: (error: DamagedReadings) => void,
): Promise<Record<RollupResolution, Rollup[]> & { readings: number }> {
  const fives: Rollup[] = [];
  let readings = 0;
  for await (const page of readingReader({ db, organization_no: key.organizationNo, onDamage }).pages(key.channelNo)) {
    for (const reading of page) {
      const start = bucketStart(reading.ts, WIDTH_5M);
      const current = fives.at(-1)?.ts === start ? fives.pop() : undefined;
      const rollup = fold(current, start, reading);
      if (rollup) fives.push(rollup);
    }
    readings += page.length;
  }
  const byHour = Map.groupBy(fives, (rollup) => bucketStart(rollup.ts, WIDTH_1H));
  const hours = [...byHour].map(([start, slots]) => foldHour(start, slots)!);
  return { '5m': fives, '1h': hours, readings };
}

async function storedRollups(db: Db, key: SeriesKey, resolution: RollupResolution): Promise<Rollup[]> {
  return db
    .selectFrom(TABLES[resolution])
    .select(['ts', ...ROLLUP_COLUMNS])
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
  const reader = readingReader({ db, organization_no: key.organizationNo, onDamage: () => undefined });
  const [oldest] = await reader.range(key.channelNo, { limit: 1 });
  const newest = await reader.newest(key.channelNo, { without: NEVER_LAST });
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
