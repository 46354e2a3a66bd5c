import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { AppError } from '../../contract/errors.ts';

const CACHED_STATEMENTS = 500;
/** `SQLITE_BUSY`, `SQLITE_LOCKED`, `SQLITE_IOERR`, `SQLITE_FULL`: the storage can't take it now. */
const BUSY_CODES = new Set([5, 6, 10, 13]);

/** Turns "the storage can't take it" into `storage_busy`; leaves every other error as it is. */
export function sqliteError(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return BUSY_CODES.has(code) ? new AppError('storage_busy', { cause: error, retryAfter: 1 }) : error;
}

interface Prepared {
  /** Answers rows as arrays. */
  statement: StatementSync;
  /** Makes an object of such a row; null for a statement without rows. */
  toObject: ((row: unknown[]) => object) | null;
}

/** Prepared statements of one connection by their text; the oldest goes first. */
export class StatementCache {
  readonly #raw: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  constructor(raw: DatabaseSync) {
    this.#raw = raw;
  }

  get(text: string) {
    let cached = this.#statements.get(text);
    if (cached === undefined) {
      const statement = this.#raw.prepare(text);
      statement.setReturnArrays(true);
      const columns = statement.columns();
      cached = { statement, toObject: columns.length > 0 ? objectMaker(columns.map((column) => column.name)) : null };
      this.#statements.set(text, cached);
      if (this.#statements.size > CACHED_STATEMENTS) this.#statements.delete(this.#statements.keys().next().value as string);
    }
    return cached;
  }
}

/**
 * One object literal for all rows of a statement. Half the cost of node:sqlite's own objects, and cheaper to read: those have no prototype
 * and live in dictionary mode.
 */
export function objectMaker(columns: readonly string[]): (row: unknown[]) => object {
  const members = columns.map((name, index) => `${JSON.stringify(name)}: row[${index}]`);
  return new Function('row', `return { ${members.join(', ')} };`) as (row: unknown[]) => object;
}

/** Runs one query on a connection, in this process or in another. */
export type RunQuery = <R>(query: CompiledQuery) => QueryResult<R> | Promise<QueryResult<R>>;

function runnerOf(raw: DatabaseSync): RunQuery {
  const cache = new StatementCache(raw);
  return <R>(query: CompiledQuery) => {
    const { statement, toObject } = cache.get(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (toObject) return { rows: (statement.all(...parameters) as unknown as unknown[][]).map(toObject) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  };
}

/** One lease of the connection. After its release every query fails, so that a query without `await` can't run in the next transaction. */
class Lease implements DatabaseConnection {
  readonly #run: RunQuery;
  released = false;
  constructor(run: RunQuery) {
    this.#run = run;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.released) throw new Error('a query was sent after the end of its read or write');
    return this.#run<R>(query);
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator and nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed');
  }
}

class SqliteDriver implements Driver {
  readonly #run: RunQuery;
  constructor(run: RunQuery) {
    this.#run = run;
  }
  async init() {}
  async acquireConnection() {
    return new Lease(this.#run);
  }
  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
  async releaseConnection(connection: DatabaseConnection) {
    (connection as Lease).released = true;
  }
  async destroy() {}
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** Kysely's own adapter plays safe for older drivers. */
  override get supportsTransactionalDdl() {
    return true;
  }
  /** Leases of one connection may overlap: reads never wait for each other, writes wait in their own queue. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/**
 * SQLite looks at the value of a bare `limit ?` when it plans, so it plans anew each time that one is bound: longer than many a list takes.
 * Of a sum it doesn't know the value, and the plan stays.
 */
class SteadyQueryCompiler extends SqliteQueryCompiler {
  protected override getSql(): string {
    return super.getSql().replaceAll('limit ?', 'limit ? + 0');
  }
}

/** Kysely over one `node:sqlite` connection, which stays the caller's to close, or over whatever runs its queries. */
export function sqliteDialect(connection: DatabaseSync | RunQuery): KyselyDialect {
  const run = typeof connection === 'function' ? connection : runnerOf(connection);
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new SqliteDriver(run),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SteadyQueryCompiler(),
  };
}
