import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Clock } from '../kernel/context.ts';
import type { Database, Db } from '../kernel/database.ts';
import type { Schema } from '../kernel/schema.ts';
import { Unpacked } from '../kernel/unpacked.ts';
import { sqlite } from './dialect-sqlite.ts';
import { StatementCache, sqliteDialect, sqliteError } from './kysely-sqlite.ts';
import { migrateToLatest } from './migrations/index.ts';
import { Queue } from './queue.ts';
import { createSqliteReadingStore } from './readings/reading-store-sqlite.ts';
import { SqliteCheckpoints } from './sqlite-checkpoints.ts';
import { createSqliteReaders } from './sqlite-readers.ts';

/** Another process (a backup, a check) may hold the file; the wait blocks this process, so it is short. Milliseconds. */
const BUSY_TIMEOUT_MS = 2_000;
/** Pages in the write-ahead log before they are moved into the file: four times the default, as hot pages are then moved once and not four times. */
const CHECKPOINT_PAGES = 4_000;
/** The same where a thread moves them: the writer itself moves only what is left then, after which the log begins anew. */
const CHECKPOINT_PAGES_BESIDE = 16_000;
/** Cache of each of the two connections, KiB; other pages come from the system's cache. */
const CACHE_KIB = 32_768;

/** Processes for long reads. */
const LONG_AT_ONCE = 2;

/**
 * One file, one writing connection, one reading connection, and processes for long reads while there are any.
 *
 * @param limitMs what one statement of a long read may take
 * @param checkpointsBeside whether a thread moves the write-ahead log into the file, see `SqliteCheckpoints`; it takes a few megabytes
 *
 * @throws AppError storage_busy from reads, writes and commits when the file is locked or the disk is full; stopping after `close`
 */
export function openSqlite({
  path,
  clock,
  cacheKib = CACHE_KIB,
  unpackedBytes,
  longAtOnce = LONG_AT_ONCE,
  limitMs,
  checkpointsBeside = true,
}: {
  path: string;
  clock: Clock;
  cacheKib?: number | undefined;
  unpackedBytes?: number | undefined;
  longAtOnce?: number | undefined;
  limitMs?: number | undefined;
  checkpointsBeside?: boolean;
}): Database {
  const checkpoints = checkpointsBeside ? new SqliteCheckpoints(path) : null;
  const writer = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  writer.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = ${checkpoints ? CHECKPOINT_PAGES_BESIDE : CHECKPOINT_PAGES};
    pragma secure_delete = on;
    pragma cache_size = -${cacheKib}; pragma temp_store = memory`);
  const reader = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  reader.exec(`pragma cache_size = -${cacheKib}; pragma temp_store = memory`);
  const writing = new Kysely<Schema>({ dialect: sqliteDialect(writer) });
  const reading = new Kysely<Schema>({ dialect: sqliteDialect(reader) });
  const arrays = new StatementCache(reader);
  const long = createSqliteReaders({ path, cacheKib, atOnce: longAtOnce, limitMs });
  const queue = new Queue();
  const committed = () => checkpoints?.committed();
  const readings = createSqliteReadingStore({ raw: writer, writing, queue, clock, committed });
  let closed: Promise<void> | undefined;

  const transaction = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    writing.connection().execute(async (db) => {
      writer.exec('begin immediate');
      try {
        const value = await withinOneTurn(work(db));
        writer.exec('commit');
        committed();
        return value;
      } catch (error) {
        if (writer.isTransaction) writer.exec('rollback');
        throw error;
      }
    });

  return {
    dialect: sqlite,
    processMessages: null,
    readings,
    unpacked: new Unpacked(unpackedBytes),
    async read(_reach, work) {
      if (closed) throw new AppError('stopping');
      try {
        return await reading.connection().execute(work);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async long(_reach, work, more) {
      if (closed) throw new AppError('stopping');
      try {
        return await long.run(work, more);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async arrays(reader, query) {
      if (closed) throw new AppError('stopping');
      try {
        const compiled = query.compile();
        const elsewhere = long.arrays(reader, compiled);
        if (elsewhere) return await elsewhere;
        const { sql: text, parameters } = compiled;
        return arrays.get(text).statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async write(_reach, work) {
      if (closed) throw new AppError('stopping');
      try {
        return await queue.run(() => transaction(work));
      } catch (error) {
        throw sqliteError(error);
      }
    },
    migrate: () => queue.run(() => migrateToLatest(writing as Kysely<unknown>, sqlite)),
    async scrub() {
      if (closed) throw new AppError('stopping');
      return queue.run(() => emptyLog(writer));
    },
    async ping() {
      if (closed) throw new AppError('stopping');
      await sql`select 1`.execute(reading);
    },
    close() {
      if (!closed) long.close();
      closed ??= readings.stop().then(() =>
        queue.run(async () => {
          await checkpoints?.close();
          reader.close();
          writer.close();
        }),
      );
      return closed;
    },
  };
}

/** Moves the write-ahead log into the file and empties it; never waits for somebody who reads an older state. */
function emptyLog(writer: DatabaseSync): boolean {
  writer.exec('pragma busy_timeout = 0');
  try {
    const { busy } = writer.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
    return busy === 0;
  } finally {
    writer.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/**
 * SQLite answers synchronously, so work that awaits only the database ends before the event loop's next turn. Anything slower would hold
 * every writer of the process: it is refused and rolled back.
 */
function withinOneTurn<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const overdue = setImmediate(() => reject(new Error('something other than the database was awaited inside a write')));
    work.then(resolve, reject).finally(() => clearImmediate(overdue));
  });
}
