import { messageId } from '../kernel/message-ids.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import { isMessage, NAMED } from '../received-data/received-data.repo.ts';
import { BODY_COLUMNS, withBodies } from '../storage/messages/body-groups.ts';

export type LoggerTypeRow = Row<'logger_types'>;
/** A type with its newest version. */
export type ShownRow = LoggerTypeRow & { published: string | null };
type Keys = keyof ReturnType<typeof searchKeys>;
type Changes = Partial<Omit<NewRow<'logger_types'>, 'organization_id' | 'id' | 'key' | Keys>>;

const searchedBy = ({ name, maker, model }: Pick<NewRow<'logger_types'>, 'name' | 'maker' | 'model'>) => searchKeys(name, maker, model);

export function loggerTypesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const shown = () =>
    db
      .selectFrom('logger_types as t')
      .leftJoin('logger_type_versions as v', (join) => join.onRef('v.logger_type_id', '=', 't.id').onRef('v.version', '=', 't.version'))
      .selectAll('t')
      .select('v.spec as published');
  return {
    /** Oldest first. */
    list(archived: boolean): Promise<ShownRow[]> {
      const all = shown();
      return (archived ? all : all.where('t.archived_at', 'is', null)).orderBy('t.created_at').orderBy('t.id').execute();
    },
    find(id: string): Promise<ShownRow | undefined> {
      return shown().where('t.id', '=', id).executeTakeFirst();
    },
    async locale(): Promise<string> {
      return (await db.selectFrom('organizations').select('locale').executeTakeFirstOrThrow()).locale;
    },
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('logger_types')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** How many loggers in use are of each version of each type, or of one. */
    async uses(id?: string) {
      const all = db.selectFrom('dataloggers').where('archived_at', 'is', null);
      const rows = await (id === undefined ? all.where('logger_type_id', 'is not', null) : all.where('logger_type_id', '=', id))
        .select((eb) => ['logger_type_id', 'logger_type_version', eb.fn.countAll<number>().as('count')])
        .groupBy(['logger_type_id', 'logger_type_version'])
        .execute();
      return rows.map(({ logger_type_id, logger_type_version, count }) => ({
        id: logger_type_id,
        version: logger_type_version,
        count: Number(count),
      }));
    },
    /** Newest first, without their specs. */
    versions(id: string) {
      return db
        .selectFrom('logger_type_versions')
        .select(['version', 'published_at'])
        .where('logger_type_id', '=', id)
        .orderBy('version', 'desc')
        .execute();
    },
    version(id: string, version: number) {
      return db
        .selectFrom('logger_type_versions')
        .select(['version', 'published_at', 'spec', 'sensors'])
        .where('logger_type_id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
    },
    /** False when there is a row of that id already. */
    async insert(row: Omit<NewRow<'logger_types'>, 'organization_id' | Keys>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('logger_types')
        .values({ ...row, ...searchedBy(row) })
        .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    async insertVersion(row: Omit<NewRow<'logger_type_versions'>, 'organization_id'>): Promise<void> {
      await db.insertInto('logger_type_versions').values(row).execute();
    },
    /** False when the row isn't at `rev` any more. */
    update(before: LoggerTypeRow, rev: number, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      const keys = searchedBy({ ...before, ...changes });
      return updateAtRev(db, { table: 'logger_types', id: before.id, rev }, { ...changes, ...keys }, stamp);
    },
    /** Loggers by their ids, of those that are in use. */
    loggers(ids: readonly string[]) {
      return db
        .selectFrom('dataloggers')
        .select(['id', 'no', 'name', 'workspace_id', 'rev', 'logger_type_id', 'logger_type_version'])
        .where('id', 'in', ids)
        .where('archived_at', 'is', null)
        .orderBy('name_key')
        .orderBy('id')
        .execute();
    },
    /** Loggers of a type, as far as they are in these workspaces. */
    loggersOf(id: string, workspaces: 'all' | readonly string[]) {
      const all = db
        .selectFrom('dataloggers')
        .select(['id', 'no', 'name'])
        .where('logger_type_id', '=', id)
        .where('archived_at', 'is', null);
      return (workspaces === 'all' ? all : all.where('workspace_id', 'in', workspaces)).orderBy('name_key').orderBy('id').execute();
    },
    /** Newest messages of a logger, as they came; longer ones than `bytes` are left out, so that many fit into the memory. */
    async messages({ id, no }: Pick<Row<'dataloggers'>, 'id' | 'no'>, { most, bytes }: { most: number; bytes: number }) {
      const rows = await db
        .selectFrom('received_data')
        .select(['given_id', 'received_at', 'decoder', ...BODY_COLUMNS])
        .where('datalogger_no', '=', no)
        .where('status', '!=', 'paused')
        .where('size', '<=', bytes)
        .orderBy('received_at', 'desc')
        .limit(most)
        .execute();
      // A trial tells of what can be read.
      return (await withBodies(db, rows, () => undefined)).map((row) => ({ ...row, id: messageId(row), datalogger_id: id }));
    },
    /** The same messages without their bodies, oldest first. */
    async newestOf({ id, no }: Pick<Row<'dataloggers'>, 'id' | 'no'>, { most, bytes }: { most: number; bytes: number }) {
      const rows = await db
        .selectFrom('received_data')
        .select(NAMED)
        .where('datalogger_no', '=', no)
        .where('status', '!=', 'paused')
        .where('size', '<=', bytes)
        .orderBy('received_at', 'desc')
        .orderBy('no', 'desc')
        .limit(most)
        .execute();
      return rows.reverse().map((row) => ({ id: messageId(row), received_at: row.received_at, datalogger_id: id }));
    },
    /** Messages of loggers by their ids, as they came; those whose bodies can't be read and those of others are left out. */
    async messagesBy(ids: readonly string[], loggers: readonly Pick<Row<'dataloggers'>, 'id' | 'no'>[], bytes: number) {
      const idOf = new Map(loggers.map(({ id, no }) => [no, id]));
      const rows = await db
        .selectFrom('received_data as r')
        .select(['r.given_id', 'r.received_at', 'r.decoder', 'r.datalogger_no', ...BODY_COLUMNS.map((column) => `r.${column}` as const)])
        .where(isMessage('r', ids))
        .where('r.size', '<=', bytes)
        .execute();
      const own = rows.filter(({ datalogger_no }) => idOf.has(datalogger_no));
      return (await withBodies(db, own, () => undefined)).map((row) => ({
        ...row,
        id: messageId(row),
        datalogger_id: idOf.get(row.datalogger_no)!,
      }));
    },
    /** Channels of loggers with what decides how their values are stored. */
    channels(ids: readonly string[]) {
      return db
        .selectFrom('channels')
        .select(['id', 'datalogger_id', 'key', 'name', 'kind', 'unit', 'sensor_type_id', 'first_ts', 'last_ts', 'rev'])
        .where('datalogger_id', 'in', ids)
        .where('archived_at', 'is', null)
        .orderBy('position')
        .orderBy('no')
        .execute();
    },
    /** Is the file a picture of the type that is there? */
    async hasPicture(id: string, fileId: string): Promise<boolean> {
      const row = await db
        .selectFrom('files')
        .select('id')
        .where('id', '=', fileId)
        .where('entity', '=', 'logger-types')
        .where('entity_id', '=', id)
        .where('media_type', 'like', 'image/%')
        .where('archived_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },
    takeOff(logger: { id: string; rev: number }, stamp: { at: number; by: string | null }) {
      return updateAtRev(db, { table: 'dataloggers', ...logger }, { logger_type_id: null, logger_type_version: null }, stamp);
    },
    moveLogger(logger: { id: string; rev: number }, to: { id: string; version: number }, stamp: { at: number; by: string | null }) {
      return updateAtRev(db, { table: 'dataloggers', ...logger }, { logger_type_id: to.id, logger_type_version: to.version }, stamp);
    },
    /** Says what a channel measures that was made without it. */
    async nameChannel(id: string, changes: { sensor_type_id: string }): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({ ...changes, rev: eb('rev', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },
  };
}
