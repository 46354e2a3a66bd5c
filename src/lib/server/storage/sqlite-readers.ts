import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type CompiledQuery, Kysely, type QueryResult } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Db, LongRead } from '../kernel/database.ts';
import type { Schema } from '../kernel/schema.ts';
import { objectMaker, sqliteDialect } from './kysely-sqlite.ts';
import type { Answer, Question } from './sqlite-reader.ts';

/** What one statement may take. */
const LIMIT_MS = 10_000;
const MOST_WAITING = 40;
/** A process that nobody asked for so long is ended: it keeps memory. */
const IDLE_MS = 60_000;
const PROGRAM = fileURLToPath(new URL('./sqlite-reader.ts', import.meta.url));

export interface SqliteReaders {
  run<T>(work: (db: Db) => Promise<T>, more?: LongRead): Promise<T>;
  /** Rows of one query as arrays, where the reader is one of a running `run`; else null. */
  arrays(reader: Db, query: CompiledQuery): Promise<unknown[][]> | null;
  close(): void;
}

/**
 * Reads of one SQLite file in processes of their own, `atOnce` at once, each begun when it is needed. Processes and not threads: a thread
 * can't be ended inside a statement of SQLite, however long that takes (decision 0012).
 */
export function createSqliteReaders({
  path,
  cacheKib,
  atOnce,
  limitMs = LIMIT_MS,
  mostWaiting = MOST_WAITING,
  idleMs = IDLE_MS,
}: {
  path: string;
  cacheKib: number;
  atOnce: number;
  limitMs?: number | undefined;
  mostWaiting?: number;
  idleMs?: number;
}): SqliteReaders {
  const free: Reader[] = [];
  const all = new Set<Reader>();
  const waiting: { take(reader: Reader): void; refuse(error: unknown): void }[] = [];
  const readers = new WeakMap<object, Reader>();
  let closed = false;

  const begin = () => {
    const reader = new Reader(path, cacheKib, limitMs);
    all.add(reader);
    reader.onGone = () => {
      all.delete(reader);
      const at = free.indexOf(reader);
      if (at >= 0) free.splice(at, 1);
    };
    return reader;
  };

  /** @throws AppError storage_busy, stopping, request_ended */
  function turn(signal: AbortSignal | undefined): Reader | Promise<Reader> {
    if (closed) throw new AppError('stopping');
    if (signal?.aborted) throw new AppError('request_ended');
    const reader = free.pop();
    if (reader) return reader;
    if (all.size < atOnce) return begin();
    if (waiting.length >= mostWaiting) throw new AppError('storage_busy', { retryAfter: 5 });
    return new Promise((resolve, reject) => {
      const place = { take: resolve, refuse: reject };
      waiting.push(place);
      signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(place);
        if (at >= 0) waiting.splice(at, 1);
        reject(new AppError('request_ended'));
      });
    });
  }

  function done(reader: Reader): void {
    const next = waiting.shift();
    if (next) next.take(reader.gone ? begin() : reader);
    else if (!reader.gone) {
      free.push(reader);
      reader.rest(idleMs);
    }
  }

  return {
    async run(work, more = {}) {
      const signal = more.signal?.();
      const reader = await turn(signal);
      reader.rest(null);
      const end = () => reader.end(new AppError('request_ended'));
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
      const before = reader.ms;
      try {
        return await reader.kysely.connection().execute((db) => {
          readers.set(db, reader);
          return work(db);
        });
      } finally {
        signal?.removeEventListener('abort', end);
        more.spent?.(reader.ms - before);
        done(reader);
      }
    },
    arrays(reader, query) {
      return (
        readers
          .get(reader)
          ?.ask(query)
          .then(({ rows }) => rows) ?? null
      );
    },
    close() {
      closed = true;
      for (const reader of all) reader.end(new AppError('stopping'));
      for (const place of waiting.splice(0)) place.refuse(new AppError('stopping'));
    },
  };
}

/** One process with one connection; it answers one question at a time. */
class Reader {
  readonly kysely: Kysely<Schema>;
  /** Milliseconds of work so far. */
  ms = 0;
  gone = false;
  onGone: () => void = () => undefined;
  readonly #child: ChildProcess;
  readonly #limitMs: number;
  /** Resolves when the process is ready, or has ended. */
  readonly #begun = Promise.withResolvers<void>();
  #tail: Promise<unknown> = Promise.resolve();
  #pending: { resolve(answer: Answer): void; reject(error: unknown): void; since: number; overdue: NodeJS.Timeout } | undefined;
  #idle: NodeJS.Timeout | undefined;
  #why: unknown = new AppError('storage_busy', { retryAfter: 1 });

  constructor(path: string, cacheKib: number, limitMs: number) {
    this.#limitMs = limitMs;
    // Nothing of the server's environment: it holds secrets.
    this.#child = fork(PROGRAM, [path, String(cacheKib)], {
      env: {},
      execArgv: ['--no-warnings', '--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.once('message', () => {
      this.#child.on('message', (answer: Answer) => this.#takePending()?.resolve(answer));
      this.#begun.resolve();
    });
    this.#child.once('error', (error) => this.end(new AppError('storage_busy', { cause: error, retryAfter: 1 })));
    this.#child.once('exit', () => this.end(this.#why));
    // An idle reader must not keep the server's process alive; a running query does.
    this.#child.unref();
    this.#child.channel?.unref();
    this.kysely = new Kysely<Schema>({ dialect: sqliteDialect((query) => this.#rows(query)) });
  }

  /** Ends the process, also in the middle of a statement. */
  end(why: unknown): void {
    if (this.gone) return;
    this.gone = true;
    this.#why = why;
    clearTimeout(this.#idle);
    this.#child.kill('SIGKILL');
    const pending = this.#takePending();
    if (pending) {
      this.ms += performance.now() - pending.since;
      pending.reject(why);
    }
    this.#begun.resolve();
    this.onGone();
  }

  /** Ends it when nobody asks for so long; null = somebody asks now. */
  rest(idleMs: number | null): void {
    clearTimeout(this.#idle);
    if (idleMs !== null) this.#idle = setTimeout(() => this.end(this.#why), idleMs).unref();
  }

  #takePending() {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) clearTimeout(pending.overdue);
    this.#child.channel?.unref();
    return pending;
  }

  ask({ sql, parameters }: CompiledQuery): Promise<{ columns: string[]; rows: unknown[][] }> {
    const asked = this.#tail.then(() => this.#send({ sql, parameters }));
    this.#tail = asked.catch(() => undefined);
    return asked;
  }

  async #send(question: Question): Promise<{ columns: string[]; rows: unknown[][] }> {
    this.#child.channel?.ref();
    // The time limit begins when the process is ready: starting it doesn't count as the statement's time.
    await this.#begun.promise;
    if (this.gone) throw this.#why;
    const answer = await new Promise<Answer>((resolve, reject) => {
      const overdue = setTimeout(() => this.end(new AppError('read_too_long')), this.#limitMs);
      this.#pending = { resolve, reject, since: performance.now(), overdue };
      this.#child.send(question, (error) => error && this.end(new AppError('storage_busy', { cause: error, retryAfter: 1 })));
    });
    this.ms += answer.ms;
    if (!('error' in answer)) return answer;
    throw Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode });
  }

  async #rows<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { columns, rows } = await this.ask(query);
    return { rows: rows.map(objectMaker(columns)) as R[] };
  }
}
