import type { Kysely } from 'kysely';

/** Why figures leave an entry out. Entries are computed from taps: those of before hold no such word. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('entries').addColumn('excluded', 'text').execute();
}
