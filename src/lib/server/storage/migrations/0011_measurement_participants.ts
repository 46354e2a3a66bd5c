import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Who joined a measurement while it ran, and when and after which tap the server came to know of its end: late taps are judged by these. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('measurement_participants')
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('measurement_id', 'text', (c) => c.notNull())
    // Of a person or of a service's key.
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('joined_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('measurement_participants_pkey', ['organization_id', 'measurement_id', 'actor_id'])
    .addForeignKeyConstraint('measurement_participants_measurement_fk', ['organization_id', 'measurement_id'], 'measurements', [
      'organization_id',
      'id',
    ])
    .execute();
  await db.schema.alterTable('measurements').addColumn('finished_at', bigint).execute();
  await db.schema.alterTable('measurements').addColumn('finished_seq', 'integer').execute();
  await sql`update measurements set finished_at = updated_at, finished_seq = tap_count where state = 'finished'`.execute(db);
  await sql`insert into measurement_participants (organization_id, measurement_id, actor_id, joined_at)
    select organization_id, measurement_id, user_id, min(received_at) from tap_events where user_id is not null
    group by organization_id, measurement_id, user_id`.execute(db);
  await sql`insert into measurement_participants (organization_id, measurement_id, actor_id, joined_at)
    select m.organization_id, m.id, m.created_by, m.created_at from measurements as m where m.created_by is not null
    and not exists (select 1 from measurement_participants as p
      where p.organization_id = m.organization_id and p.measurement_id = m.id and p.actor_id = m.created_by)`.execute(db);
}
