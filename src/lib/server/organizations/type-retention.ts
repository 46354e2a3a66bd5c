import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  setTypeRetention as setEndpoint,
  TypeKeep,
  TypeRetention,
  tryTypeRetention as tryEndpoint,
} from '../../contract/type-retention.ts';
import { type Ctx, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { edgesOf, effectiveKeep } from '../kernel/kept-from.ts';
import { actorId } from '../kernel/rows.ts';
import { type SensorTypeRow, sensorTypesRepo } from '../sensor-types/sensor-types.repo.ts';
import { changed } from '../sensor-types/sensor-types.service.ts';
import { retentionRepo } from './retention.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => sensorTypesRepo({ db, organization_id: ctx.organization.id });

interface Found {
  row: SensorTypeRow;
  retention: TypeRetention;
}

/** @throws AppError not_found */
async function found(ctx: Ctx, db: Db, id: string): Promise<Found> {
  const row = await repoOf(ctx, db).find(id);
  if (!row) throw new AppError('not_found');
  const { keep_readings_days, keep_rollups_days } = await repoOf(ctx, db).organizationKeeps();
  const keep = { readings: row.keep_readings_days, fives: row.keep_5m_days, hours: row.keep_1h_days };
  return { row, retention: { id, keep, organization: { readings: keep_readings_days, rollups: keep_rollups_days }, rev: row.rev } };
}

/** Longer summaries are made of shorter ones, and these of readings: none may go first. @throws AppError validation_failed */
function check(keep: TypeKeep, organization: TypeRetention['organization']): void {
  const { readings, fives, hours } = effectiveKeep(keep, organization);
  const last = (days: number | null) => days ?? Number.POSITIVE_INFINITY;
  const tooShort = (path: string, least: number | null) =>
    new AppError('validation_failed', {
      errors: [{ path, code: 'too_small', ...(least === null ? {} : { params: { minimum: least, origin: 'number' } }) }],
    });
  if (last(fives) < last(readings)) throw tooShort('keep.fives', readings);
  if (last(hours) < last(fives)) throw tooShort('keep.hours', fives);
}

/** @throws AppError not_found */
export async function getTypeRetention(ctx: Ctx, id: string): Promise<TypeRetention> {
  return ctx.db.read(ctx.organization.id, async (db) => (await found(ctx, db, id)).retention);
}

/** How much would go by the next look of retention. @throws AppError not_found, validation_failed */
export async function tryTypeRetention(
  ctx: Ctx,
  id: string,
  { keep }: BodyOf<typeof tryEndpoint>,
): Promise<ResponseOf<typeof tryEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const { retention } = await found(ctx, db, id);
    check(keep, retention.organization);
    const edges = edgesOf(ctx.clock.now(), effectiveKeep(keep, retention.organization));
    const { id: organization_id, no: organization_no } = ctx.organization;
    return retentionRepo({ db, organization_id, organization_no }).preview(id, edges);
  });
}

/** @throws AppError not_found, forbidden, stale_rev, validation_failed */
export async function setTypeRetention(ctx: Ctx, id: string, { rev, keep }: BodyOf<typeof setEndpoint>): Promise<TypeRetention> {
  return mutate(ctx, 'sensor-types.set', async (tx) => {
    tx.allow(null);
    const { row, retention: before } = await found(ctx, tx.db, id);
    if (row.rev !== rev) throw new AppError('stale_rev', { current: before });
    check(keep, before.organization);
    const changes = { keep_readings_days: keep.readings, keep_5m_days: keep.fives, keep_1h_days: keep.hours };
    if (JSON.stringify(keep) === JSON.stringify(before.keep)) {
      tx.unchanged();
      return before;
    }
    const stamp = { at: ctx.clock.now(), by: actorId(ctx.actor) };
    if (!(await repoOf(ctx, tx.db).update(id, rev, changes, stamp))) throw new AppError('stale_rev', { current: before });
    const { retention: after } = await found(ctx, tx.db, id);
    tx.audit(id, { before: auditedKeep(before), after: auditedKeep(after) });
    changed(tx, id);
    return after;
  });
}

const auditedKeep = ({ keep, rev }: TypeRetention) => ({
  keep_readings_days: keep.readings,
  keep_5m_days: keep.fives,
  keep_1h_days: keep.hours,
  rev,
});
