import type { RawBuilder, SqlBool } from 'kysely';
import type { MachineStatus } from '../../contract/machines.ts';
import { finds, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { nameKey } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';
import { searchText } from './machine-keys.ts';

type Changes = Partial<
  Omit<Row<'machines'>, 'organization_id' | 'id' | 'rev' | 'name_key' | 'search' | `${'created' | 'updated'}_${'at' | 'by'}`>
>;

/** Columns by which lists are sorted: an index has each in this very form. */
export const SORTS = {
  name: { type: 'string', column: 'm.name_key' },
  code: { type: 'string', column: "coalesce(m.code, '')" },
  status: { type: 'string', column: 'm.status' },
  created_at: { type: 'number', column: 'm.created_at' },
} as const;
export type Sort = keyof typeof SORTS;

/** The value of a row that its place in the list is decided by. */
export const sortValue = (row: ShownRow, sort: Sort): string | number =>
  ({ name: row.name_key, code: row.code ?? '', status: row.status, created_at: row.created_at })[sort];

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  status?: MachineStatus | undefined;
  kind?: string | undefined;
  site?: string | undefined;
  hall?: string | undefined;
  line?: string | undefined;
  /** The archived ones too. */
  archived: boolean;
}

/** A machine with its loggers, those that are archived left out. */
export type MachineRow = Row<'machines'> & {
  dataloggers: { id: string; last_seen_at: number | null }[];
};
/** Columns of a machine that are shown, and that its place in a list follows from. */
const SHOWN = [
  'id',
  'workspace_id',
  'name',
  'name_key',
  'code',
  'kind',
  'site',
  'hall',
  'line',
  'status',
  'manufacturer',
  'model',
  'serial_number',
  'note',
  'ideal_cycle_s',
  'planned_stop_limit_s',
  'micro_stop_limit_s',
  'cost_per_hour',
  'photo_file_id',
  'rev',
  'created_at',
  'updated_at',
  'archived_at',
] as const satisfies readonly (keyof Row<'machines'>)[];
const COLUMNS = SHOWN.map((column) => `m.${column}`).join(', ');
/** As a list reads it. */
export type ShownRow = Pick<Row<'machines'>, (typeof SHOWN)[number]> & Pick<MachineRow, 'dataloggers'>;
type Joined<R> = R & { datalogger_id: string | null; last_seen_at: number | null };

/** One row for each logger of a machine becomes one machine, the first of them; the order of machines stays. Loggers are sorted here: an engine would sort anew what comes in order. */
function folded<R extends { id: string }>(rows: readonly Joined<R>[]): (R & Pick<MachineRow, 'dataloggers'>)[] {
  const found = new Map<string, R & Pick<MachineRow, 'dataloggers'>>();
  for (const row of rows) {
    const machine = found.get(row.id) ?? Object.assign(row, { dataloggers: [] });
    if (row.datalogger_id !== null) machine.dataloggers.push({ id: row.datalogger_id, last_seen_at: row.last_seen_at });
    found.set(row.id, machine);
  }
  const machines = [...found.values()];
  for (const { dataloggers } of machines) if (dataloggers.length > 1) dataloggers.sort((one, other) => (one.id < other.id ? -1 : 1));
  return machines;
}

type WholeRow = Omit<NewRow<'machines'>, 'organization_id' | 'name_key' | 'search'> & Parameters<typeof searchText>[0];
const withKeys = (row: WholeRow) => ({ ...row, name_key: nameKey(row.name), search: searchText(row) });
/** Rows of one statement: engines take only so many parameters. */
const PART = 500;

export function machinesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const machines = tenantTable(connection, 'machines as m');
  const withLoggers = sql`left join ${tenantTable(connection, 'dataloggers as d')} on d.machine_id = m.id and d.archived_at is null`;
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [inWorkspaces('m.workspace_id', filter.workspaces)];
    if (!filter.archived) conditions.push(sql`m.archived_at is null`);
    for (const column of ['status', 'kind', 'site', 'hall', 'line'] as const)
      if (filter[column] !== undefined) conditions.push(sql`${sql.ref(`m.${column}`)} = ${filter[column]}`);
    conditions.push(...finds('m.search', filter.q));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  return {
    /** One page: it is cut before the loggers are joined, so that only its own are looked up. */
    async list(filter: Filter, page: Page<Sort>): Promise<ShownRow[]> {
      const { after, by } = keyset(SORTS[page.sort].column, 'm.id', page);
      const { rows } = await sql<Joined<Omit<ShownRow, 'dataloggers'>>>`select ${sql.raw(COLUMNS)}, d.id as datalogger_id, d.last_seen_at
        from (select * from ${machines} where ${matching(filter)} and ${after} order by ${by} limit ${page.limit}) as m ${withLoggers}
        order by ${by}`.execute(db);
      return folded(rows);
    },
    async count(filter: Filter): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${machines} where ${matching(filter)}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    /** Each combination of words that machines in use have, with their number. */
    places(workspaces: 'all' | readonly string[]) {
      return db
        .selectFrom('machines as m')
        .select(['m.site', 'm.hall', 'm.line', 'm.kind', 'm.status', (eb) => eb.fn.countAll<number>().as('count')])
        .where('m.archived_at', 'is', null)
        .where(inWorkspaces('m.workspace_id', workspaces))
        .groupBy(['m.site', 'm.hall', 'm.line', 'm.kind', 'm.status'])
        .orderBy('m.site')
        .orderBy('m.hall')
        .orderBy('m.line')
        .orderBy('m.kind')
        .orderBy('m.status')
        .execute();
    },
    async find(id: string): Promise<MachineRow | undefined> {
      const rows = await db
        .selectFrom('machines as m')
        .leftJoin('dataloggers as d', (join) => join.onRef('d.machine_id', '=', 'm.id').on('d.archived_at', 'is', null))
        .selectAll('m')
        .select(['d.id as datalogger_id', 'd.last_seen_at'])
        .where('m.id', '=', id)
        .execute();
      return folded(rows)[0];
    },
    async insert(row: WholeRow): Promise<void> {
      await db.insertInto('machines').values(withKeys(row)).execute();
    },
    async insertAll(rows: readonly WholeRow[]): Promise<void> {
      for (let at = 0; at < rows.length; at += PART)
        await db
          .insertInto('machines')
          .values(rows.slice(at, at + PART).map(withKeys))
          .execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update(before: Row<'machines'>, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      const after = { ...before, ...changes };
      const { id, rev } = before;
      const derived = { name_key: nameKey(after.name), search: searchText(after) };
      return updateAtRev(db, { table: 'machines', id, rev }, { ...changes, ...derived }, stamp);
    },
    /** Does a logger stand on the machine, a channel measure it, a screen or a measurement name it? Archived ones count: they would come back into the wrong workspace. */
    async isMeasured(id: string): Promise<boolean> {
      const of = (table: 'dataloggers' | 'channels' | 'screens' | 'measurements') =>
        db.selectFrom(table).select('id').where('machine_id', '=', id).limit(1).executeTakeFirst();
      for (const table of ['dataloggers', 'channels', 'screens', 'measurements'] as const) if ((await of(table)) !== undefined) return true;
      return false;
    },
    /** Is it a picture that was stored for this machine and not taken away? */
    async hasPicture(id: string, fileId: string): Promise<boolean> {
      const row = await db
        .selectFrom('files')
        .select('id')
        .where('id', '=', fileId)
        .where('entity', '=', 'machines')
        .where('entity_id', '=', id)
        .where('media_type', 'like', 'image/%')
        .where('archived_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Photos that are deleted are nobody's main photo any more. */
    async leavePhotos(fileIds: readonly string[]): Promise<void> {
      await db.updateTable('machines').set({ photo_file_id: null }).where('photo_file_id', 'in', fileIds).execute();
    },
    /** The machine's files follow it into another workspace. */
    async moveFiles(id: string, workspaceId: string): Promise<void> {
      await db
        .updateTable('files')
        .set({ workspace_id: workspaceId })
        .where('entity', '=', 'machines')
        .where('entity_id', '=', id)
        .execute();
    },
    /** Makes who puts something on the machine, or moves it, wait for the end of this transaction. */
    async hold(id: string): Promise<void> {
      await db
        .updateTable('machines')
        .set((eb) => ({ rev: eb.ref('rev') }))
        .where('id', '=', id)
        .execute();
    },
    /** Is it a machine in use that loggers and channels of that workspace may be put on? It stays so until the end of the transaction. */
    async stands(id: string, workspaceId: string): Promise<boolean> {
      const row = await db
        .updateTable('machines')
        .set((eb) => ({ rev: eb.ref('rev') }))
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('archived_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
