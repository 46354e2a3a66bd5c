import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type createSavedView as createEndpoint,
  type listSavedViews as listEndpoint,
  SAVED_VIEWS_LIMIT,
  type SavedView,
  type updateSavedView as updateEndpoint,
  VIEWED_LISTS,
  type ViewedList,
} from '../../contract/saved-views.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, type Mutation, mutate, workspacesWith } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps, workspaceExists } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { savedViewsRepo } from './saved-views.repo.ts';

const LISTS = Object.keys(VIEWED_LISTS) as ViewedList[];
const repoOf = (ctx: Ctx, db: Db) => savedViewsRepo({ db, organization_id: ctx.organization.id });

const isMaker = (ctx: Ctx, row: Pick<Row<'saved_views'>, 'created_by'>) => row.created_by !== null && row.created_by === actorId(ctx.actor);
/** Its maker alone sees his own; a shared one is for whoever reads such rows in its workspace. */
const isSeen = (ctx: Ctx, row: Row<'saved_views'>) =>
  isMaker(ctx, row) || (row.workspace_id !== null && can(ctx, VIEWED_LISTS[row.list as ViewedList], row.workspace_id));
/** What is shared belongs to the furniture of its workspace. */
const mayShare = (ctx: Ctx, workspaceId: string) => can(ctx, 'org:manage', workspaceId);
const isEditable = (ctx: Ctx, { workspace_id, ...row }: Pick<Row<'saved_views'>, 'workspace_id' | 'created_by'>) =>
  workspace_id === null ? isMaker(ctx, row) : mayShare(ctx, workspace_id);

const toView = (ctx: Ctx, row: Row<'saved_views'>): SavedView => ({
  id: row.id,
  list: row.list as ViewedList,
  name: row.name,
  workspace_id: row.workspace_id,
  query: row.query,
  columns: JSON.parse(row.columns) as SavedView['columns'],
  editable: isEditable(ctx, row),
  rev: row.rev,
  created_by: row.created_by,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});

/** Asks for the right where the view is: his own one needs any place of the organisation. */
function allow(ctx: Ctx, tx: Mutation, workspaceId: string | null): void {
  const places = workspacesWith(ctx, 'org:read');
  tx.allow(workspaceId ?? (places === 'all' ? null : (places[0] ?? null)));
}

function changed(tx: Mutation, row: Pick<Row<'saved_views'>, 'id' | 'workspace_id'>): void {
  tx.publish({ name: 'changed', data: { entity: 'saved-views', id: row.id, workspace_id: row.workspace_id } });
}

export async function listSavedViews(ctx: Ctx, { list }: QueryOf<typeof listEndpoint>): Promise<{ items: SavedView[] }> {
  const lists = (list === undefined ? LISTS : [list]).map((one) => ({ list: one, workspaces: workspacesWith(ctx, VIEWED_LISTS[one]) }));
  const rows = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).list(lists, actorId(ctx.actor) ?? ''));
  return { items: rows.map((row) => toView(ctx, row)) };
}

/** @throws AppError not_found */
export async function getSavedView(ctx: Ctx, id: string): Promise<SavedView> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(id));
  if (!row || row.archived_at !== null || !isSeen(ctx, row)) throw new AppError('not_found');
  return toView(ctx, row);
}

/**
 * Keeps a view. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (no such workspace), conflict (the id is taken, or there are {@link SAVED_VIEWS_LIMIT} of them)
 */
export async function createSavedView(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<SavedView> {
  const now = ctx.clock.now();
  const workspaceId = body.workspace_id ?? null;
  return mutate(ctx, 'saved-views.create', async (tx) => {
    allow(ctx, tx, workspaceId);
    if (workspaceId !== null && !(await workspaceExists(tx.db, ctx.organization.id, workspaceId))) throw invalid('workspace_id');
    if (workspaceId !== null && !mayShare(ctx, workspaceId)) throw new AppError('forbidden');
    if (!can(ctx, VIEWED_LISTS[body.list], workspaceId ?? undefined)) throw new AppError('forbidden');
    const repo = repoOf(ctx, tx.db);
    const wanted = {
      list: body.list,
      name: body.name,
      workspace_id: workspaceId,
      query: body.query,
      columns: JSON.stringify(body.columns ?? []),
    };
    if (body.id !== undefined && (await repo.find(body.id))) {
      const first = await firstAnswer<SavedView>(tx.db, ctx.organization.id, 'saved-views.create', body.id);
      const before = first && { ...first, columns: JSON.stringify(first.columns) };
      if (!first || !before || !isMaker(ctx, first) || Object.keys(changesOf(before, wanted)).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const by = actorId(ctx.actor);
    if (by !== null && (await repo.countOf(by)) >= SAVED_VIEWS_LIMIT) throw new AppError('conflict');
    const id = body.id ?? ctx.ids.uuid();
    await repo.insert({ ...stamps(now, by), ...wanted, id });
    const after = toView(ctx, (await repo.find(id))!);
    tx.audit(id, { workspaceId, after });
    changed(tx, after);
    return after;
  });
}

/**
 * Renames, shares, changes, deletes or brings back a view.
 * @throws AppError not_found, forbidden (not his own, or no right to share there), stale_rev, validation_failed (no such workspace)
 */
export async function updateSavedView(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<SavedView> {
  const now = ctx.clock.now();
  return mutate(ctx, 'saved-views.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id);
    if (!before || !isSeen(ctx, before)) throw new AppError('not_found');
    allow(ctx, tx, before.workspace_id);
    if (!isEditable(ctx, before)) throw new AppError('forbidden');
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toView(ctx, before) });
    const changes = changesOf(before, {
      name: body.name,
      workspace_id: body.workspace_id,
      query: body.query,
      columns: body.columns && JSON.stringify(body.columns),
      archived_at: body.archived === undefined ? undefined : body.archived ? (before.archived_at ?? now) : null,
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toView(ctx, before);
    }
    const place = changes.workspace_id;
    if (place != null) {
      if (!(await workspaceExists(tx.db, ctx.organization.id, place))) throw invalid('workspace_id');
      if (!mayShare(ctx, place)) throw new AppError('forbidden');
    }
    // What was shared would belong to nobody who may see it.
    if (place === null && !isMaker(ctx, before)) throw new AppError('forbidden');
    if (!(await repo.update({ ...before, rev: body.rev }, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: toView(ctx, (await repo.find(id)) ?? before) });
    const after = toView(ctx, (await repo.find(id))!);
    tx.audit(id, { workspaceId: after.workspace_id ?? before.workspace_id, before: toView(ctx, before), after });
    changed(tx, after);
    return after;
  });
}
