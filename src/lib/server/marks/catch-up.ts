import { catchUpJob, type Numbered } from '../kernel/catch-up-job.ts';
import type { Deps } from '../kernel/context.ts';
import { followBacklog } from './follow-marks.ts';
import { marksRepo } from './marks.repo.ts';

/**
 * Folds again what one transaction was too small for: marks over months. Harmless in several processes: the channel is held while a part of it is
 * folded, and what is left is read then.
 */
export const catchUpMarks = catchUpJob('marks.catch_up', onePart);

/** @returns whether there was anything */
async function onePart(deps: Deps, { id, no }: Numbered): Promise<boolean> {
  const next = await deps.db.read(id, (db) => marksRepo({ db, organization_id: id }).nextBacklog());
  if (!next) return false;
  const done = await deps.db.write(id, async (db) => {
    const repo = marksRepo({ db, organization_id: id });
    await repo.holdOnly(next.channel_id);
    const channel = await repo.channel(next.channel_id);
    if (!channel) return null;
    await followBacklog(db, { organizationId: id, organizationNo: no }, channel);
    return (await repo.backlogOf(channel.id)) ? null : channel;
  });
  if (done) {
    const { workspace_id, datalogger_id } = done;
    deps.bus.publish(id, { name: 'changed', data: { entity: 'channels', id: done.id, workspace_id, datalogger_id } });
  }
  return true;
}
