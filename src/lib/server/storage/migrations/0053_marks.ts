import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/**
 * Marks of people over readings, and the rollups that still wait to be folded again after them. `channels.mark_rev` is null while nobody ever
 * corrected the channel: then its readings cost nothing more.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, double } = dialect.types;
  await db.schema
    .createTable('marks')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('from_ts', bigint, (c) => c.notNull())
    .addColumn('to_ts', bigint, (c) => c.notNull())
    .addColumn('value_from', double)
    .addColumn('value_to', double)
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('revoked_at', bigint)
    .addColumn('revoked_by', 'text')
    .addPrimaryKeyConstraint('marks_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('marks_channel', ['organization_id', 'channel_id'], 'channels', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('marks_of_channel').on('marks').columns(['organization_id', 'channel_id', 'from_ts']).execute();
  await db.schema
    .createTable('mark_backlogs')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('from_ts', bigint, (c) => c.notNull())
    .addColumn('to_ts', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('mark_backlogs_pkey', ['organization_id', 'channel_id'])
    .addForeignKeyConstraint('mark_backlogs_channel', ['organization_id', 'channel_id'], 'channels', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.alterTable('channels').addColumn('mark_rev', 'integer').execute();
  await db.schema.alterTable('channels').addColumn('excluded_ts', bigint).execute();
}
