import type { ActivityFace } from '../../contract/activities.ts';
import { type Ctx, type Mutation, mutate } from '../kernel/context.ts';
import { actorId, stamps } from '../kernel/rows.ts';
import { taxonomiesOf } from '../taxonomies/taxonomies.service.ts';
import { activitiesRepo, columnsOf, sameAs } from './activities.repo.ts';
import { changed, isCategory, toActivity } from './activities.service.ts';

/** The same actor inside a mutation that is under way: what he writes is committed and told with it, under verbs of its own. */
const inside = (ctx: Ctx, tx: Mutation): Ctx => ({
  ...ctx,
  db: { ...ctx.db, write: (_reach, work) => work(tx.db) },
  bus: { ...ctx.bus, publish: (_organizationId, event) => tx.publish(event) },
});

/**
 * Activities of a workspace that are these: found in use by name and kind, whatever the case, or made. Categories that the organisation
 * hasn't are left out of new ones. Lock the workspace first ({@link activitiesRepo}).
 * @returns for each face, in order, the id that it has in the workspace
 */
export async function findOrMake(ctx: Ctx, tx: Mutation, workspaceId: string, faces: readonly ActivityFace[]): Promise<string[]> {
  const repo = activitiesRepo({ db: tx.db, organization_id: ctx.organization.id });
  const present = (await repo.ofWorkspace(workspaceId)).filter((row) => row.archived_at === null);
  const ids = new Map(present.map((row) => [sameAs(row.kind, row.name), row.id]));
  const missing = new Map<string, ActivityFace>();
  for (const face of faces) {
    const key = sameAs(face.kind, face.name);
    if (ids.has(key)) continue;
    const id = ctx.ids.uuid();
    ids.set(key, id);
    missing.set(id, { ...face, id });
  }
  if (missing.size > 0)
    await mutate(inside(ctx, tx), 'activities.create', async (making) => {
      making.allow(workspaceId);
      const taxonomies = await taxonomiesOf(ctx, making.db);
      const own = { ...stamps(ctx.clock.now(), actorId(ctx.actor)), workspace_id: workspaceId };
      const rows = [...missing.values()].map((face) => {
        const categories = Object.fromEntries(Object.entries(face.categories).filter((one) => isCategory(taxonomies, one)));
        return { ...own, ...columnsOf({ ...face, categories }) };
      });
      await repo.insert(rows);
      for (const row of rows) {
        making.audit(row.id, { workspaceId, after: toActivity(row) });
        changed(making, row.id, workspaceId);
      }
    });
  return faces.map(({ kind, name }) => ids.get(sameAs(kind, name))!);
}
