import { type Kysely, sql } from 'kysely';
import { searchKeys } from '../../kernel/name-keys.ts';

const PAGE = 500;
/** Columns of the primary key, and the texts that a row is found by beside its name. */
const TABLES = {
  dataloggers: { key: ['organization_id', 'id'], more: ['code', 'place', 'kind'] },
  users: { key: ['id'], more: [] },
} as const;

/** Loggers and people too are sorted and searched by folded texts: the database's own order knows neither accents nor numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, { key, more }] of Object.entries(TABLES)) {
    for (const column of ['name_key', 'search'])
      await db.schema
        .alterTable(table)
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
        .execute();
    await fill(db, table, key, more);
  }
  await db.schema.dropIndex('dataloggers_name').execute();
  await db.schema.createIndex('dataloggers_name').on('dataloggers').columns(['organization_id', 'name_key', 'id']).execute();
}

/** Page by page in the order of the primary key: a table is never in memory whole. */
async function fill(db: Kysely<unknown>, table: string, key: readonly string[], more: readonly string[]): Promise<void> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last = key.map(() => '');
  for (;;) {
    const { rows } = await sql<{ [column: string]: string | null; name: string }>`
      select ${sql.join([...key, 'name', ...more].map((column) => sql.ref(column)))} from ${sql.table(table)}
      where (${columns}) > (${sql.join(last)}) order by ${columns} limit ${PAGE}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    const keys = rows.map((row) => {
      const { name_key, search } = searchKeys(row.name, ...more.map((column) => row[column]));
      return sql`(${sql.join([...key.map((column) => row[column]), name_key, search])})`;
    });
    const same = sql.join(
      key.map((column) => sql`t.${sql.ref(column)} = k.${sql.ref(column)}`),
      sql` and `,
    );
    await sql`with k (${columns}, name_key, search) as (values ${sql.join(keys)})
      update ${sql.table(table)} as t set name_key = k.name_key, search = k.search from k where ${same}`.execute(db);
    last = key.map((column) => end[column] ?? '');
  }
}
