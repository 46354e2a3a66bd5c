import { keyset } from '../kernel/list.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import { type Filter, receivedDataRepo } from './received-data.repo.ts';

const COLUMNS = [
  'id',
  'no',
  'org_no',
  'datalogger_no',
  'workspace_id',
  'datalogger_id',
  'door',
  'decoder',
  'received_at',
  'body',
  'body_encoding',
  'status',
  'points',
  'new',
  'duplicate',
  'replaced',
  'error_count',
  'errors',
  'warning_count',
  'warnings',
  'min_ts',
  'max_ts',
  'withdrawn_at',
] as const;
export type StoredMessage = Pick<Row<'received_data'>, (typeof COLUMNS)[number]>;

/** What says how a message is understood now; the rest of its row never changes. */
export const STATE = [
  'decoder',
  'status',
  'points',
  'new',
  'duplicate',
  'replaced',
  'error_count',
  'errors',
  'warning_count',
  'warnings',
  'min_ts',
  'max_ts',
  'withdrawn_at',
] as const satisfies (keyof StoredMessage)[];
export type MessageState = Pick<StoredMessage, (typeof STATE)[number]>;
export const stateOf = (row: MessageState): MessageState =>
  Object.fromEntries(STATE.map((column) => [column, row[column]])) as MessageState;

/** Where a page of messages goes on, in the order of receipt. */
export type After = { received_at: number; id: string } | null;
interface Span {
  from: number;
  to: number;
}

/** Stored messages with their bodies, as they are read again. */
export function storedMessagesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const messages = () => db.selectFrom('received_data').select(COLUMNS);
  return {
    async list(filter: Filter, after: After, limit: number): Promise<StoredMessage[]> {
      const place = keyset('r.received_at', 'r.id', { cursor: after && ([after.received_at, after.id] as const), descending: false });
      return receivedDataRepo(connection)
        .matching(filter)
        .select(COLUMNS.map((column) => `r.${column}` as const))
        .where(place.after)
        .orderBy(place.by)
        .limit(limit)
        .execute();
    },
    find(id: string): Promise<StoredMessage | undefined> {
      return messages().where('id', '=', id).executeTakeFirst();
    },
    /** Found by its number: all of them are looked through. */
    numbered(no: number): Promise<StoredMessage | undefined> {
      return messages().where('no', '=', no).executeTakeFirst();
    },
    bodies(ids: readonly string[]): Promise<StoredMessage[]> {
      return messages().where('id', 'in', ids).execute();
    },
    /** Channels to which a logger's messages speak, by their keys; a merged one's key leads to the channel that took it in. */
    channels(dataloggerId: string) {
      return db
        .selectFrom('channels as c')
        .innerJoin('channels as s', (join) => join.on((eb) => eb('s.id', '=', eb.fn.coalesce('c.merged_into', 'c.id'))))
        .select(['c.key', 'c.merged_into', 's.id', 's.no', 's.name', 's.kind', 's.unit', 's.decimals', 's.pruned_to'])
        .where('c.datalogger_id', '=', dataloggerId)
        .execute();
    },
    logger(id: string) {
      return db
        .selectFrom('dataloggers')
        .select(['id', 'workspace_id', 'auto_channels', 'channel_limit', 'logger_type_id', 'logger_type_version'])
        .where('id', '=', id)
        .executeTakeFirst();
    },
    async keepReadingsDays(): Promise<number | null> {
      return (await db.selectFrom('organizations').select('keep_readings_days').executeTakeFirstOrThrow()).keep_readings_days;
    },
    /** Messages of the logger in whose span anything was said that was there already, without their bodies. */
    repeating({ org_no, datalogger_no }: Pick<StoredMessage, 'org_no' | 'datalogger_no'>, { from, to }: Span) {
      return db
        .selectFrom('received_data')
        .select(['id', 'decoder', 'errors'])
        .where('org_no', '=', org_no)
        .where('datalogger_no', '=', datalogger_no)
        .where('max_ts', '>=', from)
        .where('min_ts', '<=', to)
        .where('duplicate', '>', 0)
        .where('withdrawn_at', 'is', null)
        .where('no', 'is not', null)
        .orderBy('no')
        .execute();
    },
    /** Messages of the logger in whose span the moment is. */
    speaking({ org_no, datalogger_no }: Pick<StoredMessage, 'org_no' | 'datalogger_no'>, ts: number) {
      return db
        .selectFrom('received_data')
        .select('id')
        .where('org_no', '=', org_no)
        .where('datalogger_no', '=', datalogger_no)
        .where('max_ts', '>=', ts)
        .where('min_ts', '<=', ts)
        .execute();
    },
    states(ids: readonly string[]) {
      return db
        .selectFrom('received_data')
        .select(['id', ...STATE])
        .where('id', 'in', ids)
        .execute();
    },
    async rewrite(id: string, state: Partial<MessageState>): Promise<void> {
      await db.updateTable('received_data').set(state).where('id', '=', id).execute();
    },
    /** What a task changed, in the order of messages. */
    changes(taskId: string, after: string, limit: number) {
      return db
        .selectFrom('received_data_changes')
        .select(['received_data_id', 'before', 'after'])
        .where('task_id', '=', taskId)
        .where('received_data_id', '>', after)
        .orderBy('received_data_id')
        .limit(limit)
        .execute();
    },
    change(taskId: string, id: string) {
      return db
        .selectFrom('received_data_changes')
        .select(['before', 'after'])
        .where('task_id', '=', taskId)
        .where('received_data_id', '=', id)
        .executeTakeFirst();
    },
    async keepChange(row: Omit<NewRow<'received_data_changes'>, 'organization_id'>): Promise<void> {
      await db.insertInto('received_data_changes').values(row).execute();
    },
    async countChanges(taskId: string): Promise<number> {
      const { n } = await db
        .selectFrom('received_data_changes')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('task_id', '=', taskId)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
  };
}
