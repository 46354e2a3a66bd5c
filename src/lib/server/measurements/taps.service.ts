import type * as z from 'zod/mini';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { listTaps as listEndpoint, sendTaps as sendEndpoint } from '../../contract/measurements.ts';
import type { Scope } from '../../contract/scopes.ts';
import { type StoredTap, type tapResult, tap as tapShape } from '../../contract/tap-events.ts';
import type { Tap } from '../../taps/tap.ts';
import { type Ctx, mutate } from '../context.ts';
import type { Db } from '../db/database.ts';
import { rebuild } from './entries.service.ts';
import { measurementsRepo } from './measurements.repo.ts';
import { changed, measurementWith, toTrail } from './measurements.service.ts';
import { tapsRepo } from './taps.repo.ts';

type Result = z.infer<typeof tapResult>;

/** A measurement of more taps isn't a person's any more. */
const MOST_TAPS = 200_000;
const DEFAULT_TAPS = 1_000;

const repoOf = (ctx: Ctx, db: Db, measurement_id: string) => tapsRepo({ db, organization_id: ctx.organization.id, measurement_id });
const serverTime = (ctx: Ctx): number => Math.floor(ctx.clock.now() / 1_000);

/** Each tap for itself: what is no tap fails alone. */
function parsed(taps: readonly unknown[]): { good: Tap[]; bad: Map<number, Result> } {
  const good: Tap[] = [];
  const bad = new Map<number, Result>();
  for (const [index, one] of taps.entries()) {
    const { success, data } = tapShape.safeParse(one);
    if (success) good.push(data);
    else {
      const id = (one as { id?: unknown } | null)?.id;
      bad.set(index, { id: typeof id === 'string' ? id.slice(0, 64) : '', status: 'failed', code: 'validation_failed' });
    }
  }
  return { good, bad };
}

/**
 * Stores taps and computes the entries again. Taps are their own trail, so only a measurement that begins, ends or goes on leaves an audit row.
 * @throws AppError not_found, forbidden
 */
export async function sendTaps(ctx: Ctx, id: string, body: BodyOf<typeof sendEndpoint>): Promise<ResponseOf<typeof sendEndpoint>> {
  const { good, bad } = parsed(body.taps);
  return mutate(ctx, 'measurements.capture', async (tx) => {
    const measurements = measurementsRepo({ db: tx.db, organization_id: ctx.organization.id });
    await measurements.lock(id);
    const before = await measurementWith(ctx, tx.db, 'tm:capture', id);
    tx.allow(before.workspace_id);
    const repo = repoOf(ctx, tx.db, id);
    const known = good.length === 0 ? new Set<string>() : await repo.known(good.map((one) => one.id));
    const fresh: Tap[] = [];
    const results = new Map<string, Result>();
    for (const one of good) {
      const full = before.tap_count + fresh.length >= MOST_TAPS;
      const status = known.has(one.id) ? 'duplicate' : full ? 'failed' : 'accepted';
      if (results.get(one.id)?.status !== 'accepted')
        results.set(one.id, { id: one.id, status, ...(status === 'failed' ? { code: 'over_quota' } : {}) });
      if (status !== 'accepted') continue;
      known.add(one.id);
      fresh.push(one);
    }
    let seq = before.tap_count;
    if (fresh.length > 0) {
      const now = ctx.clock.now();
      const user_id = ctx.actor.kind === 'user' ? ctx.actor.id : null;
      await repo.insert(fresh.map((one) => ({ id: one.id, seq: ++seq, body: JSON.stringify(one), received_at: now, user_id })));
      const after = await rebuild(ctx, tx.db, { ...before, tap_count: seq });
      changed(tx, before);
      if (after.state !== before.state || (before.started_ms === null && after.started_ms !== null))
        tx.audit(id, { workspaceId: before.workspace_id, before: toTrail(before), after: toTrail(after) });
      else tx.unchanged();
    } else tx.unchanged();
    // In the order of the request, repetitions inside it included.
    let at = 0;
    const inOrder = body.taps.map((_, index) => bad.get(index) ?? results.get(good[at++]!.id)!);
    return { results: inOrder, seq, server_time: serverTime(ctx) };
  });
}

/** @throws AppError not_found */
export async function listTaps(
  ctx: Ctx,
  scope: Scope,
  id: string,
  { since = 0, limit = DEFAULT_TAPS }: QueryOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const { tap_count } = await measurementWith(ctx, db, scope, id);
    const rows = tap_count > since ? await repoOf(ctx, db, id).after(since, limit) : [];
    const items = rows.map(({ seq, body, user_id }): StoredTap => ({ ...(JSON.parse(body) as Tap), seq, user_id }));
    return { items, seq: tap_count, server_time: serverTime(ctx) };
  });
}
