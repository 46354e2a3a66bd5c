import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Calibrations of channels: each holds from its beginning until that of the next one. `channels.mark_rev` grows with each change of them too. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('calibrations')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('from_ts', bigint, (c) => c.notNull())
    .addColumn('curve', 'text', (c) => c.notNull())
    .addColumn('laboratory', 'text', (c) => c.notNull())
    .addColumn('certificate', 'text')
    .addColumn('calibrated_on', 'text')
    .addColumn('due_on', 'text')
    .addColumn('uncertainty', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('revoked_at', bigint)
    .addColumn('revoked_by', 'text')
    .addPrimaryKeyConstraint('calibrations_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('calibrations_channel', ['organization_id', 'channel_id'], 'channels', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  // Those that hold: which one is in force is asked by their beginnings, of which no two are the same.
  await sql`create unique index calibrations_holding on calibrations (organization_id, channel_id, from_ts) where revoked_at is null`.execute(
    db,
  );
  await db.schema.createIndex('calibrations_of_channel').on('calibrations').columns(['organization_id', 'channel_id']).execute();
}
