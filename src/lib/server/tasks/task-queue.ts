import { TASKS_RUNNING } from '../../contract/tasks.ts';
import type { Db } from '../kernel/database.ts';
import type { Row } from '../kernel/schema.ts';

/** Which tasks wait, and who works on which: every process that shares the database asks here. */

/** Whoever hasn't been heard of for so long has lost what he worked on, microseconds. */
export const LEASE_US = 30_000_000;
/** Tasks that are looked at when one is looked for: those of busy organisations are passed over. */
const LOOKED_AT = 50;

export type Claim = Pick<Row<'task_queue'>, 'task_id' | 'organization_id' | 'attempts'>;

export const enqueue = (db: Db, row: { task_id: string; organization_id: string; due_at: number }) =>
  db
    .insertInto('task_queue')
    .values({ ...row, lease_owner: null, attempts: 0 })
    .execute();

export const leaveQueue = (db: Db, taskId: string) => db.deleteFrom('task_queue').where('task_id', '=', taskId).execute();

/** What waits, longest first; those of organisations that have enough running are among them. */
export const waiting = (db: Db, now: number) =>
  db
    .selectFrom('task_queue')
    .select(['task_id', 'organization_id'])
    .where('due_at', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('due_at')
    .orderBy('task_id')
    .limit(LOOKED_AT)
    .execute();

/** Takes a task that waits; `busy` when its organisation has enough of them running, null when somebody else was faster. */
export async function claim(
  db: Db,
  { task_id, organization_id }: Pick<Claim, 'task_id' | 'organization_id'>,
  { owner, now }: { owner: string; now: number },
): Promise<Claim | 'busy' | null> {
  // One row stands for the organisation's part of the queue: two processes that claim at once would both find room for one. To lock all
  // of its rows would be a deadlock on PostgreSQL now and then, since nothing says in which order they are locked.
  const { numUpdatedRows } = await db
    .updateTable('task_queue')
    .set((eb) => ({ due_at: eb.ref('due_at') }))
    .where('task_id', '=', (eb) =>
      eb.selectFrom('task_queue as q').select('q.task_id').where('q.organization_id', '=', organization_id).orderBy('q.task_id').limit(1),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const rows = await db.selectFrom('task_queue').select('lease_until').where('organization_id', '=', organization_id).execute();
  if (rows.filter(({ lease_until }) => lease_until > now).length >= TASKS_RUNNING) return 'busy';
  const claimed = await db
    .updateTable('task_queue')
    .set((eb) => ({ lease_owner: owner, lease_until: now + LEASE_US, attempts: eb('attempts', '+', 1) }))
    .where('task_id', '=', task_id)
    .where('due_at', '<=', now)
    .where('lease_until', '<=', now)
    .returning(['task_id', 'organization_id', 'attempts'])
    .executeTakeFirst();
  return claimed ?? null;
}

/** Holds on to a claim, in the transaction of what is done under it; false = somebody else has the task, or nobody wants it any more. */
export async function holdClaim(
  db: Db,
  { task_id, owner }: { task_id: string; owner: string },
  changes: { lease_until: number; due_at?: number; attempts?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task_queue')
    .set(changes)
    .where('task_id', '=', task_id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
