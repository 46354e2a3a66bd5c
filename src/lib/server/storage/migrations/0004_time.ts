import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** The stopwatch: taxonomies, activities, screens with their versions, measurements with taps and entries. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, double } = dialect.types;
  const tenant = (table: string) =>
    db.schema.createTable(table).addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'));
  const tenantWithId = (table: string) =>
    tenant(table)
      .addColumn('id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pkey`, ['organization_id', 'id']);
  type Table = ReturnType<typeof tenantWithId>;
  const stamped = (table: Table): Table =>
    table
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('updated_at', bigint, (c) => c.notNull())
      .addColumn('updated_by', 'text')
      .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('archived_at', bigint) as Table;
  const inWorkspace = (table: Table, name: string): Table =>
    table
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addForeignKeyConstraint(`${name}_workspace_id_fk`, ['organization_id', 'workspace_id'] as never, 'workspaces', [
        'organization_id',
        'id',
      ]) as Table;
  const index = (table: string, columns: string[]) => db.schema.createIndex(`${table}_${columns[1]}`).on(table).columns(columns).execute();

  await db.schema.alterTable('organizations').addColumn('consent_text', 'text').execute();

  await stamped(
    tenantWithId('taxonomies')
      .addColumn('key', 'text')
      .addColumn('names', 'text', (c) => c.notNull())
      .addColumn('categories', 'text', (c) => c.notNull())
      .addColumn('to_check', 'integer', (c) => c.notNull()) as Table,
  ).execute();

  await inWorkspace(
    stamped(
      tenantWithId('activities')
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('short', 'text')
        .addColumn('icon', 'text')
        .addColumn('color', 'integer', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('loss', 'integer', (c) => c.notNull())
        .addColumn('element', 'integer', (c) => c.notNull())
        .addColumn('ends_cycle', 'integer', (c) => c.notNull())
        .addColumn('categories', 'text', (c) => c.notNull()) as Table,
    ),
    'activities',
  ).execute();
  await index('activities', ['organization_id', 'workspace_id', 'name', 'id']);

  await inWorkspace(
    stamped(
      tenantWithId('screens')
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('method', 'text', (c) => c.notNull())
        .addColumn('machine_id', 'text')
        .addColumn('draft', 'text', (c) => c.notNull())
        .addColumn('version', 'integer')
        .addColumn('published_at', bigint) as Table,
    ),
    'screens',
  ).execute();
  await index('screens', ['organization_id', 'workspace_id', 'name', 'id']);
  await tenant('screen_versions')
    .addColumn('screen_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('activities', 'text', (c) => c.notNull())
    .addColumn('published_at', bigint, (c) => c.notNull())
    .addColumn('published_by', 'text')
    .addPrimaryKeyConstraint('screen_versions_pkey', ['organization_id', 'screen_id', 'version'] as never)
    .addForeignKeyConstraint('screen_versions_screen_fk', ['organization_id', 'screen_id'] as never, 'screens', ['organization_id', 'id'])
    .execute();

  await inWorkspace(
    stamped(
      tenantWithId('measurements')
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('screen_id', 'text', (c) => c.notNull())
        .addColumn('screen_version', 'integer', (c) => c.notNull())
        .addColumn('method', 'text', (c) => c.notNull())
        .addColumn('machine_id', 'text')
        .addColumn('lanes', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        // Milliseconds: what taps are kept in.
        .addColumn('started_ms', bigint)
        .addColumn('ended_ms', bigint)
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('shift', 'text')
        .addColumn('observer_id', 'text')
        .addColumn('consent_at', bigint)
        .addColumn('note', 'text')
        .addColumn('tap_count', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('entry_count', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('conflict_count', 'integer', (c) => c.notNull().defaultTo(0)) as Table,
    ),
    'measurements',
  )
    .addForeignKeyConstraint('measurements_screen_fk', ['organization_id', 'screen_id', 'screen_version'] as never, 'screen_versions', [
      'organization_id',
      'screen_id',
      'version',
    ])
    .execute();
  for (const column of ['day', 'name', 'created_at']) await index('measurements', ['organization_id', column, 'id']);
  await index('measurements', ['organization_id', 'workspace_id', 'day', 'id']);
  await index('measurements', ['organization_id', 'machine_id', 'day', 'id']);
  await index('measurements', ['organization_id', 'screen_id', 'day', 'id']);

  const ofMeasurement = (table: string) =>
    tenant(table)
      .addColumn('measurement_id', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pkey`, ['organization_id', 'measurement_id', 'id'])
      .addForeignKeyConstraint(`${table}_measurement_fk`, ['organization_id', 'measurement_id'], 'measurements', ['organization_id', 'id']);
  await ofMeasurement('tap_events')
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('received_at', bigint, (c) => c.notNull())
    .addColumn('user_id', 'text')
    .execute();
  await db.schema.createIndex('tap_events_seq').unique().on('tap_events').columns(['organization_id', 'measurement_id', 'seq']).execute();
  await ofMeasurement('entries')
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('activity_id', 'text')
    .addColumn('from_ms', bigint, (c) => c.notNull())
    .addColumn('to_ms', bigint)
    .addColumn('interrupts', 'integer', (c) => c.notNull())
    .addColumn('rating', double)
    .addColumn('note', 'text')
    .addColumn('cycle', 'integer', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('entries_time').on('entries').columns(['organization_id', 'measurement_id', 'from_ms', 'id']).execute();
}
