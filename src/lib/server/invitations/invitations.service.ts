import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../constants.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { createInvitation as createEndpoint, Invitation, listInvitations as listEndpoint } from '../../contract/invitations.ts';
import type { RoleSet } from '../../contract/people.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import { type Ctx, type Mutation, workspacesWith } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId, stamps } from '../kernel/rows.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { countMails, mailsOf, recipientHashes, withdrawMails } from '../mail/outbox.ts';
import { granterOf, mayGrant } from '../people/grants.ts';
import { mutatePeople, repoOf as peopleOf } from '../people/people.service.ts';
import { roleSetOf, rolesIn } from '../people/role-set.ts';
import { usersRepo } from '../users/users.repo.ts';
import { type InvitationRow, invitationsRepo, type Sight, stateOf } from './invitations.repo.ts';

const HOUR_US = 3_600e6;
const DAY_US = 24 * HOUR_US;
const LIFE_US = 7 * DAY_US;
/** Invitations by mail of one organisation an hour, and to one address a day. */
const MAILS_AN_HOUR = 50;
const MAILS_TO_ONE_A_DAY = 5;

const repoOf = (ctx: Ctx, db: Db) => invitationsRepo({ db, organization_id: ctx.organization.id });
const localeOf = (text: string): Locale => LOCALES.find((known) => known === text) ?? DEFAULT_LOCALE;
export const rolesOf = (row: Pick<InvitationRow, 'roles'>): RoleSet => JSON.parse(row.roles) as RoleSet;

/** What the trail keeps of an invitation. @param now µs: the moment for which the state is told */
function toInvitation(row: InvitationRow, now: number): Omit<Invitation, 'mail' | 'mail_error'> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    locale: localeOf(row.locale),
    roles: rolesOf(row),
    state: stateOf(row, now),
    sent_at: formatInstant(row.sent_at),
    expires_at: formatInstant(row.expires_at),
    created_at: formatInstant(row.created_at),
    created_by: row.created_by,
  };
}

/** Invitations with what became of their mails. */
async function withMails(ctx: Ctx, db: Db, rows: readonly InvitationRow[], now: number): Promise<Invitation[]> {
  const unsent = rows.filter(({ sent_at }) => sent_at === null).map(({ id }) => id);
  const mails = await mailsOf(db, ctx.organization.id, unsent);
  return rows.map((row) => {
    const found = mails.get(row.id);
    const waits = found?.next_at != null && ctx.mail.leaves;
    const mail = row.sent_at !== null ? 'sent' : waits ? 'waiting' : found?.failed_at != null ? 'failed' : 'none';
    return { ...toInvitation(row, now), mail, mail_error: waits || mail === 'failed' ? (found?.last_error ?? null) : null };
  });
}

async function withMail(ctx: Ctx, db: Db, row: InvitationRow, now: number): Promise<Invitation> {
  const [invitation] = await withMails(ctx, db, [row], now);
  return invitation as Invitation;
}

function sightOf(ctx: Ctx): Sight {
  const workspaces = workspacesWith(ctx, 'members:manage');
  return workspaces === 'all' ? 'all' : { workspaces, person: actorId(ctx.actor) };
}

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listInvitations(
  ctx: Ctx,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ items: Invitation[]; next_cursor: string | null; total?: number }> {
  const page = pageAsked(query, { created_at: { type: 'number' } }, '-created_at');
  const now = ctx.clock.now();
  const filter = { sight: sightOf(ctx), q: query.q?.trim(), state: query.state ?? 'open', now } as const;
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row.created_at,
      items: (rows) => withMails(ctx, db, rows, now),
      count: () => repo.count(filter),
    });
  });
}

/** Where the roles are in force; null = in the whole organisation. */
function placesOf({ organization, workspaces }: RoleSet): (string | null)[] {
  return [...(organization.length > 0 ? [null] : []), ...workspaces.map(({ workspace_id }) => workspace_id)];
}

/** The one workspace that roles are for. */
function workspaceOf(roles: RoleSet): string | null {
  const places = placesOf(roles);
  return places.length === 1 ? (places[0] ?? null) : null;
}

/** @throws AppError forbidden when the roles bring more than the actor has himself */
async function refuseGrants(ctx: Ctx, tx: Mutation, roles: RoleSet): Promise<void> {
  for (const place of placesOf(roles)) tx.allow(place);
  if (!mayGrant(await granterOf(ctx, tx.db), roles)) throw new AppError('forbidden');
}

/** @throws AppError over_quota */
async function refuseFlood(ctx: Ctx, db: Db, email: string): Promise<void> {
  const now = ctx.clock.now();
  const own = { template: 'invitation', organizationId: ctx.organization.id } as const;
  if ((await countMails(db, { ...own, since: now - HOUR_US })) >= MAILS_AN_HOUR) throw new AppError('over_quota', { retryAfter: 3_600 });
  const recipients = recipientHashes(ctx, email);
  if ((await countMails(db, { ...own, recipients, since: now - DAY_US })) >= MAILS_TO_ONE_A_DAY)
    throw new AppError('over_quota', { retryAfter: 86_400 });
}

/** An invitation with the link that opens it, where no mail brings that. */
type Invited = Invitation & { link?: string };

/** Brings the link to the person; part of the transaction that made it. Gives what the answer has of it: the link itself when no mail leaves. */
async function mailLink(ctx: Ctx, db: Db, row: InvitationRow, token: string): Promise<{ link?: string }> {
  const organization = await db
    .selectFrom('organizations')
    .select(['name', 'time_zone'])
    .where('id', '=', ctx.organization.id)
    .executeTakeFirstOrThrow();
  const inviter = ctx.actor.kind === 'user' ? await usersRepo({ db }).byId(ctx.actor.id) : undefined;
  const locale = localeOf(row.locale);
  const url = ctx.config.siteUrl + href('/signup/invitation/{token}', { token }, locale);
  await ctx.mail.put(
    db,
    {
      to: row.email,
      locale,
      template: 'invitation',
      params: {
        organization: organization.name,
        inviter: inviter?.name ?? null,
        url,
        expires_at: formatInstant(row.expires_at),
        time_zone: organization.time_zone,
      },
      until: row.expires_at,
    },
    { organizationId: ctx.organization.id, entityId: row.id },
  );
  return ctx.mail.leaves ? {} : { link: url };
}

const changed = (tx: Mutation, row: InvitationRow) =>
  tx.publish({ name: 'changed', data: { entity: 'invitations', id: row.id, workspace_id: row.workspace_id } });

/**
 * Invites by mail. One open invitation for an address at a time, as far as the actor sees: he sends that one again, or revokes it first.
 * @throws AppError forbidden, validation_failed (no role, no such workspace), already_member, conflict (invited already, or deactivated: he
 * comes back through his own row), over_quota
 */
export async function createInvitation(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Invited> {
  const now = ctx.clock.now();
  // Each workspace and each role once, in one order.
  const roles = roleSetOf(rolesIn(body.roles));
  if (placesOf(roles).length === 0) throw new AppError('validation_failed', { errors: [{ path: 'roles', code: 'required' }] });
  const token = ctx.ids.token(32);
  const invitation = await mutatePeople(ctx, 'invitations.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const people = peopleOf(ctx, tx.db);
    await refuseGrants(ctx, tx, roles);
    const workspaces = roles.workspaces.map(({ workspace_id }) => workspace_id);
    const open = await people.openWorkspaces(workspaces);
    if (workspaces.some((id) => !open.has(id))) throw invalid('roles.workspaces');
    const repeated = body.id === undefined ? undefined : await repo.find(body.id, 'all');
    if (repeated) {
      if (repeated.email !== body.email || repeated.roles !== JSON.stringify(roles)) throw new AppError('conflict');
      tx.unchanged();
      return withMail(ctx, tx.db, repeated, now);
    }
    await refuseMember(ctx, tx.db, body.email);
    if (await repo.hasOpen(body.email, sightOf(ctx))) throw new AppError('conflict');
    await refuseFlood(ctx, tx.db, body.email);
    const row = await repo.insert({
      ...stamps(now, actorId(ctx.actor)),
      id: body.id ?? ctx.ids.uuid(),
      workspace_id: workspaceOf(roles),
      email: body.email,
      name: body.name ?? '',
      locale: body.locale ?? (await localeOfOrganization(ctx, tx.db)),
      roles: JSON.stringify(roles),
      token_hash: tokenHash(token),
      sent_at: null,
      expires_at: now + LIFE_US,
      accepted_at: null,
      accepted_by: null,
      revoked_at: null,
    });
    const link = await mailLink(ctx, tx.db, row, token);
    tx.audit(row.id, { workspaceId: row.workspace_id, after: toInvitation(row, now) });
    changed(tx, row);
    return { ...(await withMail(ctx, tx.db, row, now)), ...link };
  });
  ctx.mail.kick();
  return invitation;
}

async function localeOfOrganization(ctx: Ctx, db: Db): Promise<Locale> {
  const { locale } = await db.selectFrom('organizations').select('locale').where('id', '=', ctx.organization.id).executeTakeFirstOrThrow();
  return localeOf(locale);
}

/**
 * Somebody whom the actor doesn't see can't get a role by a change of his row: the invitation is the way, and gives its roles beside his.
 * @throws AppError already_member, conflict for a deactivated one
 */
async function refuseMember(ctx: Ctx, db: Db, email: string): Promise<void> {
  const person = await tenantDb({ db, organization_id: ctx.organization.id })
    .selectFrom('users as u')
    .innerJoin('people as p', 'p.id', 'u.id')
    .select(['p.id', 'p.archived_at'])
    .where('u.email', '=', email)
    .executeTakeFirst();
  if (!person) return;
  if (person.archived_at !== null) throw new AppError('conflict');
  if (await peopleOf(ctx, db).find(person.id, readableWorkspaces(ctx, undefined, 'org:read'))) throw new AppError('already_member');
}

/**
 * Sends it again, for another seven days, with a new link; the one before opens nothing any more.
 * @throws AppError not_found, forbidden, conflict (accepted or revoked), over_quota
 */
export async function resendInvitation(ctx: Ctx, id: string): Promise<Invited> {
  const now = ctx.clock.now();
  const token = ctx.ids.token(32);
  const invitation = await mutatePeople(ctx, 'invitations.resend', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id, sightOf(ctx));
    if (!before) throw new AppError('not_found');
    await refuseGrants(ctx, tx, rolesOf(before));
    if (before.accepted_at !== null || before.revoked_at !== null) throw new AppError('conflict');
    await refuseFlood(ctx, tx.db, before.email);
    await withdrawMails(tx.db, id, ctx.organization.id, now);
    const hash = { token_hash: tokenHash(token), expires_at: now + LIFE_US };
    const row = await repo.renew(before, hash, { at: now, by: actorId(ctx.actor) });
    const link = await mailLink(ctx, tx.db, row, token);
    tx.audit(id, { workspaceId: row.workspace_id, before: toInvitation(before, now), after: toInvitation(row, now) });
    changed(tx, row);
    return { ...(await withMail(ctx, tx.db, row, now)), ...link };
  });
  ctx.mail.kick();
  return invitation;
}

/** Takes it back; twice is the same as once. @throws AppError not_found, forbidden, conflict (accepted) */
export async function revokeInvitation(ctx: Ctx, id: string): Promise<Invitation> {
  const now = ctx.clock.now();
  return mutatePeople(ctx, 'invitations.revoke', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id, sightOf(ctx));
    if (!before) throw new AppError('not_found');
    for (const place of placesOf(rolesOf(before))) tx.allow(place);
    if (before.accepted_at !== null) throw new AppError('conflict');
    if (before.revoked_at !== null) {
      tx.unchanged();
      return withMail(ctx, tx.db, before, now);
    }
    await withdrawMails(tx.db, id, ctx.organization.id, now);
    await repo.closeLink(before.token_hash);
    const row = await repo.change(before, { revoked_at: now }, { at: now, by: actorId(ctx.actor) });
    tx.audit(id, { workspaceId: row.workspace_id, before: toInvitation(before, now), after: toInvitation(row, now) });
    changed(tx, row);
    return withMail(ctx, tx.db, row, now);
  });
}
