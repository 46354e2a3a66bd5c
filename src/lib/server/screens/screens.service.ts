import type { ActivityFace } from '../../contract/activities.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError, type FieldError } from '../../contract/errors.ts';
import type {
  Definition,
  listScreens as listEndpoint,
  Screen,
  ScreenVersion,
  updateScreen as updateEndpoint,
} from '../../contract/screens.ts';
import { activitiesOf, draftProblems, type KnownActivity } from '../../domain/screens/screen-rules.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type ActivityRow, activitiesRepo, FACE_COLUMNS, type FaceColumns, faceOf } from '../activities/activities.repo.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { checkMachine } from '../machines/check-machine.ts';
import { type ScreenRow, SORTS, screensRepo } from './screens.repo.ts';

const MAX_PROBLEMS = 50;
export const repoOf = (ctx: Ctx, db: Db) => screensRepo({ db, dialect: ctx.db.dialect, organization_id: ctx.organization.id });
export const definitionOf = (text: string): Definition => JSON.parse(text) as Definition;
export const facesOf = (text: string): ActivityFace[] => JSON.parse(text) as ActivityFace[];

/** Would the draft be published as something else than the newest version is? */
export function hasChanges(row: ScreenRow): boolean {
  if (row.draft !== row.published_definition || row.method !== row.published_method) return true;
  const published = new Map(facesOf(row.published_activities ?? '[]').map((face) => [face.id, JSON.stringify(face)]));
  return (JSON.parse(row.touched ?? '[]') as unknown[][]).some((values) => {
    const face = faceOf(Object.fromEntries(FACE_COLUMNS.map((column, i) => [column, values[i]])) as FaceColumns);
    return published.has(face.id) && published.get(face.id) !== JSON.stringify(face);
  });
}

export const toScreen = (row: ScreenRow): Screen => ({
  id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  method: row.method,
  machine_id: row.machine_id,
  machine_name: row.machine_name,
  draft: definitionOf(row.draft),
  version: row.version,
  published_at: formatInstant(row.published_at),
  has_changes: hasChanges(row),
  rev: row.rev,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});

/** A screen as the trail keeps it: the name of the machine is a change of the machine. */
export function toTrail(row: ScreenRow): Omit<Screen, 'machine_name'> {
  const { machine_name: _, ...screen } = toScreen(row);
  return screen;
}

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listScreens(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, 'name');
  const workspaces = readableWorkspaces(ctx, query.workspace_id, 'tm:read');
  const filter = { q: query.q, method: query.method, workspaces, archived: query.archived === '1' };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row[SORTS[page.sort].column],
      items: (rows) => rows.map(toScreen),
      count: () => repo.count(filter),
    });
  });
}

/** A screen that the actor may read. @throws AppError not_found */
export async function readableScreen(ctx: Ctx, db: Db, id: string): Promise<ScreenRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'tm:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getScreen(ctx: Ctx, id: string): Promise<Screen> {
  return toScreen(await ctx.db.read(ctx.organization.id, (db) => readableScreen(ctx, db, id)));
}

const VERSION = /^[1-9]\d{0,8}$/;

/** @throws AppError not_found */
export async function getScreenVersion(ctx: Ctx, id: string, version: string): Promise<ScreenVersion> {
  if (!VERSION.test(version)) throw new AppError('not_found');
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).findVersion(id, Number(version)));
  if (!row || !can(ctx, 'tm:read', row.workspace_id)) throw new AppError('not_found');
  return {
    screen_id: row.screen_id,
    version: row.version,
    name: row.name,
    method: row.method,
    definition: definitionOf(row.definition),
    activities: facesOf(row.activities),
    published_at: formatInstant(row.published_at),
  };
}

/** Activities of a workspace by their ids, archived ones too. */
export async function activitiesById(ctx: Ctx, db: Db, workspaceId: string): Promise<Map<string, ActivityRow>> {
  const rows = await activitiesRepo({ db, organization_id: ctx.organization.id }).ofWorkspace(workspaceId);
  return new Map(rows.map((row) => [row.id, row]));
}
export const knownOf = (rows: ReadonlyMap<string, ActivityRow>): Map<string, KnownActivity> =>
  new Map([...rows].map(([id, { kind, archived_at }]) => [id, { kind, archived: archived_at !== null }]));

/** @throws AppError validation_failed */
export function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('validation_failed', { errors: errors.slice(0, MAX_PROBLEMS) });
}

export function changed(tx: Mutation, { id, workspace_id }: Pick<ScreenRow, 'id' | 'workspace_id'>): void {
  tx.publish({ name: 'changed', data: { entity: 'screens', id, workspace_id } });
}

/**
 * Changes or archives a screen; its versions stay as they are.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed (machine; the draft, see screen-rules.ts)
 */
export async function updateScreen(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Screen> {
  const now = ctx.clock.now();
  return mutate(ctx, 'screens.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await readableScreen(ctx, tx.db, id);
    tx.allow(before.workspace_id);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toScreen(before) });
    const changes = changesOf<Row<'screens'>, Partial<Row<'screens'>>>(before, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.method === undefined ? {} : { method: body.method }),
      ...(body.machine_id === undefined ? {} : { machine_id: body.machine_id }),
      ...(body.draft === undefined ? {} : { draft: JSON.stringify(body.draft) }),
      ...(body.archived === undefined ? {} : { archived_at: body.archived ? (before.archived_at ?? now) : null }),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toScreen(before);
    }
    if (changes.machine_id != null) await checkMachine(ctx, tx.db, changes.machine_id, before.workspace_id);
    if (body.draft && changes.draft !== undefined) {
      const known = knownOf(await activitiesById(ctx, tx.db, before.workspace_id));
      refuse(draftProblems(body.draft, known, 'draft', new Set(activitiesOf(definitionOf(before.draft)))));
    }
    if (!(await repo.update(before, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: toScreen((await repo.find(id)) ?? before) });
    const after = (await repo.find(id))!;
    tx.audit(id, { workspaceId: after.workspace_id, before: toTrail(before), after: toTrail(after) });
    changed(tx, after);
    return toScreen(after);
  });
}
