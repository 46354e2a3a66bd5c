import { type SqlBool, sql } from 'kysely';
import type { MarkStanding } from '../../contract/mark-lists.ts';
import { type MarkKind, MOST_MARKS } from '../../contract/marks.ts';
import { contains, countUpTo, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type MarkedChannel = Pick<
  Row<'channels'>,
  'id' | 'no' | 'workspace_id' | 'datalogger_id' | 'kind' | 'merged_into' | 'first_ts' | 'pruned_to' | 'mark_rev'
>;
export type Backlog = Omit<Row<'mark_backlogs'>, 'organization_id'>;

const CHANNEL = ['id', 'no', 'workspace_id', 'datalogger_id', 'kind', 'merged_into', 'first_ts', 'pruned_to', 'mark_rev'] as const;

/** Columns by which all marks are sorted: an index has each. */
export const MARK_SORTS = {
  from: { type: 'number', column: 'm.from_ts' },
  created_at: { type: 'number', column: 'm.created_at' },
} as const;

interface ListFilter {
  workspaces: 'all' | readonly string[];
  q?: string | undefined;
  id?: string | undefined;
  kind?: MarkKind | undefined;
  standing?: MarkStanding | undefined;
  /** Those that reach into the window, microseconds. */
  from?: number | undefined;
  to?: number | undefined;
}

export function marksRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('marks as m')
      .innerJoin('channels as c', 'c.id', 'm.channel_id')
      .leftJoin('mark_backlogs as b', 'b.channel_id', 'm.channel_id')
      .leftJoin('users as u', 'u.id', 'm.created_by')
      .leftJoin('users as r', 'r.id', 'm.revoked_by')
      .selectAll('m')
      .select(['c.name as channel_name', 'c.workspace_id', 'c.datalogger_id', 'c.unit', 'c.sensor_type_id', 'c.decimals', 'c.pruned_to'])
      .select(['u.name as created_name', 'r.name as revoked_name', 'b.from_ts as waits_from', 'b.to_ts as waits_to']);
  const ofLoggers = () => all().leftJoin('dataloggers as d', 'd.id', 'c.datalogger_id').select('d.name as datalogger_name');
  const matching = ({ workspaces, q, id, kind, standing, from, to }: ListFilter) => {
    const conditions = [inWorkspaces('c.workspace_id', workspaces)];
    if (q) conditions.push(contains(['m.reason', 'c.name', 'd.name', 'u.name'], q));
    if (id !== undefined) conditions.push(sql`m.id = ${id}`);
    if (kind !== undefined) conditions.push(sql`m.kind = ${kind}`);
    if (standing !== undefined) conditions.push(standing === 'revoked' ? sql`m.revoked_at is not null` : sql`m.revoked_at is null`);
    if (from !== undefined) conditions.push(sql`m.to_ts > ${from}`);
    if (to !== undefined) conditions.push(sql`m.from_ts < ${to}`);
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };
  return {
    /** One page of all. */
    page(filter: ListFilter, page: Page<keyof typeof MARK_SORTS>) {
      const { after, by } = keyset(MARK_SORTS[page.sort].column, 'm.id', page);
      return ofLoggers().where(matching(filter)).where(after).orderBy(by).limit(page.limit).execute();
    },
    countAll: (filter: ListFilter) =>
      countUpTo(db, (limit) => ofLoggers().clearSelect().select(sql`1`.as('one')).where(matching(filter)).limit(limit)),
    list(filter: {
      workspaces: 'all' | readonly string[];
      dataloggerId?: string | undefined;
      channelIds?: readonly string[] | undefined;
      from?: number | undefined;
      to?: number | undefined;
      revoked: boolean;
    }) {
      let query = all().where(inWorkspaces('c.workspace_id', filter.workspaces));
      if (filter.dataloggerId !== undefined) query = query.where('c.datalogger_id', '=', filter.dataloggerId);
      if (filter.channelIds !== undefined) query = query.where('m.channel_id', 'in', filter.channelIds);
      if (filter.from !== undefined) query = query.where('m.to_ts', '>', filter.from);
      if (filter.to !== undefined) query = query.where('m.from_ts', '<', filter.to);
      if (!filter.revoked) query = query.where('m.revoked_at', 'is', null);
      return query.orderBy('m.from_ts', 'desc').orderBy('m.id', 'desc').limit(MOST_MARKS).execute();
    },
    find(id: string) {
      return all().where('m.id', '=', id).executeTakeFirst();
    },
    channel(id: string): Promise<MarkedChannel | undefined> {
      return db.selectFrom('channels').select(CHANNEL).where('id', '=', id).executeTakeFirst();
    },
    /** The columns that follow from its readings. */
    followed(id: string) {
      return db
        .selectFrom('channels')
        .select(['no', 'first_ts', 'last_ts', 'last_num', 'last_text', 'pruned_to', 'mark_rev'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    },
    /** Holds the channel until the transaction ends; from its end on its readings count by its marks as they are then. */
    async hold(channelId: string): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({ mark_rev: eb(eb.fn.coalesce('mark_rev', eb.lit(0)), '+', 1) }))
        .where('id', '=', channelId)
        .execute();
    },
    /** Holds it, and its marks stay what they are. */
    async holdOnly(channelId: string): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({ no: eb.ref('no') }))
        .where('id', '=', channelId)
        .execute();
    },
    /** One that corrects something of from ≤ ts < to, the first. */
    correcting(channelId: string, from: number, to: number) {
      return all()
        .where('m.channel_id', '=', channelId)
        .where('m.kind', '!=', 'note')
        .where('m.revoked_at', 'is', null)
        .where('m.from_ts', '<', to)
        .where('m.to_ts', '>', from)
        .orderBy('m.from_ts')
        .limit(1)
        .executeTakeFirst();
    },
    /** How many correct its readings. */
    async countOf(channelId: string): Promise<number> {
      const { n } = await db
        .selectFrom('marks')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('channel_id', '=', channelId)
        .where('kind', '!=', 'note')
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    async insert(row: Omit<NewRow<'marks'>, 'organization_id'>): Promise<void> {
      await db.insertInto('marks').values(row).execute();
    },
    /** False when the row isn't at `rev` any more. */
    update(
      id: string,
      rev: number,
      changes: Pick<Row<'marks'>, 'revoked_at' | 'revoked_by'>,
      stamp: { at: number; by: string | null },
    ): Promise<boolean> {
      return updateAtRev(db, { table: 'marks', id, rev }, changes, stamp);
    },
    backlogOf(channelId: string): Promise<Backlog | undefined> {
      return db
        .selectFrom('mark_backlogs')
        .select(['channel_id', 'from_ts', 'to_ts'])
        .where('channel_id', '=', channelId)
        .executeTakeFirst();
    },
    /** Any that waits in the organisation. */
    nextBacklog(): Promise<Backlog | undefined> {
      return db.selectFrom('mark_backlogs').select(['channel_id', 'from_ts', 'to_ts']).orderBy('channel_id').limit(1).executeTakeFirst();
    },
    /** Widens what waits of the channel. */
    async addBacklog({ channel_id, from_ts, to_ts }: Backlog): Promise<void> {
      await db
        .insertInto('mark_backlogs')
        .values({ channel_id, from_ts, to_ts })
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'channel_id']).doUpdateSet({
            from_ts: sql<number>`case when mark_backlogs.from_ts < excluded.from_ts then mark_backlogs.from_ts else excluded.from_ts end`,
            to_ts: sql<number>`case when mark_backlogs.to_ts > excluded.to_ts then mark_backlogs.to_ts else excluded.to_ts end`,
          }),
        )
        .execute();
    },
    async setBacklog(channelId: string, from_ts: number | null): Promise<void> {
      if (from_ts === null) await db.deleteFrom('mark_backlogs').where('channel_id', '=', channelId).execute();
      else await db.updateTable('mark_backlogs').set({ from_ts }).where('channel_id', '=', channelId).execute();
    },
  };
}
export type MarkRow = NonNullable<Awaited<ReturnType<ReturnType<typeof marksRepo>['find']>>>;
