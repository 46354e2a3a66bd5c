import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

type Table = CreateTableBuilder<string, string>;

/**
 * Rules watch what belongs to a sensor type, a logger type or a machine, and so many channels at once: which ones is written down in
 * `alarm_watches` with the moment since when, and alarms and what waits are a rule's and a channel's.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await (dialect.name === 'sqlite' ? rebuild(db, dialect) : alter(db));
  const { bigint } = dialect.types;
  await db.schema
    .createTable('alarm_watches')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('rule_id', 'text', (c) => c.notNull())
    .addColumn('since', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('alarm_watches_pkey', ['organization_id', 'channel_id', 'rule_id'])
    .addForeignKeyConstraint('alarm_watches_channel', ['organization_id', 'channel_id'], 'channels', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('alarm_watches_rule', ['organization_id', 'rule_id'], 'alarm_rules', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('alarm_watches_of_rule').on('alarm_watches').columns(['organization_id', 'rule_id']).execute();
  await sql`insert into alarm_watches (organization_id, channel_id, rule_id, since)
    select r.organization_id, r.channel_id, r.id, v.valid_from from alarm_rules r
    join alarm_rule_versions v on v.organization_id = r.organization_id and v.rule_id = r.id and v.version = 1`.execute(db);
  for (const column of ['sensor_type_id', 'logger_type_id', 'machine_id'])
    await db.schema
      .createIndex(`alarm_rules_of_${column.slice(0, -3)}`)
      .on('alarm_rules')
      .columns(['organization_id', column])
      .execute();
  // What still runs is asked for by channel.
  await sql`drop index if exists alarms_open`.execute(db);
  await sql`create index alarms_open on alarms (organization_id, channel_id) where over_at is null and withdrawn_at is null`.execute(db);
}

const OF: Record<string, string> = { sensor_type_id: 'sensor_types', logger_type_id: 'logger_types', machine_id: 'machines' };

async function alter(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm_rules alter column channel_id drop not null`.execute(db);
  await sql`alter table alarm_rules add column workspace_id text`.execute(db);
  for (const [column, table] of Object.entries(OF)) {
    await sql`alter table alarm_rules add column ${sql.ref(column)} text`.execute(db);
    await sql`alter table alarm_rules add constraint ${sql.ref(`alarm_rules_${column.slice(0, -3)}`)}
      foreign key (organization_id, ${sql.ref(column)}) references ${sql.table(table)} (organization_id, id) on delete cascade`.execute(db);
  }
  await sql`alter table alarm_rules add constraint alarm_rules_workspace
    foreign key (organization_id, workspace_id) references workspaces (organization_id, id)`.execute(db);
  await sql`alter table alarms drop constraint alarms_breach`.execute(db);
  await sql`alter table alarms add constraint alarms_breach unique (organization_id, rule_id, version, channel_id, since)`.execute(db);
  await sql`alter table alarm_backlogs drop constraint alarm_backlogs_pkey`.execute(db);
  await sql`alter table alarm_backlogs add constraint alarm_backlogs_pkey primary key (organization_id, rule_id, channel_id)`.execute(db);
}

/** SQLite changes no constraint of a table: each is made again. The references of those that follow go along with the name of the first. */
async function rebuild(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, double } = dialect.types;
  const was = (name: string) => sql.table(`${name}_was`);
  const remake = async (name: string, columns: string, make: (table: Table) => Table) => {
    await sql`alter table ${sql.table(name)} rename to ${was(name)}`.execute(db);
    await make(
      db.schema.createTable(name).addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id')),
    ).execute();
    await sql`insert into ${sql.table(name)} (${sql.raw(columns)}) select ${sql.raw(columns)} from ${was(name)}`.execute(db);
  };
  await sql`drop index alarm_rules_of_channel`.execute(db);
  await remake(
    'alarm_rules',
    'organization_id, id, channel_id, name, severity, recipients, version, created_at, created_by, updated_at, updated_by, rev, archived_at',
    (table) => {
      const made = table
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('channel_id', 'text')
        .addColumn('sensor_type_id', 'text')
        .addColumn('logger_type_id', 'text')
        .addColumn('machine_id', 'text')
        .addColumn('workspace_id', 'text')
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('severity', 'text', (c) => c.notNull())
        .addColumn('recipients', 'text', (c) => c.notNull().defaultTo('[]'))
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('created_at', bigint, (c) => c.notNull())
        .addColumn('created_by', 'text')
        .addColumn('updated_at', bigint, (c) => c.notNull())
        .addColumn('updated_by', 'text')
        .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
        .addColumn('archived_at', bigint)
        .addPrimaryKeyConstraint('alarm_rules_pkey', ['organization_id', 'id'])
        .addForeignKeyConstraint('alarm_rules_channel', ['organization_id', 'channel_id'], 'channels', ['organization_id', 'id'], (c) =>
          c.onDelete('cascade'),
        )
        .addForeignKeyConstraint('alarm_rules_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id']);
      return Object.entries(OF).reduce(
        (all, [column, of]) =>
          all.addForeignKeyConstraint(
            `alarm_rules_${column.slice(0, -3)}`,
            ['organization_id', column],
            of,
            ['organization_id', 'id'],
            (c) => c.onDelete('cascade'),
          ),
        made as Table,
      );
    },
  );
  await db.schema.createIndex('alarm_rules_of_channel').on('alarm_rules').columns(['organization_id', 'channel_id']).execute();
  const ofRule = (table: Table, name: string) =>
    table.addForeignKeyConstraint(name, ['organization_id', 'rule_id'], 'alarm_rules', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    );
  await remake(
    'alarm_rule_versions',
    'organization_id, rule_id, version, valid_from, kind, low, high, states, hysteresis, on_delay_s, off_delay_s, created_by',
    (table) =>
      ofRule(
        table
          .addColumn('rule_id', 'text', (c) => c.notNull())
          .addColumn('version', 'integer', (c) => c.notNull())
          .addColumn('valid_from', bigint, (c) => c.notNull())
          .addColumn('kind', 'text', (c) => c.notNull())
          .addColumn('low', double)
          .addColumn('high', double)
          .addColumn('states', 'text', (c) => c.notNull().defaultTo('[]'))
          .addColumn('hysteresis', double, (c) => c.notNull())
          .addColumn('on_delay_s', 'integer', (c) => c.notNull())
          .addColumn('off_delay_s', 'integer', (c) => c.notNull())
          .addColumn('created_by', 'text')
          .addPrimaryKeyConstraint('alarm_rule_versions_pkey', ['organization_id', 'rule_id', 'version']) as Table,
        'alarm_rule_versions_rule',
      ),
  );
  for (const index of ['alarms_in_order', 'alarms_of_channel', 'alarms_open', 'alarms_untold'])
    await sql`drop index ${sql.ref(index)}`.execute(db);
  await remake(
    'alarms',
    `organization_id, id, rule_id, version, channel_id, since, active_at, back_at, over_at, peak, peak_at, found_at, late, told, withdrawn_at,
      withdrawn_cause, acknowledged_at, acknowledged_by, note, place`,
    (table) =>
      ofRule(
        table
          .addColumn('id', 'text', (c) => c.notNull())
          .addColumn('rule_id', 'text', (c) => c.notNull())
          .addColumn('version', 'integer', (c) => c.notNull())
          .addColumn('channel_id', 'text', (c) => c.notNull())
          .addColumn('since', bigint, (c) => c.notNull())
          .addColumn('active_at', bigint)
          .addColumn('back_at', bigint)
          .addColumn('over_at', bigint)
          .addColumn('peak', double, (c) => c.notNull())
          .addColumn('peak_at', bigint, (c) => c.notNull())
          .addColumn('found_at', bigint, (c) => c.notNull())
          .addColumn('late', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('told', 'integer', (c) => c.notNull().defaultTo(0))
          .addColumn('withdrawn_at', bigint)
          .addColumn('withdrawn_cause', 'text')
          .addColumn('acknowledged_at', bigint)
          .addColumn('acknowledged_by', 'text')
          .addColumn('note', 'text')
          .addColumn('place', bigint, (c) => c.notNull())
          .addPrimaryKeyConstraint('alarms_pkey', ['organization_id', 'id'])
          .addUniqueConstraint('alarms_breach', ['organization_id', 'rule_id', 'version', 'channel_id', 'since']) as Table,
        'alarms_rule',
      ),
  );
  await remake('alarm_backlogs', 'organization_id, channel_id, rule_id, from_ts, to_ts, state, cause', (table) =>
    ofRule(
      table
        .addColumn('channel_id', 'text', (c) => c.notNull())
        .addColumn('rule_id', 'text', (c) => c.notNull())
        .addColumn('from_ts', bigint, (c) => c.notNull())
        .addColumn('to_ts', bigint, (c) => c.notNull())
        .addColumn('state', 'text')
        .addColumn('cause', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('alarm_backlogs_pkey', ['organization_id', 'rule_id', 'channel_id']) as Table,
      'alarm_backlogs_rule',
    ),
  );
  for (const name of ['alarm_backlogs', 'alarms', 'alarm_rule_versions', 'alarm_rules']) await sql`drop table ${was(name)}`.execute(db);
  await db.schema.createIndex('alarms_in_order').on('alarms').columns(['organization_id', 'place', 'id']).execute();
  await db.schema.createIndex('alarms_of_channel').on('alarms').columns(['organization_id', 'channel_id', 'since']).execute();
  await sql`create index alarms_untold on alarms (organization_id, id) where told = 0`.execute(db);
}
