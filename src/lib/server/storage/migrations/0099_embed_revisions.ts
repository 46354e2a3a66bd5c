import type { Kysely } from 'kysely';

/** Embeds can be changed: each change is made at the revision that was seen. Those of before are at their first one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('embeds')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}
