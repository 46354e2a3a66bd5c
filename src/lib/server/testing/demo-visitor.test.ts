import { describe, expect, it } from 'vitest';
import { DEMO_VISITOR_ID } from '../../constants.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { WORKSPACE_ROLE_SCOPES } from '../../contract/scopes.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { letVisitorsIn } from '../demo/visitor.ts';
import { createApp } from '../process/app.ts';
import { call, idsOf, NOBODYS_ID } from './calls.ts';
import { type EndpointName, makeTenant } from './tenant.ts';
import { ENGINES, freshDatabase, makeMembership, testClock, testDeps } from './testing.ts';

/** Every endpoint of the contract, and every address that takes a write, called by a visitor of the demo. */

const all = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][];
const ofPeople = all.filter(([, { access }]) => access === 'user');
const isRead = ([, { method }]: [EndpointName, Endpoint]) => method === 'GET';
const isTenants = ([, { path }]: [EndpointName, Endpoint]) => path.includes('/:organization_id');
/** They ask nobody who he is, or want the token of a logger; the log-in among them is the way to an account of one's own. */
const WITHOUT_PERSON = [
  '/v1/auth/form',
  '/query',
  ...all.filter(([, { access, method }]) => access !== 'user' && method !== 'GET').map(([, { path }]) => path),
];
/** Reads of what a reader's scopes open, about rows that the tenant of the test hasn't got. */
const NOTHING_THERE: EndpointName[] = [
  'getStandardReport',
  'getLogo',
  'getPersonAvatar',
  'getFileContent',
  'getAvatar',
  'getTask',
  'getTaskContent',
  'getUndoEffects',
];

describe.each(ENGINES)('a visitor of the demo on %s', async (engine) => {
  const clock = testClock();
  const { db } = await freshDatabase(engine, clock);
  const deps = await testDeps(engine, { db, clock });
  const app = createApp(deps);
  const [demo, other] = [await makeTenant(deps), await makeTenant(deps)];
  await db.write(null, (tx) => tx.updateTable('users').set({ email: 'demo@taktlog.example' }).where('id', '=', demo.owner.id).execute());
  await letVisitorsIn(deps);
  const headers = bearer(await signedIn(deps, { id: DEMO_VISITOR_ID }));
  const reader = (name: EndpointName) => {
    const { scope, orScope, whole } = ENDPOINTS[name] as Endpoint;
    const own = WORKSPACE_ROLE_SCOPES.viewer;
    return !whole && [scope, orScope].some((one) => (one === undefined ? false : own.includes(one)));
  };

  it('writes nothing at any address that takes a write', async () => {
    const writes = app.routes.filter(({ method }) => !['GET', 'ALL'].includes(method));
    expect(writes.length).toBeGreaterThan(50);
    const open: string[] = [];
    for (const { method, path } of writes) {
      const answer = await app.request(
        path.replace(/:(\w+)/g, (_, name: string) => (name === 'organization_id' ? demo.organization.id : NOBODYS_ID)),
        { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' },
      );
      const { code } = (await answer.json()) as { code?: string };
      if (answer.status !== 403 || code !== 'demo_read_only') open.push(path);
    }
    expect(open.filter((path) => !WITHOUT_PERSON.includes(path))).toEqual([]);
  });

  it.each(ofPeople.filter((one) => !isRead(one)))('is refused %s with a good request', async (name, endpoint) => {
    const ids = isTenants([name, endpoint]) ? idsOf(name, demo) : () => NOBODYS_ID;
    expect(await call(app, name, demo, headers, ids)).toMatchObject({ status: 403, code: 'demo_read_only' });
  });

  it.each(ofPeople.filter(isRead).filter(isTenants))('is let in by %s as a reader of the plant, and nowhere else', async (name) => {
    const answer = await call(app, name, demo, headers, idsOf(name, demo));
    if (!reader(name)) expect([403, 404]).toContain(answer.status);
    else if (!NOTHING_THERE.includes(name)) expect([name, answer.status]).toEqual([name, 200]);
    const foreign = await call(app, name, other, headers, idsOf(name, other));
    expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('reads no more whatever roles somebody gave him, and has no way to other organisations', async () => {
    await makeMembership(deps, demo.organization, { id: DEMO_VISITOR_ID }, 'owner');
    await db.write(null, (tx) => tx.updateTable('users').set({ access_all_orgs: 1 }).where('id', '=', DEMO_VISITOR_ID).execute());
    for (const name of ['listAuditEvents', 'listApiKeys', 'listInvitations'] as const)
      expect(await call(app, name, demo, headers, idsOf(name, demo))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await call(app, 'listDataloggers', other, headers, idsOf('listDataloggers', other))).toMatchObject({ status: 404 });
    expect(await call(app, 'createDatalogger', demo, headers, idsOf('createDatalogger', demo))).toMatchObject({ code: 'demo_read_only' });
    // The next start takes them from him.
    await letVisitorsIn(deps);
    const { body } = await call(app, 'getProfile', demo, headers, () => NOBODYS_ID);
    expect(JSON.parse(body)).toMatchObject({ base_roles: { access_all_orgs: false }, scope: WORKSPACE_ROLE_SCOPES.viewer });
  });

  it('sees of all visitors himself only', async () => {
    const another = await signedIn(deps, { id: DEMO_VISITOR_ID });
    const { body } = await call(app, 'listSessions', demo, bearer(another), () => NOBODYS_ID);
    expect((JSON.parse(body) as { items: { current: boolean }[] }).items).toMatchObject([{ current: true }]);
  });

  it('has live updates however many others look', async () => {
    const streams: (ReadableStream | null)[] = [];
    const open = async (as: Record<string, string>) => {
      const answer = await app.request(`/v1/orgs/${demo.organization.id}/events`, { headers: as });
      if (answer.status === 200) streams.push(answer.body);
      return answer.status;
    };
    const another = bearer(await signedIn(deps, { id: DEMO_VISITOR_ID }));
    for (let n = 0; n < 3; n++) expect(await open(another)).toBe(200);
    expect([await open(another), await open(headers)]).toEqual([429, 200]);
    for (const stream of streams) await stream?.cancel();
  });

  it('finds on his dashboard what the plant’s own person marked, in a plant that keeps no more than it has to', async () => {
    const row = { organization_id: demo.organization.id, user_id: demo.owner.id, entity: 'dataloggers', entity_id: demo.rows.dataloggers! };
    await db.write(demo.organization.id, async (tx) => {
      await tx.deleteFrom('favorites').execute();
      await tx
        .insertInto('favorites')
        .values({ ...row, created_at: clock.now() })
        .execute();
      await tx.updateTable('organizations').set({ keep_readings_days: 7 }).where('id', '=', demo.organization.id).execute();
    });
    for (let start = 0; start < 2; start++) await letVisitorsIn(deps);
    const { body } = await call(app, 'listFavorites', demo, headers, idsOf('listFavorites', demo));
    expect((JSON.parse(body) as { items: unknown[] }).items).toMatchObject([{ entity_id: demo.rows.dataloggers }]);
    const kept = await call(app, 'getOrganization', demo, headers, idsOf('getOrganization', demo));
    expect(JSON.parse(kept.body)).toMatchObject({ keep_received_days: 90, keep_readings_days: 7, keep_rollups_days: 400 });
  });
});
