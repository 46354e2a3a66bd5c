import type {
  Activity,
  ActivityFace,
  createActivity as createEndpoint,
  listActivities as listEndpoint,
  updateActivity as updateEndpoint,
} from '../../contract/activities.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Taxonomy } from '../../contract/taxonomies.ts';
import { VALUE_ID } from '../../domain/taxonomies/index.ts';
import { colorOf } from '../../domain/taxonomies/taxonomy-rules.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps, workspaceExists } from '../kernel/rows.ts';
import { taxonomiesOf } from '../taxonomies/taxonomies.service.ts';
import { type ActivityRow, activitiesRepo, columnsOf, faceOf, SORTS, sameAs } from './activities.repo.ts';

const COLORS = [1, 2, 3, 4, 5, 6, 7, 8];
const repoOf = (ctx: Ctx, db: Db) => activitiesRepo({ db, organization_id: ctx.organization.id });

export const toActivity = (row: Omit<ActivityRow, 'organization_id' | 'name_key' | 'search'>): Activity => ({
  ...faceOf(row),
  workspace_id: row.workspace_id,
  rev: row.rev,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listActivities(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, 'name');
  const workspaces = readableWorkspaces(ctx, query.workspace_id, 'tm:read');
  const filter = { q: query.q, workspaces, archived: query.archived === '1' };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row[SORTS[page.sort].column],
      items: (rows) => rows.map(toActivity),
      count: () => repo.count(filter),
    });
  });
}

/** An activity that the actor may read. @throws AppError not_found */
async function readable(ctx: Ctx, db: Db, id: string): Promise<ActivityRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'tm:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getActivity(ctx: Ctx, id: string): Promise<Activity> {
  return toActivity(await ctx.db.read(ctx.organization.id, (db) => readable(ctx, db, id)));
}

/** Is there such a category in a taxonomy in use? */
export const isCategory = (taxonomies: readonly Taxonomy[], [id, code]: readonly [string, string]): boolean =>
  taxonomies.some((one) => one.id === id && one.archived_at === null && one.categories.some((category) => category.code === code));

/** @throws AppError validation_failed for categories that there aren't; those that the activity has already are left to it */
function checkCategories(taxonomies: readonly Taxonomy[], wanted: Activity['categories'], before: Activity['categories'] = {}): void {
  const wrong = Object.entries(wanted).filter(([id, code]) => before[id] !== code && !isCategory(taxonomies, [id, code]));
  const errors = wrong.slice(0, 50).map(([id]) => ({ path: `categories.${id}`, code: 'unknown' }));
  if (errors.length > 0) throw new AppError('validation_failed', { errors });
}

/** The colour that the fewest activities in use have; the first one of them. */
function freeColor(rows: readonly ActivityRow[]): number {
  const uses = (color: number) => rows.filter((row) => row.archived_at === null && row.color === color).length;
  return COLORS.reduce((best, color) => (uses(color) < uses(best) ? color : best));
}

/** @throws AppError conflict (`name`): another activity in use of the workspace has that name and kind */
function checkName(rows: readonly ActivityRow[], { id, kind, name }: Pick<ActivityFace, 'id' | 'kind' | 'name'>): void {
  const same = (row: ActivityRow) => row.archived_at === null && row.id !== id && sameAs(row.kind, row.name) === sameAs(kind, name);
  if (rows.some(same)) throw new AppError('conflict', { errors: [{ path: 'name', code: 'taken' }] });
}

export function changed(tx: Mutation, id: string, workspaceId: string): void {
  tx.publish({ name: 'changed', data: { entity: 'activities', id, workspace_id: workspaceId } });
}

type Body = Partial<Omit<ActivityFace, 'id'>>;
type Given = { [K in keyof Body]: Body[K] | undefined };
/** Fields that a body names, as they are stored. */
const given = ({ name, short, icon, color, kind, loss, element, ends_cycle, categories }: Given): Body =>
  Object.fromEntries(
    Object.entries({
      name,
      short: short === undefined ? short : short || null,
      icon,
      color,
      kind,
      loss,
      element,
      ends_cycle,
      categories,
    }).filter(([, value]) => value !== undefined),
  );

/**
 * Creates an activity; what isn't said follows from its category of value: colour, and whether it is a loss. Repeated with the same id and
 * the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (no such workspace or category), conflict (the id is taken, or the name by the same kind)
 */
export async function createActivity(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Activity> {
  const lock = (db: Db) => repoOf(ctx, db).lock(body.workspace_id);
  const create = async (tx: Mutation): Promise<Activity> => {
    tx.allow(body.workspace_id);
    const repo = repoOf(ctx, tx.db);
    if (!(await workspaceExists(tx.db, ctx.organization.id, body.workspace_id))) throw invalid('workspace_id');
    const id = body.id ?? ctx.ids.uuid();
    if (body.id !== undefined && (await repo.find(body.id))) {
      const first = await firstAnswer<Activity>(tx.db, ctx.organization.id, 'activities.create', body.id);
      const same = first && first.workspace_id === body.workspace_id && sameFace(first, { ...first, ...given(body) });
      if (!same) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const taxonomies = await taxonomiesOf(ctx, tx.db);
    const categories = body.categories ?? {};
    checkCategories(taxonomies, categories);
    const rows = await repo.ofWorkspace(body.workspace_id);
    const value = taxonomies.find((one) => one.id === VALUE_ID)?.categories ?? [];
    const code = categories[VALUE_ID] ?? '';
    const face: ActivityFace = {
      id,
      name: body.name,
      short: null,
      icon: null,
      color: colorOf(value, code) ?? freeColor(rows),
      kind: 'state',
      loss: value.find((one) => one.code === code)?.loss ?? false,
      element: false,
      ends_cycle: false,
      categories,
      ...given(body),
    };
    checkName(rows, face);
    await repo.insert([{ ...stamps(ctx.clock.now(), actorId(ctx.actor)), workspace_id: body.workspace_id, ...columnsOf(face) }]);
    const after = toActivity((await repo.find(id))!);
    tx.audit(id, { workspaceId: body.workspace_id, after });
    changed(tx, id, body.workspace_id);
    return after;
  };
  return mutate(ctx, 'activities.create', create, lock);
}

const sameFace = (a: ActivityFace, b: ActivityFace): boolean => Object.keys(changesOf(columnsOf(a), columnsOf(b))).length === 0;

/**
 * Changes or archives an activity; versions of screens keep it as it was.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed (no such category), conflict (the name is taken by the same kind)
 */
export async function updateActivity(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Activity> {
  const now = ctx.clock.now();
  const lock = async (db: Db) => {
    const row = await repoOf(ctx, db).find(id);
    if (row) await repoOf(ctx, db).lock(row.workspace_id);
  };
  const update = async (tx: Mutation): Promise<Activity> => {
    const repo = repoOf(ctx, tx.db);
    const before = await readable(ctx, tx.db, id);
    tx.allow(before.workspace_id);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toActivity(before) });
    const was = faceOf(before);
    const face = { ...was, ...given(body) };
    const changes = changesOf<ActivityRow, Partial<ActivityRow>>(before, {
      ...columnsOf(face),
      ...(body.archived === undefined ? {} : { archived_at: body.archived ? (before.archived_at ?? now) : null }),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toActivity(before);
    }
    if (changes.categories !== undefined) checkCategories(await taxonomiesOf(ctx, tx.db), face.categories, was.categories);
    const { name, kind, archived_at } = { ...before, ...changes };
    const renamed = name !== before.name || kind !== before.kind || before.archived_at !== null;
    if (renamed && archived_at === null) checkName(await repo.ofWorkspace(before.workspace_id), face);
    if (!(await repo.update(before, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: toActivity((await repo.find(id)) ?? before) });
    const after = toActivity((await repo.find(id))!);
    tx.audit(id, { workspaceId: after.workspace_id, before: toActivity(before), after });
    changed(tx, id, after.workspace_id);
    return after;
  };
  return mutate(ctx, 'activities.update', update, lock);
}
