import type { Kysely } from 'kysely';

/** How messages of a gateway name their devices, and how long those of unknown ones wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As settings of a gateway that nobody looked at: `host` is what most collectors write.
  await db.schema
    .alterTable('gateways')
    .addColumn('line_tag', 'text', (c) => c.notNull().defaultTo('host'))
    .execute();
  await db.schema
    .alterTable('gateways')
    .addColumn('topic_level', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable('gateways')
    .addColumn('quarantine_days', 'integer', (c) => c.notNull().defaultTo(30))
    .execute();
}
