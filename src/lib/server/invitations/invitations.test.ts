import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Invitation } from '../../contract/invitations.ts';
import type { Person } from '../../contract/people.ts';
import { bearer, beforeWrite, cheapHash, sendJson, signedIn, TEST_PASSWORD } from '../auth/testing.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import { createMailer } from '../mail/mailer.ts';
import { MailError } from '../mail/transport.ts';
import { inWorkspace, patch } from '../people/testing.ts';
import { createApp } from '../process/app.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, type Engine, freshDatabase, makeMembership, makeUser, makeWorkspace, testClock, testKeys } from '../testing/testing.ts';

const DAY_US = 86_400e6;
let guests = 0;
const newEmail = () => `guest-${Date.now()}-${++guests}@example.com`;

async function setUp(engine: Engine) {
  // Counters of log-ins are found by this key: those of other tests, whose clock is ahead, would count.
  const plant = await testPlant(engine, { deps: { keys: testKeys(randomBytes(32)) } });
  const { deps, app, organization, send, headers } = plant;
  const mailTo = (email: string) => deps.mail.sent.findLast(({ to }) => to === email) as Extract<MailMessage, { template: 'invitation' }>;
  const tokenOf = (email: string) => mailTo(email).params.url.split('/').at(-1) as string;
  const create = (body: object, as = headers) => send('POST', '/invitations', body, as);
  const invite = async (roles: object, over: object = {}, as = headers) => {
    const email = newEmail();
    const answer = await create({ email, roles, ...over }, as);
    expect(answer.status).toBe(201);
    return { invitation: (await answer.json()) as Invitation, email, token: tokenOf(email) };
  };
  const look = (token: string) => sendJson(app, 'POST', '/v1/auth/invitations/look', { token });
  const accept = (body: object, cookies?: string) =>
    sendJson(app, 'POST', '/v1/auth/invitations/accept', body, cookies === undefined ? {} : { Cookie: cookies });
  const rows = (table: 'memberships' | 'audit_events' | 'people') =>
    deps.db.read(organization.id, (db) => db.selectFrom(table).selectAll().where('organization_id', '=', organization.id).execute());
  return { ...plant, mailTo, tokenOf, create, invite, look, accept, rows };
}
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code: string }).code}`;
const MEMBER = { organization: ['member'], workspaces: [] };
const newcomer = { name: 'Petr Dvořák', password: 'hrnek na parapetu' };

describe.each(ENGINES)('invitations on %s', (engine) => {
  it('give their link to whoever invites when there is no mail server, once, and say nothing of a mail', async () => {
    const { deps, get, send, create, look, rows } = await setUp(engine);
    const leaves = (yes: boolean) => Object.assign(deps.mail, { leaves: yes });
    const state = () => get<{ leaves: boolean }>('/mail');
    leaves(false);
    expect(await state()).toEqual({ leaves: false });
    const made = (await (await create({ email: newEmail(), roles: MEMBER })).json()) as Invitation & { link: string };
    expect(made).toMatchObject({
      sent_at: null,
      mail: 'none',
      mail_error: null,
      link: expect.stringMatching(/\/signup\/invitation\/[\w-]{43}$/),
    });
    expect((await look(made.link.split('/').at(-1)!)).status).toBe(200);
    const again = (await (await send('POST', `/invitations/${made.id}/resend`, undefined)).json()) as Invitation & { link: string };
    expect((await look(made.link.split('/').at(-1)!)).status).toBe(404);
    const token = again.link.split('/').at(-1)!;
    expect((await look(token)).status).toBe(200);
    const shown = await get<{ items: Invitation[] }>('/invitations');
    expect(shown.items).toMatchObject([{ id: made.id, mail: 'none' }]);
    expect(JSON.stringify([shown, await rows('audit_events'), deps.lines, deps.bus.published])).not.toContain(token);

    leaves(true);
    expect(await state()).toEqual({ leaves: true });
    const mailed = (await (await create({ email: newEmail(), roles: MEMBER })).json()) as object;
    expect(mailed).toMatchObject({ mail: 'waiting' });
    expect(mailed).not.toHaveProperty('link');
  });

  it('whose mail fails say so with its reason, and one that became a file was not sent', async () => {
    const { deps, get, invite } = await setUp(engine);
    const { invitation } = await invite(MEMBER);
    const found = async () => (await get<{ items: Invitation[] }>('/invitations')).items.find(({ id }) => id === invitation.id);
    const within = { leaves: true, close: () => undefined };
    await createMailer(deps, { ...within, deliver: () => Promise.reject(new MailError('econnrefused')) }).deliverDue();
    expect(await found()).toMatchObject({ mail: 'waiting', mail_error: 'econnrefused', sent_at: null });
    deps.clock.advance(60e6);
    await createMailer(deps, { ...within, leaves: false, deliver: async () => ({ file: 'x.eml' }) }).deliverDue();
    expect(await found()).toMatchObject({ mail: 'none', mail_error: null, sent_at: null });
    const { invitation: second } = await invite(MEMBER);
    await createMailer(deps, { ...within, deliver: () => Promise.reject(new MailError('smtp_550', { final: true })) }).deliverDue();
    const failed = (await get<{ items: Invitation[] }>('/invitations')).items.find(({ id }) => id === second.id);
    expect(failed).toMatchObject({ mail: 'failed', mail_error: 'smtp_550', sent_at: null });
  });

  it('bring a link by mail, whose token is kept only as a hash', async () => {
    const { invite, mailTo, deps, organization, owner } = await setUp(engine);
    const { invitation, email, token } = await invite(MEMBER, { name: 'Petr', locale: 'sk' });
    expect(invitation).toMatchObject({
      email,
      name: 'Petr',
      locale: 'sk',
      state: 'pending',
      sent_at: null,
      created_by: owner.id,
      roles: MEMBER,
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    const mail = mailTo(email);
    expect(mail).toMatchObject({ locale: 'sk', params: { organization: organization.name, inviter: owner.name } });
    expect(mail.params.url).toBe(`http://localhost:4321/sk/signup/invitation/${token}`);
    const stored = await deps.db.read(organization.id, async (db) => [
      await db.selectFrom('invitations').selectAll().where('email', '=', email).execute(),
      await db.selectFrom('invitation_index').selectAll().where('organization_id', '=', organization.id).execute(),
      await db.selectFrom('audit_events').selectAll().where('organization_id', '=', organization.id).execute(),
    ]);
    expect(JSON.stringify([stored, deps.lines, invitation])).not.toContain(token);
  });

  it('make an account with its roles, signed in, and leave an audit trail', async () => {
    const { invite, accept, app, organization, workspace, rows } = await setUp(engine);
    const roles = { organization: ['member'], workspaces: [{ workspace_id: workspace.id, roles: ['technician'] }] };
    const { email, token } = await invite(roles);
    const answer = await accept({ token, ...newcomer, locale: 'en' });
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['XSRF-TOKEN', 'device']);
    const pair = (await answer.json()) as { token: string };
    const me = (await (await app.request('/v1/auth/profile', { headers: bearer(pair) })).json()) as { id: string };
    expect(me).toMatchObject({
      email,
      name: newcomer.name,
      locale: 'en',
      links: {
        organizations: [{ organization_id: organization.id, roles: ['member'] }],
        workspaces: [{ workspace_id: workspace.id, roles: ['technician'] }],
      },
    });
    const trail = (await rows('audit_events')).filter(({ actor_id }) => actor_id === me.id) as { verb: string }[];
    expect(trail.map(({ verb }) => verb).sort()).toEqual([
      'invitations.accept',
      'memberships.create',
      'memberships.create',
      'users.create',
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/scrypt|hrnek/);
    expect((await sendJson(app, 'POST', '/v1/auth/login', { email, password: newcomer.password })).status).toBe(200);
  });

  it('serve once: used, unknown, revoked and expired ones are refused alike, also for a look', async () => {
    const { invite, accept, look, send, deps } = await setUp(engine);
    const used = await invite(MEMBER);
    expect((await accept({ token: used.token, ...newcomer })).status).toBe(201);
    const revoked = await invite(MEMBER);
    expect(await (await send('DELETE', `/invitations/${revoked.invitation.id}`, undefined)).json()).toMatchObject({ state: 'revoked' });
    const renewed = await invite(MEMBER);
    await send('POST', `/invitations/${renewed.invitation.id}/resend`, {});
    const expired = await invite(MEMBER);
    expect((await look(expired.token)).status).toBe(200);
    deps.clock.advance(7 * DAY_US);
    for (const token of [used.token, revoked.token, renewed.token, expired.token, 'x', ''])
      for (const answer of [await look(token), await accept({ token, ...newcomer })])
        expect(await codeOf(answer)).toBe('404 invitation_invalid');
  });

  it('sent again have a new link and seven more days', async () => {
    const { invite, look, accept, send, tokenOf, owner, deps } = await setUp(engine);
    const { invitation, email, token } = await invite(MEMBER);
    deps.clock.advance(8 * DAY_US);
    const again = await send('POST', `/invitations/${invitation.id}/resend`, {}, bearer(await signedIn(deps, owner)));
    expect(await again.json()).toMatchObject({ id: invitation.id, state: 'pending' });
    expect(tokenOf(email)).not.toBe(token);
    deps.clock.advance(6 * DAY_US);
    expect(await (await look(tokenOf(email))).json()).toMatchObject({ email, known: false });
    expect((await accept({ token: tokenOf(email), ...newcomer })).status).toBe(201);
  });

  it('of two that accept at once exactly one wins', async () => {
    const { invite, accept, rows, owner } = await setUp(engine);
    const { token } = await invite(MEMBER);
    const answers = await Promise.all([1, 2, 3].map((i) => accept({ token, ...newcomer, name: `Petr ${i}` })));
    expect(answers.map(({ status }) => status === 201).filter(Boolean)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(await codeOf(answer)).toMatch(/^(404 invitation_invalid|401 credentials_wrong|409 email_taken)$/);
    expect((await rows('memberships')).filter((row) => 'user_id' in row && row.user_id !== owner.id)).toHaveLength(1);
  });

  it('ask a new account for a name and ten characters, and stay good', async () => {
    const { invite, accept } = await setUp(engine);
    const { token } = await invite(MEMBER);
    const short = await accept({ token, ...newcomer, password: 'short' });
    expect(await short.json()).toMatchObject({ code: 'validation_failed', errors: [{ path: 'password', params: { minimum: 10 } }] });
    const nameless = await accept({ token, password: newcomer.password });
    expect(await nameless.json()).toMatchObject({ code: 'validation_failed', errors: [{ path: 'name', code: 'required' }] });
    expect((await accept({ token, ...newcomer })).status).toBe(201);
  });

  it('ask a known e-mail for its own password, as slowly as the log-in, and keep the account as it is', async () => {
    const { create, tokenOf, look, accept, deps, app } = await setUp(engine);
    const user = await makeUser(deps, { password_hash: await cheapHash(), email: newEmail() });
    expect((await create({ email: user.email.toUpperCase(), roles: MEMBER })).status).toBe(201);
    const token = tokenOf(user.email);
    expect(await (await look(token)).json()).toMatchObject({ known: true });
    for (let i = 0; i < 10; i++) expect(await codeOf(await accept({ token, password: 'wrong password' }))).toBe('401 credentials_wrong');
    expect(await codeOf(await accept({ token, password: TEST_PASSWORD }))).toBe('429 too_many_attempts');
    deps.clock.advance(2e6);
    const answer = await accept({ token, password: TEST_PASSWORD, name: 'Somebody Else', locale: 'en' });
    expect(answer.status).toBe(201);
    const pair = (await answer.json()) as { token: string };
    const me = await (await app.request('/v1/auth/profile', { headers: bearer(pair) })).json();
    expect(me).toMatchObject({ id: user.id, name: user.name, locale: 'cs' });
  });

  it('give their roles beside those that the person has meanwhile', async () => {
    const { invite, accept, organization, workspace, deps, rows } = await setUp(engine);
    const roles = { organization: ['auditor', 'member'], workspaces: [{ workspace_id: workspace.id, roles: ['viewer'] }] };
    const { email, token } = await invite(roles);
    const user = await makeUser(deps, { password_hash: await cheapHash(), email });
    await makeMembership(deps, organization, user, 'member');
    expect((await accept({ token, password: TEST_PASSWORD })).status).toBe(201);
    const held = (await rows('memberships')).filter((row) => 'user_id' in row && row.user_id === user.id) as { role: string }[];
    expect(held.map(({ role }) => role).sort()).toEqual(['auditor', 'member', 'viewer']);
  });

  it('put the person at another revision with the roles that they give: who saves an older one is told', async () => {
    const plant = await setUp(engine);
    const { invite, accept, organization, workspace, deps, get } = plant;
    const elsewhere = await makeWorkspace(deps, organization, { name: 'Hala 2' });
    const { email, token } = await invite(inWorkspace(elsewhere.id, 'viewer'));
    const again = await invite(inWorkspace(elsewhere.id, 'viewer'));
    const user = await makeUser(deps, { password_hash: await cheapHash(), email });
    await makeMembership(deps, organization, user, 'viewer', { workspace_id: workspace.id });
    const seen = await get<Person>(`/people/${user.id}`);
    expect((await accept({ token, password: TEST_PASSWORD })).status).toBe(201);
    const late = await patch(plant, user.id, { rev: seen.rev, roles: inWorkspace(workspace.id, 'technician') });
    expect([late.status, late.body.code, late.body.current?.rev]).toEqual([409, 'stale_rev', seen.rev + 1]);
    expect((await get<Person>(`/people/${user.id}`)).roles.workspaces).toContainEqual({ workspace_id: elsewhere.id, roles: ['viewer'] });
    // Nothing is added by roles that he has.
    await deps.db.write(null, (db) => db.updateTable('users').set({ email: again.email }).where('id', '=', user.id).execute());
    expect((await accept({ token: again.token, password: TEST_PASSWORD })).status).toBe(201);
    expect((await get<Person>(`/people/${user.id}`)).rev).toBe(seen.rev + 1);
  });

  it('leave the mark in the trail when somebody who sees all organisations takes roles by one, and none for anybody else', async () => {
    const { create, tokenOf, accept, deps, rows } = await setUp(engine);
    const take = async (access_all_orgs: 0 | 1) => {
      const user = await makeUser(deps, { email: newEmail(), access_all_orgs, password_hash: await cheapHash() });
      const as = access_all_orgs ? bearer(await signedIn(deps, user)) : undefined;
      expect((await create({ email: user.email, roles: { organization: ['auditor'], workspaces: [] } }, as)).status).toBe(201);
      expect((await accept({ token: tokenOf(user.email), password: TEST_PASSWORD })).status).toBe(201);
      const own = (await rows('audit_events')).filter(({ actor_id }) => actor_id === user.id);
      return own.map(({ verb, all_orgs }) => `${verb} ${all_orgs}`).toSorted();
    };
    expect(await take(1)).toEqual(['invitations.accept 1', 'invitations.create 1', 'memberships.create 1']);
    expect(await take(0)).toEqual(['invitations.accept 0', 'memberships.create 0']);
  });

  it('are not accepted by a password that was changed after it was checked', async () => {
    const { invite, deps, rows } = await setUp(engine);
    const { email, token } = await invite(MEMBER);
    const user = await makeUser(deps, { password_hash: await cheapHash(), email });
    const password_hash = await cheapHash();
    // Counted, taken back, accepted.
    const slow = beforeWrite(deps, 3, () =>
      deps.db.write(null, (db) => db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()),
    );
    const answer = await sendJson(createApp(slow.deps), 'POST', '/v1/auth/invitations/accept', { token, password: TEST_PASSWORD });
    expect([await codeOf(answer), slow.writes()]).toEqual(['401 credentials_wrong', 3]);
    expect((await rows('memberships')).filter((row) => 'user_id' in row && row.user_id === user.id)).toEqual([]);
  });

  it('bring somebody of another workspace into that of a manager who doesn’t see him', async () => {
    const { create, tokenOf, accept, member, app, root, organization, workspace, deps } = await setUp(engine);
    const elsewhere = await makeWorkspace(deps, organization, { name: 'Hala 2' });
    const manager = await member('manager', elsewhere.id);
    const user = await makeUser(deps, { password_hash: await cheapHash(), email: newEmail() });
    await makeMembership(deps, organization, user, 'viewer', { workspace_id: workspace.id });
    const ask = () => create({ email: user.email, roles: inWorkspace(elsewhere.id, 'technician') }, manager);
    const look = async () => {
      const answer = await app.request(`${root}/people/${user.id}`, { headers: manager });
      return [answer.status, ((await answer.json()) as Partial<Person>).roles];
    };
    expect(await look()).toEqual([404, undefined]);
    expect((await ask()).status).toBe(201);
    // Who sees him changes his row instead.
    expect(await codeOf(await create({ email: user.email, roles: MEMBER }))).toBe('409 already_member');
    expect((await accept({ token: tokenOf(user.email), password: TEST_PASSWORD })).status).toBe(201);
    expect(await look()).toEqual([200, inWorkspace(elsewhere.id, 'technician')]);
    expect(await codeOf(await ask())).toBe('409 already_member');
    const gone = await makeUser(deps, { email: newEmail() });
    const stopped = { archived_at: deps.clock.now() };
    await makeMembership(deps, organization, gone, 'viewer', { workspace_id: workspace.id, ...stopped });
    await deps.db.write(organization.id, (db) => db.updateTable('people').set(stopped).where('id', '=', gone.id).execute());
    expect(await codeOf(await create({ email: gone.email, roles: inWorkspace(elsewhere.id, 'viewer') }, manager))).toBe('409 conflict');
  });

  it('don’t bring a deactivated person back, neither an old one nor a new one', async () => {
    const { invite, create, accept, look, organization, deps } = await setUp(engine);
    const { email, token } = await invite(MEMBER);
    const user = await makeUser(deps, { password_hash: await cheapHash(), email });
    const { id } = await makeMembership(deps, organization, user, 'member');
    await deps.db.write(organization.id, async (db) => {
      const archived_at = deps.clock.now();
      await db
        .updateTable('people')
        .set({ archived_at })
        .where('organization_id', '=', organization.id)
        .where('id', '=', user.id)
        .execute();
      await db
        .updateTable('memberships')
        .set({ archived_at })
        .where('organization_id', '=', organization.id)
        .where('id', '=', id)
        .execute();
    });
    expect(await codeOf(await look(token))).toBe('404 invitation_invalid');
    expect(await codeOf(await accept({ token, password: TEST_PASSWORD }))).toBe('404 invitation_invalid');
    expect(await codeOf(await create({ email, roles: MEMBER }))).toBe('409 conflict');
  });

  it('of somebody who could not give those roles any more open nothing', async () => {
    const { invite, accept, organization, deps } = await setUp(engine);
    const admin = await makeUser(deps);
    const { id } = await makeMembership(deps, organization, admin, 'admin');
    const { token } = await invite({ organization: ['admin'], workspaces: [] }, {}, bearer(await signedIn(deps, admin)));
    await deps.db.write(organization.id, (db) =>
      db.updateTable('memberships').set({ role: 'member' }).where('organization_id', '=', organization.id).where('id', '=', id).execute(),
    );
    expect(await codeOf(await accept({ token, ...newcomer }))).toBe('404 invitation_invalid');
  });

  it('leave out workspaces archived meanwhile; with none left they open nothing', async () => {
    const { invite, accept, organization, workspace, deps, rows } = await setUp(engine);
    const closing = await makeWorkspace(deps, organization, { name: 'Hala 2' });
    const there = (...workspaces: string[]) => ({
      organization: [],
      workspaces: workspaces.map((workspace_id) => ({ workspace_id, roles: ['viewer'] })),
    });
    const both = await invite(there(workspace.id, closing.id));
    const one = await invite(there(closing.id));
    await deps.db.write(organization.id, (db) =>
      db
        .updateTable('workspaces')
        .set({ archived_at: 1 })
        .where('organization_id', '=', organization.id)
        .where('id', '=', closing.id)
        .execute(),
    );
    expect((await accept({ token: both.token, ...newcomer })).status).toBe(201);
    expect((await rows('memberships')).filter((row) => 'workspace_id' in row && row.workspace_id === closing.id)).toEqual([]);
    expect(await codeOf(await accept({ token: one.token, ...newcomer }))).toBe('404 invitation_invalid');
  });

  it('aren’t made for members, nor twice for one address, nor without a role, nor into a workspace that is not there', async () => {
    const { create, invite, owner, workspace, deps } = await setUp(engine);
    expect(await codeOf(await create({ email: owner.email, roles: MEMBER }))).toBe('409 already_member');
    const { email } = await invite(MEMBER);
    expect(await codeOf(await create({ email, roles: MEMBER }))).toBe('409 conflict');
    expect(await codeOf(await create({ email: newEmail(), roles: { organization: [], workspaces: [] } }))).toBe('422 validation_failed');
    const there = (workspace_id: string) => ({ organization: [], workspaces: [{ workspace_id, roles: ['viewer'] }] });
    const other = await testPlant(engine, { deps: { db: deps.db } });
    for (const id of [other.workspace.id, '01890000-0000-7000-8000-000000000000'])
      expect(await codeOf(await create({ email: newEmail(), roles: there(id) }))).toBe('422 validation_failed');
    expect((await create({ email: newEmail(), roles: there(workspace.id) })).status).toBe(201);
    for (const bad of ['jana', 'a@b.cz\r\nBcc: c@d.cz', 'a@b.cz,c@d.cz'])
      expect((await create({ email: bad, roles: MEMBER })).status).toBe(422);
  });

  it('made twice with the same id are one', async () => {
    const { create, deps } = await setUp(engine);
    const body = { id: deps.ids.uuid(), email: newEmail(), roles: MEMBER };
    const first = await (await create(body)).json();
    expect(await (await create(body)).json()).toEqual(first);
    expect(deps.mail.sent.filter(({ to }) => to === body.email)).toHaveLength(1);
    expect(await codeOf(await create({ ...body, email: newEmail() }))).toBe('409 conflict');
  });

  it('an admin invites admins but no owners; a manager only into his workspace, and sees only what is his', async () => {
    const { create, invite, member, send, get, workspace, organization, deps } = await setUp(engine);
    const admin = await member('admin');
    const manager = await member('manager', workspace.id);
    const elsewhere = await makeWorkspace(deps, organization, { name: 'Hala 2' });
    const owner = { organization: ['owner'], workspaces: [] };
    const inside = { organization: [], workspaces: [{ workspace_id: workspace.id, roles: ['manager', 'technician'] }] };
    const outside = { organization: [], workspaces: [{ workspace_id: elsewhere.id, roles: ['viewer'] }] };
    expect(await codeOf(await create({ email: newEmail(), roles: owner }, admin))).toBe('403 forbidden');
    await invite({ organization: ['admin'], workspaces: [] }, {}, admin);
    await invite(owner);
    for (const roles of [MEMBER, outside, { organization: ['member'], workspaces: inside.workspaces }])
      expect(await codeOf(await create({ email: newEmail(), roles }, manager))).toBe('403 forbidden');
    const limitedInvitation = await invite(inside, {}, manager);
    const foreign = await invite(outside);
    const { items } = await get<{ items: Invitation[] }>('/invitations');
    expect(items).toHaveLength(4);
    for (const [method, path] of [
      ['POST', `/invitations/${foreign.invitation.id}/resend`],
      ['DELETE', `/invitations/${foreign.invitation.id}`],
    ] as const)
      expect(await codeOf(await send(method, path, method === 'POST' ? {} : undefined, manager))).toBe('404 not_found');
    expect((await send('POST', `/invitations/${limitedInvitation.invitation.id}/resend`, {}, manager)).status).toBe(200);
    expect((await send('DELETE', `/invitations/${limitedInvitation.invitation.id}`, undefined, manager)).status).toBe(200);
  });

  it('are listed newest first, by state and by text, page after page', async () => {
    const { app, root, headers, owner, invite, accept, send, member, workspace, deps } = await setUp(engine);
    const list = async (query: string, as = headers) => {
      const answer = await app.request(`${root}/invitations${query}`, { headers: as });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { items: Invitation[]; next_cursor: string | null; total?: number };
    };
    const accepted = await invite(MEMBER, { name: 'Accepted' });
    await accept({ token: accepted.token, ...newcomer });
    const revoked = await invite(MEMBER, { name: 'Revoked' });
    await send('DELETE', `/invitations/${revoked.invitation.id}`, undefined);
    await invite(MEMBER, { name: 'Old' });
    deps.clock.advance(8 * DAY_US);
    const fresh = bearer(await signedIn(deps, owner));
    for (const name of ['One', 'Two']) {
      deps.clock.advance(1e6);
      await invite({ organization: [], workspaces: [{ workspace_id: workspace.id, roles: ['viewer'] }] }, { name }, fresh);
    }
    const names = async (query: string, as = fresh) => (await list(query, as)).items.map(({ name }) => name);
    expect(await names('')).toEqual(['Two', 'One', 'Old']);
    expect(await names('?state=expired')).toEqual(['Old']);
    expect(await names('?state=pending&sort=created_at')).toEqual(['One', 'Two']);
    expect(await names('?state=accepted')).toEqual(['Accepted']);
    expect(await names('?state=revoked')).toEqual(['Revoked']);
    expect(await names('?q=TWO')).toEqual(['Two']);
    const first = await list('?limit=2&count=1&state=all', fresh);
    expect(first).toMatchObject({ total: 5 });
    expect((await list(`?limit=2&state=all&cursor=${first.next_cursor}`, fresh)).items.map(({ name }) => name)).toEqual(['Old', 'Revoked']);
    expect(await names('', await member('manager', workspace.id))).toEqual(['Two', 'One']);
    expect((await app.request(`${root}/invitations?sort=email`, { headers: fresh })).status).toBe(422);
  });

  it('are limited to fifty an hour for an organisation and five a day for an address', async () => {
    const clock = testClock();
    const { db } = await freshDatabase(engine, clock);
    const plant = await testPlant(engine, { deps: { db, clock } });
    const { send, deps } = plant;
    const create = (email: string) => send('POST', '/invitations', { email, roles: MEMBER });
    const { id } = (await (await create('first@example.com')).json()) as { id: string };
    for (let i = 0; i < 4; i++) expect((await send('POST', `/invitations/${id}/resend`, {})).status).toBe(200);
    const over = await send('POST', `/invitations/${id}/resend`, {});
    expect([await codeOf(over), over.headers.get('retry-after')]).toEqual(['429 over_quota', '86400']);
    for (let i = 0; i < 45; i++) expect((await create(`p${i}@example.com`)).status).toBe(201);
    expect(await codeOf(await create('last@example.com'))).toBe('429 over_quota');
    // The session of the owner ends before the hour does.
    deps.clock.advance(3_600e6 + 1);
    const headers = bearer(await signedIn(deps, plant.owner));
    expect((await send('POST', '/invitations', { email: 'last@example.com', roles: MEMBER }, headers)).status).toBe(201);
  });

  it('revoked or sent again take back the mail that still waits', async () => {
    const { invite, send, deps } = await setUp(engine);
    const { invitation } = await invite(MEMBER);
    const waiting = () =>
      deps.db.read(null, (db) =>
        db.selectFrom('mail_outbox').select('message').where('entity_id', '=', invitation.id).where('next_at', 'is not', null).execute(),
      );
    const [before] = await waiting();
    await send('POST', `/invitations/${invitation.id}/resend`, {});
    const renewed = await waiting();
    expect(renewed).toHaveLength(1);
    expect(renewed[0]?.message).not.toBe(before?.message);
    await send('DELETE', `/invitations/${invitation.id}`, undefined);
    expect(await waiting()).toEqual([]);
    const left = await deps.db.read(null, (db) =>
      db.selectFrom('mail_outbox').select('message').where('entity_id', '=', invitation.id).execute(),
    );
    expect(left).toEqual([{ message: null }, { message: null }]);
  });
});
