import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/**
 * Messages without the UUIDs that every row repeated: their number is their key, the logger is known by its number, and who sent them, from
 * which workspace, stands in a row that they share. Ids that messages had are kept; those of new ones follow from their number.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, blob, serial } = dialect.types;
  await db.schema
    .createTable('received_data_senders')
    .addColumn('no', serial, (c) => c.primaryKey())
    .addColumn('org_no', 'integer', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into received_data_senders (org_no, workspace_id, credential_id)
    select distinct org_no, workspace_id, coalesce(credential_id, '') from received_data order by 1, 2, 3`.execute(db);
  await sql`create unique index received_data_senders_key on received_data_senders (org_no, workspace_id, credential_id)`.execute(db);

  // Messages from before there were numbers get those below zero, in the order in which they came.
  await sql`update received_data set no = o.place
    from (select organization_id as org, id as one, -row_number() over (order by received_at desc, id desc) as place
      from received_data where no is null) as o
    where received_data.organization_id = o.org and received_data.id = o.one`.execute(db);

  const numbered =
    dialect.name === 'sqlite'
      ? db.schema.createTable('received_data_new').addColumn('no', 'integer', (c) => c.primaryKey())
      : db.schema.createTable('received_data_new').addColumn('no', bigint, (c) => c.notNull());
  await numbered
    .addColumn('received_at', bigint, (c) => c.notNull())
    .addColumn('min_ts', bigint)
    .addColumn('max_ts', bigint)
    .addColumn('withdrawn_at', bigint)
    .addColumn('org_no', 'integer', (c) => c.notNull())
    .addColumn('datalogger_no', 'integer', (c) => c.notNull())
    .addColumn('sender_no', 'integer', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('new', 'integer', (c) => c.notNull())
    .addColumn('duplicate', 'integer', (c) => c.notNull())
    .addColumn('replaced', 'integer', (c) => c.notNull())
    .addColumn('error_count', 'integer', (c) => c.notNull())
    .addColumn('warning_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('given_id', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('door', 'text', (c) => c.notNull())
    .addColumn('decoder', 'text')
    .addColumn('content_type', 'text')
    .addColumn('content_encoding', 'text')
    .addColumn('topic', 'text')
    .addColumn('errors', 'text')
    .addColumn('warnings', 'text')
    .addColumn('body_encoding', 'text')
    .addColumn('body', blob, (c) => c.notNull())
    .execute();
  const kept =
    sql.raw(`no, received_at, min_ts, max_ts, withdrawn_at, org_no, datalogger_no, size, points, "new", duplicate, replaced, error_count,
    warning_count, status, door, decoder, content_type, content_encoding, topic, errors, warnings, body_encoding, body`);
  await sql`insert into received_data_new (${kept}, given_id, sender_no)
    select ${kept}, id, (select s.no from received_data_senders as s where s.org_no = received_data.org_no
      and s.workspace_id = received_data.workspace_id and s.credential_id = coalesce(received_data.credential_id, ''))
    from received_data`.execute(db);
  await db.schema.dropTable('received_data').execute();
  await db.schema.alterTable('received_data_new').renameTo('received_data').execute();

  // SQLite's rows lie in the order of their numbers without an index.
  if (dialect.name === 'postgres')
    await sql`alter table received_data add constraint received_data_key primary key (org_no, no)`.execute(db);
  await sql`create index received_data_received on received_data (org_no, received_at)`.execute(db);
  await sql`create index received_data_datalogger on received_data (org_no, datalogger_no, received_at)`.execute(db);
  await sql`create unique index received_data_given on received_data (org_no, given_id) where given_id is not null`.execute(db);
  await sql`create index received_data_duplicate on received_data (org_no, datalogger_no, max_ts) where duplicate > 0`.execute(db);
}
