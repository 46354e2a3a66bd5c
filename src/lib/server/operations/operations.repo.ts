import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StandardStep } from '../../contract/operations.ts';
import { countUpTo, finds, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { nameKey, searchable } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Columns by which lists are sorted: an index has each. */
export const SORTS = {
  code: { type: 'string', column: 'o.code_key' },
  name: { type: 'string', column: 'o.name_key' },
  created_at: { type: 'number', column: 'o.created_at' },
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  machine_id?: string | undefined;
  standard?: StandardStep | undefined;
  /** The archived ones too. */
  archived: boolean;
}

export type OperationRow = Row<'operations'> & {
  machine_name: string | null;
  measurement_count: number;
  active_version: number | null;
  active_standard: number | null;
  active_at: number | null;
  waiting_version: number | null;
  waiting_standard: number | null;
  waiting_at: number | null;
};
export type ListedRow = OperationRow & { place: string | number };

const keysOf = ({ code, name, product }: { code: string; name: string; product?: string | null | undefined }) => ({
  code_key: nameKey(code),
  name_key: nameKey(name),
  search: searchable([code, name, product ?? null]),
});

export function operationsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const operations = tenantTable(connection, 'operations as o');
  const more = sql`k.name as machine_name, v.version as active_version, v.standard as active_standard, v.approved_at as active_at,
    w.version as waiting_version, w.standard as waiting_standard, w.reviewed_at as waiting_at,
    (select count(*) from ${tenantTable(connection, 'measurements as m')} where m.operation_id = o.id and m.archived_at is null) as measurement_count`;
  const joined = sql`left join ${tenantTable(connection, 'machines as k')} on k.id = o.machine_id
    left join ${tenantTable(connection, 'standard_versions as v')} on v.operation_id = o.id and v.approved_at is not null and v.superseded_at is null
    left join ${tenantTable(connection, 'standard_versions as w')} on w.operation_id = o.id and w.approved_at is null`;
  const versionsOf = sql`select 1 from ${tenantTable(connection, 'standard_versions as x')} where x.operation_id = o.id`;
  const steps: Record<StandardStep, RawBuilder<SqlBool>> = {
    waiting: sql`exists (${versionsOf} and x.approved_at is null)`,
    approved: sql`exists (${versionsOf} and x.approved_at is not null and x.superseded_at is null)`,
    none: sql`not exists (${versionsOf})`,
  };
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [inWorkspaces('o.workspace_id', filter.workspaces)];
    if (!filter.archived) conditions.push(sql`o.archived_at is null`);
    if (filter.machine_id !== undefined) conditions.push(sql`o.machine_id = ${filter.machine_id}`);
    if (filter.standard !== undefined) conditions.push(steps[filter.standard]);
    conditions.push(...finds('o.search', filter.q));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };
  const counted = <R extends { measurement_count: number }>(row: R): R => ({ ...row, measurement_count: Number(row.measurement_count) });
  return {
    async list(filter: Filter, page: Page<Sort>): Promise<ListedRow[]> {
      const { column } = SORTS[page.sort];
      const { after, by } = keyset(column, 'o.id', page);
      const { rows } = await sql<ListedRow>`select o.*, ${more}, ${sql.raw(column)} as place
        from (select * from ${operations} where ${matching(filter)} and ${after} order by ${by} limit ${page.limit}) as o ${joined}
        order by ${by}`.execute(db);
      return rows.map(counted);
    },
    count: (filter: Filter) => countUpTo(db, (limit) => sql`(select 1 from ${operations} where ${matching(filter)} limit ${limit})`),
    async find(id: string): Promise<OperationRow | undefined> {
      const { rows } = await sql<OperationRow>`select o.*, ${more} from ${operations} ${joined} where o.id = ${id}`.execute(db);
      return rows.map(counted)[0];
    },
    async insert(row: Omit<NewRow<'operations'>, 'organization_id' | 'code_key' | 'name_key' | 'search'>): Promise<void> {
      await db
        .insertInto('operations')
        .values({ ...row, ...keysOf(row) })
        .execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update(
      before: OperationRow,
      changes: Partial<Omit<Row<'operations'>, 'organization_id' | 'id' | 'rev'>>,
      stamp: { at: number; by: string | null },
    ): Promise<boolean> {
      const { id, rev } = before;
      return updateAtRev(db, { table: 'operations', id, rev }, { ...changes, ...keysOf({ ...before, ...changes }) }, stamp);
    },
  };
}
