import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps, Job } from '../kernel/context.ts';
import { alarmRowsRepo } from '../storage/alarms/alarm-rows.repo.ts';
import { followBacklog } from '../storage/alarms/follow-alarms.ts';
import { alarmsRepo } from './alarms.repo.ts';

const EVERY_MS = 2_000;

/**
 * Goes on with what one transaction was too small for: thousands of late readings, or one of long ago. Harmless in several processes: the channel
 * is held while a part of it is gone through, and what is left is read then.
 */
export const catchUpAlarms: Job = {
  name: 'alarms.catch_up',
  everyMs: EVERY_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'no']).where('archived_at', 'is', null).execute(),
    );
    for (const organization of organizations) {
      for (let more = true; more && !deps.stopping?.(); ) {
        more = await onePart(deps, organization).catch((error: unknown) => {
          // One organisation's trouble must not keep the others waiting.
          deps.log.error({ err: error, organization: organization.id }, 'alarms could not be caught up with');
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
  const next = await deps.db.read(id, (db) => alarmRowsRepo({ db, organization_id: id }).nextBacklog());
  if (!next) return false;
  const told = await deps.db.write(id, async (db) => {
    await alarmsRepo({ db, organization_id: id }).hold(next.channel_id);
    const backlog = (await alarmRowsRepo({ db, organization_id: id }).backlogsOf(next.channel_id)).find(
      ({ rule_id }) => rule_id === next.rule_id,
    );
    if (!backlog) return [];
    return followBacklog(db, { organizationId: id, organizationNo: no }, backlog, { now: deps.clock.now(), uuid: deps.ids.uuid });
  });
  for (const alarm of told) deps.bus.publish(id, { name: 'changed', data: { entity: 'alarms', ...alarm } });
  return true;
}
