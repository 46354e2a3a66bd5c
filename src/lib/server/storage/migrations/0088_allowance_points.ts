import type { Kysely } from 'kysely';

/** Allowances by points: a table, the factors with their points, and what comes of it, in each version of a set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['allowance_sets', 'allowance_set_versions']) await db.schema.alterTable(table).addColumn('points', 'text').execute();
}
