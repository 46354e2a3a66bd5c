import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Newest values in pages elsewhere, until they end. The index is global: the token is known before the organisation is. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('embeds')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('view', 'text', (c) => c.notNull())
    .addColumn('origins', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('token_hint', 'text', (c) => c.notNull())
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_opened_at', bigint)
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('revoked_at', bigint)
    .addColumn('revoked_by', 'text')
    .addPrimaryKeyConstraint('embeds_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('embeds_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id'])
    .execute();
  await db.schema.createIndex('embeds_newest').on('embeds').columns(['organization_id', 'created_at']).execute();
  await db.schema
    .createTable('embed_channels')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('embed_id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('embed_channels_pkey', ['organization_id', 'embed_id', 'channel_id'])
    .addForeignKeyConstraint('embed_channels_embed', ['organization_id', 'embed_id'], 'embeds', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('embed_channels_channel', ['organization_id', 'channel_id'], 'channels', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('embeds_of_channel').on('embed_channels').columns(['organization_id', 'channel_id']).execute();
  await db.schema
    .createTable('embed_index')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('embed_id', 'text', (c) => c.notNull())
    .execute();
}
