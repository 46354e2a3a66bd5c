import { type Kysely, sql } from 'kysely';
import { nameKey, searchable } from '../../kernel/name-keys.ts';

/** Rows of one page: two statements each, and far from the number of values that a statement takes. */
const PAGE = 500;

/** The texts of each table that a search finds its rows by. */
const SEARCHED = { activities: ['name', 'short'], screens: ['name'], measurements: ['name', 'note'] } as const;

/** Activities, screens and measurements are sorted and searched by folded texts, as machines are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, texts] of Object.entries(SEARCHED)) {
    for (const column of ['name_key', 'search'])
      await db.schema
        .alterTable(table)
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
        .execute();
    await fill(db, table, texts);
  }
  const index = (table: string, name: string, columns: string[]) =>
    db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns(['organization_id', ...columns, 'id'])
      .execute();
  for (const table of ['activities', 'screens']) {
    await db.schema.dropIndex(`${table}_workspace_id`).execute();
    await index(table, 'name', ['name_key']);
    await index(table, 'workspace', ['workspace_id', 'name_key']);
    await index(table, 'created', ['created_at']);
  }
  await db.schema.dropIndex('measurements_name').execute();
  await index('measurements', 'name', ['name_key']);
}

interface RowToKey {
  organization_id: string;
  id: string;
  name: string;
  [text: string]: string | null;
}

/** Gives the rows that are there their keys, page by page in the order of their primary key: a table is never in memory whole. */
async function fill(db: Kysely<unknown>, table: string, texts: readonly string[]): Promise<void> {
  let last = { organization_id: '', id: '' };
  for (;;) {
    const { rows } =
      await sql<RowToKey>`select organization_id, id, ${sql.join(texts.map((text) => sql.ref(text)))} from ${sql.table(table)}
      where (organization_id, id) > (${last.organization_id}, ${last.id}) order by organization_id, id limit ${PAGE}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    const keys = rows.map((row) => {
      const search = searchable(texts.map((text) => row[text] ?? null));
      return sql`(${row.organization_id}, ${row.id}, ${nameKey(row.name)}, ${search})`;
    });
    await sql`with k (organization_id, id, name_key, search) as (values ${sql.join(keys)})
      update ${sql.table(table)} as t set name_key = k.name_key, search = k.search from k
      where t.organization_id = k.organization_id and t.id = k.id`.execute(db);
    last = end;
  }
}
