import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Recordings with their channels as they were, what people wrote at their moments, and what they were when somebody signed them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('recordings')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('search', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('from_ts', bigint)
    .addColumn('to_ts', bigint)
    .addColumn('sort_ts', bigint, (c) => c.notNull())
    .addColumn('verdict', 'text')
    .addColumn('judged_at', bigint)
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('approved_at', bigint)
    .addColumn('approved_by', 'text')
    .addColumn('changed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('recordings_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('recordings_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id'])
    .execute();
  for (const column of ['sort_ts', 'name_key', 'created_at'])
    await db.schema.createIndex(`recordings_by_${column}`).on('recordings').columns(['organization_id', column, 'id']).execute();
  await db.schema
    .createTable('recording_channels')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('recording_id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('limits', 'text')
    .addColumn('snapshot', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recording_channels_pkey', ['organization_id', 'recording_id', 'channel_id'])
    .addForeignKeyConstraint(
      'recording_channels_recording',
      ['organization_id', 'recording_id'],
      'recordings',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('recording_channels_channel', ['organization_id', 'channel_id'], 'channels', ['organization_id', 'id'])
    .execute();
  await db.schema.createIndex('recordings_of_channel').on('recording_channels').columns(['organization_id', 'channel_id']).execute();
  await db.schema
    .createTable('recording_notes')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('recording_id', 'text', (c) => c.notNull())
    .addColumn('at', bigint, (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addPrimaryKeyConstraint('recording_notes_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint(
      'recording_notes_recording',
      ['organization_id', 'recording_id'],
      'recordings',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('notes_of_recording').on('recording_notes').columns(['organization_id', 'recording_id', 'at']).execute();
  await db.schema
    .createTable('recording_revisions')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('recording_id', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addColumn('evidence', 'text', (c) => c.notNull())
    .addColumn('made_at', bigint, (c) => c.notNull())
    .addColumn('signed_at', bigint)
    .addColumn('signed_by', 'text')
    .addColumn('statement', 'text')
    .addPrimaryKeyConstraint('recording_revisions_pkey', ['organization_id', 'recording_id', 'revision'])
    .addForeignKeyConstraint('recording_revisions_recording', ['organization_id', 'recording_id'], 'recordings', ['organization_id', 'id'])
    .execute();
  // Whose readings retention passes over.
  await sql`create index recordings_signed on recordings (organization_id, id) where approved_at is not null`.execute(db);
}
