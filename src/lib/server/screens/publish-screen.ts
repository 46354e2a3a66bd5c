import { AppError } from '../../contract/errors.ts';
import type { Screen } from '../../contract/screens.ts';
import { activitiesOf, publishProblems } from '../../domain/screens/screen-rules.ts';
import { faceOf } from '../activities/activities.repo.ts';
import { type Ctx, mutate } from '../kernel/context.ts';
import { actorId } from '../kernel/rows.ts';
import {
  activitiesById,
  changed,
  definitionOf,
  hasChanges,
  knownOf,
  readableScreen,
  refuse,
  repoOf,
  toScreen,
  toTrail,
} from './screens.service.ts';

/**
 * Publishes the draft as the next version, with its activities as they are now; one that is published already stays at its version.
 * @throws AppError not_found, forbidden, stale_rev, conflict (the screen is archived), validation_failed (see screen-rules.ts)
 */
export async function publishScreen(ctx: Ctx, id: string, { rev }: { rev: number }): Promise<Screen> {
  const now = ctx.clock.now();
  return mutate(ctx, 'screens.publish', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await readableScreen(ctx, tx.db, id);
    tx.allow(before.workspace_id);
    if (before.rev !== rev) throw new AppError('stale_rev', { current: toScreen(before) });
    if (before.archived_at !== null) throw new AppError('conflict');
    if (!hasChanges(before)) {
      tx.unchanged();
      return toScreen(before);
    }
    const activities = await activitiesById(ctx, tx.db, before.workspace_id);
    const draft = definitionOf(before.draft);
    refuse(publishProblems(draft, knownOf(activities)));
    const by = actorId(ctx.actor);
    const version = (before.version ?? 0) + 1;
    if (!(await repo.update(before, { version, published_at: now }, { at: now, by })))
      throw new AppError('stale_rev', { current: toScreen((await repo.find(id)) ?? before) });
    await repo.insertVersion({
      screen_id: id,
      version,
      name: before.name,
      method: before.method,
      definition: before.draft,
      activities: JSON.stringify(activitiesOf(draft).map((one) => faceOf(activities.get(one)!))),
      published_at: now,
      published_by: by,
    });
    const after = (await repo.find(id))!;
    tx.audit(id, { workspaceId: after.workspace_id, before: toTrail(before), after: toTrail(after) });
    changed(tx, after);
    return toScreen(after);
  });
}
