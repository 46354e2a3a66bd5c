import { sql } from 'kysely';
import type { Dialect } from '../kernel/dialect.ts';

export const sqlite: Dialect = {
  name: 'sqlite',
  types: { bigint: 'integer', double: 'real', blob: 'blob', serial: 'integer' },
  async createSeriesTables(db) {
    await sql`create table readings (
      org_no integer not null, channel_no integer not null, ts integer not null,
      num real, text text, quality integer not null default 0,
      primary key (org_no, channel_no, ts)
    ) without rowid`.execute(db);
    await sql`create table reading_revisions (
      org_no integer not null, channel_no integer not null, ts integer not null, replaced_at integer not null, id text not null,
      num real, text text,
      primary key (org_no, channel_no, ts, replaced_at, id)
    ) without rowid`.execute(db);
    for (const table of ['readings_5m', 'readings_1h'])
      await sql`create table ${sql.table(table)} (
        org_no integer not null, channel_no integer not null, ts integer not null,
        n integer not null, sum real not null, min real not null, max real not null,
        first real not null, last real not null, first_ts integer not null, last_ts integer not null,
        primary key (org_no, channel_no, ts)
      ) without rowid`.execute(db);
  },
  jsonRows: (columns) => sql<string>`json_group_array(json_array(${sql.join(columns)}))`,
};
