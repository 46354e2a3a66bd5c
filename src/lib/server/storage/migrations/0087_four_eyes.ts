import type { Kysely } from 'kysely';

/** Who approves a standard is neither who reviewed it nor who made its readings, as far as there is anybody else (decision 0040). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('organizations')
    .addColumn('four_eyes', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}
