import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** People, tenants, loggers, received data, readings with their rollups. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, double, blob } = dialect.types;
  const stamps = ['created_at', 'updated_at'] as const;

  /** Tenant tables: `(organization_id, id)` is the key, the organisation must exist. */
  const tenant = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pkey`, ['organization_id', 'id']);
  type Table = ReturnType<typeof tenant>;
  const stamped = (table: Table): Table => {
    let made: Table = table;
    for (const column of stamps) made = made.addColumn(column, bigint, (c) => c.notNull()) as Table;
    return made
      .addColumn('created_by', 'text')
      .addColumn('updated_by', 'text')
      .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('archived_at', bigint) as Table;
  };
  const inTenant = (table: Table, column: string, target: string): Table =>
    table.addForeignKeyConstraint(`${target}_fk_${column}`, ['organization_id', column] as never, target, [
      'organization_id',
      'id',
    ]) as Table;

  await stamped(
    db.schema
      .createTable('users')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('locale', 'text', (c) => c.notNull())
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('access_all_orgs', 'integer', (c) => c.notNull().defaultTo(0)) as unknown as Table,
  ).execute();

  await stamped(
    db.schema
      .createTable('organizations')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('no', dialect.types.serial, (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('slug', 'text', (c) => c.notNull().unique())
      .addColumn('locale', 'text', (c) => c.notNull())
      .addColumn('time_zone', 'text', (c) => c.notNull())
      .addColumn('next_channel_no', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('ingest_quota_per_minute', 'integer') as unknown as Table,
  ).execute();

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('generation', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('refresh_hash', 'text', (c) => c.notNull().unique())
    .addColumn('previous_hash', 'text')
    .addColumn('rotated_at', bigint)
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .addColumn('revoked_at', bigint)
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'created_at']).execute();
  await db.schema.createIndex('sessions_previous').on('sessions').column('previous_hash').execute();

  await db.schema
    .createTable('login_attempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('first_at', bigint, (c) => c.notNull())
    .addColumn('last_at', bigint, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();

  await stamped(
    tenant('workspaces')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('code', 'text')
      .addColumn('time_zone', 'text', (c) => c.notNull()) as Table,
  ).execute();

  await inTenant(
    stamped(
      tenant('memberships')
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('workspace_id', 'text')
        .addColumn('role', 'text', (c) => c.notNull()) as Table,
    ),
    'workspace_id',
    'workspaces',
  ).execute();
  await db.schema.createIndex('memberships_user').on('memberships').columns(['user_id', 'organization_id']).execute();
  await sql`create unique index memberships_role on memberships (organization_id, user_id, role, coalesce(workspace_id, ''))`.execute(db);

  await tenant('audit_events')
    .addColumn('at', bigint, (c) => c.notNull())
    .addColumn('actor_kind', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('verb', 'text', (c) => c.notNull())
    .addColumn('entity_id', 'text')
    .addColumn('workspace_id', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('request_id', 'text')
    .execute();
  await db.schema.createIndex('audit_events_entity').on('audit_events').columns(['organization_id', 'entity_id', 'at']).execute();

  await inTenant(
    stamped(
      tenant('dataloggers')
        .addColumn('workspace_id', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('code', 'text')
        .addColumn('kind', 'text')
        .addColumn('place', 'text')
        .addColumn('expected_interval_s', 'integer')
        .addColumn('auto_channels', 'integer', (c) => c.notNull())
        .addColumn('channel_limit', 'integer', (c) => c.notNull())
        .addColumn('paused_at', bigint)
        .addColumn('first_seen_at', bigint)
        .addColumn('last_seen_at', bigint) as Table,
    ),
    'workspace_id',
    'workspaces',
  ).execute();
  await db.schema.createIndex('dataloggers_name').on('dataloggers').columns(['organization_id', 'name', 'id']).execute();

  await inTenant(
    tenant('credentials')
      .addColumn('datalogger_id', 'text', (c) => c.notNull())
      .addColumn('label', 'text')
      .addColumn('token_hash', 'text', (c) => c.notNull())
      .addColumn('token_hint', 'text', (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('last_used_at', bigint)
      .addColumn('revoked_at', bigint)
      .addColumn('revoked_by', 'text') as Table,
    'datalogger_id',
    'dataloggers',
  ).execute();
  await db.schema.createIndex('credentials_datalogger').on('credentials').columns(['organization_id', 'datalogger_id', 'id']).execute();
  await db.schema
    .createTable('credential_index')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull())
    .execute();

  await inTenant(
    inTenant(
      stamped(
        tenant('channels')
          .addColumn('no', 'integer', (c) => c.notNull())
          .addColumn('workspace_id', 'text', (c) => c.notNull())
          .addColumn('datalogger_id', 'text')
          .addColumn('key', 'text', (c) => c.notNull())
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('unit', 'text')
          .addColumn('kind', 'text', (c) => c.notNull())
          .addColumn('decimals', 'integer')
          .addColumn('position', 'integer', (c) => c.notNull())
          .addColumn('first_ts', bigint)
          .addColumn('last_ts', bigint)
          .addColumn('last_num', double)
          .addColumn('last_text', 'text') as Table,
      ),
      'workspace_id',
      'workspaces',
    ),
    'datalogger_id',
    'dataloggers',
  ).execute();
  await db.schema.createIndex('channels_no').unique().on('channels').columns(['organization_id', 'no']).execute();
  await db.schema.createIndex('channels_key').unique().on('channels').columns(['organization_id', 'datalogger_id', 'key']).execute();

  await inTenant(
    tenant('received_data')
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addColumn('datalogger_id', 'text', (c) => c.notNull())
      .addColumn('credential_id', 'text')
      .addColumn('door', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text')
      .addColumn('content_encoding', 'text')
      .addColumn('received_at', bigint, (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('points', 'integer', (c) => c.notNull())
      .addColumn('new', 'integer', (c) => c.notNull())
      .addColumn('duplicate', 'integer', (c) => c.notNull())
      .addColumn('replaced', 'integer', (c) => c.notNull())
      .addColumn('error_count', 'integer', (c) => c.notNull())
      .addColumn('errors', 'text')
      .addColumn('body', blob, (c) => c.notNull()) as Table,
    'datalogger_id',
    'dataloggers',
  ).execute();
  await db.schema.createIndex('received_data_datalogger').on('received_data').columns(['organization_id', 'datalogger_id', 'id']).execute();

  await dialect.createSeriesTables(db);
}
