import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/index.ts';
import { createApp } from './app.ts';
import { bearer, signedIn } from './auth/testing.ts';
import {
  ENGINES,
  makeChannel,
  makeCredential,
  makeDatalogger,
  makeMembership,
  makeMessage,
  makeOrganization,
  makeUser,
  makeWorkspace,
  type TestDeps,
  testDeps,
} from './testing.ts';

/** Every endpoint of the contract, whatever is added to it: who is let in, and that one tenant can't see another. */

type Name = keyof typeof ENDPOINTS;
const all = Object.entries(ENDPOINTS) as [Name, Endpoint][];
const tenant = all.filter(([, { path }]) => path.includes('/:organization_id'));
const NOBODYS_ID = '01890000-0000-7000-8000-000000000000';

/** What an endpoint wants beside its ids; one that is missing here and wants something fails below. */
const INPUT: Partial<Record<Name, (own: Tenant) => { query?: string; body?: unknown }>> = {
  createDatalogger: ({ workspace }) => ({ body: { name: 'Nová pec', workspace_id: workspace.id } }),
  updateDatalogger: () => ({ body: { rev: 1, name: 'Jiná pec' } }),
  createCredential: () => ({ body: { label: 'Brána' } }),
  updateChannel: () => ({ body: { rev: 1, name: 'Teplota' } }),
  getSeries: () => ({ query: '?from=0&to=1000&width=100' }),
  listRollups: () => ({ query: '?resolution=1h&from=0&to=1000' }),
};

type Tenant = Awaited<ReturnType<typeof makeTenant>>;

async function makeTenant(deps: TestDeps) {
  const organization = await makeOrganization(deps);
  const workspace = await makeWorkspace(deps, organization);
  const owner = await makeUser(deps);
  await makeMembership(deps, organization, owner, 'owner');
  const datalogger = await makeDatalogger(deps, workspace);
  const channel = await makeChannel(deps, datalogger);
  const { credential } = await makeCredential(deps, datalogger);
  const ts = deps.clock.now();
  const message = makeMessage(deps, organization, datalogger, [{ channelNo: channel.no, ts, num: 21.5, text: null }]);
  await deps.db.readings.commit(message);
  const headers = bearer(await signedIn(deps, owner));
  return {
    organization,
    workspace,
    headers,
    rows: { dataloggers: datalogger.id, channels: channel.id, 'received-data': message.id, credentials: credential.id },
  };
}

/** The row that a parameter of a path means: the segment before it names the entity. */
function rowOf(own: Tenant, path: string, parameter: string): string {
  const entity = path.split('/').at(path.split('/').indexOf(`:${parameter}`) - 1) as keyof Tenant['rows'];
  const row = own.rows[entity];
  if (row === undefined) throw new Error(`makeTenant makes no row of ${entity}`);
  return row;
}

describe.each(ENGINES)('access on %s', (engine) => {
  async function ground() {
    const deps = await testDeps(engine);
    return { deps, app: createApp(deps) };
  }

  /** Calls an endpoint as `caller`, with the ids that `idOf` chooses. */
  async function call(
    app: ReturnType<typeof createApp>,
    name: Name,
    caller: Tenant | null,
    idOf: (parameter: string) => string,
  ): Promise<{ status: number; body: string }> {
    const { method, path, body: schema } = ENDPOINTS[name] as Endpoint;
    const { query = '', body } = (caller && INPUT[name]?.(caller)) ?? {};
    const headers = { ...caller?.headers, ...(schema ? { 'Content-Type': 'application/json' } : {}) };
    const url = path.replace(/:(\w+)/g, (_, parameter: string) => idOf(parameter)) + query;
    const answer = await app.request(url, { method, headers, ...(schema ? { body: JSON.stringify(body ?? {}) } : {}) });
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel();
      return { status: answer.status, body: '' };
    }
    const text = await answer.text();
    const { request_id, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return { status: answer.status, body: JSON.stringify({ ...rest, request_id: typeof request_id }) };
  }

  it.each(all.filter(([, { access }]) => access === 'user'))('%s refuses a caller who is not signed in', async (name) => {
    const { app } = await ground();
    expect(await call(app, name, null, () => NOBODYS_ID)).toMatchObject({
      status: 401,
      body: expect.stringContaining('"unauthenticated"'),
    });
  });

  it('only these are open to anybody or to devices', () => {
    expect(all.filter(([, { access }]) => access === 'public').map(([name]) => name)).toEqual(['login', 'refreshToken', 'setup']);
    expect(all.filter(([, { access }]) => access === 'device').map(([name]) => name)).toEqual(['ingestJson']);
  });

  it.each(all.filter(([, { access }]) => access === 'device'))(
    '%s refuses a device without a token and with somebody’s access token',
    async (name) => {
      const { deps, app } = await ground();
      const own = await makeTenant(deps);
      for (const caller of [null, own]) expect((await call(app, name, caller, () => NOBODYS_ID)).status).toBe(401);
    },
  );

  it('every endpoint of an organisation asks for a signed-in person and a scope', () => {
    for (const [name, { access, scope }] of tenant) expect([name, access, typeof scope]).toEqual([name, 'user', 'string']);
  });

  it.each(tenant)(
    '%s answers the owner, and 404 for another tenant’s organisation as for one that does not exist',
    async (name, endpoint) => {
      const { deps, app } = await ground();
      const [own, other] = await Promise.all([makeTenant(deps), makeTenant(deps)]);
      const ids = (of: Tenant) => (parameter: string) =>
        parameter === 'organization_id' ? of.organization.id : rowOf(of, endpoint.path, parameter);
      const theirs = await call(app, name, own, ids(other));
      const nobodys = await call(app, name, own, (parameter) => (parameter === 'organization_id' ? NOBODYS_ID : ids(own)(parameter)));
      expect(theirs.status).toBe(404);
      expect(theirs).toEqual(nobodys);
      // Last, since it may change the row: the same call is good on one's own.
      expect([200, 201]).toContain((await call(app, name, own, ids(own))).status);
    },
  );

  it.each(tenant.filter(([, { path }]) => /:(id|\w+_id)$|:id\//.test(path.replace('/:organization_id', ''))))(
    '%s answers 404 for another tenant’s row as for one that does not exist',
    async (name, endpoint) => {
      const { deps, app } = await ground();
      const [own, other] = await Promise.all([makeTenant(deps), makeTenant(deps)]);
      const parameters = [...endpoint.path.matchAll(/:(\w+)/g)]
        .map((match) => match[1] as string)
        .filter((parameter) => parameter !== 'organization_id');
      for (const foreign of parameters) {
        const ids = (instead: string) => (parameter: string) => {
          if (parameter === 'organization_id') return own.organization.id;
          return parameter === foreign ? instead : rowOf(own, endpoint.path, parameter);
        };
        const theirs = await call(app, name, own, ids(rowOf(other, endpoint.path, foreign)));
        expect(theirs.status).toBe(404);
        expect(theirs).toEqual(await call(app, name, own, ids(NOBODYS_ID)));
      }
    },
  );
});
