import type { Compilable, Kysely, Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { ReadingStore } from './reading-store.ts';
import type { Schema } from './schema.ts';
import type { Unpacked } from './unpacked.ts';

/** A connection inside a read or a write; repos are made with it. */
export type Db = Kysely<Schema> | Transaction<Schema>;

/**
 * What a read or a write may see: the rows of one organisation; null = the global look-up tables only; of one person, what says to which
 * organisations he belongs; of the directory, the organisations themselves. PostgreSQL holds to it by row-level security.
 */
export type Reach = string | null | { organization?: string; user?: string; directory?: true };

/** Short messages between the processes that share a database: LISTEN and NOTIFY of PostgreSQL. */
export interface ProcessMessages {
  /** Sends a text of at most 7,900 bytes; a lost one is lost. */
  send(text: string): Promise<void>;
  /**
   * Calls `heard` with every message, one's own too, and `missed` when the line was down and messages may have been lost. Gives the way to
   * stop it.
   */
  listen(listener: { heard(text: string): void; missed(): void }): () => Promise<void>;
}

/** What a long read may cost, and who waits for it. */
export interface LongRead {
  /** Whoever asked has gone: nothing of it is wanted any more. Asked for only when the read begins. */
  signal?: (() => AbortSignal | undefined) | undefined;
  /** Told once, when the read is over: milliseconds of work. */
  spent?(ms: number): void;
  /** The read that waits for it, where there is one. */
  reader?: Db;
}

/**
 * The storage of one process.
 *
 * SQLite has one writer: `write` and the reading store's commits wait in the same queue, and nothing but database calls is awaited
 * inside `write`. PostgreSQL gets one transaction for each call, with the settings of its reach in it (row-security.ts).
 */
export interface Database {
  readonly dialect: Dialect;
  /** Runs reads. */
  read<T>(reach: Reach, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs reads that may be linear in what an organisation has: never on the event loop, ended when they take too long or when nobody waits
   * any more. Repos don't know the difference.
   * @throws AppError read_too_long, request_ended, storage_busy (too many wait)
   */
  long<T>(reach: Reach, work: (db: Db) => Promise<T>, more?: LongRead): Promise<T>;
  /**
   * Runs one query inside a read and gives its rows as arrays in the order of the selected columns: for charts, where an object a row
   * costs more than the query.
   */
  arrays(reader: Db, query: Compilable): Promise<unknown[][]>;
  /** Sealed readings and rollups as columns, see `Unpacked`. */
  readonly unpacked: Unpacked;
  /** Runs one transaction; rolled back when `work` throws. @throws AppError storage_busy when the storage can't take it. */
  write<T>(reach: Reach, work: (db: Db) => Promise<T>): Promise<T>;
  /** The hot path: messages with their readings, committed in groups. */
  readonly readings: ReadingStore;
  /** To the other processes that share the database; null where there is only one. */
  readonly processMessages: ProcessMessages | null;
  /**
   * Brings the schema up to date; safe when several processes start together.
   * @throws ConfigError on PostgreSQL when the application's role could see through row-level security, or may not migrate and ought to
   */
  migrate(): Promise<void>;
  /**
   * Takes from the disk what was deleted, as far as the engine leaves copies of it in a log. @returns false when somebody else reads just now:
   * to be tried again
   */
  scrub(): Promise<boolean>;
  /** One trivial query, for readiness. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The storage for a handler that runs inside a read: what it reads of the same organisation joins that read instead of beginning one of its
 * own. `end` is to be called when the handler is done; whoever still reads then gets a read of his own.
 */
export function joinedReads(db: Database, organizationId: string, reader: Db): { db: Database; end(): void } {
  let open = true;
  const joins = (id: Reach) => open && id === organizationId;
  return {
    db: {
      ...db,
      read: (id, work) => (joins(id) ? work(reader) : db.read(id, work)),
      long: (id, work, more) => db.long(id, work, joins(id) ? { ...more, reader } : more),
    },
    end() {
      open = false;
    },
  };
}

const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const POSTGRES_UNIQUE = '23505';

/** Did a statement fail because another row has the value that must be unique? Either engine. */
export function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return error.errcode === SQLITE_CONSTRAINT_UNIQUE || error.errcode === SQLITE_CONSTRAINT_PRIMARYKEY;
  return 'code' in error && error.code === POSTGRES_UNIQUE;
}
