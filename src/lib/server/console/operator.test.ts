import { describe, expect, it } from 'vitest';
import type { Profile } from '../../contract/auth.ts';
import { bearer, sendJson, signedIn } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { makeTenant } from '../testing/tenant.ts';
import { ENGINES, makeUser, testDeps } from '../testing/testing.ts';
import { foundOrganization, setAllOrgs } from './operator.ts';

const INPUT = { name: 'Slévárna Horní', workspace: 'Hala A', locale: 'cs', timeZone: 'Europe/Prague' } as const;

describe.each(ENGINES)('from the console on %s', (engine) => {
  it('a further organisation gets an owner by mail, who sees it and nothing of the others', async () => {
    const deps = await testDeps(engine);
    const app = createApp(deps);
    const other = await makeTenant(deps);
    const email = `owner-${deps.ids.uuid()}@example.com`;
    const { id, slug } = await foundOrganization(deps, { ...INPUT, email });
    expect(slug).toMatch(/^slevarna-horni/);
    const mail = deps.mail.sent.find(({ to }) => to === email);
    const token = /\/signup\/invitation\/([\w-]+)/.exec(JSON.stringify(mail))?.[1];
    const accepted = await sendJson(app, 'POST', '/v1/auth/invitations/accept', {
      token,
      name: 'Eva Malá',
      password: 'kladivo a kovadlina',
    });
    expect(accepted.status).toBe(201);
    const headers = bearer((await accepted.json()) as { token: string });
    const me = (await (await app.request('/v1/auth/profile', { headers })).json()) as Profile;
    expect(me.links.organizations).toMatchObject([{ organization_id: id, roles: ['owner'] }]);
    expect(me.links.workspaces).toMatchObject([{ name: 'Hala A' }]);
    expect((await app.request(`/v1/orgs/${other.organization.id}/machines`, { headers })).status).toBe(404);
    expect((await app.request(`/v1/orgs/${id}/machines`, { headers: bearer(other.session) })).status).toBe(404);
  });

  it('a time zone that nobody knows is refused before anything is made', async () => {
    const deps = await testDeps(engine);
    await expect(foundOrganization(deps, { ...INPUT, email: 'a@example.com', timeZone: 'Mars/Base' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(deps.mail.sent).toEqual([]);
  });

  it('a person is let into every organisation, and out again at once', async () => {
    const deps = await testDeps(engine);
    const app = createApp(deps);
    const tenant = await makeTenant(deps);
    const user = await makeUser(deps);
    const headers = bearer(await signedIn(deps, user));
    const status = async () => (await app.request(`/v1/orgs/${tenant.organization.id}/machines`, { headers })).status;
    expect(await status()).toBe(404);
    expect(await setAllOrgs(deps, ` ${user.email.toUpperCase()}`, true)).toBe(true);
    expect(await status()).toBe(200);
    expect(await setAllOrgs(deps, user.email, false)).toBe(true);
    expect(await status()).toBe(404);
    expect(await setAllOrgs(deps, 'nobody@example.com', true)).toBe(false);
  });
});
