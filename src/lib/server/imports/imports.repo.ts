import { longestKeptDays } from '../kernel/kept-from.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** An import with what is to be known of its logger. */
export type ImportRow = Omit<Row<'imports'>, 'organization_id'> & {
  workspace_id: string;
  datalogger_name: string;
  datalogger_no: number;
  channel_limit: number;
  mb_per_day: number | null;
};

export function importsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    find(id: string): Promise<ImportRow | undefined> {
      return db
        .selectFrom('imports as i')
        .innerJoin('dataloggers as d', (join) => join.onRef('d.id', '=', 'i.datalogger_id'))
        .select([
          'i.id',
          'i.datalogger_id',
          'i.name',
          'i.hash',
          'i.size',
          'i.settings',
          'i.checked',
          'i.run_at',
          'i.created_at',
          'i.created_by',
          'd.workspace_id',
          'd.name as datalogger_name',
          'd.no as datalogger_no',
          'd.channel_limit',
          'd.mb_per_day',
        ])
        .where('i.id', '=', id)
        .executeTakeFirst();
    },
    /** A logger that may get readings, with the zone of its place. */
    logger(id: string) {
      return db
        .selectFrom('dataloggers as d')
        .innerJoin('workspaces as w', (join) => join.onRef('w.id', '=', 'd.workspace_id'))
        .select(['d.id', 'd.workspace_id', 'd.channel_limit', 'w.time_zone'])
        .where('d.id', '=', id)
        .where('d.archived_at', 'is', null)
        .executeTakeFirst();
    },
    async insert(row: Omit<NewRow<'imports'>, 'organization_id'>): Promise<void> {
      await db.insertInto('imports').values(row).execute();
    },
    async update(id: string, changes: Partial<Pick<Row<'imports'>, 'settings' | 'checked' | 'run_at'>>): Promise<void> {
      await db.updateTable('imports').set(changes).where('id', '=', id).execute();
    },
    /** Writes what a check found, unless other settings are being checked meanwhile. */
    async putChecked(id: string, settings: string, checked: string): Promise<void> {
      await db.updateTable('imports').set({ checked }).where('id', '=', id).where('settings', '=', settings).execute();
    },
    /** Says that a file brought readings of a logger. */
    async filed(dataloggerId: string, at: number): Promise<void> {
      await db.updateTable('dataloggers').set({ filed_at: at }).where('id', '=', dataloggerId).execute();
    },
    /** What bounds what is stored: days that readings are kept, megabytes a day; null = nothing. */
    limits(): Promise<{ keep_readings_days: number | null; ingest_mb_per_day: number | null }> {
      return db
        .selectFrom('organizations as o')
        .select(['o.ingest_mb_per_day', longestKeptDays(connection, 'o').as('keep_readings_days')])
        .executeTakeFirstOrThrow();
    },
    /** What became of a message that is stored already; undefined = it isn't. */
    stored(messageId: string) {
      return db
        .selectFrom('received_data')
        .select(['points', 'new', 'duplicate', 'replaced'])
        .where('given_id', '=', messageId)
        .executeTakeFirst();
    },
    /** Deletes those that were made before a time and never stored, at most so many; says how many. */
    async forget(before: number, limit: number): Promise<number> {
      const old = db.selectFrom('imports').select('id').where('created_at', '<', before).where('run_at', 'is', null).limit(limit);
      const { numDeletedRows } = await db.deleteFrom('imports').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
