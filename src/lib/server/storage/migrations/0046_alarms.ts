import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/**
 * Rules of alarms in versions that never change, the alarms that readings made of them, and what of a channel's readings is still to be gone
 * through for them. `channels.alarm_rev` is null while nobody ever watched the channel: then its readings cost nothing more.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, double } = dialect.types;
  await db.schema
    .createTable('alarm_rules')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('channel_id', 'text', (c) => c.notNull())
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
    .execute();
  await db.schema.createIndex('alarm_rules_of_channel').on('alarm_rules').columns(['organization_id', 'channel_id']).execute();
  await db.schema
    .createTable('alarm_rule_versions')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
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
    .addPrimaryKeyConstraint('alarm_rule_versions_pkey', ['organization_id', 'rule_id', 'version'])
    .addForeignKeyConstraint('alarm_rule_versions_rule', ['organization_id', 'rule_id'], 'alarm_rules', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('alarms')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
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
    .addUniqueConstraint('alarms_breach', ['organization_id', 'rule_id', 'version', 'since'])
    .addForeignKeyConstraint('alarms_rule', ['organization_id', 'rule_id'], 'alarm_rules', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('alarms_in_order').on('alarms').columns(['organization_id', 'place', 'id']).execute();
  await db.schema.createIndex('alarms_of_channel').on('alarms').columns(['organization_id', 'channel_id', 'since']).execute();
  // What still runs is asked for with every reading of its channel, what isn't told yet by a job: both are few.
  await sql`create index alarms_open on alarms (organization_id, rule_id) where over_at is null and withdrawn_at is null`.execute(db);
  await sql`create index alarms_untold on alarms (organization_id, id) where told = 0`.execute(db);
  await db.schema
    .createTable('alarm_backlogs')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('channel_id', 'text', (c) => c.notNull())
    .addColumn('rule_id', 'text', (c) => c.notNull())
    .addColumn('from_ts', bigint, (c) => c.notNull())
    .addColumn('to_ts', bigint, (c) => c.notNull())
    .addColumn('state', 'text')
    .addColumn('cause', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('alarm_backlogs_pkey', ['organization_id', 'rule_id'])
    .addForeignKeyConstraint('alarm_backlogs_rule', ['organization_id', 'rule_id'], 'alarm_rules', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.alterTable('channels').addColumn('alarm_rev', 'integer').execute();
  await db.schema
    .alterTable('channels')
    .addColumn('alarm_open', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
