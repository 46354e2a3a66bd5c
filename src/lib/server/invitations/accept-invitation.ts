import type { Tokens } from '../../contract/auth.ts';
import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type * as contract from '../../contract/invitations.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { checkPassword } from '../auth/check-password.ts';
import { hashChosenPassword } from '../auth/common-passwords.ts';
import { localeOf } from '../auth/new-browser.ts';
import { openSession } from '../auth/sessions.ts';
import type { Db } from '../kernel/database.ts';
import type { PublicCtx } from '../kernel/http.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import { standingIn } from '../kernel/rights.ts';
import { stamps } from '../kernel/rows.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { isOwner, mayGrant } from '../people/grants.ts';
import { peopleRepo, type Role } from '../people/people.repo.ts';
import { rolesIn, without } from '../people/role-set.ts';
import { usersRepo } from '../users/users.repo.ts';
import { type InvitationRow, invitationsRepo, stateOf } from './invitations.repo.ts';
import { rolesOf } from './invitations.service.ts';

/** An invitation from the side of the person who has its link. Whatever is wrong with it has one code: strangers learn nothing more. */

/** Shortest password of a new account, as the contract of the password says. */
const MIN_PASSWORD = 10;

interface Opened {
  invitation: InvitationRow;
  organization: { id: string; name: string };
}

/** @throws AppError invitation_invalid for an unknown, used, revoked or expired link */
async function open(ctx: PublicCtx, token: string): Promise<Opened> {
  const hash = tokenHash(token);
  const place = await ctx.db.read(null, (db) =>
    db.selectFrom('invitation_index').selectAll().where('token_hash', '=', hash).executeTakeFirst(),
  );
  if (!place) throw new AppError('invitation_invalid');
  return ctx.db.read(place.organization_id, (db) => openIn(ctx, db, place.organization_id, place.invitation_id, hash));
}

/** @throws AppError invitation_invalid also when whoever sent it last could not give these roles any more */
async function openIn(ctx: PublicCtx, db: Db, organizationId: string, id: string, hash: string): Promise<Opened> {
  const invitation = await invitationsRepo({ db, organization_id: organizationId }).find(id, 'all');
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', organizationId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  const good = invitation && organization && invitation.token_hash === hash && stateOf(invitation, ctx.clock.now()) === 'pending';
  if (!good || !(await isStillMeant(db, invitation)) || (await isDeactivated(db, invitation))) throw new AppError('invitation_invalid');
  return { invitation, organization };
}

/** Who was deactivated comes back through those who manage members, not through an old link. */
async function isDeactivated(db: Db, { organization_id, email }: InvitationRow): Promise<boolean> {
  const row = await tenantDb({ db, organization_id })
    .selectFrom('people as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select('p.id')
    .where('u.email', '=', email)
    .where('p.archived_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function isStillMeant(db: Db, invitation: InvitationRow): Promise<boolean> {
  const { organization_id, updated_by: sender } = invitation;
  if (sender === null) return true;
  const standing = await standingIn(db, sender, organization_id);
  if (!standing) return false;
  const owner = standing.allOrgs || (await isOwner(db, organization_id, sender));
  return mayGrant({ rights: standing.rights, owner }, rolesOf(invitation));
}

/** @throws AppError invitation_invalid */
export async function lookAtInvitation(ctx: PublicCtx, token: string): Promise<ResponseOf<typeof contract.lookAtInvitation>> {
  const { invitation, organization } = await open(ctx, token);
  const { account, inviter } = await ctx.db.read(null, async (db) => {
    const users = usersRepo({ db });
    return { account: await users.byEmail(invitation.email), inviter: await users.byId(invitation.updated_by ?? '') };
  });
  const { workspaces } = rolesOf(invitation);
  return {
    organization_id: organization.id,
    organization: organization.name,
    workspace_id: (workspaces.length === 1 && workspaces[0]?.workspace_id) || null,
    inviter: inviter?.name ?? null,
    email: invitation.email,
    name: invitation.name,
    locale: localeOf(invitation),
    known: account !== undefined,
    expires_at: formatInstant(invitation.expires_at),
  };
}

type AcceptInput = BodyOf<typeof contract.acceptInvitation>;
/** The person who accepts: an account that is there, or one that is to be made. */
type Guest =
  | { id: string; fresh: null; checkedHash: string }
  | { id: string; fresh: { name: string; locale: string; passwordHash: string } };

/**
 * Accepts once: makes the account or takes the password of the one that is there (throttled as at the log-in), gives the roles beside those
 * he has, and signs in.
 * @throws AppError invitation_invalid, credentials_wrong, too_many_attempts, validation_failed (a new account without name or with a short
 * password), password_common, email_taken (the account came into being meanwhile: look again)
 */
export async function acceptInvitation(
  ctx: PublicCtx,
  input: AcceptInput,
  browser: { cookie: string | null; userAgent: string | null },
): Promise<{ pair: Tokens; email: string }> {
  const { invitation } = await open(ctx, input.token);
  const guest = await guestOf(ctx, invitation, input, browser.cookie);
  const { organization_id, email } = invitation;
  const pair = await ctx.db.write(organization_id, async (db) => {
    if (!guest.fresh && !(await usersRepo({ db }).holdPassword(guest.id, guest.checkedHash))) throw new AppError('credentials_wrong');
    await peopleRepo({ db, organization_id, dialect: ctx.db.dialect }).lock();
    // Everything is asked again where nobody can change it any more.
    await openIn(ctx, db, organization_id, invitation.id, tokenHash(input.token));
    await admit(ctx, db, invitation, guest, tokenHash(input.token));
    return openSession(ctx, db, guest.id, { address: ctx.address, userAgent: browser.userAgent });
  });
  const changed = (entity: 'people' | 'invitations', id: string, workspace_id: string | null) =>
    ctx.bus.publish(organization_id, { name: 'changed', data: { entity, id, workspace_id } });
  changed('invitations', invitation.id, invitation.workspace_id);
  changed('people', guest.id, null);
  return { pair, email };
}

async function guestOf(ctx: PublicCtx, { email, locale }: InvitationRow, input: AcceptInput, browserCookie: string | null): Promise<Guest> {
  const known = await ctx.db.read(null, (db) => usersRepo({ db }).byEmail(email));
  if (known) {
    const checked = await checkPassword(ctx, { email, password: input.password, browserCookie });
    if (!checked) throw new AppError('credentials_wrong');
    return { id: checked.user.id, fresh: null, checkedHash: checked.user.password_hash };
  }
  const name = input.name ?? '';
  if (name === '') throw new AppError('validation_failed', { errors: [{ path: 'name', code: 'required' }] });
  if (input.password.length < MIN_PASSWORD)
    throw new AppError('validation_failed', { errors: [{ path: 'password', code: 'too_small', params: { minimum: MIN_PASSWORD } }] });
  return { id: ctx.ids.uuid(), fresh: { name, locale: input.locale ?? locale, passwordHash: await hashChosenPassword(input.password) } };
}

async function admit(ctx: PublicCtx, db: Db, invitation: InvitationRow, guest: Guest, hash: string): Promise<void> {
  const { organization_id, email } = invitation;
  const now = ctx.clock.now();
  const stamped = stamps(now, guest.id);
  const account = await usersRepo({ db }).byId(guest.id);
  const audited: { verb: string; entityId: string; workspaceId?: string | null; after: unknown }[] = [];
  if (guest.fresh) {
    const { name, locale, passwordHash } = guest.fresh;
    const row = { ...stamped, id: guest.id, email, name, locale, password_hash: passwordHash, access_all_orgs: 0 };
    const made = await db
      .insertInto('users')
      .values({ ...row, ...searchKeys(name) })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new AppError('email_taken');
    audited.push({ verb: 'users.create', entityId: guest.id, after: { id: guest.id, email, name, locale } });
  }

  const given = await grant(ctx, db, invitation, guest.id, stamped);
  await enrol(db, invitation, guest.id, stamped, given.length > 0);
  for (const role of given)
    audited.push({ verb: 'memberships.create', entityId: role.id, workspaceId: role.workspace_id, after: { ...role, user_id: guest.id } });
  const repo = invitationsRepo({ db, organization_id });
  if (!(await repo.accept(invitation.id, hash, guest.id, now))) throw new AppError('invitation_invalid');
  await repo.closeLink(hash);
  audited.push({
    verb: 'invitations.accept',
    entityId: invitation.id,
    workspaceId: invitation.workspace_id,
    after: { id: invitation.id, email, roles: rolesOf(invitation), accepted_by: guest.id },
  });
  await tenantDb({ db, organization_id })
    .insertInto('audit_events')
    .values(
      audited.map(({ verb, entityId, workspaceId = null, after }) => ({
        id: ctx.ids.uuid(),
        at: now,
        actor_kind: 'user' as const,
        actor_id: guest.id,
        verb,
        entity_id: entityId,
        workspace_id: workspaceId,
        before: null,
        after: JSON.stringify(after),
        request_id: ctx.requestId,
        all_orgs: account?.access_all_orgs ?? 0,
      })),
    )
    .execute();
}

/** Makes him a person of the organisation; who is one is at another revision with the roles that he was given. */
async function enrol(
  db: Db,
  { organization_id }: InvitationRow,
  id: string,
  stamped: ReturnType<typeof stamps>,
  changed: boolean,
): Promise<void> {
  const { updated_at, updated_by } = stamped;
  await tenantDb({ db, organization_id })
    .insertInto('people')
    .values({ ...stamped, id })
    .onConflict((conflict) => {
      const known = conflict.columns(['organization_id', 'id']);
      return changed ? known.doUpdateSet((eb) => ({ rev: eb('people.rev', '+', 1), updated_at, updated_by })) : known.doNothing();
    })
    .execute();
}

/** Gives the roles that he hasn't yet; those in workspaces archived meanwhile fall away. @throws AppError invitation_invalid when none is left */
async function grant(
  ctx: PublicCtx,
  db: Db,
  invitation: InvitationRow,
  userId: string,
  stamped: ReturnType<typeof stamps>,
): Promise<(Role & { id: string })[]> {
  const { organization_id } = invitation;
  const people = peopleRepo({ db, organization_id, dialect: ctx.db.dialect });
  const promised = rolesIn(rolesOf(invitation));
  const open = await people.openWorkspaces([...new Set(promised.flatMap(({ workspace_id }) => workspace_id ?? []))]);
  const wanted = promised.filter(({ workspace_id }) => workspace_id === null || open.has(workspace_id));
  if (wanted.length === 0) throw new AppError('invitation_invalid');
  const missing = without(wanted, await people.roles(userId, null)).map((role) => ({ id: ctx.ids.uuid(), ...role }));
  await people.grant(missing.map((role) => ({ ...stamped, ...role, user_id: userId })));
  return missing;
}
