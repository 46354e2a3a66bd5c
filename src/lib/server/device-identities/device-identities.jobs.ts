import { setImmediate as nextTurn } from 'node:timers/promises';
import { quarantineRepo } from '../ingest/quarantine.repo.ts';
import type { Deps } from '../kernel/context.ts';

/** Messages of one transaction, so that nobody who writes waits long; each may hold a megabyte. */
const SLICE = 50;

/** Deletes messages that waited in quarantine for as long as their gateway lets them. Their devices stay known as unknown ones. */
export async function forgetQuarantined(deps: Deps): Promise<void> {
  const organizations = await deps.db.read({ directory: true }, (db) => db.selectFrom('organizations').select('id').execute());
  for (const { id: organization_id } of organizations) {
    let deleted = 0;
    for (let last = SLICE; last >= SLICE && !deps.stopping?.(); deleted += last) {
      const devices = await deps.db.write(organization_id, (db) =>
        quarantineRepo({ db, organization_id }).deleteOld(deps.clock.now(), SLICE),
      );
      last = devices.reduce((sum, { count }) => sum + count, 0);
      for (const { id, workspace_id } of devices)
        deps.bus.publish(organization_id, {
          name: 'changed',
          data: { entity: 'device-identities', id, workspace_id, datalogger_id: null },
        });
      await nextTurn();
    }
    if (deleted > 0) deps.log.info({ organization_id, deleted }, 'quarantined messages deleted');
  }
}
