import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Which step of which calibration people were told of: each is told once. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('calibration_notices')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('calibration_id', 'text', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('told_at', dialect.types.bigint, (c) => c.notNull())
    .addColumn('recipients', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('calibration_notices_pkey', ['organization_id', 'calibration_id', 'step'])
    .addForeignKeyConstraint(
      'calibration_notices_calibration',
      ['organization_id', 'calibration_id'],
      'calibrations',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
}
