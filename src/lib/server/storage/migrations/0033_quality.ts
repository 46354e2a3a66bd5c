import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';
import { bucketStart, foldHour, foldReadings, type Rollup, WIDTH_1H, WIDTH_5M } from '../readings/rollups.ts';

const PAGE = 20_000;
/** Rows of one statement. */
const PART = 400;

/**
 * Rollups get what means over time and increments of counters need, and how many readings were left out of them. All is folded again from the
 * readings; for those that retention has deleted their plain mean stands over the time that they took.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('channels').addColumn('left_out_ts', dialect.types.bigint).execute();
  for (const table of ['readings_5m', 'readings_1h']) {
    for (const column of ['area', 'resets'])
      await db.schema
        .alterTable(table)
        .addColumn(column, dialect.types.double, (c) => c.notNull().defaultTo(0))
        .execute();
    await db.schema
      .alterTable(table)
      .addColumn('left_out', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  }
  const { rows: series } = await sql<Series>`select o.no as org_no, c.no as channel_no, c.pruned_to from channels as c
    join organizations as o on o.id = c.organization_id where c.first_ts is not null order by o.no, c.no`.execute(db);
  for (const one of series) {
    if (one.pruned_to !== null) await estimate(db, one);
    await refold(db, one);
  }
}

interface Series {
  org_no: number;
  channel_no: number;
  pruned_to: number | null;
}

/** Beyond it the product would be no number that an engine stores. */
const LARGEST = 1e300;

async function estimate(db: Kysely<unknown>, { org_no, channel_no, pruned_to }: Series): Promise<void> {
  for (const table of ['readings_5m', 'readings_1h'])
    await sql`update ${sql.table(table)} set area = sum / n * ((last_ts - first_ts) / 1000000.0)
      where org_no = ${org_no} and channel_no = ${channel_no} and ts < ${pruned_to} and abs(sum) < ${LARGEST}`.execute(db);
}

async function refold(db: Kysely<unknown>, { org_no, channel_no, pruned_to }: Series): Promise<void> {
  let open: Reading[] = [];
  for (let after = pruned_to === null ? Number.MIN_SAFE_INTEGER : pruned_to - 1; ; ) {
    const { rows } = await sql<Reading>`select ts, num, quality from readings where org_no = ${org_no} and channel_no = ${channel_no}
      and ts > ${after} and num is not null order by ts limit ${PAGE}`.execute(db);
    const isLast = rows.length < PAGE;
    const readings = [...open, ...rows];
    // The last hour of a page may go on in the next one.
    const end = isLast ? Number.POSITIVE_INFINITY : bucketStart(readings.at(-1)!.ts, WIDTH_1H);
    open = readings.filter(({ ts }) => ts >= end);
    await store(db, { org_no, channel_no }, isLast ? readings : readings.filter(({ ts }) => ts < end));
    if (isLast) return;
    after = rows.at(-1)!.ts;
  }
}

interface Reading {
  ts: number;
  num: number;
  quality: number;
}

async function store(db: Kysely<unknown>, series: Omit<Series, 'pruned_to'>, readings: readonly Reading[]): Promise<void> {
  const fives = [...Map.groupBy(readings, ({ ts }) => bucketStart(ts, WIDTH_5M))].map(([start, own]) => foldReadings(start, own)!);
  const hours = [...Map.groupBy(fives, ({ ts }) => bucketStart(ts, WIDTH_1H))].map(([start, own]) => foldHour(start, own)!);
  await put(db, 'readings_5m', series, fives);
  await put(db, 'readings_1h', series, hours);
}

async function put(
  db: Kysely<unknown>,
  table: string,
  { org_no, channel_no }: Omit<Series, 'pruned_to'>,
  rollups: readonly Rollup[],
): Promise<void> {
  const changed = rollups.filter(({ area, resets }) => area !== 0 || resets !== 0);
  for (let at = 0; at < changed.length; at += PART) {
    const rows = changed
      .slice(at, at + PART)
      .map(({ ts, area, resets }) => sql`(cast(${ts} as bigint), cast(${area} as double precision), cast(${resets} as double precision))`);
    await sql`with k(ts, area, resets) as (values ${sql.join(rows)})
      update ${sql.table(table)} as t set area = k.area, resets = k.resets from k
      where t.org_no = ${org_no} and t.channel_no = ${channel_no} and t.ts = k.ts`.execute(db);
  }
}
