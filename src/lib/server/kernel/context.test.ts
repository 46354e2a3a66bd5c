import { describe, expect, it } from 'vitest';
import { sendSlowly } from '../auth/testing.ts';
import { auditOf, inWorkspace, patch, person, roles } from '../people/testing.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { makeApiKey } from '../testing/tenant.ts';
import { ENGINES, type Engine, makeMembership, makeWorkspace } from '../testing/testing.ts';
import { type Ctx, type Mutation, mutate } from './context.ts';

const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ''}`;
const KEY = { name: 'ERP', scopes: ['org:read', 'dlog:write'], expires_in_days: 30 };

describe.each(ENGINES)('rights of a write on %s', (engine: Engine) => {
  /** Sends a write of the plant whose body ends after `meanwhile`. */
  const slowly = (
    plant: TestPlant,
    method: string,
    path: string,
    body: object,
    headers: Record<string, string>,
    meanwhile: () => Promise<unknown>,
  ) => sendSlowly(plant.app, method, plant.root + path, body, headers, meanwhile);
  const verbs = async (plant: TestPlant) => (await auditOf(plant)).map(({ verb }) => verb);

  it('ended with the person who was deactivated while his body came: he leaves no key behind', async () => {
    const plant = await testPlant(engine);
    const admin = await person(plant, 'admin');
    const deactivate = () => patch(plant, admin.id, { rev: 1, deactivated: true });
    expect(await codeOf(await slowly(plant, 'POST', '/api-keys', KEY, admin.headers, deactivate))).toBe('401 session_revoked');
    expect((await plant.get<{ items: unknown[] }>('/api-keys')).items).toEqual([]);
    expect(await verbs(plant)).toEqual(['people.update']);
  });

  it('ended for who goes on elsewhere: to him the organisation is not there', async () => {
    const plant = await testPlant(engine);
    const other = await testPlant(engine, { deps: plant.deps });
    const admin = await person(plant, 'admin');
    await makeMembership(plant.deps, other.organization, admin.user, 'member');
    const deactivate = () => patch(plant, admin.id, { rev: 1, deactivated: true });
    expect(await codeOf(await slowly(plant, 'POST', '/api-keys', KEY, admin.headers, deactivate))).toBe('404 not_found');
    expect(await verbs(plant)).toEqual(['people.update']);
  });

  it('ended with the session that wrote', async () => {
    const plant = await testPlant(engine);
    const { user, headers } = await person(plant, 'technician', plant.workspace.id);
    const end = () =>
      plant.deps.db.write(null, (db) =>
        db.updateTable('sessions').set({ revoked_at: plant.deps.clock.now() }).where('user_id', '=', user.id).execute(),
      );
    const renamed = slowly(plant, 'PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, name: 'Jiná' }, headers, end);
    expect(await codeOf(await renamed)).toBe('401 session_revoked');
    expect(await verbs(plant)).toEqual([]);
  });

  it('are those that were left to him', async () => {
    const plant = await testPlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const accomplice = await person(plant, 'viewer', elsewhere.id);
    const logger = `/dataloggers/${plant.datalogger.id}`;
    for (const [wanted, method, path, body, answer] of [
      [roles('member'), 'PATCH', `/people/${accomplice.id}`, { rev: 1, roles: roles('admin') }, '403 forbidden'],
      // A manager of one workspace sees neither the people nor the loggers of another one.
      [inWorkspace(plant.workspace.id, 'manager'), 'PATCH', `/people/${accomplice.id}`, { rev: 1, roles: roles('admin') }, '404 not_found'],
      [inWorkspace(elsewhere.id, 'manager'), 'PATCH', logger, { rev: 1, name: 'Jiná' }, '404 not_found'],
      [inWorkspace(plant.workspace.id, 'technician'), 'PATCH', logger, { rev: 1, name: 'Jiná' }, '200 '],
      [
        inWorkspace(plant.workspace.id, 'manager'),
        'POST',
        '/invitations',
        { email: 'x@example.com', roles: roles('admin') },
        '403 forbidden',
      ],
    ] as const) {
      const admin = await person(plant, 'admin');
      const demote = async () => expect((await patch(plant, admin.id, { rev: 1, roles: wanted })).status).toBe(200);
      expect(await codeOf(await slowly(plant, method, path, body, admin.headers, demote))).toBe(answer);
    }
  });

  it('are no right to mark what a person may read no more', async () => {
    const plant = await testPlant(engine);
    const { id, headers } = await person(plant, 'viewer', plant.workspace.id);
    const mark = { entity: 'dataloggers', entity_id: plant.datalogger.id, marked: true };
    const demote = () => patch(plant, id, { rev: 1, roles: roles('member') });
    expect(await codeOf(await slowly(plant, 'PUT', '/favorites', mark, headers, demote))).toBe('404 not_found');
  });

  it('of a key ended when it was revoked or expired', async () => {
    const plant = await testPlant(engine);
    const { deps, organization } = plant;
    const write = (token: string, meanwhile: () => Promise<unknown>) =>
      slowly(
        plant,
        'POST',
        '/machines',
        { name: 'Lis', workspace_id: plant.workspace.id },
        { Authorization: `Bearer ${token}` },
        meanwhile,
      );
    const revoked = await makeApiKey(deps, organization, ['machines:read', 'machines:write']);
    const revoke = () => plant.send('DELETE', `/api-keys/${revoked.id}`, undefined);
    expect(await codeOf(await write(revoked.token, revoke))).toBe('401 key_unknown');
    const short = await makeApiKey(deps, organization, ['machines:read', 'machines:write'], { expires_at: deps.clock.now() + 5 });
    expect(await codeOf(await write(short.token, async () => deps.clock.advance(5)))).toBe('401 key_unknown');
    const good = await makeApiKey(deps, organization, ['machines:read', 'machines:write']);
    expect((await write(good.token, async () => undefined)).status).toBe(201);
  });

  it('to change people are asked after those who changed them before: of two who put each other out one stays', async () => {
    for (let i = 0; i < 4; i++) {
      const plant = await testPlant(engine);
      const [a, b] = [await person(plant, 'admin'), await person(plant, 'admin')];
      const answers = await Promise.all([
        patch(plant, a.id, { rev: 1, deactivated: true }, b.headers),
        patch(plant, b.id, { rev: 1, deactivated: true }, a.headers),
      ]);
      expect(answers.map(({ status }) => status === 200).filter(Boolean)).toHaveLength(1);
    }
  });

  it('cost one statement, those of a key one more for its maker; the system has no rights that could end', async () => {
    const plant = await testPlant(engine);
    const { deps, organization, owner } = plant;
    const session = await deps.db.read(null, (db) =>
      db.selectFrom('sessions').select('id').where('user_id', '=', owner.id).executeTakeFirstOrThrow(),
    );
    const key = await makeApiKey(deps, organization, ['dlog:write']);
    const idle = async (tx: Mutation) => {
      tx.allow(null);
      tx.unchanged();
    };
    const costs = (actor: Ctx['actor']) => {
      const rights: Ctx['rights'] = { organization: new Set(['dlog:write']), workspaces: new Map() };
      const ctx: Ctx = { ...deps, actor, organization, rights, allOrgs: false, requestId: 'request' };
      return queriesOf(deps.db, () => mutate(ctx, 'dataloggers.update', idle));
    };
    expect(await costs({ kind: 'user', id: owner.id, sessionId: session.id })).toBe(1);
    expect(await costs({ kind: 'key', id: key.id, makerId: owner.id })).toBe(2);
    expect(await costs({ kind: 'system' })).toBe(0);
  });
});
