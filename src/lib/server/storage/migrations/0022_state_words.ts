import type { Kysely } from 'kysely';

/** What the values of a state are called in each language: JSON of the contract's `stateWords`; null = on and off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('channels').addColumn('state_words', 'text').execute();
}
