import { type Kysely, sql } from 'kysely';

/**
 * Small numbers for loggers, and received data found by them. The index it replaces repeated two UUIDs in every entry: more than half of the
 * pages that a commit of single readings wrote were its.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const zero = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema
    .alterTable('organizations')
    .addColumn('next_datalogger_no', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await zero('dataloggers', 'no');
  await zero('received_data', 'org_no');
  await zero('received_data', 'datalogger_no');

  await sql`update dataloggers set no = (
    select count(*) from dataloggers as o where o.organization_id = dataloggers.organization_id and o.id <= dataloggers.id)`.execute(db);
  await sql`update organizations set next_datalogger_no = (
    select count(*) + 1 from dataloggers as d where d.organization_id = organizations.id)`.execute(db);
  await sql`update received_data set
    org_no = (select o.no from organizations as o where o.id = received_data.organization_id),
    datalogger_no = (select d.no from dataloggers as d where d.organization_id = received_data.organization_id
      and d.id = received_data.datalogger_id)`.execute(db);

  await db.schema.createIndex('dataloggers_no').on('dataloggers').columns(['organization_id', 'no']).unique().execute();
  await db.schema.dropIndex('received_data_datalogger').execute();
  await db.schema.createIndex('received_data_datalogger').on('received_data').columns(['org_no', 'datalogger_no', 'received_at']).execute();
}
