import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../contract/api-keys.ts';
import { bearer, sendSlowly, signedIn } from '../auth/testing.ts';
import { registerEvents } from '../events/events.routes.ts';
import type { AppEnv } from '../kernel/http.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { inWorkspace, NONE, patch, person, roles } from '../people/testing.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, type Engine, makeDatalogger, makeOrganization, makeUser, makeWorkspace } from '../testing/testing.ts';
import { testTimers } from '../testing/timers.ts';

type Created = ApiKey & { token: string; code?: string };

const create = async (plant: TestPlant, body: object, headers = plant.headers) => {
  const answer = await plant.send('POST', '/api-keys', { name: 'ERP', scopes: ['dlog:read'], expires_in_days: 30, ...body }, headers);
  return { status: answer.status, body: (await answer.json()) as Created };
};
const keyOf = async (plant: TestPlant, body: object = {}) => {
  const { status, body: key } = await create(plant, body);
  expect(status).toBe(201);
  return { key, as: { Authorization: `Bearer ${key.token}` } };
};
const list = (plant: TestPlant) => plant.get<{ items: ApiKey[] }>('/api-keys').then(({ items }) => items);
const revoke = (plant: TestPlant, id: string, headers = plant.headers) => plant.send('DELETE', `/api-keys/${id}`, undefined, headers);
const read = async (plant: TestPlant, path: string, headers: Record<string, string>) => {
  const answer = await plant.app.request(path.startsWith('/v1') ? path : plant.root + path, { headers });
  return { status: answer.status, body: (await answer.json()) as { code?: string; items?: { id: string }[] } };
};
const auditOf = (plant: TestPlant) =>
  plant.deps.db.read(plant.organization.id, (db) =>
    db.selectFrom('audit_events').selectAll().where('organization_id', '=', plant.organization.id).orderBy('id').execute(),
  );

describe.each(ENGINES)('keys of services on %s', (engine: Engine) => {
  it('are shown once; afterwards only their hash and their end are known', async () => {
    const plant = await testPlant(engine);
    const { key } = await keyOf(plant);
    expect(key.token).toMatch(/^tlk_[\w-]{43}$/);
    expect(key.token.endsWith(key.token_hint)).toBe(true);
    const { token, ...row } = key;
    expect(await list(plant)).toEqual([row]);
    const [stored] = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('api_keys').selectAll().where('id', '=', key.id).execute(),
    );
    expect(stored!.token_hash).toBe(tokenHash(token));
    expect(JSON.stringify([stored, await auditOf(plant), plant.deps.lines])).not.toContain(token);
  });

  it('read and write what their scopes say, and nothing else', async () => {
    const plant = await testPlant(engine);
    const { as } = await keyOf(plant);
    expect((await read(plant, '/dataloggers', as)).status).toBe(200);
    expect((await read(plant, '/people', as)).body.code).toBe('forbidden');
    expect((await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, name: 'Pec' }, as)).status).toBe(403);
    const writer = await keyOf(plant, { name: 'MES', scopes: ['dlog:read', 'dlog:write'] });
    expect((await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, name: 'Pec' }, writer.as)).status).toBe(200);
    const [last] = (await plant.get<{ items: { actor_kind: string; actor_id: string; actor_name: string }[] }>('/audit-events')).items;
    expect(last).toMatchObject({ actor_kind: 'key', actor_id: writer.key.id, actor_name: 'MES' });
  });

  it('of one workspace see that workspace only', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization);
    const elsewhere = await makeDatalogger(plant.deps, other);
    const { as } = await keyOf(plant, { workspace_id: plant.workspace.id });
    expect((await read(plant, '/dataloggers', as)).body.items!.map(({ id }) => id)).toEqual([plant.datalogger.id]);
    expect((await read(plant, `/dataloggers/${elsewhere.id}`, as)).status).toBe(404);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('workspaces').set({ archived_at: plant.deps.clock.now() }).where('id', '=', plant.workspace.id).execute(),
    );
    expect((await read(plant, '/dataloggers', as)).body.code).toBe('key_unknown');
  });

  it('reach neither another organisation nor what is a person’s own', async () => {
    const plant = await testPlant(engine);
    const other = await testPlant(engine, { deps: plant.deps });
    const { as } = await keyOf(plant);
    const strange = await read(plant, `${other.root}/dataloggers`, as);
    const nobodys = await read(plant, '/v1/orgs/01890000-0000-7000-8000-000000000000/dataloggers', as);
    const { request_id: _, ...answer } = strange.body as Record<string, unknown>;
    expect(nobodys.body).toMatchObject(answer);
    expect([strange.status, strange.body.code]).toEqual([404, 'not_found']);
    for (const path of ['/v1/auth/profile', '/v1/auth/sessions']) expect((await read(plant, path, as)).status).toBe(403);
  });

  it('that are revoked are refused at once, as ones that never were; revoking twice is the same as once', async () => {
    const plant = await testPlant(engine);
    const { key, as } = await keyOf(plant);
    expect((await read(plant, '/dataloggers', as)).status).toBe(200);
    const first = (await (await revoke(plant, key.id)).json()) as ApiKey;
    expect(first.revoked_at).toBe('2026-03-02T08:00:00Z');
    plant.deps.clock.advance(1_000_000);
    expect(((await (await revoke(plant, key.id)).json()) as ApiKey).revoked_at).toBe(first.revoked_at);
    for (const token of [as.Authorization, 'Bearer tlk_nikdo']) {
      const refused = await read(plant, '/dataloggers', { Authorization: token });
      expect([refused.status, refused.body.code]).toEqual([401, 'key_unknown']);
      expect((await plant.send('POST', '/dataloggers', {}, { Authorization: token })).status).toBe(401);
    }
    expect((await auditOf(plant)).map(({ verb, entity_id }) => [verb, entity_id])).toEqual([
      ['api-keys.create', key.id],
      ['api-keys.revoke', key.id],
    ]);
  });

  it('expire at their moment', async () => {
    const plant = await testPlant(engine);
    const { key, as } = await keyOf(plant, { expires_in_days: 1 });
    expect(key.expires_at).toBe('2026-03-03T08:00:00Z');
    plant.deps.clock.advance(86_400_000_000 - 1);
    expect((await read(plant, '/dataloggers', as)).status).toBe(200);
    plant.deps.clock.advance(1);
    expect((await read(plant, '/dataloggers', as)).body.code).toBe('key_unknown');
  });

  it('live a year at most, and none is made without an end', async () => {
    const plant = await testPlant(engine);
    for (const expires_in_days of [null, undefined, 0, 366]) expect((await create(plant, { expires_in_days })).status).toBe(422);
    expect((await keyOf(plant, { expires_in_days: 365 })).key.expires_at).toBe('2027-03-02T08:00:00Z');
  });

  describe('have never more than their maker has now', () => {
    const SCOPES = ['org:read', 'dlog:read', 'dlog:write'];
    async function setUp() {
      const plant = await testPlant(engine);
      const admin = await person(plant, 'admin');
      const made = async (body: object = {}) => {
        const answer = await create(plant, { scopes: SCOPES, ...body }, admin.headers);
        expect(answer.status).toBe(201);
        return { key: answer.body, as: { Authorization: `Bearer ${answer.body.token}` } };
      };
      let rev = 1;
      const become = async (change: object) => expect((await patch(plant, admin.id, { rev: rev++, ...change })).status).toBe(200);
      const rename = async (as: Record<string, string>) =>
        (await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, name: 'Pec' }, as)).status;
      return { ...plant, plant, admin, made, become, rename };
    }

    it('a lost role narrows them at once, and one that comes back widens them', async () => {
      const { plant, made, become, rename } = await setUp();
      const { as } = await made();
      await become({ roles: roles('auditor') });
      expect((await read(plant, '/dataloggers', as)).status).toBe(200);
      expect(await rename(as)).toBe(403);
      await become({ roles: roles('member') });
      expect((await read(plant, '/dataloggers', as)).status).toBe(403);
      await become({ roles: NONE });
      expect((await read(plant, '/dataloggers', as)).body.code).toBe('key_unknown');
      await become({ roles: roles('admin') });
      expect(await rename(as)).toBe(200);
    });

    it('of a maker who is left with one workspace they reach that one only', async () => {
      const { plant, deps, organization, workspace, datalogger, made, become } = await setUp();
      const other = await makeDatalogger(deps, await makeWorkspace(deps, organization));
      const { as } = await made();
      const there = await made({ workspace_id: other.workspace_id });
      await become({ roles: inWorkspace(workspace.id, 'viewer') });
      expect((await read(plant, '/dataloggers', as)).body.items!.map(({ id }) => id)).toEqual([datalogger.id]);
      expect((await read(plant, '/dataloggers', there.as)).status).toBe(403);
    });

    it('also for a write that had begun before', async () => {
      const { app, root, plant, datalogger, made, become } = await setUp();
      const { as } = await made();
      const demote = () => become({ roles: roles('auditor') });
      const answer = await sendSlowly(app, 'PATCH', `${root}/dataloggers/${datalogger.id}`, { rev: 1, name: 'Pec' }, as, demote);
      expect(answer.status).toBe(403);
      expect((await auditOf(plant)).map(({ verb }) => verb)).toEqual(['api-keys.create', 'people.update']);
    });

    it('whoever saw all organisations and does so no more has no keys there', async () => {
      const { plant, deps } = await setUp();
      const visitor = await makeUser(deps, { access_all_orgs: 1 });
      const made = await create(plant, {}, bearer(await signedIn(deps, visitor)));
      const as = { Authorization: `Bearer ${made.body.token}` };
      expect((await read(plant, '/dataloggers', as)).status).toBe(200);
      await deps.db.write(null, (db) => db.updateTable('users').set({ access_all_orgs: 0 }).where('id', '=', visitor.id).execute());
      expect((await read(plant, '/dataloggers', as)).body.code).toBe('key_unknown');
    });

    it('a deactivated person’s keys are named in the answer and revoked for good, each with its row in the trail', async () => {
      const { plant, admin, made } = await setUp();
      const [first, second] = [await made({ name: 'ERP' }), await made({ name: 'MES' })];
      const others = await keyOf(plant);
      await revoke(plant, second.key.id);
      const answer = await patch(plant, admin.id, { rev: 1, deactivated: true });
      const { id, name, token_hint, last_used_at } = first.key;
      expect(answer.body).toMatchObject({ id: admin.id, revoked_keys: [{ id, name, token_hint, last_used_at }] });
      expect((await auditOf(plant)).slice(-2)).toMatchObject([
        { verb: 'people.update', entity_id: admin.id },
        { verb: 'api-keys.revoke', entity_id: id, actor_id: plant.owner.id },
      ]);
      expect((await read(plant, '/dataloggers', others.as)).status).toBe(200);
      await patch(plant, admin.id, { rev: 2, deactivated: false });
      expect((await read(plant, '/dataloggers', first.as)).body.code).toBe('key_unknown');
      expect((await list(plant)).find((row) => row.id === id)).toMatchObject({ revoked_at: '2026-03-02T08:00:00Z' });
    });

    it('their live stream ends when their maker’s rights change', async () => {
      const { app, root, made, become } = await setUp();
      const { as } = await made();
      const reader = (await app.request(`${root}/events`, { headers: as })).body!.getReader();
      await reader.read();
      await become({ roles: roles('auditor') });
      expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: expired');
      expect((await reader.read()).done).toBe(true);
    });
  });

  it('tell when they were last used, to the minute', async () => {
    const plant = await testPlant(engine);
    const { as } = await keyOf(plant);
    await read(plant, '/dataloggers', as);
    plant.deps.clock.advance(59_000_000);
    await read(plant, '/dataloggers', as);
    expect((await list(plant))[0]!.last_used_at).toBe('2026-03-02T08:00:00Z');
    plant.deps.clock.advance(1_000_000);
    await read(plant, '/dataloggers', as);
    expect((await list(plant))[0]!.last_used_at).toBe('2026-03-02T08:01:00Z');
  });

  it('can’t be made with more than their maker has, nor with the right to make more of them', async () => {
    const plant = await testPlant(engine);
    const strange = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
    for (const scope of ['keys:manage', 'members:manage', 'playground'])
      expect((await create(plant, { scopes: [scope] })).status).toBe(422);
    expect((await create(plant, { scopes: [] })).status).toBe(422);
    expect((await create(plant, { workspace_id: strange.id })).status).toBe(422);
    for (const role of ['auditor', 'member']) expect((await create(plant, {}, await plant.member(role))).status).toBe(403);
    expect((await create(plant, {}, await plant.member('manager', plant.workspace.id))).status).toBe(403);
    expect((await keyOf(plant, { scopes: ['dlog:read', 'dlog:read'] })).key.scopes).toEqual(['dlog:read']);
  });

  it('of another organisation are neither listed nor revoked', async () => {
    const plant = await testPlant(engine);
    const other = await testPlant(engine, { deps: plant.deps });
    const { key, as } = await keyOf(other);
    expect(await list(plant)).toEqual([]);
    expect((await revoke(plant, key.id)).status).toBe(404);
    expect((await read(other, '/dataloggers', as)).status).toBe(200);
  });

  it('are refused when their organisation is archived', async () => {
    const plant = await testPlant(engine);
    const { as } = await keyOf(plant);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('organizations').set({ archived_at: 1 }).where('id', '=', plant.organization.id).execute(),
    );
    expect((await read(plant, '/dataloggers', as)).body.code).toBe('key_unknown');
  });

  it('of a service hear live changes for a quarter of an hour at a time', async () => {
    const plant = await testPlant(engine);
    const { as } = await keyOf(plant, { scopes: ['org:read', 'dlog:read'] });
    const { timers, waiting } = testTimers();
    const app = new Hono<AppEnv>();
    registerEvents(app, plant.deps, timers);
    const answer = await app.request(`${plant.root}/events`, { headers: as });
    expect(answer.status).toBe(200);
    const reader = answer.body!.getReader();
    await reader.read();
    expect([...waiting.values()].filter(({ again }) => !again).map(({ ms }) => ms)).toEqual([15 * 60_000]);
    await reader.cancel();
  });
});
