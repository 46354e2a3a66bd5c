import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Recordings that begin by themselves. What was begun has a row of its own: whoever looks again begins nothing twice. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('recording_plans')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('channels', 'text', (c) => c.notNull())
    .addColumn('trigger_kind', 'text', (c) => c.notNull())
    .addColumn('days', 'text', (c) => c.notNull())
    .addColumn('starts', 'text', (c) => c.notNull())
    .addColumn('length_min', 'integer')
    .addColumn('rule_id', 'text')
    .addColumn('before_min', 'integer', (c) => c.notNull())
    .addColumn('after_min', 'integer', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('since_ts', bigint)
    .addColumn('next_at', bigint)
    .addColumn('next_from', bigint)
    .addColumn('next_to', bigint)
    .addColumn('next_shift', 'text')
    .addColumn('skipped', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failure', 'text')
    .addColumn('failed_at', bigint)
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('recording_plans_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('recording_plans_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id'])
    .addForeignKeyConstraint('recording_plans_rule', ['organization_id', 'rule_id'], 'alarm_rules', ['organization_id', 'id'])
    .execute();
  await db.schema.createIndex('recording_plans_next').on('recording_plans').columns(['organization_id', 'next_at']).execute();
  await db.schema
    .createTable('recording_plan_runs')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('plan_id', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('recording_id', 'text')
    .addColumn('at', bigint, (c) => c.notNull())
    .addColumn('over', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('recording_plan_runs_pkey', ['organization_id', 'plan_id', 'what'])
    .addForeignKeyConstraint(
      'recording_plan_runs_plan',
      ['organization_id', 'plan_id'],
      'recording_plans',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'recording_plan_runs_recording',
      ['organization_id', 'recording_id'],
      'recordings',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('runs_not_over').on('recording_plan_runs').columns(['organization_id', 'over']).execute();
  await db.schema.createIndex('runs_of_plan').on('recording_plan_runs').columns(['organization_id', 'plan_id', 'at']).execute();
}
