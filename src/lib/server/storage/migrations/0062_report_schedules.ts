import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Reports that are made by the clock, and what was made; a file lies with its run, so that every process can send it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, blob } = dialect.types;
  await db.schema
    .createTable('report_schedules')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('datalogger_id', 'text')
    .addColumn('channels', 'text')
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('recipients', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('next_at', bigint)
    .addColumn('next_from', bigint)
    .addColumn('next_to', bigint)
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('report_schedules_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('report_schedules_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id'])
    .execute();
  await db.schema.createIndex('report_schedules_next').on('report_schedules').columns(['organization_id', 'next_at']).execute();
  await db.schema
    .createTable('report_runs')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('schedule_id', 'text', (c) => c.notNull())
    .addColumn('from_ts', bigint, (c) => c.notNull())
    .addColumn('to_ts', bigint, (c) => c.notNull())
    .addColumn('made_at', bigint, (c) => c.notNull())
    .addColumn('failure', 'text')
    .addColumn('name', 'text')
    .addColumn('media_type', 'text')
    .addColumn('hash', 'text')
    .addColumn('size', 'integer')
    .addColumn('data', blob)
    .addColumn('mailed', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('report_runs_pkey', ['organization_id', 'id'])
    .addUniqueConstraint('report_runs_period', ['organization_id', 'schedule_id', 'from_ts', 'to_ts'])
    .addForeignKeyConstraint(
      'report_runs_schedule',
      ['organization_id', 'schedule_id'],
      'report_schedules',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
}
