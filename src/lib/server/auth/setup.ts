import type * as contract from '../../contract/auth.ts';
import type { Tokens } from '../../contract/auth.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { isTimeZone } from '../../domain/time/time-zone.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { PublicCtx } from '../kernel/http.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { organizationsRepo } from '../organizations/organizations.repo.ts';
import { copyCatalogue } from '../sensor-types/catalogue-rows.ts';
import { usersRepo } from '../users/users.repo.ts';
import { hashChosenPassword } from './common-passwords.ts';
import { openSession } from './sessions.ts';

const SETTING = 'setup_hash';

/**
 * A new one-time link for the first organisation, null when there is one. The token is in the fragment, so no server and no Referer
 * ever sees it; the link before loses its force. For the console of the person who starts the server, never for the log.
 */
export async function createSetupLink(deps: Pick<Deps, 'db' | 'ids' | 'config'>): Promise<string | null> {
  const token = deps.ids.token(32);
  const open = await deps.db.write({ directory: true }, async (db) => {
    if (await organizationsRepo({ db }).any()) return false;
    const value = tokenHash(token);
    await db
      .insertInto('settings')
      .values({ key: SETTING, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    return true;
  });
  return open ? `${deps.config.siteUrl}/signup/setup#${token}` : null;
}

type SetupInput = BodyOf<typeof contract.setup>;

/**
 * Creates the first organisation with a workspace and its owner, who is signed in.
 * @throws AppError setup_link_invalid, setup_done, email_taken, password_common, validation_failed (time zone)
 */
export async function setUp(ctx: PublicCtx, input: SetupInput, userAgent: string | null): Promise<Tokens> {
  if (!isTimeZone(input.time_zone)) throw new AppError('validation_failed', { errors: [{ path: 'time_zone', code: 'invalid_value' }] });
  const hash = tokenHash(input.token);
  // Hashing a password is dear and may not be awaited inside a write: look first whether the link is good at all.
  await ctx.db.read({ directory: true }, (db) => checkLink(db, hash));
  const passwordHash = await hashChosenPassword(input.password);
  const organizationId = ctx.ids.uuid();
  return ctx.db.write({ organization: organizationId, directory: true }, async (db) => {
    const used = await db.deleteFrom('settings').where('key', '=', SETTING).where('value', '=', hash).executeTakeFirst();
    if (used.numDeletedRows !== 1n) await checkLink(db, hash);
    const userId = await createFirst(ctx, db, organizationId, input, passwordHash);
    return openSession(ctx, db, userId, { address: ctx.address, userAgent });
  });
}

async function checkLink(db: Db, hash: string): Promise<void> {
  if (await organizationsRepo({ db }).any()) throw new AppError('setup_done');
  const link = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst();
  if (link?.value !== hash) throw new AppError('setup_link_invalid');
}

async function createFirst(ctx: PublicCtx, db: Db, organizationId: string, input: SetupInput, passwordHash: string): Promise<string> {
  const now = ctx.clock.now();
  const userId = ctx.ids.uuid();
  const stamps = { created_at: now, created_by: userId, updated_at: now, updated_by: userId, archived_at: null };
  const { email, name, locale, time_zone } = input;
  const users = usersRepo({ db });
  const organizations = organizationsRepo({ db });
  if (await users.emailTaken(email)) throw new AppError('email_taken');
  const organization = {
    id: organizationId,
    name: input.organization,
    slug: await organizations.freeSlug(input.organization),
    locale,
    time_zone,
  };
  const workspace = { id: ctx.ids.uuid(), name: input.workspace, code: null, time_zone };
  const membership = { id: ctx.ids.uuid(), user_id: userId, workspace_id: null, role: 'owner' };
  await users.insert({ ...stamps, id: userId, email, name, locale, password_hash: passwordHash, access_all_orgs: 0 });
  await organizations.insert({
    ...stamps,
    ...organization,
    ingest_quota_per_minute: null,
    keep_received_days: ctx.config.keepReceivedDays,
  });
  await copyCatalogue({ db, organization_id: organizationId }, ctx.ids, { at: now, by: userId });
  await db
    .insertInto('workspaces')
    .values({ ...stamps, organization_id: organizationId, ...workspace })
    .execute();
  await db
    .insertInto('people')
    .values({ ...stamps, organization_id: organizationId, id: userId })
    .execute();
  await db
    .insertInto('memberships')
    .values({ ...stamps, organization_id: organizationId, ...membership })
    .execute();
  const created = [
    { verb: 'users.create', entity_id: userId, after: { id: userId, email, name, locale } },
    { verb: 'organizations.create', entity_id: organizationId, after: organization },
    { verb: 'workspaces.create', entity_id: workspace.id, after: workspace },
    { verb: 'memberships.create', entity_id: membership.id, after: membership },
  ];
  await db
    .insertInto('audit_events')
    .values(
      created.map(({ verb, entity_id, after }) => ({
        organization_id: organizationId,
        id: ctx.ids.uuid(),
        at: now,
        actor_kind: 'user' as const,
        actor_id: userId,
        verb,
        entity_id,
        workspace_id: null,
        before: null,
        after: JSON.stringify(after),
        request_id: ctx.requestId,
      })),
    )
    .execute();
  return userId;
}
