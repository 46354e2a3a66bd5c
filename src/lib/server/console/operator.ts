import type { Locale } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import type { Invitation } from '../../contract/invitations.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { isTimeZone } from '../../domain/time/time-zone.ts';
import { createInvitation } from '../invitations/invitations.service.ts';
import type { Ctx, Deps } from '../kernel/context.ts';
import { stamps } from '../kernel/rows.ts';
import { organizationsRepo } from '../organizations/organizations.repo.ts';
import { copyCatalogue } from '../sensor-types/catalogue-rows.ts';

/** What whoever hosts the installation does from his console: nobody does it over the network. */

/**
 * A further organisation with its first workspace; its owner is invited by mail.
 * @throws AppError validation_failed (time zone)
 */
export async function foundOrganization(
  deps: Deps,
  input: { name: string; workspace: string; email: string; locale: Locale; timeZone: string },
): Promise<{ id: string; slug: string; invitation: Invitation }> {
  if (!isTimeZone(input.timeZone)) throw new AppError('validation_failed', { errors: [{ path: 'time_zone', code: 'invalid_value' }] });
  const id = deps.ids.uuid();
  const stamped = stamps(deps.clock.now(), null);
  const { no, slug } = await deps.db.write({ organization: id, directory: true }, async (db) => {
    const organizations = organizationsRepo({ db });
    const free = await organizations.freeSlug(input.name);
    await organizations.insert({
      ...stamped,
      id,
      name: input.name,
      slug: free,
      locale: input.locale,
      time_zone: input.timeZone,
      ingest_quota_per_minute: null,
      keep_received_days: deps.config.keepReceivedDays,
    });
    await copyCatalogue({ db, organization_id: id }, deps.ids, { at: deps.clock.now(), by: null });
    await db
      .insertInto('workspaces')
      .values({ ...stamped, organization_id: id, id: deps.ids.uuid(), name: input.workspace, code: null, time_zone: input.timeZone })
      .execute();
    return db.selectFrom('organizations').select(['no', 'slug']).where('id', '=', id).executeTakeFirstOrThrow();
  });
  const ctx: Ctx = {
    ...deps,
    actor: { kind: 'system' },
    organization: { id, no },
    rights: { organization: new Set(SCOPES), workspaces: new Map() },
    allOrgs: true,
    requestId: deps.ids.token(12),
  };
  const invitation = await createInvitation(ctx, {
    email: input.email.trim().toLowerCase(),
    locale: input.locale,
    roles: { organization: ['owner'], workspaces: [] },
  });
  return { id, slug, invitation };
}

/** Lets a person see and change every organisation, or no longer. False when there is no such person. */
export async function setAllOrgs(deps: Pick<Deps, 'db' | 'clock'>, email: string, on: boolean): Promise<boolean> {
  const { numUpdatedRows } = await deps.db.write(null, (db) =>
    db
      .updateTable('users')
      .set({ access_all_orgs: on ? 1 : 0, updated_at: deps.clock.now() })
      .where('email', '=', email.trim().toLowerCase())
      .where('archived_at', 'is', null)
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n;
}
