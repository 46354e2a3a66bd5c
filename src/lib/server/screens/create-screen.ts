import type { ActivityFace } from '../../contract/activities.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { createScreen as createEndpoint, Definition, Method, Screen } from '../../contract/screens.ts';
import { activitiesOf, draftProblems, withActivities } from '../../domain/screens/screen-rules.ts';
import { inLanguage, SCREEN_TEMPLATES } from '../../domain/screens/templates/index.ts';
import { activitiesRepo, faceOf } from '../activities/activities.repo.ts';
import { findOrMake } from '../activities/make-activities.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps, workspaceExists } from '../kernel/rows.ts';
import { checkMachine } from '../machines/check-machine.ts';
import { machinesRepo } from '../machines/machines.repo.ts';
import { activitiesById, changed, definitionOf, refuse, repoOf, toScreen, toTrail } from './screens.service.ts';

type Body = BodyOf<typeof createEndpoint>;
/** What a new screen begins with; ids of the activities are the source's own. */
interface Beginning {
  method: Method;
  definition: Definition;
  /** Those that the workspace is to have; empty when the definition names its own already. */
  activities: readonly ActivityFace[];
}

const EMPTY: Definition = {
  columns: 3,
  hand: 'left',
  lanes: [{ id: 'worker', name: '', kind: 'worker' }],
  buttons: [],
  ratings: [80, 90, 100, 110, 120],
};
const SOURCES = ['template', 'copy_of', 'document'] as const;

/** The beginning that a body says by itself; null when it is another screen's. @throws AppError validation_failed */
function beginningInBody({ template, document, copy_of }: Body): Beginning | null {
  if (template) {
    const chosen = SCREEN_TEMPLATES[template.key];
    return { method: chosen.method, ...inLanguage(chosen, template.locale) };
  }
  if (document) {
    const { method, definition } = document;
    const known = new Map(document.activities.map(({ id, kind }) => [id, { kind, archived: false }]));
    refuse(draftProblems(definition, known, 'document.definition'));
    return { method, definition, activities: document.activities.map((face) => ({ ...face, short: face.short || null, categories: {} })) };
  }
  return copy_of ? null : { method: 'snapshot', definition: EMPTY, activities: [] };
}

/** @throws AppError validation_failed (`copy_of`) for a screen that the actor may not read */
async function copied(ctx: Ctx, tx: Mutation, id: string, workspaceId: string): Promise<Beginning> {
  const source = await repoOf(ctx, tx.db).find(id);
  if (!source || !can(ctx, 'tm:read', source.workspace_id)) throw invalid('copy_of');
  const definition = definitionOf(source.draft);
  if (source.workspace_id === workspaceId) return { method: source.method, definition, activities: [] };
  const rows = await activitiesById(ctx, tx.db, source.workspace_id);
  return {
    method: source.method,
    definition,
    activities: activitiesOf(definition)
      .flatMap((one) => rows.get(one) ?? [])
      .map(faceOf),
  };
}

/** The definition with activities of the workspace, those that were missing made. */
async function withActivitiesMade(ctx: Ctx, tx: Mutation, workspaceId: string, { definition, activities }: Beginning): Promise<Definition> {
  const named = new Set(activitiesOf(definition));
  const wanted = activities.filter(({ id }) => named.has(id));
  if (wanted.length === 0) return definition;
  const ids = await findOrMake(ctx, tx, workspaceId, wanted);
  return withActivities(definition, new Map(wanted.map(({ id }, i) => [id, ids[i]!])));
}

/** As the machine is called now: the trail of a screen doesn't hold it. */
async function nameOfMachine(ctx: Ctx, db: Db, id: string | null): Promise<string | null> {
  if (id === null) return null;
  return (await machinesRepo({ db, organization_id: ctx.organization.id }).find(id))?.name ?? null;
}

/** Is the draft the same but for the ids of activities, which are made anew? */
const sameButActivities = (a: Definition, b: Definition): boolean =>
  JSON.stringify(withActivities(a, NONE)) === JSON.stringify(withActivities(b, NONE));
const NONE = new Map<string, string>();

/**
 * Creates a screen: empty, from a template, from another screen's draft or from a file; activities that the workspace hasn't are made with
 * it. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, conflict (the id is taken by something else), validation_failed (workspace, machine, more than one source, `copy_of`,
 * the definition of the document: see screen-rules.ts)
 */
export async function createScreen(ctx: Ctx, body: Body): Promise<Screen> {
  const sources = SOURCES.filter((one) => body[one] !== undefined);
  if (sources[1]) throw invalid(sources[1]);
  const lock = (db: Db) => activitiesRepo({ db, organization_id: ctx.organization.id }).lock(body.workspace_id);
  const create = async (tx: Mutation): Promise<Screen> => {
    tx.allow(body.workspace_id);
    const repo = repoOf(ctx, tx.db);
    if (!(await workspaceExists(tx.db, ctx.organization.id, body.workspace_id))) throw invalid('workspace_id');
    const given = beginningInBody(body);
    const id = body.id ?? ctx.ids.uuid();
    if (body.id !== undefined && (await repo.find(body.id))) {
      const first = await firstAnswer<ReturnType<typeof toTrail>>(tx.db, ctx.organization.id, 'screens.create', body.id);
      const wanted = {
        workspace_id: body.workspace_id,
        name: body.name,
        machine_id: body.machine_id ?? null,
        method: body.method ?? given?.method,
      };
      if (!first || Object.keys(changesOf(first, wanted)).length > 0) throw new AppError('conflict');
      if (given && !sameButActivities(first.draft, given.definition)) throw new AppError('conflict');
      tx.unchanged();
      return { ...first, machine_name: await nameOfMachine(ctx, tx.db, first.machine_id) };
    }
    if (body.machine_id != null) await checkMachine(ctx, tx.db, body.machine_id, body.workspace_id);
    const beginning = given ?? (await copied(ctx, tx, body.copy_of!, body.workspace_id));
    await repo.insert({
      ...stamps(ctx.clock.now(), actorId(ctx.actor)),
      id,
      workspace_id: body.workspace_id,
      name: body.name,
      method: body.method ?? beginning.method,
      machine_id: body.machine_id ?? null,
      draft: JSON.stringify(await withActivitiesMade(ctx, tx, body.workspace_id, beginning)),
      version: null,
      published_at: null,
    });
    const row = (await repo.find(id))!;
    tx.audit(id, { workspaceId: body.workspace_id, after: toTrail(row) });
    changed(tx, row);
    return toScreen(row);
  };
  return mutate(ctx, 'screens.create', create, lock);
}
