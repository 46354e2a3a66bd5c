import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { AppError } from '../../contract/errors.ts';
import { ConfigError } from '../kernel/config.ts';
import type { Clock } from '../kernel/context.ts';
import type { Database, Db, LongRead, Reach } from '../kernel/database.ts';
import type { Schema } from '../kernel/schema.ts';
import { StartError } from '../kernel/start-problem.ts';
import { systemTimers } from '../kernel/timers.ts';
import { Unpacked } from '../kernel/unpacked.ts';
import { postgres } from './dialect-postgres.ts';
import { isUpToDate, migrateToLatest } from './migrations/index.ts';
import { isCanceled, postgresError } from './postgres-errors.ts';
import { postgresProcessMessages } from './postgres-messages.ts';
import { durabilityProblems, postgresProblem, type ServerSettings, versionProblem } from './postgres-problem.ts';
import { prepareRepeated } from './prepared-statements.ts';
import { createPostgresReadingStore } from './readings/reading-store-postgres.ts';
import { openTables, prepareRole, roleProblem, secureTables } from './row-security.ts';

/** The error of a failed start: a sentence that names the setting, with the driver's error as its cause. */
function startError(variable: 'DATABASE_URL' | 'DATABASE_OWNER_URL', address: string, error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof StartError) return error;
  const problem = postgresProblem(variable, address, error);
  return problem === null ? postgresError(error) : new StartError(problem, { cause: error });
}

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 20_000;

/** What one statement of a long read may take. */
const LONG_MS = 10_000;
const CANCEL_AGAIN_MS = 50;

/** Of the advisory lock for migrations: any number that nothing else locks. */
const MIGRATION_LOCK = 748_361_905;

const INT8 = 20;
const NUMERIC = 1700;
/** Whole numbers of the schema are safe integers; counts and sums come as int8 and numeric. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** The settings of a reach, to be sent with `begin`; they end with the transaction. */
function settingsOf(reach: Reach): string {
  const { organization, user, directory } = typeof reach === 'string' ? { organization: reach } : (reach ?? {});
  const set = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`set_config('app.${name}', ${pg.escapeLiteral(value)}, true)`];
  const calls = [...set('organization_id', organization), ...set('user_id', user), ...set('directory', directory && 'on')];
  return calls.length === 0 ? '' : `; select ${calls.join(', ')}`;
}

/** A server, a database or a role may commit before the log is on the disk; sessions of ours don't. */
const DURABLE = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

const ROLE_HELP = `Give the application a role of its own and let the owner prepare it:
  DATABASE_URL=postgres://taktlog_app:PASSWORD@HOST/DATABASE        what the application uses (the role is made when it is missing)
  DATABASE_OWNER_URL=postgres://OWNER:PASSWORD@HOST/DATABASE        used at the start only, for migrations and grants`;

/**
 * A pool of connections; one transaction for each read and write, with the settings of its reach in it.
 *
 * @param limitMs what one statement of a long read may take
 * @param ownerUrl the role that owns the schema, for migrations; without it the schema must be up to date already
 *
 * @throws AppError storage_busy from reads, writes and commits when the server can't be reached or refuses; stopping after `close`
 */
export function openPostgres({
  url,
  ownerUrl,
  clock,
  log,
  unpackedBytes,
  limitMs = LONG_MS,
}: {
  url: string;
  ownerUrl?: string | undefined;
  clock: Clock;
  log?: Logger;
  unpackedBytes?: number | undefined;
  limitMs?: number | undefined;
}): Database {
  const connection = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'taktlog', types };
  const pool = new pg.Pool({
    ...connection,
    max: POOL_SIZE,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  });
  // Without listeners a dropped connection, idle or in use, would end the process; its query fails anyway.
  const lost = (error: Error) => log?.warn({ err: error }, 'database connection lost');
  pool.on('error', lost);
  const prepare = prepareRepeated();
  pool.on('connect', (client) => {
    client.on('error', lost);
    // Goes out before any statement of ours: an answer says that a reading is on the disk.
    client.query(DURABLE).catch(lost);
    prepare(client);
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const readings = createPostgresReadingStore({ pool, clock });
  const open = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  /** Runs `work` between `begin` and commit; a read is answered before its commit, which has nothing to keep. */
  async function transaction<T>(mode: 'read' | 'write', reach: Reach, work: (db: Db) => Promise<T>): Promise<T> {
    if (closed) throw new AppError('stopping');
    const early = Promise.withResolvers<T>();
    const run = kysely.connection().execute(async (db) => {
      // One message for both statements: a read costs one round trip more than its queries.
      const begin = mode === 'read' ? 'begin read only' : 'begin';
      await sql.raw(`${begin}${settingsOf(reach)}`).execute(db);
      try {
        const value = await work(db);
        if (mode === 'read') early.resolve(value);
        await sql`commit`.execute(db);
        return value;
      } catch (error) {
        // A connection that can't even roll back is thrown away by the pool; the first error is the one to tell.
        await sql`rollback`.execute(db).catch(() => undefined);
        throw error;
      }
    });
    open.add(run);
    run.then(early.resolve, early.reject).finally(() => open.delete(run));
    try {
      return await early.promise;
    } catch (error) {
      throw postgresError(error);
    }
  }

  /** Inside a read: its statements get the limit of long ones, and the one that runs is ended when nobody waits for it any more. */
  async function limited<T>(db: Db, work: (db: Db) => Promise<T>, { signal, spent }: LongRead): Promise<T> {
    const start = performance.now();
    const left = signal?.();
    if (left?.aborted) throw new AppError('request_ended');
    const { rows } = await sql<{
      pid: number;
    }>`select pg_backend_pid() as pid, set_config('statement_timeout', ${String(limitMs)}, true)`.execute(db);
    let over = false;
    let ending: Promise<void> | undefined;
    // Between two statements there is nothing to be ended, so it is asked for until the work is over.
    const cancel = async () => {
      for (; !over; await setTimeout(CANCEL_AGAIN_MS)) await pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(lost);
    };
    const end = () => {
      ending ??= cancel();
    };
    left?.addEventListener('abort', end);
    if (left?.aborted) end();
    try {
      return await work(db);
    } catch (error) {
      if (left?.aborted) throw new AppError('request_ended', { cause: error });
      throw isCanceled(error) ? new AppError('read_too_long', { cause: error }) : error;
    } finally {
      left?.removeEventListener('abort', end);
      spent?.(performance.now() - start);
      over = true;
      // A cancellation under way must not hit whoever gets the connection next.
      await ending;
    }
  }

  async function migrateAsOwner(): Promise<void> {
    const { username, password } = new URL(url);
    const role = decodeURIComponent(username);
    // Waiting for another process that migrates may take longer than any statement should.
    const owner = new pg.Pool({ ...connection, connectionString: ownerUrl, max: 1 });
    owner.on('error', lost);
    const patient = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) });
    try {
      // One process at a time, for the migrations and for what is done before and after them.
      await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(patient);
      if (!(await isUpToDate(patient))) {
        await openTables(patient);
        await migrateToLatest(patient, postgres);
      }
      await secureTables(patient);
      await prepareRole(patient, role, password === '' ? null : decodeURIComponent(password));
    } finally {
      await patient.destroy();
    }
  }

  /** @throws ConfigError for a server that is too old */
  async function checkServer(): Promise<void> {
    const { rows } = await sql<ServerSettings>`select current_setting('server_version_num')::int as version,
      current_setting('synchronous_commit') as "synchronousCommit", current_setting('fsync') as fsync,
      current_setting('full_page_writes') as "fullPageWrites"`.execute(kysely);
    const problem = versionProblem(rows[0]!.version);
    if (problem !== null) throw new ConfigError([problem]);
    for (const line of durabilityProblems(rows[0]!)) log?.warn(line);
  }

  return {
    dialect: postgres,
    readings,
    unpacked: new Unpacked(unpackedBytes),
    processMessages: postgresProcessMessages({ connection, pool, log, timers: systemTimers }),
    read: (reach, work) => transaction('read', reach, work),
    long: (reach, work, more = {}) =>
      more.reader ? limited(more.reader, work, more) : transaction('read', reach, (db) => limited(db, work, more)),
    async arrays(reader, query) {
      const { rows } = await reader.executeQuery(query.compile());
      return rows.map((row) => Object.values(row as object));
    },
    write: (reach, work) => transaction('write', reach, work),
    async migrate() {
      try {
        if (ownerUrl !== undefined)
          await migrateAsOwner().catch((error: unknown) => {
            throw startError('DATABASE_OWNER_URL', ownerUrl, error);
          });
        await checkServer();
        const problem = await roleProblem(kysely as Kysely<unknown>);
        if (problem !== null) throw new ConfigError([`DATABASE_URL: ${problem}, so tenants would not be kept apart.`, ROLE_HELP]);
        if (!(await isUpToDate(kysely as Kysely<unknown>)))
          throw new ConfigError(['DATABASE_URL: the schema of the database is not up to date.', ROLE_HELP]);
      } catch (error) {
        throw startError('DATABASE_URL', url, error);
      }
    },
    // Its log and its dead rows are readable by the server's own user only, and the server clears them itself.
    scrub: async () => true,
    ping: () => transaction('read', null, (db) => sql`select 1`.execute(db).then(() => undefined)),
    close() {
      closed ??= (async () => {
        await readings.stop();
        await Promise.allSettled(open);
        await pool.end();
      })();
      return closed;
    },
  };
}
