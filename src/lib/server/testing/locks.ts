import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Db } from '../kernel/database.ts';

/** Milliseconds that a call is given to come to where it waits. */
const PATIENCE_MS = 2_000;

/**
 * On PostgreSQL: starts the calls one after the other while a transaction holds what `hold` locks, each when the one before waits for a lock
 * or is done; then, after what the transaction does `last`, lets go.
 */
export async function whileHeld<T>(
  db: Database,
  organizationId: string | null,
  hold: (db: Db) => Promise<unknown>,
  calls: readonly (() => T | Promise<T>)[],
  last: (db: Db) => Promise<unknown> = async () => undefined,
): Promise<T[]> {
  const isLocked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holder = db.write(organizationId, async (tx) => {
    await hold(tx);
    isLocked.resolve();
    await end.promise;
    await last(tx);
  });
  await Promise.race([isLocked.promise, holder]);
  const running: Promise<T>[] = [];
  let done = 0;
  for (const call of calls) {
    running.push(Promise.resolve(call()).finally(() => done++));
    for (let ms = 0; ms < PATIENCE_MS && done + (await waiting(db)) < running.length; ms += 10) await wait(10);
  }
  end.resolve();
  await holder;
  return Promise.all(running);
}

async function waiting(db: Database): Promise<number> {
  const { rows } = await db.read(null, (reader) =>
    sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(reader),
  );
  return rows[0]?.count ?? 0;
}
