import { describe, expect, it } from 'vitest';
import type { Profile } from '../../contract/auth.ts';
import type { Person } from '../../contract/people.ts';
import { bearer, sendJson, signedIn } from '../auth/testing.ts';
import { ACCESS_COOKIE } from '../kernel/authenticate.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, type Engine, makeMembership, makeOrganization, makeUser, makeWorkspace } from '../testing/testing.ts';
import { auditOf, inWorkspace, NONE, names, patch, person, roles } from './testing.ts';

describe.each(ENGINES)('a change of a person on %s', (engine: Engine) => {
  describe('roles', () => {
    it('are changed with an audit row of what they were, and other tabs hear of it', async () => {
      const plant = await testPlant(engine);
      const { id } = await person(plant, 'viewer', plant.workspace.id);
      const wanted = inWorkspace(plant.workspace.id, 'technician', 'analyst');
      const changed = await patch(plant, id, { rev: 1, roles: wanted });
      expect([changed.status, changed.body.rev, changed.body.roles]).toEqual([200, 2, wanted]);
      const [row, ...rest] = await auditOf(plant);
      expect(rest).toEqual([]);
      expect(row).toMatchObject({ verb: 'people.update', entity_id: id, workspace_id: plant.workspace.id, actor_id: plant.owner.id });
      expect(JSON.parse(row!.before!).roles).toEqual(inWorkspace(plant.workspace.id, 'viewer'));
      expect(JSON.parse(row!.after!)).toMatchObject({ roles: wanted, email: null });
      expect(plant.deps.bus.published.map(({ event }) => event)).toEqual([
        { name: 'changed', data: { entity: 'people', id, workspace_id: null } },
      ]);
    });

    it('asked for as they are leave no trace', async () => {
      const plant = await testPlant(engine);
      const { id, row } = await person(plant, 'viewer', plant.workspace.id);
      const same = await patch(plant, id, { rev: 1, roles: row.roles, deactivated: false });
      expect([same.status, same.body.rev]).toEqual([200, 1]);
      expect(await auditOf(plant)).toEqual([]);
      expect(plant.deps.bus.published).toEqual([]);
    });

    it('that somebody else has changed meanwhile answer with what is stored now', async () => {
      const plant = await testPlant(engine);
      const { id } = await person(plant, 'viewer', plant.workspace.id);
      await patch(plant, id, { rev: 1, roles: roles('member') });
      const late = await patch(plant, id, { rev: 1, roles: roles('auditor') });
      expect([late.status, late.body.code, late.body.current?.roles]).toEqual([409, 'stale_rev', roles('member')]);
    });

    it('in a workspace that isn’t there, of another organisation or archived are refused', async () => {
      const plant = await testPlant(engine);
      const { id } = await person(plant, 'member');
      const strange = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
      const archived = await makeWorkspace(plant.deps, plant.organization, { archived_at: plant.deps.clock.now() });
      for (const workspace of [strange.id, archived.id, '01890000-0000-7000-8000-000000000000'])
        expect((await patch(plant, id, { rev: 1, roles: inWorkspace(workspace, 'viewer') })).status).toBe(422);
    });

    it('given and taken in an archived workspace rest until it is back', async () => {
      const plant = await testPlant(engine);
      const archived = await makeWorkspace(plant.deps, plant.organization, { archived_at: plant.deps.clock.now() });
      const { id, row } = await person(plant, 'viewer', archived.id);
      expect(row.roles).toEqual(NONE);
      await patch(plant, id, { rev: 1, roles: roles('member') });
      await plant.deps.db.write(plant.organization.id, (db) =>
        db.updateTable('workspaces').set({ archived_at: null }).where('id', '=', archived.id).execute(),
      );
      const back = await plant.get<Person>(`/people/${id}`);
      expect(back.roles).toEqual({ organization: ['member'], workspaces: [{ workspace_id: archived.id, roles: ['viewer'] }] });
    });

    it('of owners are given and taken by owners only', async () => {
      const plant = await testPlant(engine);
      const admin = await plant.member('admin');
      const second = await person(plant, 'owner');
      const { id } = await person(plant, 'member');
      expect((await patch(plant, id, { rev: 1, roles: roles('owner') }, admin)).status).toBe(403);
      expect((await patch(plant, second.id, { rev: 1, roles: roles('admin') }, admin)).status).toBe(403);
      expect((await patch(plant, second.id, { rev: 1, deactivated: true }, admin)).status).toBe(403);
      expect((await patch(plant, id, { rev: 1, roles: roles('admin') }, admin)).status).toBe(200);
      expect((await patch(plant, id, { rev: 2, roles: roles('owner') })).status).toBe(200);
      await patch(plant, second.id, { rev: 1, deactivated: true });
      expect((await patch(plant, second.id, { rev: 2, deactivated: false }, admin)).status).toBe(403);
    });

    it('of owners are given by who sees all organisations, and the trail is marked', async () => {
      const plant = await testPlant(engine);
      const { id } = await person(plant, 'member');
      const operator = await makeUser(plant.deps, { access_all_orgs: 1 });
      expect((await patch(plant, id, { rev: 1, roles: roles('owner') }, bearer(await signedIn(plant.deps, operator)))).status).toBe(200);
      expect((await auditOf(plant))[0]).toMatchObject({ all_orgs: 1, actor_id: operator.id });
    });

    it('of his workspace are all that its manager may change', async () => {
      const plant = await testPlant(engine);
      const other = await makeWorkspace(plant.deps, plant.organization);
      const manager = await plant.member('manager', plant.workspace.id);
      const { id, user } = await person(plant, 'viewer', plant.workspace.id);
      await makeMembership(plant.deps, plant.organization, user, 'technician', { workspace_id: other.id });
      await makeMembership(plant.deps, plant.organization, user, 'member');
      const grantable = inWorkspace(plant.workspace.id, 'technician').workspaces;
      for (const refused of [
        { roles: { organization: [], workspaces: grantable } },
        { roles: { organization: ['member', 'admin'], workspaces: grantable } },
        { deactivated: true },
      ])
        expect((await patch(plant, id, { rev: 1, ...refused }, manager)).status).toBe(403);
      // He doesn't see that workspace, so to him it is not there.
      const strange = { organization: ['member'], workspaces: [...grantable, { workspace_id: other.id, roles: ['viewer'] }] };
      expect([403, 422]).toContain((await patch(plant, id, { rev: 1, roles: strange }, manager)).status);
      expect(await auditOf(plant)).toEqual([]);

      const done = await patch(plant, id, { rev: 1, roles: { organization: ['member'], workspaces: grantable } }, manager);
      expect([done.status, done.body.roles]).toEqual([200, { organization: ['member'], workspaces: grantable }]);
      expect((await plant.get<Person>(`/people/${id}`)).roles.workspaces).toContainEqual({ workspace_id: other.id, roles: ['technician'] });
    });

    it('are nobody’s to give without the right to manage members', async () => {
      const plant = await testPlant(engine);
      const { id } = await person(plant, 'viewer', plant.workspace.id);
      const headers = await plant.member('technician', plant.workspace.id);
      expect((await patch(plant, id, { rev: 1, roles: NONE }, headers)).status).toBe(403);
      const self = await person(plant, 'technician', plant.workspace.id);
      expect((await patch(plant, self.id, { rev: 1, roles: roles('admin') }, self.headers)).status).toBe(403);
    });
  });

  describe('the last owner', () => {
    it('is neither demoted nor deactivated, not even by himself', async () => {
      const plant = await testPlant(engine);
      for (const body of [{ roles: roles('admin') }, { roles: NONE }, { deactivated: true }]) {
        const refused = await patch(plant, plant.owner.id, { rev: 1, ...body });
        expect([refused.status, refused.body.code]).toEqual([409, 'last_owner']);
      }
      expect(await auditOf(plant)).toEqual([]);
    });

    it('is still the last beside one who is deactivated', async () => {
      const plant = await testPlant(engine);
      const second = await person(plant, 'owner');
      expect((await patch(plant, second.id, { rev: 1, deactivated: true })).status).toBe(200);
      expect((await patch(plant, plant.owner.id, { rev: 1, roles: roles('admin') })).body.code).toBe('last_owner');
      await patch(plant, second.id, { rev: 2, deactivated: false });
      expect((await patch(plant, plant.owner.id, { rev: 1, roles: roles('admin') })).status).toBe(200);
    });

    it('stays when two owners step down, or put each other down, at the same moment', async () => {
      for (const crossed of [false, true, false, true, false, true]) {
        const plant = await testPlant(engine);
        const second = await person(plant, 'owner');
        const first = { id: plant.owner.id, headers: plant.headers };
        const [a, b] = crossed ? [second, first] : [first, second];
        const answers = await Promise.all([
          patch(plant, a.id, { rev: 1, roles: roles('admin') }, first.headers),
          patch(plant, b.id, { rev: 1, roles: roles('admin') }, second.headers),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(await names(plant, '?role=owner')).toHaveLength(1);
      }
    });
  });

  describe('deactivation', () => {
    const read = (plant: TestPlant, headers: Record<string, string>) => plant.app.request(`${plant.root}/dataloggers`, { headers });
    const write = (plant: TestPlant, headers: Record<string, string>) =>
      plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, name: 'Jiná' }, headers);

    it('ends reads and writes in the organisation at once', async () => {
      const plant = await testPlant(engine);
      const { id, headers } = await person(plant, 'technician', plant.workspace.id);
      expect((await read(plant, headers)).status).toBe(200);
      const done = await patch(plant, id, { rev: 1, deactivated: true });
      expect(done.body.deactivated_at).toBe('2026-03-02T08:00:00Z');
      for (const refused of [await read(plant, headers), await write(plant, headers)])
        expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'session_revoked']);
    });

    it('leaves the sessions of who belongs to another organisation, whose reads and writes go on there', async () => {
      const plant = await testPlant(engine);
      const other = await testPlant(engine, { deps: plant.deps });
      const { id, user, headers } = await person(plant, 'technician', plant.workspace.id);
      await makeMembership(plant.deps, other.organization, user, 'technician', { workspace_id: other.workspace.id });
      await patch(plant, id, { rev: 1, deactivated: true });
      expect((await read(plant, headers)).status).toBe(404);
      expect((await write(plant, headers)).status).toBe(404);
      expect((await read(other, headers)).status).toBe(200);
      expect((await write(other, headers)).status).toBe(200);
      const profile = (await (await plant.app.request('/v1/auth/profile', { headers })).json()) as Profile;
      expect(profile.links.organizations.map((one) => one.organization_id)).toEqual([other.organization.id]);
      expect(profile.links.workspaces.map((one) => one.workspace_id)).toEqual([other.workspace.id]);
    });

    it('keeps the roles, which are in force again when the person is brought back', async () => {
      const plant = await testPlant(engine);
      const { id, user, row } = await person(plant, 'technician', plant.workspace.id);
      await patch(plant, id, { rev: 1, deactivated: true });
      plant.deps.clock.advance(1_000_000);
      const back = await patch(plant, id, { rev: 2, deactivated: false });
      expect([back.body.roles, back.body.deactivated_at]).toEqual([row.roles, null]);
      expect((await read(plant, bearer(await signedIn(plant.deps, user)))).status).toBe(200);
    });

    it('keeps those in a workspace archived meanwhile for its own return', async () => {
      const plant = await testPlant(engine);
      const { id, user } = await person(plant, 'manager', plant.workspace.id);
      await makeMembership(plant.deps, plant.organization, user, 'member');
      const archive = async (rev: number, archived: boolean) =>
        expect((await plant.send('PATCH', `/workspaces/${plant.workspace.id}`, { rev, archived })).status).toBe(200);
      const rolesOfPerson = () =>
        plant.deps.db.read(plant.organization.id, (db) =>
          db.selectFrom('memberships').select(['role', 'archived_at']).where('user_id', '=', id).orderBy('role').execute(),
        );
      await patch(plant, id, { rev: 1, deactivated: true });
      plant.deps.clock.advance(1_000_000);
      await archive(1, true);
      const archivedAt = plant.deps.clock.now();
      plant.deps.clock.advance(1_000_000);
      expect((await patch(plant, id, { rev: 2, deactivated: false })).body.roles).toEqual(roles('member'));
      expect(await rolesOfPerson()).toEqual([
        { role: 'manager', archived_at: archivedAt },
        { role: 'member', archived_at: null },
      ]);
      const headers = bearer(await signedIn(plant.deps, user));
      expect((await read(plant, headers)).status).toBe(403);
      expect((await write(plant, headers)).status).toBe(403);
      await archive(2, false);
      expect((await rolesOfPerson()).map(({ archived_at }) => archived_at)).toEqual([null, null]);
      expect((await write(plant, headers)).status).toBe(200);
    });

    it('doesn’t bring back what was taken in the same change or while it lasted', async () => {
      const plant = await testPlant(engine);
      const { id } = await person(plant, 'technician', plant.workspace.id);
      await patch(plant, id, { rev: 1, roles: inWorkspace(plant.workspace.id, 'viewer', 'operator'), deactivated: true });
      const while_ = await patch(plant, id, { rev: 2, roles: inWorkspace(plant.workspace.id, 'viewer', 'analyst') });
      expect(while_.body.roles).toEqual(inWorkspace(plant.workspace.id, 'analyst', 'viewer'));
      const back = await patch(plant, id, { rev: 3, deactivated: false });
      expect(back.body.roles).toEqual(inWorkspace(plant.workspace.id, 'analyst', 'viewer'));
    });
  });

  it('a revoked session neither reads nor writes any more, whatever carries its token', async () => {
    const plant = await testPlant(engine);
    const { user } = await person(plant, 'technician', plant.workspace.id);
    const lost = await signedIn(plant.deps, user);
    const phone = bearer(lost);
    const desk = bearer(await signedIn(plant.deps, user));
    const sessions = (await (await plant.app.request('/v1/auth/sessions', { headers: desk })).json()) as {
      items: { id: string; current: boolean }[];
    };
    const sid = JSON.parse(Buffer.from(lost.token.split('.')[1]!, 'base64url').toString()).sid as string;
    expect(sessions.items.map(({ id }) => id)).toContain(sid);
    await sendJson(plant.app, 'DELETE', `/v1/auth/sessions/${sid}`, undefined, desk);
    const read = (headers: Record<string, string>) => plant.app.request(`${plant.root}/people`, { headers });
    const refused = await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, name: 'Jiná' }, phone);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'session_revoked']);
    for (const headers of [phone, { Cookie: `${ACCESS_COOKIE}=${encodeURIComponent(phone.Authorization!)}` }])
      expect((await read(headers)).status).toBe(401);
    expect((await read(desk)).status).toBe(200);
  });
});
