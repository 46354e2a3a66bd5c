import { sql } from 'kysely';
import type { Dialect } from '../kernel/dialect.ts';

const FIRST_YEAR = 2020;
const LAST_YEAR = 2040;

export const postgres: Dialect = {
  name: 'postgres',
  types: { bigint: 'bigint', double: 'double precision', blob: 'bytea', serial: 'serial' },
  async createSeriesTables(db) {
    await sql`create table readings (
      org_no integer not null, channel_no integer not null, ts bigint not null,
      num double precision, text text, quality smallint not null default 0,
      primary key (org_no, channel_no, ts)
    ) partition by range (ts)`.execute(db);
    for (let year = FIRST_YEAR; year <= LAST_YEAR; year++)
      await sql`create table ${sql.table(`readings_${year}`)} partition of readings
        for values from (${sql.lit(Date.UTC(year) * 1000)}) to (${sql.lit(Date.UTC(year + 1) * 1000)})`.execute(db);
    await sql`create table readings_default partition of readings default`.execute(db);
    await sql`create table reading_revisions (
      org_no integer not null, channel_no integer not null, ts bigint not null, replaced_at bigint not null, id text not null,
      num double precision, text text,
      primary key (org_no, channel_no, ts, replaced_at, id)
    )`.execute(db);
    for (const table of ['readings_5m', 'readings_1h'])
      await sql`create table ${sql.table(table)} (
        org_no integer not null, channel_no integer not null, ts bigint not null,
        n integer not null, sum double precision not null, min double precision not null, max double precision not null,
        first double precision not null, last double precision not null, first_ts bigint not null, last_ts bigint not null,
        primary key (org_no, channel_no, ts)
      )`.execute(db);
  },
  // As text, so that both engines give the same: the driver would parse JSON by itself.
  jsonRows: (columns) => sql<string>`coalesce(cast(json_agg(json_build_array(${sql.join(columns)})) as text), '[]')`,
};
