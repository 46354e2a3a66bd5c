import type { Kysely } from 'kysely';

/**
 * How many days readings and summaries of a sensor type are kept: null = as the organisation says, 0 = for ever; and of each channel before when its
 * five-minute summaries are gone while those of hours are there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['keep_readings_days', 'keep_5m_days', 'keep_1h_days'])
    await db.schema.alterTable('sensor_types').addColumn(column, 'integer').execute();
  await db.schema.alterTable('channels').addColumn('pruned_5m_to', 'bigint').execute();
}
