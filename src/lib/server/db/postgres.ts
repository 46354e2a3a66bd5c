import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { AppError } from '../../contract/errors.ts';
import type { Clock } from '../context.ts';
import { createPostgresReadingStore } from '../readings/reading-store-postgres.ts';
import type { Database, Db } from './database.ts';
import { postgres } from './dialect-postgres.ts';
import { migrateToLatest } from './migrations/index.ts';
import { postgresError } from './postgres-errors.ts';
import type { Schema } from './schema.ts';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 20_000;

const INT8 = 20;
const NUMERIC = 1700;
/** Whole numbers of the schema are safe integers; counts and sums come as int8 and numeric. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Statements that a connection keeps prepared; what is built with a list of varying length isn't worth a place. */
const PREPARED = 200;

/** A statement that comes again is prepared under a name, so that the server parses and plans it once. */
function prepareRepeated(client: pg.PoolClient): void {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || rest.length > 0) return query(text, values, ...rest);
    let name = names.get(text);
    if (name === undefined && seen.has(text) && names.size < PREPARED) {
      name = `t${names.size}`;
      names.set(text, name);
    }
    if (name === undefined && seen.size < 10 * PREPARED) seen.add(text);
    return name === undefined ? query(text, values) : query({ name, text, values });
  };
  client.query = named as typeof client.query;
}

/**
 * A pool of connections; one transaction for each read and write, with `app.organization_id` set in it.
 *
 * @throws AppError storage_busy from reads, writes and commits when the server can't be reached or refuses; stopping after `close`
 */
export function openPostgres({ url, clock, log }: { url: string; clock: Clock; log?: Logger }): Database {
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
  pool.on('connect', (client) => {
    client.on('error', lost);
    prepareRepeated(client);
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const readings = createPostgresReadingStore({ pool, clock });
  const open = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  /** Runs `work` between `begin` and commit; a read is answered before its commit, which has nothing to keep. */
  async function transaction<T>(mode: 'read' | 'write', organizationId: string | null, work: (db: Db) => Promise<T>): Promise<T> {
    if (closed) throw new AppError('stopping');
    const early = Promise.withResolvers<T>();
    const run = kysely.connection().execute(async (db) => {
      // One message for both statements: a read costs one round trip more than its queries.
      const begin = mode === 'read' ? 'begin read only' : 'begin';
      const setting =
        organizationId === null ? '' : `; select set_config('app.organization_id', ${pg.escapeLiteral(organizationId)}, true)`;
      await sql.raw(`${begin}${setting}`).execute(db);
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

  return {
    dialect: postgres,
    readings,
    read: (organizationId, work) => transaction('read', organizationId, work),
    async arrays(reader, query) {
      const { rows } = await reader.executeQuery(query.compile());
      return rows.map((row) => Object.values(row as object));
    },
    write: (organizationId, work) => transaction('write', organizationId, work),
    async migrate() {
      // Waiting for another process that migrates may take longer than any statement should.
      const patient = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 1 }) }) });
      try {
        await migrateToLatest(patient, postgres);
      } catch (error) {
        throw postgresError(error);
      } finally {
        await patient.destroy();
      }
    },
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
