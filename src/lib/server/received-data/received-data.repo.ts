import { type SqlBool, sql } from 'kysely';
import type { ReceivedStatus } from '../../contract/received-data.ts';
import { earliestUuid } from '../kernel/ids.ts';
import { contains, countUpTo, finds, inWorkspaces, keyset } from '../kernel/list.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export interface Filter {
  /** One message. */
  id?: string | undefined;
  ids?: readonly string[] | undefined;
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  datalogger?: { org_no: number; id: string } | undefined;
  status?: ReceivedStatus | undefined;
  door?: string | undefined;
  /** A part of it. */
  topic?: string | undefined;
  warned?: '1' | undefined;
  /** Microseconds; `from` belongs to the window, `to` doesn't. */
  from?: number | undefined;
  to?: number | undefined;
}

export function receivedDataRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () => db.selectFrom('received_data as r').innerJoin('dataloggers as d', (join) => join.onRef('d.id', '=', 'r.datalogger_id'));
  const matching = (filter: Filter) => {
    let query = all().where(inWorkspaces('r.workspace_id', filter.workspaces));
    const { datalogger } = filter;
    if (datalogger)
      query = query
        .where('r.org_no', '=', datalogger.org_no)
        .where('r.datalogger_no', '=', (eb) => eb.selectFrom('dataloggers').select('no').where('id', '=', datalogger.id));
    if (filter.id !== undefined) query = query.where('r.id', '=', filter.id);
    if (filter.ids !== undefined) query = query.where('r.id', 'in', filter.ids);
    if (filter.status !== undefined) query = query.where('r.status', '=', filter.status);
    if (filter.door !== undefined) query = query.where('r.door', '=', filter.door);
    if (filter.topic !== undefined) query = query.where(contains(['r.topic'], filter.topic));
    if (filter.warned !== undefined) query = query.where('r.warning_count', '>', 0);
    // An id is never older than its receipt: the index is entered where the window begins.
    if (filter.from !== undefined) query = query.where('r.received_at', '>=', filter.from).where('r.id', '>=', earliestUuid(filter.from));
    if (filter.to !== undefined) query = query.where('r.received_at', '<', filter.to);
    const { q } = filter;
    if (q) query = query.where(sql<SqlBool>`((${sql.join(finds('d.search', q), sql` and `)}) or ${contains(['r.door', 'r.topic'], q)})`);
    return query;
  };
  const columns = [
    'r.id',
    'r.workspace_id',
    'r.datalogger_id',
    'd.name as datalogger_name',
    'r.door',
    'r.content_type',
    'r.received_at',
    'r.size',
    'r.status',
    'r.points',
    'r.new',
    'r.duplicate',
    'r.replaced',
    'r.error_count',
    'r.warning_count',
    'r.topic',
    'r.withdrawn_at',
  ] as const;

  return {
    matching,
    /** In the order of ids, which is that of receipt; of one logger by the moment of receipt, as its index is. */
    list(filter: Filter, page: { descending: boolean; after: { id: string; received_at: number } | null; limit: number }) {
      const query = matching(filter).select(columns).limit(page.limit);
      if (filter.datalogger) {
        const cursor = page.after && ([page.after.received_at, page.after.id] as const);
        const { after, by } = keyset('r.received_at', 'r.id', { cursor, descending: page.descending });
        return query.where(after).orderBy(by).execute();
      }
      const beyond = page.after ? query.where('r.id', page.descending ? '<' : '>', page.after.id) : query;
      return beyond.orderBy('r.id', page.descending ? 'desc' : 'asc').execute();
    },
    /** Messages of the window by state and bucket of `width` microseconds, counted from its beginning; of the newest `most` of them. */
    tally(filter: Filter & { from: number }, width: number, most: number) {
      const newest = matching(filter)
        .select(['r.status', 'r.received_at', sql<number>`(r.received_at - ${sql.lit(filter.from)}) / ${sql.lit(width)}`.as('bucket')])
        .orderBy(filter.datalogger ? 'r.received_at' : 'r.id', 'desc')
        .limit(most);
      return db
        .selectFrom(newest.as('n'))
        .select(({ fn }) => ['n.bucket', 'n.status', fn.countAll<number>().as('count'), fn.min('n.received_at').as('since')])
        .groupBy(['n.bucket', 'n.status'])
        .orderBy('n.bucket')
        .execute();
    },
    count: (filter: Filter) => countUpTo(db, (limit) => matching(filter).select(sql`1`.as('one')).limit(limit)),
    /** The zone of a workspace, or without one that of the organisation. */
    async zone(workspaceId: string | undefined): Promise<string> {
      const { time_zone } =
        workspaceId === undefined
          ? await db.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow()
          : await db.selectFrom('workspaces').select('time_zone').where('id', '=', workspaceId).executeTakeFirstOrThrow();
      return time_zone;
    },
    /** Every one of them: no page waits for it. */
    async countAll(filter: Filter): Promise<number> {
      const { n } = await matching(filter)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    /** Which of its logger's latest `most` messages before this one is the oldest of those numbers. */
    firstOf(message: { id: string; datalogger_id: string }, nos: readonly number[], most: number) {
      const latest = db
        .selectFrom('received_data as r')
        .select(['r.id', 'r.received_at', 'r.no'])
        .where('r.datalogger_id', '=', message.datalogger_id)
        .where('r.id', '<', message.id)
        .orderBy('r.id', 'desc')
        .limit(most);
      return db
        .selectFrom(latest.as('l'))
        .select(['l.id', 'l.received_at'])
        .where('l.no', 'in', nos)
        .orderBy('l.id')
        .limit(1)
        .executeTakeFirst();
    },
    find(id: string) {
      return all()
        .leftJoin('credentials as c', (join) => join.onRef('c.id', '=', 'r.credential_id'))
        .leftJoin('gateways as g', (join) => join.onRef('g.id', '=', 'r.credential_id'))
        .select(columns)
        .select(['r.no', 'r.body', 'r.body_encoding', 'r.decoder', 'r.errors', 'r.warnings'])
        .select(({ fn }) => [
          fn.coalesce('c.label', 'g.name').as('credential_label'),
          fn.coalesce('c.token_hint', 'g.token_hint').as('credential_hint'),
        ])
        .where('r.id', '=', id)
        .executeTakeFirst();
    },
  };
}
export type ReceivedDataRow = Awaited<ReturnType<ReturnType<typeof receivedDataRepo>['list']>>[number];
