import type * as z from 'zod/mini';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { listTaps as listEndpoint, sendTaps as sendEndpoint } from '../../contract/measurements.ts';
import { type StoredTap, type tapResult, tap as tapShape } from '../../contract/tap-events.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { actorId } from '../kernel/rows.ts';
import { isAboutOthers, type Origins, refusalOf, refusalToAdd, type Standing } from './admission.ts';
import { rebuild } from './entries.service.ts';
import { type MeasurementRow, measurementsRepo } from './measurements.repo.ts';
import { changed, measurementWith, toTrail } from './measurements.service.ts';
import { type Origin, tapsRepo } from './taps.repo.ts';

type Result = z.infer<typeof tapResult>;

/** No person makes more taps in one measurement. */
export const MOST_TAPS = 20_000;
/** Taps allowed beyond `MOST_TAPS`, only to end a measurement or to take its end back. */
const ENDINGS = 20;
const DEFAULT_TAPS = 1_000;

const repoOf = (ctx: Ctx, db: Db, measurement_id: string) => tapsRepo({ db, organization_id: ctx.organization.id, measurement_id });
const serverTime = (ctx: Ctx): number => Math.floor(ctx.clock.now() / 1_000);

/** Parses each tap by itself, so that a malformed one fails without the others. */
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

/** What the actor is to the measurement; asked of the database only when it matters. */
async function standingOf(ctx: Ctx, db: Db, row: MeasurementRow): Promise<Standing> {
  const edits = can(ctx, 'tm:write', row.workspace_id);
  const actor = actorId(ctx.actor);
  const finished = row.finished_seq !== null && !edits && actor !== null;
  return {
    archived: row.archived_at !== null,
    finishedSeq: row.finished_seq,
    finishedFor: (ctx.clock.now() - (row.finished_at ?? 0)) / 1_000,
    edits,
    joined: finished && (await measurementsRepo({ db, organization_id: ctx.organization.id }).hasJoined(row.id, actor)),
    user: ctx.actor.kind === 'user' ? ctx.actor.id : null,
  };
}

/**
 * Workspace of a measurement to which the actor may add a photo: as whoever may tap it, and as long.
 * @throws AppError not_found, forbidden, measurement_archived, measurement_finished
 */
export async function workspaceToAdd(ctx: Ctx, db: Db, id: string): Promise<string> {
  const row = await measurementWith(ctx, db, ['tm:capture', 'tm:read'], id);
  if (!can(ctx, 'tm:capture', row.workspace_id)) throw new AppError('forbidden');
  const refusal = refusalToAdd(await standingOf(ctx, db, row));
  if (refusal !== null) throw new AppError(refusal);
  return row.workspace_id;
}

/** Who sent the taps that these taps correct, and who has their sessions. */
async function originsOf(
  ctx: Ctx,
  db: Db,
  id: string,
  taps: readonly Tap[],
): Promise<{ taps: Map<string, Origin>; sessions: Origins['sessions'] }> {
  const repo = repoOf(ctx, db, id);
  const said = taps.filter(isAboutOthers);
  const sessions = new Map<string, Origin | undefined>();
  for (const session of new Set(said.filter(({ kind }) => kind === 'clock').map((tap) => tap.session)))
    sessions.set(session, await repo.sessionOrigin(session));
  return { taps: await repo.origins(said.flatMap(({ target }) => target ?? [])), sessions };
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
    const standing = await standingOf(ctx, tx.db, before);
    const origins = standing.edits ? { taps: new Map(), sessions: new Map() } : await originsOf(ctx, tx.db, id, good);
    const storedIds = good.length === 0 ? new Set<string>() : await repo.storedIds(good.map((one) => one.id));
    const fresh: Tap[] = [];
    const results = new Map<string, Result>();
    let seq = before.tap_count;
    for (const one of good) {
      const most = one.kind === 'stop' || one.kind === 'retract' ? MOST_TAPS + ENDINGS : MOST_TAPS;
      const code = storedIds.has(one.id) ? null : seq >= most ? 'over_quota' : refusalOf(one, standing, origins);
      const status = storedIds.has(one.id) ? 'duplicate' : code === null ? 'accepted' : 'failed';
      if (results.get(one.id)?.status !== 'accepted') results.set(one.id, { id: one.id, status, ...(code === null ? {} : { code }) });
      if (status !== 'accepted') continue;
      storedIds.add(one.id);
      fresh.push(one);
      origins.taps.set(one.id, { seq: ++seq, user_id: standing.user, kind: one.kind });
      // The end was taken back: the taps after it count as captured while the measurement runs.
      if (one.kind === 'retract' && origins.taps.get(one.target ?? '')?.kind === 'stop') standing.finishedSeq = null;
    }
    if (fresh.length > 0) {
      const now = ctx.clock.now();
      const first = before.tap_count + 1;
      await repo.insert(
        fresh.map((one, index) => ({
          id: one.id,
          seq: first + index,
          body: JSON.stringify(one),
          received_at: now,
          user_id: standing.user,
        })),
      );
      const actor = actorId(ctx.actor);
      if (before.state === 'running' && actor !== null) await measurements.join(id, actor, now);
      const finished_at = standing.finishedSeq === null ? null : before.finished_at;
      const after = await rebuild(ctx, tx.db, { ...before, tap_count: seq, finished_at });
      changed(tx, before);
      if (after.state !== before.state || (before.started_ms === null && after.started_ms !== null))
        tx.audit(id, { workspaceId: before.workspace_id, before: toTrail(before), after: toTrail(after) });
      else tx.unchanged();
    } else tx.unchanged();
    // One result for each tap of the request, in its order, also for repeated ones.
    let at = 0;
    const inOrder = body.taps.map((_, index) => bad.get(index) ?? results.get(good[at++]!.id)!);
    return { results: inOrder, seq, server_time: serverTime(ctx) };
  });
}

/** @throws AppError not_found */
export async function listTaps(
  ctx: Ctx,
  id: string,
  { since = 0, limit = DEFAULT_TAPS }: QueryOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const { tap_count } = await measurementWith(ctx, db, ['tm:capture', 'tm:read'], id);
    const rows = tap_count > since ? await repoOf(ctx, db, id).after(since, limit) : [];
    const items = rows.map(({ seq, body, user_id }): StoredTap => ({ ...(JSON.parse(body) as Tap), seq, user_id }));
    return { items, seq: tap_count, server_time: serverTime(ctx) };
  });
}
