import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordingCounts, RecordingPurpose, RecordingState } from '../../contract/recordings.ts';
import type { Verdict } from '../../contract/verdicts.ts';
import { countUpTo, finds, inWorkspaces, keyset, MOST_COUNTED, type Page } from '../kernel/list.ts';
import { nameKey, searchable } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Columns by which lists are sorted: an index has each in this very form. */
export const SORTS = {
  from: { type: 'number', column: 'r.sort_ts' },
  name: { type: 'string', column: 'r.name_key' },
  created_at: { type: 'number', column: 'r.created_at' },
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  /** Null = all but the archived ones. */
  state: RecordingState | null;
  purpose?: RecordingPurpose | undefined;
  verdict?: Verdict | undefined;
  datalogger_id?: string | undefined;
  channel_id?: string | undefined;
  /** Microseconds: those whose time touches it. */
  from?: number | undefined;
  to?: number | undefined;
}

export type RecordingRow = Row<'recordings'> & { channel_count: number; approver: string | null };
export type ListedRow = RecordingRow & { place: string | number };
export type ChannelRow = Row<'recording_channels'> & { channel_no: number; pruned_to: number | null; mark_rev: number | null };
type Changes = Partial<
  Pick<Row<'recordings'>, 'name' | 'purpose' | 'note' | 'from_ts' | 'to_ts' | 'sort_ts' | 'archived_at' | 'judged_at'>
>;

const keysOf = ({ name, note }: { name: string; note?: string | null | undefined }): Pick<Row<'recordings'>, 'name_key' | 'search'> => ({
  name_key: nameKey(name),
  search: searchable([name, note ?? null]),
});

/** @param now microseconds: states follow from the clock */
const inState = (state: RecordingState, now: number): RawBuilder<SqlBool> => {
  if (state === 'archived') return sql`r.archived_at is not null`;
  const open = sql`r.archived_at is null and r.approved_at is null`;
  return {
    approved: sql<SqlBool>`r.archived_at is null and r.approved_at is not null`,
    planned: sql<SqlBool>`${open} and (r.from_ts is null or r.from_ts > ${now})`,
    running: sql<SqlBool>`${open} and r.from_ts <= ${now} and (r.to_ts is null or r.to_ts > ${now})`,
    stopped: sql<SqlBool>`${open} and r.from_ts <= ${now} and r.to_ts <= ${now}`,
  }[state];
};

export function recordingsRepo(connection: TenantConnection, now: number) {
  const db = tenantDb(connection);
  const recordings = tenantTable(connection, 'recordings as r');
  const recorded = tenantTable(connection, 'recording_channels as rc');
  const more = sql`(select count(*) from ${recorded} where rc.recording_id = r.id) as channel_count, u.name as approver`;
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [inWorkspaces('r.workspace_id', filter.workspaces)];
    conditions.push(filter.state === null ? sql`r.archived_at is null` : inState(filter.state, now));
    if (filter.purpose !== undefined) conditions.push(sql`r.purpose = ${filter.purpose}`);
    if (filter.verdict !== undefined) conditions.push(sql`r.verdict = ${filter.verdict}`);
    if (filter.channel_id !== undefined)
      conditions.push(sql`r.id in (select rc.recording_id from ${recorded} where rc.channel_id = ${filter.channel_id})`);
    if (filter.datalogger_id !== undefined)
      conditions.push(sql`r.id in (select rc.recording_id from ${recorded}
        join ${tenantTable(connection, 'channels as c')} on c.id = rc.channel_id where c.datalogger_id = ${filter.datalogger_id})`);
    if (filter.from !== undefined) conditions.push(sql`r.from_ts is not null and (r.to_ts is null or r.to_ts > ${filter.from})`);
    if (filter.to !== undefined) conditions.push(sql`r.from_ts < ${filter.to}`);
    conditions.push(...finds('r.search', filter.q));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  return {
    async list(filter: Filter, page: Page<Sort>): Promise<ListedRow[]> {
      const { column } = SORTS[page.sort];
      const { after, by } = keyset(column, 'r.id', page);
      const { rows } = await sql<ListedRow>`select r.*, ${more}, ${sql.raw(column)} as place
        from (select * from ${recordings} where ${matching(filter)} and ${after} order by ${by} limit ${page.limit}) as r
        left join users as u on u.id = r.approved_by order by ${by}`.execute(db);
      return rows.map((row) => ({ ...row, channel_count: Number(row.channel_count) }));
    },
    count: (filter: Filter) => countUpTo(db, (limit) => sql`(select 1 from ${recordings} where ${matching(filter)} limit ${limit})`),
    /** How many there are in all and in each state; one query. */
    async tally(filter: Omit<Filter, 'state'>): Promise<RecordingCounts> {
      const of = (state: RecordingState | null) =>
        sql`(select count(*) from (select 1 from ${recordings} where ${matching({ ...filter, state })} limit ${MOST_COUNTED + 1}) as counted)`;
      const { rows } = await sql<Record<keyof RecordingCounts, number>>`select ${of(null)} as total, ${of('planned')} as planned,
        ${of('running')} as running, ${of('stopped')} as stopped, ${of('approved')} as approved, ${of('archived')} as archived`.execute(db);
      const n = (key: keyof RecordingCounts) => Number(rows[0]?.[key] ?? 0);
      return {
        total: n('total'),
        planned: n('planned'),
        running: n('running'),
        stopped: n('stopped'),
        approved: n('approved'),
        archived: n('archived'),
        most: MOST_COUNTED,
      };
    },
    /** Loggers that recordings go over, by their names. */
    async loggersOf(ids: readonly string[]): Promise<{ recording_id: string; id: string; name: string }[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('recording_channels as rc')
        .innerJoin('channels as c', 'c.id', 'rc.channel_id')
        .innerJoin('dataloggers as d', 'd.id', 'c.datalogger_id')
        .select(['rc.recording_id', 'd.id', 'd.name'])
        .where('rc.recording_id', 'in', [...ids])
        .groupBy(['rc.recording_id', 'd.id', 'd.name', 'd.name_key'])
        .orderBy('d.name_key')
        .orderBy('d.id')
        .execute();
      return rows;
    },
    async find(id: string): Promise<RecordingRow | undefined> {
      const { rows } = await sql<RecordingRow>`select r.*, ${more} from ${recordings} left join users as u on u.id = r.approved_by
        where r.id = ${id}`.execute(db);
      const row = rows[0];
      return row && { ...row, channel_count: Number(row.channel_count) };
    },
    channels(id: string): Promise<ChannelRow[]> {
      return db
        .selectFrom('recording_channels as rc')
        .innerJoin('channels as c', 'c.id', 'rc.channel_id')
        .selectAll('rc')
        .select(['c.no as channel_no', 'c.pruned_to', 'c.mark_rev'])
        .where('rc.recording_id', '=', id)
        .orderBy('rc.position')
        .execute();
    },
    notes(id: string) {
      return db
        .selectFrom('recording_notes as n')
        .leftJoin('users as u', 'u.id', 'n.created_by')
        .select(['n.id', 'n.at', 'n.text', 'n.created_at', 'u.name as author'])
        .where('n.recording_id', '=', id)
        .orderBy('n.at')
        .orderBy('n.id')
        .execute();
    },
    /** The newest first. */
    revisions(id: string) {
      return db
        .selectFrom('recording_revisions as v')
        .leftJoin('users as u', 'u.id', 'v.signed_by')
        .selectAll('v')
        .select('u.name as signer')
        .where('v.recording_id', '=', id)
        .orderBy('v.revision', 'desc')
        .execute();
    },
    /** Channels to be recorded, with what is told of their loggers. */
    async sources(ids: readonly string[]) {
      const { rows } = await sql<
        Row<'channels'> & {
          datalogger_name: string | null;
          type_name: string | null;
          type_version: number | null;
          interval_s: number | null;
        }
      >`select c.*, d.name as datalogger_name, lt.name as type_name, d.logger_type_version as type_version,
          coalesce(d.expected_interval_s, lt.sampling_interval_s, lt.sending_interval_s) as interval_s
        from ${tenantTable(connection, 'channels as c')}
        left join ${tenantTable(connection, 'dataloggers as d')} on d.id = c.datalogger_id
        left join ${tenantTable(connection, 'logger_types as lt')} on lt.id = d.logger_type_id
        where c.id in (${sql.join(ids)})`.execute(db);
      return rows;
    },
    /** Limits of the rules that watch the channels now. */
    rules(ids: readonly string[]) {
      return db
        .selectFrom('alarm_rules as r')
        .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.version'))
        .select(['r.channel_id', 'v.kind', 'v.low', 'v.high', 'v.on_delay_s'])
        .where('r.channel_id', 'in', [...ids])
        .where('r.archived_at', 'is', null)
        .where('v.kind', 'in', ['above', 'below', 'outside'])
        .orderBy('r.name')
        .orderBy('r.id')
        .$narrowType<{ channel_id: string }>()
        .execute();
    },
    async insert(row: Omit<NewRow<'recordings'>, 'organization_id' | 'name_key' | 'search'>): Promise<void> {
      await db
        .insertInto('recordings')
        .values({ ...row, ...keysOf(row) })
        .execute();
    },
    async putChannels(id: string, channels: readonly Omit<Row<'recording_channels'>, 'organization_id' | 'recording_id' | 'position'>[]) {
      await db.deleteFrom('recording_channels').where('recording_id', '=', id).execute();
      await db
        .insertInto('recording_channels')
        .values(channels.map((channel, position) => ({ ...channel, recording_id: id, position })))
        .execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update(before: RecordingRow, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      const { id, rev } = before;
      return updateAtRev(db, { table: 'recordings', id, rev }, { ...changes, ...keysOf({ ...before, ...changes }) }, stamp);
    },
    /** Raises the revision of what its notes or its signature changed. */
    sign(before: RecordingRow, changes: Partial<Omit<NewRow<'recordings'>, 'organization_id'>>, stamp: { at: number; by: string | null }) {
      return updateAtRev(db, { table: 'recordings', id: before.id, rev: before.rev }, changes, stamp);
    },
    /** What it was found to be; nothing that somebody changed, so the revision stays. */
    async setFound(id: string, found: Partial<Pick<Row<'recordings'>, 'verdict' | 'judged_at' | 'revision' | 'changed'>>): Promise<void> {
      await db.updateTable('recordings').set(found).where('id', '=', id).execute();
    },
    async putImport(row: Omit<NewRow<'recording_imports'>, 'organization_id'>): Promise<void> {
      await db.insertInto('recording_imports').values(row).execute();
    },
    /** The import that a recording was made of. */
    importOf(id: string) {
      return db
        .selectFrom('recording_imports as m')
        .innerJoin('imports as i', 'i.id', 'm.import_id')
        .select(['i.id', 'i.name', 'm.undone_at'])
        .where('m.recording_id', '=', id)
        .executeTakeFirst();
    },
    /** The plan that began a recording. */
    planOf(id: string) {
      return db
        .selectFrom('recording_plan_runs as n')
        .innerJoin('recording_plans as p', 'p.id', 'n.plan_id')
        .select(['p.id', 'p.name'])
        .where('n.recording_id', '=', id)
        .limit(1)
        .executeTakeFirst();
    },
    /** The recording that a task made of what it imported. */
    importedBy(taskId: string) {
      return db
        .selectFrom('recording_imports as m')
        .innerJoin('recordings as r', 'r.id', 'm.recording_id')
        .select(['r.id', 'r.workspace_id'])
        .where('m.task_id', '=', taskId)
        .executeTakeFirst();
    },
    /** Says of a recording that its import was undone; it is judged anew. */
    async importUndone(id: string): Promise<void> {
      await db.updateTable('recording_imports').set({ undone_at: now }).where('recording_id', '=', id).execute();
      await db.updateTable('recordings').set({ judged_at: null }).where('id', '=', id).execute();
    },
    async addNote(row: Omit<Row<'recording_notes'>, 'organization_id'>): Promise<void> {
      await db.insertInto('recording_notes').values(row).execute();
    },
    async removeNote(id: string, noteId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('recording_notes')
        .where('recording_id', '=', id)
        .where('id', '=', noteId)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    async putRevision(row: Omit<Row<'recording_revisions'>, 'organization_id'>): Promise<void> {
      const { recording_id, revision, ...columns } = row;
      await db
        .insertInto('recording_revisions')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organization_id', 'recording_id', 'revision']).doUpdateSet(columns))
        .execute();
    },
    async removeRevision(recordingId: string, revision: number): Promise<void> {
      await db
        .deleteFrom('recording_revisions')
        .where('recording_id', '=', recordingId)
        .where('revision', '=', revision)
        .where('signed_at', 'is', null)
        .execute();
    },
    /**
     * Recordings that should be judged again: at once when they have ended, then the more seldom the longer ago that is.
     * @param limit the longest unjudged ones
     */
    async due(limit: number): Promise<string[]> {
      const [minute, hour, day] = [60e6, 3_600e6, 86_400e6];
      const whole = (us: number) => sql`cast(${us} as bigint)`;
      const { rows } = await sql<{ id: string }>`select r.id from ${recordings} where r.archived_at is null and r.from_ts <= ${now}
        and (r.judged_at is null or r.judged_at <= case
          when r.to_ts is null or r.to_ts > ${now} then ${whole(now - 5 * minute)}
          when r.judged_at < r.to_ts then ${whole(now)}
          when r.to_ts > ${now - day} then ${whole(now - 2 * minute)}
          when r.to_ts > ${now - 7 * day} then ${whole(now - hour)}
          else ${whole(now - day)} end)
        order by coalesce(r.judged_at, 0), r.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
export type RecordingsRepo = ReturnType<typeof recordingsRepo>;
