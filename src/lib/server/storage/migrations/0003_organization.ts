import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** People of an organisation, invitations, keys, machines, files, shift calendars, favourites. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, double } = dialect.types;
  const add = (table: string, column: string, type: 'text' | 'integer' | typeof bigint) =>
    db.schema.alterTable(table).addColumn(column, type).execute();
  const addDefaulted = (table: string, column: string, type: 'text' | 'integer', value: string | number) =>
    db.schema
      .alterTable(table)
      .addColumn(column, type, (c) => c.notNull().defaultTo(value))
      .execute();
  const tenant = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pkey`, ['organization_id', 'id']);
  type Table = ReturnType<typeof tenant>;
  const stamped = (table: Table): Table =>
    table
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('updated_at', bigint, (c) => c.notNull())
      .addColumn('updated_by', 'text')
      .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('archived_at', bigint) as Table;
  const inTenant = (table: Table, from: string, column: string, target: string): Table =>
    table.addForeignKeyConstraint(`${from}_${column}_fk`, ['organization_id', column] as never, target, ['organization_id', 'id']) as Table;

  await addDefaulted('organizations', 'first_day', 'integer', 1);
  await addDefaulted('organizations', 'duration_format', 'text', 'hms');
  await addDefaulted('organizations', 'currency', 'text', 'CZK');
  await addDefaulted('organizations', 'pseudonymous_workers', 'integer', 1);
  for (const column of ['keep_received_days', 'keep_readings_days', 'keep_rollups_days']) await add('organizations', column, 'integer');
  await add('organizations', 'logo_hash', 'text');
  await add('users', 'avatar_hash', 'text');
  await addDefaulted('users', 'formats', 'text', '{}');
  await addDefaulted('users', 'notifications', 'text', '{}');
  await add('users', 'first_signed_in_at', bigint);
  await addDefaulted('workspaces', 'description', 'text', '');
  await addDefaulted('audit_events', 'all_orgs', 'integer', 0);
  await db.schema.createIndex('audit_events_at').on('audit_events').columns(['organization_id', 'at', 'id']).execute();
  await db.schema.createIndex('audit_events_verb').on('audit_events').columns(['organization_id', 'verb', 'at']).execute();
  await db.schema.createIndex('workspaces_name').on('workspaces').columns(['organization_id', 'name', 'id']).execute();

  // `id` is the user's: one row for each person of an organisation, whatever his roles.
  await stamped(tenant('people')).execute();
  await sql`insert into people (organization_id, id, created_at, updated_at)
    select organization_id, user_id, min(created_at), min(created_at) from memberships group by organization_id, user_id`.execute(db);

  await stamped(
    tenant('invitations')
      .addColumn('workspace_id', 'text')
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('locale', 'text', (c) => c.notNull())
      .addColumn('roles', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull())
      .addColumn('sent_at', bigint)
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .addColumn('accepted_at', bigint)
      .addColumn('accepted_by', 'text')
      .addColumn('revoked_at', bigint) as Table,
  ).execute();
  await db.schema.createIndex('invitations_created').on('invitations').columns(['organization_id', 'created_at', 'id']).execute();
  await db.schema.createIndex('invitations_email').on('invitations').columns(['organization_id', 'email']).execute();
  await db.schema
    .createTable('invitation_index')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('invitation_id', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .addColumn('used_at', bigint)
    .execute();
  await db.schema.createIndex('password_resets_user').on('password_resets').columns(['user_id', 'created_at']).execute();
  await db.schema
    .createTable('mail_outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text')
    .addColumn('entity_id', 'text')
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('message', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_at', bigint)
    .addColumn('give_up_at', bigint, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('sent_at', bigint)
    .addColumn('failed_at', bigint)
    .addColumn('last_error', 'text')
    .execute();
  await db.schema.createIndex('mail_outbox_next').on('mail_outbox').column('next_at').execute();
  await db.schema.createIndex('mail_outbox_organization').on('mail_outbox').columns(['organization_id', 'created_at']).execute();
  await db.schema.createIndex('mail_outbox_recipient').on('mail_outbox').columns(['recipient', 'created_at']).execute();

  await inTenant(
    tenant('api_keys')
      .addColumn('workspace_id', 'text')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull())
      .addColumn('token_hint', 'text', (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('expires_at', bigint)
      .addColumn('last_used_at', bigint)
      .addColumn('revoked_at', bigint)
      .addColumn('revoked_by', 'text') as Table,
    'api_keys',
    'workspace_id',
    'workspaces',
  ).execute();
  await db.schema
    .createTable('api_key_index')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('api_key_id', 'text', (c) => c.notNull())
    .execute();

  await inTenant(
    stamped(
      tenant('shift_calendars')
        .addColumn('workspace_id', 'text', (c) => c.notNull())
        .addColumn('shifts', 'text', (c) => c.notNull())
        .addColumn('exceptions', 'text', (c) => c.notNull()) as Table,
    ),
    'shift_calendars',
    'workspace_id',
    'workspaces',
  ).execute();
  await db.schema
    .createIndex('shift_calendars_workspace')
    .unique()
    .on('shift_calendars')
    .columns(['organization_id', 'workspace_id'])
    .execute();

  await inTenant(
    stamped(
      tenant('machines')
        .addColumn('workspace_id', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
        .addColumn('search', 'text', (c) => c.notNull().defaultTo(''))
        .addColumn('code', 'text')
        .addColumn('kind', 'text')
        .addColumn('site', 'text')
        .addColumn('hall', 'text')
        .addColumn('line', 'text')
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('manufacturer', 'text')
        .addColumn('model', 'text')
        .addColumn('serial_number', 'text')
        .addColumn('note', 'text')
        .addColumn('ideal_cycle_s', double)
        .addColumn('planned_stop_limit_s', double)
        .addColumn('micro_stop_limit_s', double)
        .addColumn('cost_per_hour', double)
        .addColumn('photo_file_id', 'text') as Table,
    ),
    'machines',
    'workspace_id',
    'workspaces',
  ).execute();
  await db.schema.createIndex('machines_name').on('machines').columns(['organization_id', 'name_key', 'id']).execute();
  await db.schema.createIndex('machines_workspace').on('machines').columns(['organization_id', 'workspace_id', 'name_key', 'id']).execute();
  await db.schema.createIndex('machines_status').on('machines').columns(['organization_id', 'status', 'id']).execute();
  await db.schema.createIndex('machines_created').on('machines').columns(['organization_id', 'created_at', 'id']).execute();
  await sql`create index machines_code on machines (organization_id, coalesce(code, ''), id)`.execute(db);
  await add('dataloggers', 'machine_id', 'text');
  await add('channels', 'machine_id', 'text');
  await add('channels', 'pruned_to', bigint);
  for (const table of ['dataloggers', 'channels'])
    await db.schema.createIndex(`${table}_machine`).on(table).columns(['organization_id', 'machine_id']).execute();

  await stamped(
    tenant('files')
      .addColumn('workspace_id', 'text')
      .addColumn('entity', 'text', (c) => c.notNull())
      .addColumn('entity_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('media_type', 'text', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('width', 'integer')
      .addColumn('height', 'integer') as Table,
  ).execute();
  await db.schema.createIndex('files_entity').on('files').columns(['organization_id', 'entity', 'entity_id', 'id']).execute();

  await db.schema
    .createTable('favorites')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('entity', 'text', (c) => c.notNull())
    .addColumn('entity_id', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('favorites_pkey', ['organization_id', 'user_id', 'entity', 'entity_id'])
    .execute();

  // `id` is the logger's: at most one outage of it is going on.
  await tenant('logger_outages')
    .addColumn('since', bigint, (c) => c.notNull())
    .addColumn('found_at', bigint, (c) => c.notNull())
    .execute();
  const ofPerson = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'));
  await ofPerson('outage_notices')
    .addColumn('datalogger_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('outage_notices_pkey', ['organization_id', 'user_id', 'datalogger_id'])
    .execute();
  await ofPerson('outage_mails')
    .addColumn('sent_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('outage_mails_pkey', ['organization_id', 'user_id'])
    .execute();
}
