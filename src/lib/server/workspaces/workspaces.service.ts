import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  createWorkspace as createEndpoint,
  listWorkspaces as listEndpoint,
  updateWorkspace as updateEndpoint,
  Workspace,
} from '../../contract/workspaces.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { isTimeZone } from '../../domain/time/time-zone.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import { SORTS, type WorkspaceRow, workspacesRepo } from './workspaces.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => workspacesRepo({ db, organization_id: ctx.organization.id });

const toWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  code: row.code,
  description: row.description,
  time_zone: row.time_zone,
  datalogger_count: row.datalogger_count,
  machine_count: row.machine_count,
  member_count: row.member_count,
  rev: row.rev,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listWorkspaces(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, 'name');
  const filter = {
    q: query.q?.trim(),
    workspaces: readableWorkspaces(ctx, undefined, 'org:read'),
    archived: query.archived === '1',
  };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row[page.sort] ?? '',
      items: (rows) => rows.map(toWorkspace),
      count: () => repo.count(filter),
    });
  });
}

/** @throws AppError not_found */
export async function getWorkspace(ctx: Ctx, id: string): Promise<Workspace> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(id));
  if (!row || !can(ctx, 'org:read', row.id)) throw new AppError('not_found');
  return toWorkspace(row);
}

const orNull = (text: string | null | undefined): string | null => text || null;

/** @throws AppError validation_failed */
function checkZone(zone: string | undefined): void {
  if (zone !== undefined && !isTimeZone(zone)) throw invalid('time_zone');
}

/**
 * Creates a workspace. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (time zone), conflict (the id is taken by something else)
 */
export async function createWorkspace(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Workspace> {
  const now = ctx.clock.now();
  return mutate(ctx, 'workspaces.create', async (tx) => {
    tx.allow(null);
    checkZone(body.time_zone);
    const repo = repoOf(ctx, tx.db);
    const wanted = { name: body.name, code: orNull(body.code), description: body.description ?? '' };
    const id = body.id ?? ctx.ids.uuid();
    if (body.id !== undefined && (await repo.find(body.id))) {
      const first = await firstAnswer<Workspace>(tx.db, ctx.organization.id, 'workspaces.create', body.id);
      if (!first || Object.keys(changesOf(first, { ...wanted, time_zone: body.time_zone })).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const time_zone = body.time_zone ?? (await repo.organizationZone());
    await repo.insert({ ...stamps(now, actorId(ctx.actor)), ...wanted, time_zone, id });
    const after = toWorkspace((await repo.find(id))!);
    tx.audit(id, { workspaceId: id, after });
    tx.publish({ name: 'changed', data: { entity: 'workspaces', id, workspace_id: id } });
    return after;
  });
}

/**
 * Changes, archives or brings back a workspace. Archiving ends all roles in it, also the one by which a manager could bring it back: it
 * belongs to those who manage the organisation. Its machines and loggers stay as they are; no reading is refused.
 * @throws AppError not_found, forbidden, stale_rev, workspace_archived (changed while archived), validation_failed (time zone)
 */
export async function updateWorkspace(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Workspace> {
  const now = ctx.clock.now();
  return mutate(ctx, 'workspaces.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id);
    if (!before || !can(ctx, 'org:read', id)) throw new AppError('not_found');
    tx.allow(body.archived === undefined ? id : null);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toWorkspace(before) });
    checkZone(body.time_zone);
    const changes = changesOf(before, {
      name: body.name,
      code: body.code === undefined ? undefined : orNull(body.code),
      description: body.description,
      time_zone: body.time_zone,
      archived_at: archivedAt(body.archived, before.archived_at, now),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toWorkspace(before);
    }
    if (before.archived_at !== null && body.archived !== false) throw new AppError('workspace_archived');
    if (!(await repo.update(id, body.rev, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: toWorkspace((await repo.find(id)) ?? before) });
    if (changes.archived_at) await repo.archiveMemberships(id, changes.archived_at);
    else if (changes.archived_at === null && before.archived_at !== null) await repo.restoreMemberships(id, before.archived_at, now);
    const after = toWorkspace((await repo.find(id))!);
    tx.audit(id, { workspaceId: id, before: toWorkspace(before), after });
    tx.publish({ name: 'changed', data: { entity: 'workspaces', id, workspace_id: id } });
    return after;
  });
}

/** @returns undefined = not asked for */
function archivedAt(wanted: boolean | undefined, before: number | null, now: number): number | null | undefined {
  if (wanted === undefined) return undefined;
  return wanted ? (before ?? now) : null;
}
