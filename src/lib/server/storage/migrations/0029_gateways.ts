import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Ways in for many devices, whose messages name them: which device is which logger, and what waits until somebody says so. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, blob } = dialect.types;
  await db.schema
    .createTable('gateways')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('token_hint', 'text', (c) => c.notNull())
    .addColumn('refused_count', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('last_used_at', bigint)
    .addColumn('revoked_at', bigint)
    .addColumn('revoked_by', 'text')
    .addPrimaryKeyConstraint('gateways_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('gateways_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id'])
    .execute();
  await db.schema
    .createTable('device_identities')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('gateway_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('identity', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('datalogger_id', 'text')
    .addColumn('waiting', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('waiting_bytes', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('refused', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('newest_id', 'text')
    .addColumn('first_seen_at', bigint, (c) => c.notNull())
    .addColumn('last_seen_at', bigint, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('device_identities_pkey', ['organization_id', 'id'])
    .addUniqueConstraint('device_identities_identity', ['organization_id', 'gateway_id', 'kind', 'identity'])
    .addForeignKeyConstraint('device_identities_gateway', ['organization_id', 'gateway_id'], 'gateways', ['organization_id', 'id'])
    .addForeignKeyConstraint('device_identities_datalogger', ['organization_id', 'datalogger_id'], 'dataloggers', ['organization_id', 'id'])
    .execute();
  // Counted for every page's menu: only what waits is in it.
  await sql`create index device_identities_waiting on device_identities (organization_id, workspace_id) where state = 'waiting'`.execute(
    db,
  );
  await db.schema
    .createTable('quarantined_messages')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('identity_id', 'text', (c) => c.notNull())
    .addColumn('door', 'text', (c) => c.notNull())
    .addColumn('decoder', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text')
    .addColumn('received_at', bigint, (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('body', blob, (c) => c.notNull())
    .addColumn('body_encoding', 'text')
    .addPrimaryKeyConstraint('quarantined_messages_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('quarantined_messages_identity', ['organization_id', 'identity_id'], 'device_identities', [
      'organization_id',
      'id',
    ])
    .execute();
  await db.schema
    .createIndex('quarantined_messages_identity_index')
    .on('quarantined_messages')
    .columns(['organization_id', 'identity_id', 'id'])
    .execute();
}
