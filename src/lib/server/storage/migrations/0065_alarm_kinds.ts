import type { Kysely } from 'kysely';

/** What versions of rules say of changes, of the hours in which they count, and of when their alarms end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const versions = () => db.schema.alterTable('alarm_rule_versions');
  await versions()
    .addColumn('window_s', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await versions()
    .addColumn('latch', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await versions()
    .addColumn('cool_down_s', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await versions().addColumn('schedule', 'text').execute();
  await db.schema
    .alterTable('alarms')
    .addColumn('latch', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
