import { catchUpJob, type Numbered } from '../kernel/catch-up-job.ts';
import type { Deps } from '../kernel/context.ts';
import { alarmRowsRepo } from '../storage/alarms/alarm-rows.repo.ts';
import { followBacklog } from '../storage/alarms/follow-alarms.ts';
import { alarmsRepo } from './alarms.repo.ts';

/**
 * Goes on with what one transaction was too small for: thousands of late readings, or one of long ago. Harmless in several processes: the channel
 * is held while a part of it is gone through, and what is left is read then.
 */
export const catchUpAlarms = catchUpJob('alarms.catch_up', onePart);

/** @returns whether there was anything */
async function onePart(deps: Deps, { id, no }: Numbered): Promise<boolean> {
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
