import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Short words by which people put loggers together, each on a line of its own between two line feeds; and what a job found of each logger. */
export async function up(db: Kysely<unknown>, { types: { bigint, double } }: Dialect): Promise<void> {
  await db.schema
    .alterTable('dataloggers')
    .addColumn('tags', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('logger_health')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('datalogger_id', 'text', (c) => c.notNull())
    .addColumn('looked_at', bigint, (c) => c.notNull())
    .addColumn('coverage_24h', double)
    .addColumn('coverage_7d', double)
    .addColumn('battery_channel_id', 'text')
    .addColumn('battery_trend', 'text')
    .addColumn('battery_days', double)
    .addColumn('signal_channel_id', 'text')
    .addColumn('skew_us', bigint)
    .addColumn('two_clocks', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('logger_health_pkey', ['organization_id', 'datalogger_id'])
    .addForeignKeyConstraint(
      'logger_health_datalogger',
      ['organization_id', 'datalogger_id'],
      'dataloggers',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
}
