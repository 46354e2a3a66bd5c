import type { Kysely } from 'kysely';

/** Order, product and batch of an entry. Entries of before have none: no tap said one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['order_name', 'product_name', 'batch_name'])
    await db.schema.alterTable('entries').addColumn(column, 'text').execute();
}
