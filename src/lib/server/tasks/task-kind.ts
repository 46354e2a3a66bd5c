import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';

/** One slice of a task: small, and harmless when it is done again because nobody knows whether it was committed. */
export interface Slice<Cursor> {
  /** Where the next slice begins. */
  cursor: Cursor;
  done: number;
  total: number | null;
  /** There is no next one. */
  finished?: { result?: Record<string, unknown>; file?: { name: string; hash: string; size: number } };
  /** What it writes, in the transaction that commits its cursor. Nothing but the database is waited for in it. */
  write?(db: Db): Promise<void>;
  /** Told once it is committed. */
  committed?(): void;
}

/** What a step is given. The rights in `ctx` are those that whoever began the task has at this moment. */
export interface TaskRun {
  ctx: Ctx;
  id: string;
  params: unknown;
  createdAt: number;
  /** Differs for each claim of the task: what isn't in the database is written under it, since a process that lost its lease may still write. */
  claim: string;
}

/** `Undone` is the cursor of its undo, which may go another way than its steps. */
export interface TaskKind<Cursor = unknown, Undone = Cursor> {
  /** Of the shape of cursors: one of another version is forgotten, and the task begins anew. */
  version: number;
  /** @param cursor null = from the beginning */
  step(run: TaskRun, cursor: Cursor | null): Promise<Slice<Cursor>>;
  /** Takes back what the steps did, from the last of them or from any: it may have been cancelled. */
  undo?(run: TaskRun, cursor: Undone | null): Promise<Slice<Undone>>;
}
/** Kinds of different cursors side by side. */
// biome-ignore lint/suspicious/noExplicitAny: a kind gets the cursors that it gave
export type TaskKinds = Readonly<Record<string, TaskKind<any>>>;
