import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DataloggerState } from '../../contract/dataloggers.ts';
import { SILENCE_MS } from '../../domain/datalogger-state.ts';
import { finds, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

type Changes = Partial<
  Pick<
    Row<'dataloggers'>,
    | 'workspace_id'
    | 'name'
    | 'code'
    | 'kind'
    | 'place'
    | 'expected_interval_s'
    | 'auto_channels'
    | 'machine_id'
    | 'mb_per_day'
    | 'paused_at'
    | 'archived_at'
  >
>;

type Searched = Pick<NewRow<'dataloggers'>, 'name' | 'code' | 'place' | 'kind'>;
const searchedBy = ({ name, code, place, kind }: Searched) => searchKeys(name, code, place, kind);

/** Columns by which lists are sorted. */
export const SORTS = {
  name: { type: 'string', column: 'd.name_key' },
  code: { type: 'string', column: "coalesce(d.code, '')" },
  last_seen_at: { type: 'number', column: 'coalesce(d.last_seen_at, 0)' },
  created_at: { type: 'number', column: 'd.created_at' },
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  state?: DataloggerState | undefined;
  machine_id?: string | undefined;
  /** The archived ones too. */
  archived: boolean;
  /** Microseconds: the moment for which the state is asked. */
  now: number;
}

/** Silence allowed for a state as SQL, microseconds: the rule of datalogger-state.ts. */
function silenceUs(state: 'online' | 'late') {
  const { intervals, least, unknown } = SILENCE_MS[state];
  const interval = sql`cast(d.expected_interval_s as bigint) * ${sql.lit(intervals * 1_000_000)}`;
  return sql<number>`case when d.expected_interval_s is null then ${sql.lit(unknown * 1000)}
    when ${interval} < ${sql.lit(least * 1000)} then ${sql.lit(least * 1000)} else ${interval} end`;
}

function inState(state: DataloggerState, now: number): RawBuilder<SqlBool> {
  const silence = sql<number>`cast(${now} as bigint) - d.last_seen_at`;
  const seen = sql`d.paused_at is null and d.last_seen_at is not null`;
  switch (state) {
    case 'paused':
      return sql<SqlBool>`d.paused_at is not null`;
    case 'never':
      return sql<SqlBool>`d.paused_at is null and d.last_seen_at is null and d.refused_at is null`;
    case 'refused':
      return sql<SqlBool>`d.paused_at is null and d.last_seen_at is null and d.refused_at is not null`;
    case 'online':
      return sql<SqlBool>`(${seen} and ${silence} <= ${silenceUs('online')})`;
    case 'late':
      return sql<SqlBool>`(${seen} and ${silence} > ${silenceUs('online')} and ${silence} <= ${silenceUs('late')})`;
    case 'offline':
      return sql<SqlBool>`(${seen} and ${silence} > ${silenceUs('late')})`;
  }
}

/** A logger with its number of channels and the newest reading of its first channel that has one. */
export type DataloggerRow = Row<'dataloggers'> & { channel_count: number; unit: string | null; decimals: number | null } & {
  channel_id: string | null;
  channel_name: string | null;
  channel_kind: Row<'channels'>['kind'] | null;
} & Pick<Row<'channels'>, 'last_ts' | 'last_num' | 'last_text' | 'ahead_ts'>;

/** Written out rather than built: building took as long as a fifth of running it, on every list. */
const withLast = (connection: TenantConnection) => sql`
  select d.*, c.id as channel_id, c.name as channel_name, c.kind as channel_kind, c.unit, c.decimals, c.last_ts, c.last_num, c.last_text,
    c.ahead_ts, (select count(*) from ${tenantTable(connection, 'channels as each_one')} where each_one.datalogger_id = d.id
      and each_one.archived_at is null) as channel_count
  from ${tenantTable(connection, 'dataloggers as d')}
  left join ${tenantTable(connection, 'channels as c')} on c.id = coalesce((
    select first_one.id from ${tenantTable(connection, 'channels as first_one')} where first_one.datalogger_id = d.id
      and first_one.last_ts is not null and first_one.archived_at is null order by first_one.position, first_one.no limit 1), (
    select first_ahead.id from ${tenantTable(connection, 'channels as first_ahead')} where first_ahead.datalogger_id = d.id
      and first_ahead.ahead_ts is not null and first_ahead.archived_at is null order by first_ahead.position, first_ahead.no limit 1))`;

export function dataloggersRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [filter.archived ? sql`true` : sql`d.archived_at is null`, inWorkspaces('d.workspace_id', filter.workspaces)];
    conditions.push(...finds('d.search', filter.q));
    if (filter.machine_id) conditions.push(sql`d.machine_id = ${filter.machine_id}`);
    if (filter.state) conditions.push(inState(filter.state, filter.now));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  return {
    list(filter: Filter, page: Page<Sort>) {
      const { after, by } = keyset(SORTS[page.sort].column, 'd.id', page);
      return sql<DataloggerRow>`${withLast(connection)} where ${matching(filter)} and ${after} order by ${by} limit ${page.limit}`
        .execute(db)
        .then((result) => result.rows);
    },
    async count(filter: Filter): Promise<number> {
      const row = await db
        .selectFrom('dataloggers as d')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(matching(filter))
        .executeTakeFirstOrThrow();
      return row.count;
    },
    find(id: string) {
      return sql<DataloggerRow>`${withLast(connection)} where d.id = ${id}`.execute(db).then((result) => result.rows[0]);
    },
    /** Gives the new logger the next number of its organisation. */
    async insert(
      row: Omit<NewRow<'dataloggers'>, 'organization_id' | 'no' | keyof ReturnType<typeof searchKeys>>,
    ): Promise<Row<'dataloggers'>> {
      const { next_datalogger_no } = await db
        .updateTable('organizations')
        .set((eb) => ({ next_datalogger_no: eb('next_datalogger_no', '+', 1) }))
        .returning('next_datalogger_no')
        .executeTakeFirstOrThrow();
      return db
        .insertInto('dataloggers')
        .values({ ...row, no: next_datalogger_no - 1, ...searchedBy(row) })
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    /** False when the row isn't at its `rev` any more. */
    update(before: Searched & Pick<Row<'dataloggers'>, 'id' | 'rev'>, changes: Changes, stamp: { at: number; by: string | null }) {
      const { id, rev } = before;
      return updateAtRev(db, { table: 'dataloggers', id, rev }, { ...changes, ...searchedBy({ ...before, ...changes }) }, stamp);
    },
  };
}
