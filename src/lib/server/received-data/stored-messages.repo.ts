import { longestKeptDays } from '../kernel/kept-from.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import { type OnDamage, withBodies } from '../storage/messages/body-groups.ts';
import { type After, cursorOf, type Filter, inOrder, isMessage, NAMED, named, receivedDataRepo } from './received-data.repo.ts';

const COLUMNS = [
  ...NAMED,
  'org_no',
  'datalogger_no',
  'door',
  'decoder',
  'body',
  'body_encoding',
  'body_group',
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
type StoredRow = Pick<Row<'received_data'>, (typeof COLUMNS)[number]>;
export type StoredMessage = StoredRow & {
  id: string;
  /** Its body can't be read any more; `body` is empty. */
  damaged?: true;
};

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

interface Span {
  from: number;
  to: number;
}

type MaybeDamaged = StoredRow & Pick<StoredMessage, 'damaged'>;
const marked: OnDamage<MaybeDamaged> = (_, row) => ({ ...row, damaged: true });

/**
 * Stored messages with their bodies, as they are read again.
 * @param onDamage of bodies that can't be read; unless told otherwise their messages are marked
 */
export function storedMessagesRepo(connection: TenantConnection, onDamage: OnDamage<MaybeDamaged> = marked) {
  const db = tenantDb(connection);
  const whole = async (rows: readonly MaybeDamaged[]): Promise<StoredMessage[]> => (await withBodies(db, rows, onDamage)).map(named);
  const messages = () => db.selectFrom('received_data as r').select(COLUMNS.map((column) => `r.${column}` as const));
  return {
    /** @returns `after` where the next page begins; null = this is the last one */
    async list(filter: Filter, after: After, limit: number): Promise<{ messages: StoredMessage[]; after: After }> {
      const place = inOrder(await cursorOf(db, after), false);
      const rows = await receivedDataRepo(connection)
        .matching(filter)
        .select(COLUMNS.map((column) => `r.${column}` as const))
        .where(place.after)
        .orderBy(place.by)
        .limit(limit)
        .execute();
      const last = rows.at(-1);
      return { messages: await whole(rows), after: rows.length < limit || !last ? null : named(last) };
    },
    async find(id: string): Promise<StoredMessage | undefined> {
      const rows = await messages()
        .where(isMessage('r', [id]))
        .execute();
      return (await whole(rows))[0];
    },
    async numbered(no: number): Promise<StoredMessage | undefined> {
      const rows = await messages().where('r.no', '=', no).execute();
      return (await whole(rows))[0];
    },
    async bodies(ids: readonly string[]): Promise<StoredMessage[]> {
      return whole(await messages().where(isMessage('r', ids)).execute());
    },
    /** Those that a task changed, by their ids. */
    async bodiesOf(changes: readonly { received_data_id: string }[]): Promise<Map<string, StoredMessage>> {
      if (changes.length === 0) return new Map();
      const rows = await whole(
        await messages()
          .where(
            isMessage(
              'r',
              changes.map(({ received_data_id }) => received_data_id),
            ),
          )
          .execute(),
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    /** The logger of a message. */
    async loggerOf(id: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('received_data as r')
        .innerJoin('dataloggers as d', (join) => join.onRef('d.no', '=', 'r.datalogger_no'))
        .select('d.id')
        .where(isMessage('r', [id]))
        .executeTakeFirst();
      return row?.id;
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
        .select(['id', 'name', 'workspace_id', 'auto_channels', 'channel_limit', 'logger_type_id', 'logger_type_version'])
        .where('id', '=', id)
        .executeTakeFirst();
    },
    async keepReadingsDays(): Promise<number | null> {
      const days = longestKeptDays(connection, 'o').as('keep_readings_days');
      return (await db.selectFrom('organizations as o').select(days).executeTakeFirstOrThrow()).keep_readings_days;
    },
    /** Messages of the logger in whose span anything was said that was there already, without their bodies. */
    async repeating({ datalogger_no }: Pick<StoredMessage, 'datalogger_no'>, { from, to }: Span) {
      const rows = await db
        .selectFrom('received_data')
        .select([...NAMED, 'decoder', 'errors'])
        .where('datalogger_no', '=', datalogger_no)
        .where('max_ts', '>=', from)
        .where('min_ts', '<=', to)
        .where('duplicate', '>', 0)
        .where('withdrawn_at', 'is', null)
        .where('no', '>', 0)
        .orderBy('no')
        .execute();
      return rows.map(named);
    },
    /** Messages of the logger in whose span the moment is. */
    async speaking({ datalogger_no }: Pick<StoredMessage, 'datalogger_no'>, ts: number) {
      const rows = await db
        .selectFrom('received_data')
        .select(NAMED)
        .where('datalogger_no', '=', datalogger_no)
        .where('max_ts', '>=', ts)
        .where('min_ts', '<=', ts)
        .execute();
      return rows.map(named);
    },
    async states(nos: readonly number[]) {
      const rows = await db
        .selectFrom('received_data')
        .select([...NAMED, ...STATE])
        .where('no', 'in', nos)
        .execute();
      return rows.map(named);
    },
    async rewrite(no: number, state: Partial<MessageState>): Promise<void> {
      await db.updateTable('received_data').set(state).where('no', '=', no).execute();
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
