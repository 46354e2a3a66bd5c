import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Links by which anybody may read one recording, until they end. The index is global: the token is known before the organisation is. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('recording_shares')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('recording_id', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('token_hint', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_opened_at', bigint)
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('revoked_at', bigint)
    .addColumn('revoked_by', 'text')
    .addPrimaryKeyConstraint('recording_shares_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint(
      'recording_shares_recording',
      ['organization_id', 'recording_id'],
      'recordings',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('shares_of_recording').on('recording_shares').columns(['organization_id', 'recording_id']).execute();
  await db.schema
    .createTable('recording_share_index')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('share_id', 'text', (c) => c.notNull())
    .execute();
}
