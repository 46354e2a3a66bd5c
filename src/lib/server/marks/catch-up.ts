import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps, Job } from '../kernel/context.ts';
import { followBacklog } from './follow-marks.ts';
import { marksRepo } from './marks.repo.ts';

const EVERY_MS = 2_000;

/**
 * Folds again what one transaction was too small for: marks over months. Harmless in several processes: the channel is held while a part of it is
 * folded, and what is left is read then.
 */
export const catchUpMarks: Job = {
  name: 'marks.catch_up',
  everyMs: EVERY_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'no']).where('archived_at', 'is', null).execute(),
    );
    for (const organization of organizations) {
      for (let more = true; more && !deps.stopping?.(); ) {
        more = await onePart(deps, organization).catch((error: unknown) => {
          // One organisation's trouble must not keep the others waiting.
          deps.log.error({ err: error, organization: organization.id }, 'marks could not be caught up with');
          return false;
        });
        // SQLite ends a write within one turn of the event loop: nobody else would get another before the last part.
        await nextTurn();
      }
    }
  },
};

/** @returns whether there was anything */
async function onePart(deps: Deps, { id, no }: { id: string; no: number }): Promise<boolean> {
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
