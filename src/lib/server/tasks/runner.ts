import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { keyIn } from '../kernel/authenticate-key.ts';
import type { Ctx, Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { standingIn } from '../kernel/rights.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import type { Slice, TaskKind, TaskKinds } from './task-kind.ts';
import { type Claim, claim, holdClaim, LEASE_US, leaveQueue, waiting } from './task-queue.ts';
import { type TaskRow, tasksRepo } from './tasks.repo.ts';

/**
 * Runs tasks slice by slice. A claim has a lease: whoever dies loses it, and another process goes on where the last commit was. A slice, its
 * cursor and the claim are one transaction, so what a slice does is committed once, by whoever has the claim at that moment.
 */

/** One task is worked on for so long, microseconds; then those that wait have their turn. */
const TURN_US = 5_000_000;
/** An open page hears of progress at most this often, microseconds. */
const TOLD_EVERY_US = 1_000_000;
/** Claims and failures without anything committed after which a task is given up. */
const MOST_ATTEMPTS = 8;
const LONGEST_WAIT_US = 300_000_000;
/** They pass: the task waits and goes on. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'storage_busy',
  'stopping',
  'over_quota',
  'over_read_budget',
  'read_too_long',
  'request_ended',
]);

class ClaimLost extends Error {}

/** A claimed task, as far as it is. */
interface Work {
  row: TaskRow;
  kind: TaskKind;
  owner: string;
  attempts: number;
}

export class TaskRunner {
  readonly #deps: Deps;
  readonly #kinds: TaskKinds;
  readonly #timers: Timers;

  constructor(deps: Deps, kinds: TaskKinds, timers: Timers = systemTimers) {
    this.#deps = deps;
    this.#kinds = kinds;
    this.#timers = timers;
  }

  /** Works on what waits until nothing does, or the process stops. */
  async run(): Promise<void> {
    while (!this.#deps.stopping?.() && (await this.turn()));
  }

  /** Works on one task for a while; false when none waits. */
  async turn(): Promise<boolean> {
    const { db, clock, ids, log } = this.#deps;
    const owner = ids.token(9);
    const claimed = await this.#claimNext(owner);
    if (!claimed) return false;
    const { task_id, organization_id, attempts } = claimed;
    const row = await db.read(organization_id, (tx) => tasksRepo({ db: tx, organization_id }).find(task_id));
    const kind = row && this.#kinds[row.kind];
    if (!row) {
      await db.write(null, (tx) => leaveQueue(tx, task_id));
      return true;
    }
    const heartbeat = this.#timers.setInterval(
      () => void db.write(null, (tx) => holdClaim(tx, { task_id, owner }, { lease_until: clock.now() + LEASE_US })).catch(() => undefined),
      LEASE_US / 3_000,
    );
    try {
      if (!kind || attempts > MOST_ATTEMPTS) await this.#end({ row, owner }, { state: 'failed', error: 'internal' });
      else await this.#work({ row, kind, owner, attempts });
    } catch (error) {
      if (!(error instanceof ClaimLost)) await this.#failed({ row, owner, attempts }, error);
      else log.info({ task: task_id }, 'task was cancelled or taken over');
    } finally {
      this.#timers.clearInterval(heartbeat);
    }
    return true;
  }

  async #claimNext(owner: string): Promise<Claim | null> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const busy = new Set<string>();
    for (const one of await db.read(null, (tx) => waiting(tx, now))) {
      if (busy.has(one.organization_id)) continue;
      // A transaction for each organisation: nobody holds the queue of one and waits for that of another.
      const claimed = await db.write(null, (tx) => claim(tx, one, { owner, now }));
      if (claimed === 'busy') busy.add(one.organization_id);
      else if (claimed) return claimed;
    }
    return null;
  }

  async #work(work: Work): Promise<void> {
    const { clock, stopping } = this.#deps;
    const begun = clock.now();
    let told = 0;
    for (;;) {
      const slice = await this.#step(work);
      work.row = await this.#commit(work, slice);
      slice.committed?.();
      if (slice.finished || clock.now() - told >= TOLD_EVERY_US) {
        this.#tell(work.row);
        told = clock.now();
      }
      if (slice.finished) return;
      if (clock.now() - begun >= TURN_US || stopping?.()) {
        await this.#release(work, clock.now());
        return;
      }
    }
  }

  async #step({ row, kind, owner }: Work): Promise<Slice<unknown>> {
    const step = row.undoing === 1 ? kind.undo : kind.step;
    if (!step) throw new Error(`${row.kind} can't be undone`);
    const cursor = row.cursor === null || row.cursor_version !== kind.version ? null : (JSON.parse(row.cursor) as unknown);
    const run = { ctx: await this.#ctxOf(row), id: row.id, params: JSON.parse(row.params), createdAt: row.created_at, claim: owner };
    return step.call(kind, run, cursor);
  }

  /** @throws ClaimLost; nothing of the slice stays then */
  #commit({ row, kind, owner }: Work, { cursor, done, total, finished, write }: Slice<unknown>): Promise<TaskRow> {
    const now = this.#deps.clock.now();
    return this.#claimed({ row, owner }, { lease_until: now + LEASE_US, attempts: 0 }, async (db) => {
      await write?.(db);
      const far = {
        cursor: JSON.stringify(cursor),
        cursor_version: kind.version,
        done,
        total,
        undoable: kind.undo ? 1 : 0,
        updated_at: now,
      };
      const begun = { state: 'running' as const, started_at: row.started_at ?? now };
      if (!finished) return { ...far, ...begun };
      await leaveQueue(db, row.id);
      return {
        ...far,
        ...begun,
        state: row.undoing === 1 ? 'undone' : 'done',
        ended_at: now,
        ...(finished.result ? { result: JSON.stringify(finished.result) } : {}),
        ...(finished.file ? { file_name: finished.file.name, file_hash: finished.file.hash, file_size: finished.file.size } : {}),
      };
    });
  }

  /** Changes the row of a task of which the claim still stands. @throws ClaimLost */
  #claimed(
    { row, owner }: Pick<Work, 'row' | 'owner'>,
    lease: { lease_until: number; attempts?: number; due_at?: number },
    changes: (db: Db) => Promise<Partial<TaskRow>>,
  ): Promise<TaskRow> {
    const { organization_id, id } = row;
    return this.#deps.db.write(organization_id, async (db) => {
      if (!(await holdClaim(db, { task_id: id, owner }, lease))) throw new ClaimLost();
      const after = await tasksRepo({ db, organization_id }).update(id, ['queued', 'running'], await changes(db));
      if (!after) throw new ClaimLost();
      return after;
    });
  }

  async #end({ row, owner }: Pick<Work, 'row' | 'owner'>, { state, error }: { state: 'failed'; error: ErrorCode }): Promise<void> {
    const now = this.#deps.clock.now();
    const after = await this.#claimed({ row, owner }, { lease_until: now }, async (db) => {
      await leaveQueue(db, row.id);
      return { state, error, ended_at: now, updated_at: now };
    });
    this.#tell(after);
  }

  async #failed(work: Pick<Work, 'row' | 'owner' | 'attempts'>, error: unknown): Promise<void> {
    const { clock, log } = this.#deps;
    const code = error instanceof AppError ? error.code : 'internal';
    const lasting = error instanceof AppError && !PASSING.has(code);
    log[lasting ? 'info' : 'warn']({ task: work.row.id, kind: work.row.kind, err: error }, 'task failed');
    try {
      if (lasting || work.attempts >= MOST_ATTEMPTS) await this.#end(work, { state: 'failed', error: code });
      else {
        const wait = error instanceof AppError && error.retryAfter !== undefined ? error.retryAfter * 1e6 : 2 ** work.attempts * 500_000;
        await this.#release(work, clock.now() + Math.min(wait, LONGEST_WAIT_US));
      }
    } catch (lost) {
      // Where the storage fails too, the lease runs out by itself.
      if (!(lost instanceof ClaimLost)) log.warn({ task: work.row.id, err: lost }, 'task could not be put back');
    }
  }

  /** Puts a task back into the queue, behind those that wait. */
  async #release({ row, owner }: Pick<Work, 'row' | 'owner'>, due_at: number): Promise<void> {
    await this.#deps.db.write(null, (db) => holdClaim(db, { task_id: row.id, owner }, { lease_until: 0, due_at }));
  }

  #tell({ organization_id, id, workspace_id }: TaskRow): void {
    this.#deps.bus.publish(organization_id, { name: 'changed', data: { entity: 'tasks', id, workspace_id } });
  }

  /** In the name of whoever began it, with the rights that he has now. @throws AppError forbidden when he has none */
  async #ctxOf({ organization_id, id, actor_kind, created_by }: TaskRow): Promise<Ctx> {
    const { db, clock } = this.#deps;
    const found = await db.read(organization_id, async (tx) => {
      if (actor_kind === 'user') return { standing: await standingIn(tx, created_by, organization_id), makerId: created_by };
      return keyIn(tx, organization_id, created_by, clock.now());
    });
    if (!found?.standing) throw new AppError('forbidden');
    const actor =
      actor_kind === 'user'
        ? { kind: actor_kind, id: created_by, sessionId: '' }
        : { kind: actor_kind, id: created_by, makerId: found.makerId };
    return { ...this.#deps, actor, requestId: `task-${id}`, ...found.standing };
  }
}
