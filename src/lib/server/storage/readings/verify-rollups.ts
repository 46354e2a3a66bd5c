import { RESOLUTION_US, type RollupResolution } from '../../../constants.ts';
import type { Database, Db } from '../../kernel/database.ts';
import { NEVER_LAST } from '../../kernel/reading-store.ts';
import type { DamagedReadings } from './chunks.ts';
import { correctedReader, type Overlay, overlayOf } from './overlay.ts';
import { readingReader } from './reading-reader.ts';
import { closeBlock, type DamagedRollups } from './rollup-blocks.ts';
import { rollupReader } from './rollup-reader.ts';
import { bucketStart, fold, foldHour, type Rollup, WIDTH_1H, WIDTH_5M } from './rollups.ts';

/** Compares what is stored of series beside their readings with what follows from the readings. */

interface SeriesKey {
  organizationId: string;
  organizationNo: number;
  channelNo: number;
}

/** Something stored that doesn't follow from the readings. */
interface Difference {
  organizationNo: number;
  channelNo: number;
  /** `channel`: its first and newest reading; `series`: rows whose channel is missing; `chunk`, `block`: readings, rollups that can't be read any more. */
  what: RollupResolution | 'channel' | 'series' | 'chunk' | 'block';
  /** Start of the bucket. */
  ts: number | null;
  stored: unknown;
  computed: unknown;
  /** A block that was made again from its readings. */
  repaired?: true;
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
 * @param repair makes damaged blocks again where all of their readings are there
 */
export async function verifyRollups(db: Database, { repair = false } = {}): Promise<Verification> {
  const total: Verification = { series: 0, readings: 0, buckets: 0, differences: [] };
  const organizations = await db.read({ directory: true }, (reader) =>
    reader.selectFrom('organizations').select(['id', 'no']).orderBy('no').execute(),
  );
  for (const { id, no } of organizations) {
    for (const key of await db.read(id, (reader) => listSeries(reader, id))) {
      let one = await verifySeries(db, key);
      if (one.differences.length > 0) one = await verifySeries(db, key);
      if (repair) for (const remade of one.remade) await repairBlock(db, key, remade);
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
  for (const table of ['readings', 'reading_chunks', 'rollup_blocks', 'readings_5m', 'readings_1h'] as const) {
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

async function verifySeries(db: Database, key: SeriesKey): Promise<Omit<Verification, 'series'> & { remade: Remade[] }> {
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
    const overlay = await overlayOf(reader, key.organizationId, { no: key.channelNo, mark_rev: channel.mark_rev });
    const computed = await recomputeRollups(reader, key, { onDamage, overlay });
    const waits = await waitingOf(reader, key);
    let buckets = 0;
    const remade: Remade[] = [];
    for (const resolution of ['5m', '1h'] as const) {
      const unread: DamagedRollups['block'][] = [];
      const onDamagedBlock = ({ block, message }: DamagedRollups) => {
        unread.push(block);
        const difference: Difference = { ...seriesOf(key), what: 'block', ts: block.first_ts, stored: block, computed: message };
        differences.push(difference);
        const rollups = computed[resolution].filter(({ ts }) => ts >= block.first_ts && ts <= block.last_ts);
        const isWhole = rollups.length === block.n && rollups[0]!.ts === block.first_ts && rollups.at(-1)!.ts === block.last_ts;
        const isRead = !isIn(damaged, block.first_ts, block.last_ts - block.first_ts + RESOLUTION_US[resolution]);
        if (isWhole && isRead && rollups.every(kept)) remade.push({ block, rollups, difference });
      };
      const rollups = rollupReader({ db: reader, organization_no: key.organizationNo, onDamage: onDamagedBlock });
      const stored = (await rollups.range(resolution, key.channelNo)).filter(kept);
      const folded = computed[resolution].filter(kept);
      buckets += Math.max(stored.length, folded.length);
      for (const pair of pairs(stored, folded))
        if (
          !sameRollup(pair.stored, pair.computed) &&
          !isIn(damaged, pair.ts, RESOLUTION_US[resolution]) &&
          !isIn(unread, pair.ts, 1) &&
          !isIn(waits, pair.ts, 1)
        )
          differences.push({ ...seriesOf(key), what: resolution, ...pair });
    }
    // Its first and newest reading can't be told where they would lie in a damaged chunk.
    const isKnown = [channel.first_ts, channel.last_ts].every((ts) => ts === null || !isIn(damaged, ts, 1));
    const difference = isKnown ? await verifyChannel(reader, key, channel, overlay) : undefined;
    if (difference) differences.push(difference);
    return { readings: computed.readings, buckets, differences, remade };
  });
}

/** A damaged block, and what was in it. */
interface Remade {
  block: DamagedRollups['block'];
  rollups: Rollup[];
  difference: Difference;
}

/** Nobody writes into the hours of a damaged block, as he would have to open it: what follows from its readings now is what was in it. */
async function repairBlock(
  db: Database,
  { organizationId, organizationNo }: SeriesKey,
  { block, rollups, difference }: Remade,
): Promise<void> {
  const data = closeBlock(rollups);
  const { numUpdatedRows } = await db.write(organizationId, (writer) =>
    writer
      .updateTable('rollup_blocks')
      .set({ data })
      .where('org_no', '=', organizationNo)
      .where('id', '=', block.id)
      .where('n', '=', block.n)
      .where('first_ts', '=', block.first_ts)
      .executeTakeFirst(),
  );
  if (numUpdatedRows > 0n) difference.repaired = true;
}

/** Does the bucket hold something that can't be read any more? */
const isIn = (damaged: readonly { first_ts: number; last_ts: number }[], ts: number, width: number): boolean =>
  damaged.some(({ first_ts, last_ts }) => ts <= last_ts && ts + width > first_ts);

function seriesOf({ organizationNo, channelNo }: SeriesKey) {
  return { organizationNo, channelNo };
}

/** The rollups of one series as they follow from its readings, in order of time. */
async function recomputeRollups(
  db: Db,
  key: SeriesKey,
  { onDamage, overlay }: { onDamage: (error: DamagedReadings) => void; overlay: Overlay | null },
): Promise<Record<RollupResolution, Rollup[]> & { readings: number }> {
  const fives: Rollup[] = [];
  let readings = 0;
  const reader = correctedReader(readingReader({ db, organization_no: key.organizationNo, onDamage }), overlay);
  for await (const page of reader.pages(key.channelNo)) {
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

/** Rollups that are still to be folded again after marks changed. */
async function waitingOf(db: Db, { organizationId, channelNo }: SeriesKey): Promise<{ first_ts: number; last_ts: number }[]> {
  const rows = await db
    .selectFrom('mark_backlogs as b')
    .innerJoin('channels as c', (join) => join.onRef('c.organization_id', '=', 'b.organization_id').onRef('c.id', '=', 'b.channel_id'))
    .select(['b.from_ts', 'b.to_ts'])
    .where('b.organization_id', '=', organizationId)
    .where('c.no', '=', channelNo)
    .execute();
  return rows.map(({ from_ts, to_ts }) => ({ first_ts: from_ts, last_ts: to_ts - 1 }));
}

function channelOf(db: Db, key: SeriesKey) {
  return db
    .selectFrom('channels')
    .select(['first_ts', 'last_ts', 'last_num', 'last_text', 'pruned_to', 'mark_rev'])
    .where('organization_id', '=', key.organizationId)
    .where('no', '=', key.channelNo)
    .executeTakeFirstOrThrow();
}

async function verifyChannel(
  db: Db,
  key: SeriesKey,
  { pruned_to, mark_rev: _, ...stored }: Awaited<ReturnType<typeof channelOf>>,
  overlay: Overlay | null,
): Promise<Difference | undefined> {
  const reader = correctedReader(readingReader({ db, organization_no: key.organizationNo, onDamage: () => undefined }), overlay);
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
