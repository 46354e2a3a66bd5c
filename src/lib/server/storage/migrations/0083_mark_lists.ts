import { type Kysely, sql } from 'kysely';

/** Marks of all loggers are listed by their time and by when they were made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['from_ts', 'created_at'])
    await sql`create index ${sql.raw(`marks_by_${column}`)} on marks (organization_id, ${sql.ref(column)}, id)`.execute(db);
}
