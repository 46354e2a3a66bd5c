import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  listOrganizations as listEndpoint,
  Organization,
  Usage,
  updateOrganization as updateEndpoint,
} from '../../contract/organizations.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { isTimeZone } from '../../domain/time/time-zone.ts';
import { filesRepo } from '../files/files.repo.ts';
import { usageRepo } from '../ingest/usage.repo.ts';
import { allowedMb } from '../ingest/usage.ts';
import { type Ctx, mutate } from '../kernel/context.ts';
import { type Db, isTaken } from '../kernel/database.ts';
import type { UserCtx } from '../kernel/http.ts';
import { invalid, listed, pageAsked } from '../kernel/list.ts';
import { actorId, changesOf } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { DAY_US, dayOf } from '../storage/readings/reading-store-slices.ts';
import { usersRepo } from '../users/users.repo.ts';
import { choosableOrganizations, organizationRepo } from './organizations.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => organizationRepo({ db, organization_id: ctx.organization.id });

/** What the API tells of an organisation. */
export function toOrganization(row: Row<'organizations'>): Organization {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    logo: row.logo_hash,
    locale: row.locale as Organization['locale'],
    time_zone: row.time_zone,
    first_day: row.first_day,
    duration_format: row.duration_format as Organization['duration_format'],
    currency: row.currency,
    keep_received_days: row.keep_received_days,
    keep_readings_days: row.keep_readings_days,
    keep_rollups_days: row.keep_rollups_days,
    ingest_quota_per_minute: row.ingest_quota_per_minute,
    ingest_mb_per_day: row.ingest_mb_per_day,
    pseudonymous_workers: row.pseudonymous_workers === 1,
    four_eyes: row.four_eyes === 1,
    consent_text: row.consent_text === null ? null : (JSON.parse(row.consent_text) as Organization['consent_text']),
    rev: row.rev,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

/**
 * Organisations that the person may choose, by name.
 * @throws AppError unauthenticated (the account is gone), validation_failed for an unknown sort or a damaged cursor
 */
export async function listOrganizations(ctx: UserCtx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, { name: { type: 'string' } }, 'name');
  const q = query.q?.trim();
  const user = await ctx.db.read(null, (db) => usersRepo({ db }).byId(ctx.actor.id));
  if (!user) throw new AppError('unauthenticated');
  const all = user.access_all_orgs === 1;
  return ctx.db.read(all ? { directory: true } : { user: user.id }, async (db) => {
    const repo = choosableOrganizations({ db, member: all ? null : user.id });
    return listed(query, page, await repo.list(q, page), { place: (row) => row.name, items: (rows) => rows, count: () => repo.count(q) });
  });
}

/** @throws AppError not_found */
export async function getOrganization(ctx: Ctx): Promise<Organization> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find());
  if (!row) throw new AppError('not_found');
  return toOrganization(row);
}

const flag = (on: boolean | undefined): number | undefined => (on === undefined ? undefined : Number(on));

/** Rollups stand for readings that are gone, so they stay at least as long; null = for ever. */
function checkRetention({ keep_readings_days, keep_rollups_days }: Pick<Organization, 'keep_readings_days' | 'keep_rollups_days'>): void {
  if (keep_rollups_days === null || (keep_readings_days !== null && keep_rollups_days >= keep_readings_days)) return;
  const params = keep_readings_days === null ? {} : { params: { minimum: keep_readings_days } };
  throw new AppError('validation_failed', { errors: [{ path: 'keep_rollups_days', code: 'too_small', ...params }] });
}

/** Whoever hosts the installation says how much an organisation may take in at the most. */
function checkBound(mb: number | null | undefined, bound: number | null): void {
  if (mb == null || bound === null || mb <= bound) return;
  throw new AppError('validation_failed', { errors: [{ path: 'ingest_mb_per_day', code: 'too_big', params: { maximum: bound } }] });
}

/** What loggers brought today, what files take, and what they may. @throws AppError not_found */
export async function getUsage(ctx: Ctx): Promise<Usage> {
  const day = dayOf(ctx.clock.now());
  const bound = ctx.config.ingestMbPerDay;
  return ctx.db.read(ctx.organization.id, async (db) => {
    const row = await repoOf(ctx, db).find();
    if (!row) throw new AppError('not_found');
    const loggers = await usageRepo({ db, organization_id: ctx.organization.id }).ofLoggers(day);
    return {
      day: formatInstant(day * DAY_US).slice(0, 10),
      bytes: loggers.reduce((sum, logger) => sum + logger.used_bytes, 0),
      allowed_mb: allowedMb(row.ingest_mb_per_day, bound),
      bound_mb: bound,
      files_bytes: await filesRepo({ db, organization_id: ctx.organization.id }).bytes(),
      files_bound_mb: ctx.config.filesMb,
      disk_full_since: ctx.space?.fullSince == null ? null : formatInstant(ctx.space.fullSince),
    };
  });
}

/** @throws AppError forbidden, stale_rev, slug_taken, validation_failed (time zone, rollups kept shorter than readings, more than may be chosen) */
export async function updateOrganization(ctx: Ctx, body: BodyOf<typeof updateEndpoint>): Promise<Organization> {
  const now = ctx.clock.now();
  return mutate(ctx, 'organizations.update', async (tx) => {
    tx.allow(null);
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find();
    if (!before) throw new AppError('not_found');
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toOrganization(before) });
    if (body.time_zone !== undefined && !isTimeZone(body.time_zone)) throw invalid('time_zone');
    checkBound(body.ingest_mb_per_day, ctx.config.ingestMbPerDay);
    const { rev, pseudonymous_workers, four_eyes, consent_text, ...fields } = body;
    const consent = consent_text === undefined ? {} : { consent_text: consent_text && JSON.stringify(consent_text) };
    const changes = changesOf(before, {
      ...fields,
      ...consent,
      pseudonymous_workers: flag(pseudonymous_workers),
      four_eyes: flag(four_eyes),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toOrganization(before);
    }
    checkRetention({ ...before, ...changes });
    const updated = await repo.update(rev, changes, { at: now, by: actorId(ctx.actor) }).catch((error: unknown) => {
      throw isTaken(error) ? new AppError('slug_taken', { cause: error }) : error;
    });
    if (!updated) throw new AppError('stale_rev', { current: toOrganization((await repo.find()) ?? before) });
    const after = toOrganization((await repo.find())!);
    tx.audit(after.id, { before: toOrganization(before), after });
    tx.publish({ name: 'changed', data: { entity: 'organizations', id: after.id, workspace_id: null } });
    return after;
  });
}
