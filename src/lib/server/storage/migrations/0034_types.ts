import { type Kysely, sql } from 'kysely';
import { searchable, searchKeys } from '../../kernel/name-keys.ts';

/** Types of loggers and sensors are found by folded texts; a logger type has a photo and says when its loggers are offline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await text('logger_types', 'name_key');
  await text('logger_types', 'search');
  await text('sensor_types', 'search');
  await db.schema.alterTable('logger_types').addColumn('photo_file_id', 'text').execute();
  await db.schema.alterTable('logger_types').addColumn('offline_after', 'integer').execute();
  const { rows: loggers } = await sql<{ organization_id: string; id: string; name: string; maker: string | null; model: string | null }>`
    select organization_id, id, name, maker, model from logger_types`.execute(db);
  for (const { organization_id, id, name, maker, model } of loggers) {
    const { name_key, search } = searchKeys(name, maker, model);
    await sql`update logger_types set name_key = ${name_key}, search = ${search}
      where organization_id = ${organization_id} and id = ${id}`.execute(db);
  }
  // Copies of the catalogue are alike in all organisations.
  const { rows: sensors } = await sql<{ names: string }>`select distinct names from sensor_types`.execute(db);
  for (const { names } of sensors) {
    const search = searchable(Object.values(JSON.parse(names) as Record<string, string>));
    await sql`update sensor_types set search = ${search} where names = ${names}`.execute(db);
  }
}
