import { AppError } from '../../contract/errors.ts';
import type { Ctx } from './context.ts';
import type { Db } from './database.ts';

/** The part of an organisation's read budget that one person (or one key) may use up. */
const ONE_ACTORS_SHARE = 0.5;

/** Keys of the budgets that a read of this request is charged to, with their milliseconds a minute. */
function budgetsOf({ config, organization, actor }: Ctx): [key: string, perMinute: number | null][] {
  const perMinute = config.readSecondsPerMinute === null ? null : config.readSecondsPerMinute * 1_000;
  return [
    [`organization ${organization.id}`, perMinute],
    ...('id' in actor ? [[`actor ${actor.id}`, perMinute && perMinute * ONE_ACTORS_SHARE] as [string, number | null]] : []),
  ];
}

/**
 * A read whose work grows with what the organisation has stored: off the event loop, ended with the request, and paid for from the budgets
 * of the organisation and of who asks. What is bounded by a page and an index is read by `ctx.db.read`, at less cost.
 * @throws AppError over_read_budget, read_too_long, request_ended, storage_busy
 */
export async function longRead<T>(ctx: Ctx, work: (db: Db) => Promise<T>): Promise<T> {
  const { readQuota } = ctx;
  const budgets = readQuota ? budgetsOf(ctx) : [];
  const wait = Math.max(0, ...budgets.map(([key, perMinute]) => readQuota?.wait(key, perMinute) ?? 0));
  if (wait > 0) throw new AppError('over_read_budget', { retryAfter: wait });
  return ctx.db.long(ctx.organization.id, work, {
    signal: ctx.signal,
    spent(ms) {
      for (const [key, perMinute] of budgets) readQuota?.charge(key, perMinute, ms);
    },
  });
}
