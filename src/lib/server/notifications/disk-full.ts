import type { Locale } from '../../constants.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import type { Deps, Job } from '../kernel/context.ts';
import { tenantDb } from '../kernel/tenant-db.ts';

/** The setting that says that owners were told; one row for the whole installation, so that a start or another process tells nobody twice. */
const TOLD = 'disk_full_since';
/** Yesterday's trouble is no news, microseconds. */
const STALE_US = 12 * 3_600e6;

/** Looks for free space; while there is too little, messages of loggers are refused. Owners are told once, by mail and on every page. */
export const diskFullJob: Job = {
  name: 'disk.space',
  everyMs: 10_000,
  async run(deps) {
    if (!deps.space || !(await deps.space.look(deps))) return;
    const since = deps.space.fullSince;
    if (since === null) {
      const { numDeletedRows } = await deps.db.write(null, (db) => db.deleteFrom('settings').where('key', '=', TOLD).executeTakeFirst());
      if (numDeletedRows === 0n) return;
      deps.log.info('there is room on the disk again');
    } else {
      deps.log.error({ least_mb: deps.config.minFreeMb }, 'the disk is nearly full: messages of loggers are refused');
      const { numInsertedOrUpdatedRows } = await deps.db.write(null, (db) =>
        db
          .insertInto('settings')
          .values({ key: TOLD, value: String(since) })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirst(),
      );
      if (numInsertedOrUpdatedRows !== 1n) return;
    }
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'name', 'time_zone']).where('archived_at', 'is', null).execute(),
    );
    for (const organization of organizations) {
      if (since !== null) await tellOwners(deps, organization, since);
      // Pages that show the notice look again.
      deps.bus.publish(organization.id, { name: 'changed', data: { entity: 'organizations', id: organization.id, workspace_id: null } });
    }
    deps.mail.kick();
  },
};

async function tellOwners(deps: Deps, { id, name, time_zone }: { id: string; name: string; time_zone: string }, since: number) {
  await deps.db.write(id, async (db) => {
    const owners = await tenantDb({ db, organization_id: id })
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.email', 'u.locale'])
      .where('m.role', '=', 'owner')
      .where('m.archived_at', 'is', null)
      .where('u.archived_at', 'is', null)
      .execute();
    for (const { email, locale } of owners)
      await deps.mail.put(
        db,
        {
          to: email,
          locale: locale as Locale,
          template: 'disk_full',
          until: deps.clock.now() + STALE_US,
          params: {
            organization: name,
            at: formatInstant(since),
            time_zone,
            url: new URL(href(`/org?org=${id}`, null, locale as Locale), deps.config.siteUrl).href,
          },
        },
        { organizationId: id },
      );
  });
}
