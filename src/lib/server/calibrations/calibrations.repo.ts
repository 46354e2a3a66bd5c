import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type DueState, MOST_CALIBRATIONS } from '../../contract/calibrations.ts';
import { DUE_DAYS, dayAfter } from '../../domain/readings/calibration.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { contains, countUpTo, inWorkspaces, keyset, MOST_COUNTED, type Page } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** The day at a moment in microseconds, YYYY-MM-DD by the clocks of a zone. */
export const dayIn = (now: number, zone: string): string => new Date(wallOf(Math.floor(now / 1_000), zone)).toISOString().slice(0, 10);

/** The last of all days: those that nobody said are sorted behind all others, and channels without calibration behind these. */
const NEVER_DUE = '9999-12-30';
const WITHOUT = '9999-12-31';

export const SORTS = {
  due: { type: 'string', column: `(case when k.id is null then '${WITHOUT}' else coalesce(k.due_on, '${NEVER_DUE}') end)` },
  name: { type: 'string', column: 'lower(c.name)' },
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  datalogger_id?: string | undefined;
  channel_id?: string | undefined;
  state?: DueState | undefined;
}

export interface DueRow {
  id: string;
  name: string;
  key: string;
  workspace_id: string;
  datalogger_id: string | null;
  datalogger_name: string | null;
  time_zone: string;
  calibration_id: string | null;
  from_ts: number | null;
  curve: string | null;
  laboratory: string | null;
  certificate: string | null;
  calibrated_on: string | null;
  due_on: string | null;
  told_at: number | null;
  place: string;
}

/** @param now microseconds: what is in force and due follows from the clock */
export function calibrationsRepo(connection: TenantConnection, now: number) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('calibrations as k')
      .innerJoin('channels as c', 'c.id', 'k.channel_id')
      .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
      .leftJoin('mark_backlogs as b', 'b.channel_id', 'k.channel_id')
      .leftJoin('users as u', 'u.id', 'k.created_by')
      .leftJoin('users as r', 'r.id', 'k.revoked_by')
      .selectAll('k')
      .select(['c.name as channel_name', 'c.workspace_id', 'c.datalogger_id', 'c.unit', 'c.sensor_type_id', 'c.decimals', 'c.pruned_to'])
      .select(['w.time_zone', 'u.name as created_name', 'r.name as revoked_name', 'b.from_ts as waits_from', 'b.to_ts as waits_to'])
      .select((eb) =>
        eb
          .selectFrom('calibrations as n')
          .select((inner) => inner.fn.min('n.from_ts').as('next'))
          .whereRef('n.channel_id', '=', 'k.channel_id')
          .whereRef('n.from_ts', '>', 'k.from_ts')
          .where('n.revoked_at', 'is', null)
          .as('next_ts'),
      );

  const channels = tenantTable(connection, 'channels as c');
  const calibrations = tenantTable(connection, 'calibrations as k');
  const others = tenantTable(connection, 'calibrations as n');
  /** Measured channels in use, with the calibration that is in force. */
  const fromInForce = sql`from ${channels} join ${tenantTable(connection, 'workspaces as w')} on w.id = c.workspace_id
    left join ${tenantTable(connection, 'dataloggers as d')} on d.id = c.datalogger_id
    left join ${calibrations} on k.channel_id = c.id and k.revoked_at is null and k.from_ts = (
      select max(n.from_ts) from ${others} where n.channel_id = c.id and n.revoked_at is null and n.from_ts <= ${now})`;

  /** Today where each sensor is: clocks of the world agree on three days at most. */
  async function todays(): Promise<{ today: RawBuilder<string>; soon: RawBuilder<string> }> {
    const zones = await db.selectFrom('workspaces').select('time_zone').distinct().execute();
    const byZone = (days: number) => {
      const cases = zones.map(({ time_zone }) => sql`when ${time_zone} then ${dayAfter(dayIn(now, time_zone), days)}`);
      return sql<string>`(case w.time_zone ${sql.join(cases, sql` `)} else ${dayAfter(dayIn(now, 'UTC'), days)} end)`;
    };
    return { today: byZone(0), soon: byZone(DUE_DAYS) };
  }

  async function matching({ q, workspaces, datalogger_id, channel_id, state }: Filter): Promise<RawBuilder<SqlBool>> {
    const conditions = [
      inWorkspaces('c.workspace_id', workspaces),
      sql<SqlBool>`c.kind = 'gauge' and c.archived_at is null and c.merged_into is null and d.archived_at is null`,
    ];
    if (datalogger_id !== undefined) conditions.push(sql`c.datalogger_id = ${datalogger_id}`);
    if (channel_id !== undefined) conditions.push(sql`c.id = ${channel_id}`);
    if (q !== undefined && q.trim() !== '')
      conditions.push(contains(['c.name', 'c.key', 'd.name', 'k.certificate', 'k.laboratory'], q.trim()));
    if (state !== undefined) {
      const { today, soon } = await todays();
      conditions.push(
        {
          none: sql<SqlBool>`k.id is null`,
          overdue: sql<SqlBool>`k.due_on < ${today}`,
          due: sql<SqlBool>`k.due_on >= ${today} and k.due_on <= ${soon}`,
          valid: sql<SqlBool>`k.id is not null and (k.due_on is null or k.due_on > ${soon})`,
        }[state],
      );
    }
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  }

  return {
    list(filter: {
      workspaces: 'all' | readonly string[];
      dataloggerId?: string | undefined;
      channelId?: string | undefined;
      channelIds?: readonly string[] | undefined;
      revoked: boolean;
    }) {
      let query = all().where(inWorkspaces('c.workspace_id', filter.workspaces));
      if (filter.dataloggerId !== undefined) query = query.where('c.datalogger_id', '=', filter.dataloggerId);
      if (filter.channelId !== undefined) query = query.where('k.channel_id', '=', filter.channelId);
      if (filter.channelIds !== undefined) query = query.where('k.channel_id', 'in', [...filter.channelIds]);
      if (!filter.revoked) query = query.where('k.revoked_at', 'is', null);
      return query.orderBy('k.from_ts', 'desc').orderBy('k.id', 'desc').limit(MOST_CALIBRATIONS).execute();
    },
    find(id: string) {
      return all().where('k.id', '=', id).executeTakeFirst();
    },
    /** The one that begins at the moment and holds. */
    beginningAt(channelId: string, from: number) {
      return all().where('k.channel_id', '=', channelId).where('k.from_ts', '=', from).where('k.revoked_at', 'is', null).executeTakeFirst();
    },
    /** Where the next one begins that holds. */
    async nextAfter(channelId: string, from: number): Promise<number | null> {
      const row = await db
        .selectFrom('calibrations')
        .select((eb) => eb.fn.min('from_ts').as('next'))
        .where('channel_id', '=', channelId)
        .where('from_ts', '>', from)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return row?.next === null || row?.next === undefined ? null : Number(row.next);
    },
    /** Those that hold somewhere in from ≤ ts < to, in order of time. */
    async during(channelId: string, from: number, to: number) {
      const rows = await db
        .selectFrom('calibrations')
        .select(['id', 'from_ts', 'curve', 'laboratory', 'certificate', 'calibrated_on', 'due_on'])
        .where('channel_id', '=', channelId)
        .where('revoked_at', 'is', null)
        .where('from_ts', '<', to)
        .orderBy('from_ts')
        .execute();
      return rows.filter((_, index) => (rows[index + 1]?.from_ts ?? Number.POSITIVE_INFINITY) > from);
    },
    /** How many of the channel hold. */
    async countOf(channelId: string): Promise<number> {
      const { n } = await db
        .selectFrom('calibrations')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('channel_id', '=', channelId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    async insert(row: Omit<NewRow<'calibrations'>, 'organization_id'>): Promise<void> {
      await db.insertInto('calibrations').values(row).execute();
    },
    /** False when the row isn't at `rev` any more. */
    update(
      id: string,
      rev: number,
      changes: Pick<Row<'calibrations'>, 'revoked_at' | 'revoked_by'>,
      stamp: { at: number; by: string | null },
    ): Promise<boolean> {
      return updateAtRev(db, { table: 'calibrations', id, rev }, changes, stamp);
    },
    /** Files of calibrations, the newest first. */
    async filesOf(
      ids: readonly string[],
    ): Promise<{ calibration_id: string; id: string; name: string; media_type: string; rev: number }[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom('files')
        .select(['entity_id as calibration_id', 'id', 'name', 'media_type', 'rev'])
        .where('entity', '=', 'calibrations')
        .where('entity_id', 'in', [...ids])
        .where('archived_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
    },
    async channels(filter: Filter, page: Page<Sort>): Promise<DueRow[]> {
      const { column } = SORTS[page.sort];
      const { after, by } = keyset(column, 'c.id', page);
      const { rows } =
        await sql<DueRow>`select c.id, c.name, c.key, c.workspace_id, c.datalogger_id, d.name as datalogger_name, w.time_zone,
          k.id as calibration_id, k.from_ts, k.curve, k.laboratory, k.certificate, k.calibrated_on, k.due_on, (select max(t.told_at) from ${tenantTable(connection, 'calibration_notices as t')}
            where t.calibration_id = k.id and t.recipients > 0) as told_at, ${sql.raw(column)} as place
        ${fromInForce} where ${await matching(filter)} and ${after} order by ${by} limit ${page.limit}`.execute(db);
      return rows;
    },
    async count(filter: Filter) {
      const where = await matching(filter);
      return countUpTo(db, (limit) => sql`(select 1 ${fromInForce} where ${where} limit ${limit})`);
    },
    /** How many there are in all and in each state; one query. */
    async tally(filter: Omit<Filter, 'state'>): Promise<Record<DueState | 'total', number>> {
      const of = async (state?: DueState) =>
        sql`(select count(*) from (select 1 ${fromInForce} where ${await matching({ ...filter, state })} limit ${MOST_COUNTED + 1}) as counted)`;
      const { rows } = await sql<Record<DueState | 'total', number>>`select ${await of()} as total, ${await of('overdue')} as overdue,
        ${await of('due')} as due, ${await of('valid')} as valid, ${await of('none')} as "none"`.execute(db);
      const n = (key: DueState | 'total') => Number(rows[0]?.[key] ?? 0);
      return { total: n('total'), overdue: n('overdue'), due: n('due'), valid: n('valid'), none: n('none') };
    },
  };
}
export type CalibrationRow = NonNullable<Awaited<ReturnType<ReturnType<typeof calibrationsRepo>['find']>>>;
