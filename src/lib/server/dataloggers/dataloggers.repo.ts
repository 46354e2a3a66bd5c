import type { RawBuilder, SqlBool } from 'kysely';
import {
  DATALOGGER_STATES,
  type DataloggerFilter,
  type DataloggerGroup,
  type DataloggerGrouping,
  type DataloggerState,
  type HealthFilter,
} from '../../contract/dataloggers.ts';
import { SILENCE_MS, TROUBLES, type Trouble } from '../../domain/datalogger-state.ts';
import { finds, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';
import { TYPE_SHOWN, type TypeShown } from '../sensor-types/shown-by.ts';
import { groupId, groupName, groupPlace } from './logger-groups.ts';
import { hasTag, storedTags } from './logger-tags.ts';
import { HEALTH_SHOWN, HEALTH_SORTS, type HealthColumns, hasHealth, withHealth } from './with-health.ts';

type Changes = Partial<
  Pick<
    Row<'dataloggers'>,
    | 'workspace_id'
    | 'name'
    | 'code'
    | 'kind'
    | 'place'
    | 'tags'
    | 'expected_interval_s'
    | 'auto_channels'
    | 'machine_id'
    | 'mb_per_day'
    | 'channel_limit'
    | 'paused_at'
    | 'archived_at'
  >
>;

type Searched = Pick<NewRow<'dataloggers'>, 'name' | 'code' | 'place' | 'kind' | 'tags'>;
const searchedBy = ({ name, code, place, kind, tags }: Searched) => searchKeys(name, code, place, kind, ...storedTags(tags ?? ''));

/** Columns by which lists are sorted; the order by trouble is worked out from the moment. */
export const SORTS = {
  trouble: { type: 'string', column: null },
  name: { type: 'string', column: 'd.name_key' },
  code: { type: 'string', column: "coalesce(d.code, '')" },
  place: { type: 'string', column: "lower(coalesce(d.place, ''))" },
  last_seen_at: { type: 'number', column: 'coalesce(d.last_seen_at, 0)' },
  created_at: { type: 'number', column: 'd.created_at' },
  ...HEALTH_SORTS,
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  state?: DataloggerFilter | undefined;
  machine_id?: string | undefined;
  tag?: string | undefined;
  health?: HealthFilter | undefined;
  /** The archived ones too. */
  archived: boolean;
  /** Microseconds: the moment for which the state is asked. */
  now: number;
}

/** Seconds between messages of a logger `d` of the type `lt`, as its type has it, and as it is expected: its own setting wins. */
const TYPE_INTERVAL_S = sql`coalesce(lt.sending_interval_s, lt.sampling_interval_s)`;
const EXPECTED_S = sql`coalesce(d.expected_interval_s, lt.sending_interval_s, lt.sampling_interval_s)`;
/** Of what a logger `d` of the type `lt` gets from it. */
const OF_LOGGER_TYPE = sql`${TYPE_INTERVAL_S} as type_interval_s,
  coalesce(lt.sampling_interval_s, lt.sending_interval_s) as type_sampling_s, lt.offline_after, lt.name as logger_type_name`;

/** When a file brought readings of a logger `d` last, as far as its first channel `c` still has one: an undone file leaves none. */
const FILED_AT = sql`case when c.last_ts is null then null else d.filed_at end`;

/** Silence allowed for a state as SQL, microseconds: the rule of datalogger-state.ts. */
function silenceUs(state: 'online' | 'late') {
  const { intervals, least, unknown } = SILENCE_MS[state];
  const times = state === 'late' ? sql`coalesce(lt.offline_after, ${sql.lit(intervals)})` : sql.lit(intervals);
  const interval = sql`cast(${EXPECTED_S} as bigint) * ${times} * 1000000`;
  return sql<number>`case when ${EXPECTED_S} is null then ${sql.lit(unknown * 1000)}
    when ${interval} < ${sql.lit(least * 1000)} then ${sql.lit(least * 1000)} else ${interval} end`;
}

function inState(state: DataloggerState, now: number): RawBuilder<SqlBool> {
  const silence = sql<number>`cast(${now} as bigint) - d.last_seen_at`;
  const seen = sql`d.paused_at is null and d.last_seen_at is not null`;
  switch (state) {
    case 'paused':
      return sql<SqlBool>`d.paused_at is not null`;
    case 'never':
      return sql<SqlBool>`d.paused_at is null and d.last_seen_at is null and d.refused_at is null and ${FILED_AT} is null`;
    case 'file':
      return sql<SqlBool>`d.paused_at is null and d.last_seen_at is null and d.refused_at is null and ${FILED_AT} is not null`;
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

/** Channels in use of a logger `d` that fail: the rule of `failingOf` as SQL. */
const fromFailing = (
  connection: TenantConnection,
) => sql`from ${tenantTable(connection, 'channels as failing')} where failing.datalogger_id = d.id
  and failing.archived_at is null and failing.left_out_ts is not null and (failing.last_ts is null or failing.left_out_ts > failing.last_ts)`;

/** The rule of `troubleOf` as SQL, of a logger `d` with its first channel `c`. */
function inTrouble(connection: TenantConnection, trouble: Trouble, now: number): RawBuilder<SqlBool> {
  const waitedFor = sql`d.archived_at is null and d.paused_at is null`;
  if (trouble === 'ahead') return sql<SqlBool>`(${waitedFor} and c.ahead_ts is not null and (c.last_ts is null or c.ahead_ts > c.last_ts))`;
  if (trouble === 'failing') return sql<SqlBool>`(${waitedFor} and exists (select 1 ${fromFailing(connection)}))`;
  return sql<SqlBool>`(${waitedFor} and ${inState(trouble, now)})`;
}

/** Does the logger `d` with its first channel `c` want attention? */
export const inAnyTrouble = (connection: TenantConnection, now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`${troublePlace(connection, now)} < ${String(TROUBLES.length)}`;

/** Place among the troubles, the gravest first, as one digit. */
const troublePlace = (connection: TenantConnection, now: number) =>
  sql<string>`case ${sql.join(
    TROUBLES.map((trouble, place) => sql`when ${inTrouble(connection, trouble, now)} then ${sql.lit(String(place))}`),
    sql` `,
  )} else ${sql.lit(String(TROUBLES.length))} end`;

const stateName = (now: number) =>
  sql<DataloggerState>`case ${sql.join(
    DATALOGGER_STATES.map((state) => sql`when ${inState(state, now)} then ${sql.lit(state)}`),
    sql` `,
  )} end`;

/** Columns of a logger that are shown: texts that nobody reads cost a list a tenth. */
const SHOWN = [
  'id',
  'workspace_id',
  'name',
  'code',
  'kind',
  'place',
  'tags',
  'machine_id',
  'logger_type_id',
  'logger_type_version',
  'expected_interval_s',
  'auto_channels',
  'channel_limit',
  'paused_at',
  'first_seen_at',
  'last_seen_at',
  'refused_at',
  'filed_at',
  'mb_per_day',
  'used_day',
  'used_bytes',
  'rev',
  'created_at',
  'updated_at',
  'archived_at',
] as const satisfies readonly (keyof Row<'dataloggers'>)[];
const COLUMNS = SHOWN.map((column) => `d.${column}`).join(', ');

/** A logger with its number of channels and the newest reading of its first channel that has one. */
export type DataloggerRow = Pick<Row<'dataloggers'>, (typeof SHOWN)[number]> & {
  channel_count: number;
  failing: number;
  unit: string | null;
  decimals: number | null;
  state_words: string | null;
  type_interval_s: number | null;
  type_sampling_s: number | null;
  offline_after: number | null;
  logger_type_name: string | null;
} & TypeShown & {
    channel_id: string | null;
    channel_name: string | null;
    channel_kind: Row<'channels'>['kind'] | null;
  } & HealthColumns &
  Pick<Row<'channels'>, 'last_ts' | 'last_num' | 'last_text' | 'ahead_ts' | 'left_out_ts'>;

/** A row of a list, with what its place follows from. */
export type ListedRow = DataloggerRow & { place_in_list: string | number; group_in_list: string | null };

/** A logger with the names that a table has in place of ids. */
export type TableRow = Row<'dataloggers'> & { workspace_name: string; machine_name: string | null; logger_type_name: string | null };
/** Rows of one statement: engines take only so many parameters. */
const PART = 500;

/** Each logger `d` with its type `lt` and its first channel that has a reading, `c`. */
export const fromLoggers = (connection: TenantConnection) => sql`
  from ${tenantTable(connection, 'dataloggers as d')}
  left join ${tenantTable(connection, 'logger_types as lt')} on lt.id = d.logger_type_id
  left join ${tenantTable(connection, 'channels as c')} on c.id = coalesce((
    select first_one.id from ${tenantTable(connection, 'channels as first_one')} where first_one.datalogger_id = d.id
      and first_one.last_ts is not null and first_one.archived_at is null order by first_one.position, first_one.no limit 1), (
    select first_ahead.id from ${tenantTable(connection, 'channels as first_ahead')} where first_ahead.datalogger_id = d.id
      and first_ahead.ahead_ts is not null and first_ahead.archived_at is null order by first_ahead.position, first_ahead.no limit 1))`;

/** The sensor type `t` of the channel `c`. */
const withType = (connection: TenantConnection) =>
  sql`left join ${tenantTable(connection, 'sensor_types as t')} on t.id = c.sensor_type_id`;

/** Written out rather than built: building took as long as a fifth of running it, on every list. */
const shown = (connection: TenantConnection) => sql`
  ${sql.raw(COLUMNS)}, c.id as channel_id, c.name as channel_name, c.kind as channel_kind, c.unit, c.decimals, ${TYPE_SHOWN}, c.last_ts, c.last_num, c.last_text,
    c.ahead_ts, c.left_out_ts, ${OF_LOGGER_TYPE}, ${HEALTH_SHOWN}, (select count(*) from ${tenantTable(connection, 'channels as each_one')} where each_one.datalogger_id = d.id
      and each_one.archived_at is null) as channel_count, (select count(*) ${fromFailing(connection)}) as failing`;

export function dataloggersRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [filter.archived ? sql`true` : sql`d.archived_at is null`, inWorkspaces('d.workspace_id', filter.workspaces)];
    conditions.push(...finds('d.search', filter.q));
    if (filter.tag !== undefined) conditions.push(hasTag(filter.tag));
    if (filter.health) conditions.push(hasHealth(connection, filter.health));
    if (filter.machine_id) conditions.push(sql`d.machine_id = ${filter.machine_id}`);
    if (filter.state === 'ahead' || filter.state === 'failing')
      conditions.push(sql`${troublePlace(connection, filter.now)} = ${String(TROUBLES.indexOf(filter.state))}`);
    else if (filter.state === 'trouble') conditions.push(inAnyTrouble(connection, filter.now));
    else if (filter.state) conditions.push(sql`d.archived_at is null`, inState(filter.state, filter.now));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  return {
    /**
     * @param filter its moment decides the order by trouble too
     * @param within the groups that come one after the other, and the one that the cursor stands in
     */
    list(filter: Filter, page: Page<Sort>, within?: { group: DataloggerGrouping; after: string | null }) {
      const place = page.sort === 'trouble' ? sql`${troublePlace(connection, filter.now)} || d.name_key` : sql.raw(SORTS[page.sort].column);
      const { after, by } = keyset(place, 'd.id', page);
      const group = within && groupPlace(connection, within.group);
      const beyond =
        group && within.after !== null ? sql<SqlBool>`(${group} > ${within.after} or (${group} = ${within.after} and ${after}))` : after;
      return sql<ListedRow>`select ${place} as place_in_list, ${group ?? sql.lit(null)} as group_in_list, ${shown(connection)}
        ${fromLoggers(connection)} ${withType(connection)} ${withHealth(connection)}
        where ${matching(filter)} and ${beyond} order by ${group ? sql`${group} asc, ${by}` : by} limit ${page.limit}`
        .execute(db)
        .then((result) => result.rows);
    },
    /**
     * The groups in their order.
     * @param machines workspaces whose machines the reader may see
     */
    async groups(
      filter: Filter,
      group: DataloggerGrouping,
      machines: 'all' | readonly string[],
      limit: number,
    ): Promise<DataloggerGroup[]> {
      const { rows } = await sql<Omit<DataloggerGroup, 'trouble'> & { trouble: number | string }>`
        select id, max(name) as name, count(*) as count, sum(trouble) as trouble from (
          select ${groupPlace(connection, group)} as place, ${groupId(group)} as id, ${groupName(connection, group, machines)} as name,
            case when ${inAnyTrouble(connection, filter.now)} then 1 else 0 end as trouble
          ${fromLoggers(connection)} where ${matching(filter)}
        ) as each_one group by place, id order by place limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, trouble: Number(row.trouble) }));
    },
    /** Tags of the loggers in use, each once, as they were written. */
    async tags(workspaces: Filter['workspaces']): Promise<string[]> {
      const { rows } = await sql<{ tags: string }>`select distinct d.tags from ${tenantTable(connection, 'dataloggers as d')}
        where d.tags <> '' and d.archived_at is null and ${inWorkspaces('d.workspace_id', workspaces)}`.execute(db);
      return [...new Set(rows.flatMap(({ tags }) => storedTags(tags)))];
    },
    /**
     * Loggers as tables write them, oldest first: those that a filter leaves, or those of the ids.
     * @param machines workspaces whose machines the reader may see
     */
    async table(of: Filter | { ids: readonly string[] }, machines: 'all' | readonly string[]): Promise<TableRow[]> {
      const where = 'ids' in of ? sql<SqlBool>`d.id in (${sql.join(of.ids)})` : matching(of);
      const { rows } = await sql<TableRow>`select d.*, w.name as workspace_name, lt.name as logger_type_name,
          case when ${inWorkspaces('m.workspace_id', machines)} then m.name end as machine_name
        ${fromLoggers(connection)}
        join ${tenantTable(connection, 'workspaces as w')} on w.id = d.workspace_id
        left join ${tenantTable(connection, 'machines as m')} on m.id = d.machine_id
        where ${where} order by d.no`.execute(db);
      return rows;
    },
    async count(filter: Filter): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count ${fromLoggers(connection)} where ${matching(filter)}`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },
    /** How many loggers there are of each state and trouble, those that are archived with no state. */
    async tally(filter: Omit<Filter, 'state'>): Promise<{ state: DataloggerState | null; trouble: Trouble | null; count: number }[]> {
      const { rows } = await sql<{ state: DataloggerState | null; place: string; count: number }>`
        select state, place, count(*) as count from (
          select case when d.archived_at is null then ${stateName(filter.now)} end as state, ${troublePlace(connection, filter.now)} as place
          ${fromLoggers(connection)} where ${matching(filter)}
        ) as each_one group by state, place`.execute(db);
      return rows.map(({ state, place, count }) => ({ state, trouble: TROUBLES[Number(place)] ?? null, count }));
    },
    find(id: string) {
      return sql<DataloggerRow>`select ${shown(connection)} ${fromLoggers(connection)} ${withType(connection)} ${withHealth(connection)} where d.id = ${id}`
        .execute(db)
        .then((result) => result.rows[0]);
    },
    /** The newest version of a logger type in use; null without one. */
    async newestVersion(loggerTypeId: string): Promise<number | null> {
      const row = await db
        .selectFrom('logger_types')
        .select('version')
        .where('id', '=', loggerTypeId)
        .where('archived_at', 'is', null)
        .executeTakeFirst();
      return row?.version ?? null;
    },
    /** As what a logger type came with the product; null = as nothing. */
    async typeKey(loggerTypeId: string | null): Promise<string | null> {
      if (loggerTypeId === null) return null;
      const row = await db.selectFrom('logger_types').select('key').where('id', '=', loggerTypeId).executeTakeFirst();
      return row?.key ?? null;
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
    /** Gives new loggers the next numbers of their organisation, in their order. */
    async insertAll(
      rows: readonly Omit<NewRow<'dataloggers'>, 'organization_id' | 'no' | keyof ReturnType<typeof searchKeys>>[],
    ): Promise<void> {
      const { next_datalogger_no } = await db
        .updateTable('organizations')
        .set((eb) => ({ next_datalogger_no: eb('next_datalogger_no', '+', rows.length) }))
        .returning('next_datalogger_no')
        .executeTakeFirstOrThrow();
      const numbered = rows.map((row, at) => ({ ...row, no: next_datalogger_no - rows.length + at, ...searchedBy(row) }));
      for (let at = 0; at < numbered.length; at += PART)
        await db
          .insertInto('dataloggers')
          .values(numbered.slice(at, at + PART))
          .execute();
    },
    /** Takes its channels along into another workspace; true when one of them belongs to a machine, which stays. */
    async moveChannels(id: string, workspace_id: string): Promise<boolean> {
      const moved = await db
        .updateTable('channels')
        .set({ workspace_id })
        .where('datalogger_id', '=', id)
        .returning('machine_id')
        .execute();
      return moved.some(({ machine_id }) => machine_id !== null);
    },
    /** False when the row isn't at its `rev` any more. */
    update(before: Searched & Pick<Row<'dataloggers'>, 'id' | 'rev'>, changes: Changes, stamp: { at: number; by: string | null }) {
      const { id, rev } = before;
      return updateAtRev(db, { table: 'dataloggers', id, rev }, { ...changes, ...searchedBy({ ...before, ...changes }) }, stamp);
    },
  };
}
