import type { RawBuilder, SqlBool } from 'kysely';
import type { ReceivedStatus } from '../../contract/received-status.ts';
import { contains, countUpTo, finds, inWorkspaces, keyset } from '../kernel/list.ts';
import { messageId, type NamedMessage, numberIn } from '../kernel/message-ids.ts';
import type { Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, type TenantDb, tenantDb, tenantTable } from '../kernel/tenant-db.ts';
import { withBodies } from '../storage/messages/body-groups.ts';

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

/** Columns that say the id of a message. */
export const NAMED = ['no', 'given_id', 'received_at'] as const;
const SHOWN = [
  ...NAMED,
  'door',
  'content_type',
  'size',
  'status',
  'points',
  'new',
  'duplicate',
  'replaced',
  'error_count',
  'warning_count',
  'topic',
  'withdrawn_at',
] as const;
/** With where it came from. */
const columns = [
  ...SHOWN.map((column) => `r.${column}` as const),
  's.workspace_id',
  'd.id as datalogger_id',
  'd.name as datalogger_name',
] as const;
type ListedMessage = Pick<Row<'received_data'>, (typeof SHOWN)[number]> & {
  workspace_id: string;
  datalogger_id: string;
  datalogger_name: string;
};

export function receivedDataRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('received_data as r')
      .innerJoin('dataloggers as d', (join) => join.onRef('d.no', '=', 'r.datalogger_no'))
      .innerJoin('received_data_senders as s', (join) => join.onRef('s.no', '=', 'r.sender_no'));
  const conditions = (filter: Filter): RawBuilder<SqlBool> => {
    const all = [inWorkspaces('s.workspace_id', filter.workspaces)];
    const { datalogger } = filter;
    if (datalogger)
      all.push(
        sql`r.org_no = ${datalogger.org_no}`,
        sql`r.datalogger_no = (select own.no from ${tenantTable(connection, 'dataloggers as own')} where own.id = ${datalogger.id})`,
      );
    if (filter.id !== undefined) all.push(isMessage('r', [filter.id]));
    if (filter.ids !== undefined) {
      all.push(isMessage('r', filter.ids));
      // The index in whose order they are read is entered where they begin.
      const places = filter.ids.map(numberIn);
      if (places.every((place) => place !== null))
        all.push(
          sql`r.received_at >= ${Math.min(...places.map(({ from }) => from))}`,
          sql`r.received_at < ${Math.max(...places.map(({ to }) => to))}`,
        );
    }
    if (filter.status !== undefined) all.push(sql`r.status = ${filter.status}`);
    if (filter.door !== undefined) all.push(sql`r.door = ${filter.door}`);
    if (filter.topic !== undefined) all.push(contains(['r.topic'], filter.topic));
    if (filter.warned !== undefined) all.push(sql`r.warning_count > 0`);
    if (filter.from !== undefined) all.push(sql`r.received_at >= ${filter.from}`);
    if (filter.to !== undefined) all.push(sql`r.received_at < ${filter.to}`);
    const { q } = filter;
    if (q) all.push(sql`((${sql.join(finds('d.search', q), sql` and `)}) or ${contains(['r.door', 'r.topic'], q)})`);
    return sql<SqlBool>`${sql.join(all, sql` and `)}`;
  };
  const matching = (filter: Filter) => all().where(conditions(filter));

  return {
    matching,
    /** In the order of receipt. */
    async list(filter: Filter, page: { descending: boolean; after: After; limit: number }) {
      const { after, by } = inOrder(await cursorOf(db, page.after), page.descending);
      // Written out, as putting it together by the builder took longer than its rows.
      const { rows } = await sql<ListedMessage>`select ${sql.raw(columns.join(', '))}
        from ${tenantTable(connection, 'received_data as r')}
        join ${tenantTable(connection, 'dataloggers as d')} on d.no = r.datalogger_no
        join ${tenantTable(connection, 'received_data_senders as s')} on s.no = r.sender_no
        where ${conditions(filter)} and ${after} order by ${by} limit ${page.limit}`.execute(db);
      return rows.map(named);
    },
    /** Messages of the window by state and bucket of `width` microseconds, counted from its beginning; of the newest `most` of them. */
    tally(filter: Filter & { from: number }, width: number, most: number) {
      const newest = matching(filter)
        .select(['r.status', 'r.received_at', sql<number>`(r.received_at - ${sql.lit(filter.from)}) / ${sql.lit(width)}`.as('bucket')])
        .orderBy('r.received_at', 'desc')
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
    async firstOf(message: { received_at: number; no: number; datalogger_id: string }, nos: readonly number[], most: number) {
      const { after, by } = inOrder([message.received_at, message.no], true);
      const latest = db
        .selectFrom('received_data as r')
        .select(NAMED.map((column) => `r.${column}` as const))
        .where('r.datalogger_no', '=', (eb) => eb.selectFrom('dataloggers').select('no').where('id', '=', message.datalogger_id))
        .where(after)
        .orderBy(by)
        .limit(most);
      const first = await db
        .selectFrom(latest.as('l'))
        .selectAll()
        .where('l.no', 'in', nos)
        .orderBy('l.received_at')
        .orderBy('l.no')
        .limit(1)
        .executeTakeFirst();
      return first && named(first);
    },
    /** `damaged` when its body can't be read any more. */
    async find(id: string) {
      const row = await all()
        .leftJoin('credentials as c', (join) => join.onRef('c.id', '=', 's.credential_id'))
        .leftJoin('gateways as g', (join) => join.onRef('g.id', '=', 's.credential_id'))
        .select(columns)
        .select(['r.body', 'r.body_encoding', 'r.body_group', 'r.decoder', 'r.errors', 'r.warnings'])
        .select(({ fn }) => [
          fn.coalesce('c.label', 'g.name').as('credential_label'),
          fn.coalesce('c.token_hint', 'g.token_hint').as('credential_hint'),
        ])
        .where(isMessage('r', [id]))
        .executeTakeFirst();
      const [whole] = row ? await withBodies(db, [{ ...row, damaged: false }], (_, one) => ({ ...one, damaged: true })) : [];
      return whole && named(whole);
    },
  };
}
export type ReceivedDataRow = Awaited<ReturnType<ReturnType<typeof receivedDataRepo>['list']>>[number];

export const named = <R extends NamedMessage>(row: R): R & { id: string } => ({ ...row, id: messageId(row) });

/** Where a page of messages goes on, in the order of receipt. */
export type After = { received_at: number; id: string } | null;

/** Is a row of `table` one of these messages? Numbers are named first, so that the engine enters the key by them. */
export function isMessage(table: string, ids: readonly string[]): RawBuilder<SqlBool> {
  const column = (name: (typeof NAMED)[number]) => sql.ref(`${table}.${name}`);
  const given = ids.filter((id) => numberIn(id) === null);
  const numbered = ids.flatMap((id) => numberIn(id) ?? []);
  const some: RawBuilder<SqlBool>[] = [];
  if (given.length > 0) some.push(sql`${column('given_id')} in (${sql.join(given)})`);
  if (numbered.length > 0) {
    const moments = numbered.map(
      ({ no, from, to }) => sql`(${column('no')} = ${no} and ${column('received_at')} >= ${from} and ${column('received_at')} < ${to})`,
    );
    some.push(
      sql`(${column('no')} in (${sql.join(numbered.map(({ no }) => no))}) and ${column('given_id')} is null and (${sql.join(moments, sql` or `)}))`,
    );
  }
  return some.length === 0 ? sql`false` : sql`(${sql.join(some, sql` or `)})`;
}

/** The place of a message among those that came; one that is gone, before all that came in its moment. */
export async function cursorOf(db: TenantDb, after: After): Promise<[receivedAt: number, no: number] | null> {
  if (after === null) return null;
  const no =
    numberIn(after.id)?.no ??
    (await db.selectFrom('received_data').select('no').where('given_id', '=', after.id).executeTakeFirst())?.no ??
    Number.MIN_SAFE_INTEGER;
  return [after.received_at, no];
}

/** Conditions and order of messages after a place. */
export const inOrder = (cursor: [receivedAt: number, no: number] | null, descending: boolean) =>
  keyset('r.received_at', 'r.no', { cursor, descending });
