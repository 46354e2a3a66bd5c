import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import {
  ORGANIZATION_ROLES,
  type OrganizationRole,
  SCOPES,
  type Scope,
  scopesOf,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '../../contract/scopes.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { type Answer, call, type Headers, idsOf, NOBODYS_ID } from './calls.ts';
import { type EndpointName, makeApiKey, makeTenant, rowOf, type Tenant } from './tenant.ts';
import { ENGINES, makeMembership, makeUser, type TestDeps, testDeps } from './testing.ts';

/** Every endpoint of the contract × everybody who may ask: the answers follow from the contract and from the table of roles. */

const all = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][];
const ofPeople = all.filter(([, { access }]) => access === 'user');
const tenant = ofPeople.filter(([, { path }]) => path.includes('/:organization_id'));
const personal = ofPeople.filter(([, { path }]) => !path.includes('/:organization_id'));
const parametersOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
/** Rows that a path names beside the organisation; a version of a screen is a number. */
const rowParameters = (endpoint: Endpoint) => parametersOf(endpoint).filter((name) => name !== 'organization_id' && name !== 'version');

/** Endpoints whose real scope is that of the row they are about; the contract's opens the door only. */
const SCOPE_OF_ROW: Partial<Record<EndpointName, Scope>> = {
  listFiles: 'machines:read',
  listLinks: 'machines:read',
  getFileContent: 'machines:read',
  createFile: 'machines:write',
  updateFile: 'machines:write',
  // What is shared in a workspace is that of whoever manages it.
  createSavedView: 'org:manage',
  updateSavedView: 'org:manage',
  getSavedView: 'dlog:read',
  // A task of somebody else is for whoever manages its workspace; one begins what one may read.
  createTask: 'dlog:read',
  getTask: 'org:manage',
  cancelTask: 'org:manage',
  undoTask: 'org:manage',
  getUndoEffects: 'org:manage',
  getTaskContent: 'org:manage',
  // What one may not read one can't mark.
  setFavorite: 'dlog:read',
};
/** Good calls that are answered otherwise than with a 2xx, because the tenant of the test has nothing there. */
const ANSWERS: Partial<Record<EndpointName, number>> = {
  getLogo: 404,
  getPersonAvatar: 404,
  getFileContent: 404,
  getAvatar: 404,
  getTaskContent: 404,
  undoTask: 409,
  getUndoEffects: 409,
  // It is over, and other data are there than its caller saw.
  startRecording: 409,
  stopRecording: 409,
  approveRecording: 409,
  // It has no readings yet.
  reviewStandard: 409,
  getStandardReport: 409,
  returnStandard: 409,
  approveStandard: 409,
  // It has readings.
  removeChannel: 409,
  // It is calibrated.
  mergeChannel: 409,
  // Nobody's browser.
  deletePush: 404,
  testPush: 404,
  changePassword: 403,
};

async function personWith(deps: TestDeps, target: Tenant, role: string, workspaceId: string | null): Promise<Headers> {
  const user = await makeUser(deps);
  await makeMembership(deps, target.organization, user, role, { workspace_id: workspaceId });
  return bearer(await signedIn(deps, user));
}

/** Is the answer that of a call that went through? */
function isGood(name: EndpointName, { status, code }: Answer): boolean {
  const special = ANSWERS[name];
  if (special !== undefined) return status === special && code !== 'forbidden';
  return status === 200 || status === 201;
}

/** May these scopes call it for a row of the workspace? */
function mayCall(name: EndpointName, organization: readonly Scope[], workspace: readonly Scope[]): boolean {
  const { scope, orScope, whole } = ENDPOINTS[name] as Endpoint;
  const has = (wanted: Scope) => organization.includes(wanted) || (!whole && workspace.includes(wanted));
  const isLetIn = has(scope as Scope) || (orScope !== undefined && has(orScope));
  return isLetIn && (SCOPE_OF_ROW[name] === undefined || has(SCOPE_OF_ROW[name]));
}

/** What is made at the first call and given out again at the others. */
function once<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const made = new Map<K, Promise<V>>();
  return (key) => made.get(key) ?? made.set(key, make(key)).get(key)!;
}

describe.each(ENGINES)('isolation on %s', (engine) => {
  const first = once(async (_: 'deps') => testDeps(engine));
  /** All with one folder, in which the files of tenants are. */
  async function setUp() {
    const { config } = await first('deps');
    const deps = await testDeps(engine, { config });
    return { deps, app: createApp(deps) };
  }
  /** For calls that change nothing, since they only read or are refused: to make a tenant takes longer than dozens of them. */
  const untouched = once(async (_: 'mine' | 'theirs') => makeTenant(await first('deps')));
  const untouchedPerson = once(async (who: `${string} ${'everywhere' | 'here' | 'elsewhere'}`) => {
    const [role, where] = who.split(' ') as [string, 'everywhere' | 'here' | 'elsewhere'];
    const target = await untouched('mine');
    const workspaceId = { everywhere: null, here: target.workspace.id, elsewhere: target.elsewhere.id }[where];
    return personWith(await first('deps'), target, role, workspaceId);
  });

  it('only these are open to anybody or to loggers', () => {
    const named = (access: Endpoint['access']) => all.filter(([, endpoint]) => endpoint.access === access).map(([name]) => name);
    expect(named('public').sort()).toEqual([
      'acceptInvitation',
      'confirmPasswordReset',
      'login',
      'lookAtInvitation',
      'lookAtPasswordReset',
      'openEmbed',
      'openSharedRecording',
      'refreshToken',
      'requestPasswordReset',
      'sendContactMessage',
      'setup',
    ]);
    expect(named('device')).toEqual([
      'ingestJson',
      'ingestSenml',
      'thingsboardTelemetry',
      'influxWrite',
      'influxWriteV2',
      'ingestTheThingsStack',
      'ingestChirpstack',
      'ingestCollectd',
    ]);
  });

  it('every endpoint of an organisation asks for a scope', () => {
    for (const [name, { access, scope }] of tenant) expect([name, access, typeof scope]).toEqual([name, 'user', 'string']);
  });

  it.each(ofPeople)('%s refuses whoever is not signed in, a revoked key, and a token of a logger', async (name) => {
    const { deps, app } = await setUp();
    const target = await untouched('mine');
    const revoked = await makeApiKey(deps, target.organization, SCOPES, { revoked_at: 1 });
    const expired = await makeApiKey(deps, target.organization, SCOPES, { expires_at: deps.clock.now() });
    const ids = name === 'revokeSession' ? () => NOBODYS_ID : idsOf(name, target);
    expect(await call(app, name, target, {}, ids)).toMatchObject({ status: 401, code: 'unauthenticated' });
    for (const { token } of [revoked, expired])
      expect(await call(app, name, target, bearer({ token }), ids)).toMatchObject({ status: 401, code: 'key_unknown' });
    expect(await call(app, name, target, bearer({ token: 'tk_something' }), ids)).toMatchObject({ status: 401 });
  });

  it.each(personal)('%s is a person’s own: a service’s key is refused, a revoked session too', async (name) => {
    const { deps, app } = await setUp();
    const target = await makeTenant(deps);
    const { token } = await makeApiKey(deps, target.organization, SCOPES);
    const ids = () => NOBODYS_ID;
    expect(await call(app, name, target, bearer({ token }), ids)).toMatchObject({ status: 403, code: 'forbidden' });
    if (name !== 'revokeSession')
      expect([name, isGood(name, await call(app, name, target, bearer(target.session), ids))]).toEqual([name, true]);
    await revokeSessions(deps, target.owner.id);
    const late = await call(app, name, target, bearer(target.session), ids);
    expect(late).toMatchObject({ status: 401, code: 'session_revoked' });
  });

  it.each(tenant)('%s answers 404 for another organisation as for none, and lets a key of another one in as little', async (name) => {
    const { deps, app } = await setUp();
    const [mine, theirs] = await Promise.all([untouched('mine'), untouched('theirs')]);
    const { token } = await makeApiKey(deps, mine.organization, SCOPES);
    for (const headers of [bearer(mine.session), bearer({ token })]) {
      const foreign = await call(app, name, theirs, headers, idsOf(name, theirs));
      const nobodys = await call(app, name, theirs, headers, (parameter) =>
        parameter === 'organization_id' ? NOBODYS_ID : idsOf(name, theirs)(parameter),
      );
      expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
      expect(foreign).toEqual(nobodys);
    }
  });

  it.each(tenant.filter(([, endpoint]) => rowParameters(endpoint).length > 0))(
    '%s answers 404 for a row of another organisation as for one that does not exist',
    async (name, endpoint) => {
      const { app } = await setUp();
      const [mine, theirs] = await Promise.all([untouched('mine'), untouched('theirs')]);
      for (const foreign of rowParameters(endpoint)) {
        const ids = (instead: string) => (parameter: string) => (parameter === foreign ? instead : idsOf(name, mine)(parameter));
        const answer = await call(app, name, mine, bearer(mine.session), ids(rowOf(theirs, endpoint.path, foreign)));
        expect(answer).toMatchObject({ status: 404, code: 'not_found' });
        expect(answer).toEqual(await call(app, name, mine, bearer(mine.session), ids(NOBODYS_ID)));
      }
    },
  );

  it.each(tenant.filter(([, endpoint]) => endpoint.method === 'GET'))('%s shows nothing of another organisation', async (name) => {
    const { app } = await setUp();
    const [mine, theirs] = await Promise.all([untouched('mine'), untouched('theirs')]);
    const { body } = await call(app, name, mine, bearer(mine.session), idsOf(name, mine));
    for (const id of Object.values(theirs.rows)) expect(body).not.toContain(id);
  });

  describe.each([
    ...ORGANIZATION_ROLES.map((role) => ['organisation', role] as const),
    ...WORKSPACE_ROLES.map((role) => ['workspace', role] as const),
  ])('a role of the %s, %s,', (where, role) => {
    const organization = where === 'organisation' ? scopesOf([role as OrganizationRole]) : [];
    const workspace = where === 'workspace' ? scopesOf([], [role as WorkspaceRole]) : [];

    it.each(tenant)('is let in by %s as the table of roles says, and in another workspace not at all', async (name, endpoint) => {
      const { deps, app } = await setUp();
      const changes = endpoint.method !== 'GET' && mayCall(name, organization, workspace);
      const target = changes ? await makeTenant(deps) : await untouched('mine');
      const person = (place: 'everywhere' | 'here' | 'elsewhere', workspaceId: string | null) =>
        changes ? personWith(deps, target, role, workspaceId) : untouchedPerson(`${role} ${place}`);
      const headers = await (where === 'workspace' ? person('here', target.workspace.id) : person('everywhere', null));
      if (where === 'workspace') {
        const stranger = await person('elsewhere', target.elsewhere.id);
        const answer = await call(app, name, target, stranger, idsOf(name, target));
        if (!rowsOfWorkspace(name)) expect(answer.status).toBeLessThan(500);
        else if (isGood(name, answer) && ANSWERS[name] === undefined) {
          // A list is his own, without the rows of the workspace that he doesn't belong to.
          expect([name, endpoint.method, rowParameters(endpoint)]).toEqual([name, 'GET', []]);
          for (const entity of [
            'dataloggers',
            'channels',
            'machines',
            'files',
            'received-data',
            'workspaces',
            'activities',
            'screens',
          ] as const)
            expect(answer.body).not.toContain(target.rows[entity]);
        } else expect([403, 404, 422]).toContain(answer.status);
      }
      const answer = await call(app, name, target, headers, idsOf(name, target));
      if (mayCall(name, organization, workspace))
        expect([name, answer.status, answer.code, isGood(name, answer)]).toEqual([name, answer.status, answer.code, true]);
      else expect([name, answer.status, [403, 404].includes(answer.status)]).toEqual([name, answer.status, true]);
    });
  });

  it.each(tenant)('%s is open to a key by its scopes alone', async (name, { method }) => {
    const { deps, app } = await setUp();
    const target = method === 'GET' ? await untouched('mine') : await makeTenant(deps);
    const { scope, orScope } = ENDPOINTS[name] as Endpoint;
    const without = await makeApiKey(
      deps,
      target.organization,
      SCOPES.filter((one) => one !== (SCOPE_OF_ROW[name] ?? scope) && one !== orScope),
    );
    const refused = await call(app, name, target, bearer(without), idsOf(name, target));
    expect([name, [403, 404].includes(refused.status)]).toEqual([name, true]);
    const key = await makeApiKey(deps, target.organization, SCOPES);
    const answer = await call(app, name, target, bearer(key), idsOf(name, target));
    if (OF_PERSONS_ONLY.has(name)) expect([name, answer.status]).toEqual([name, 403]);
    else expect([name, answer.status, isGood(name, answer)]).toEqual([name, answer.status, true]);
  });

  it.each(tenant)('%s: a revoked session neither reads nor writes', async (name) => {
    const { deps, app } = await setUp();
    const target = await untouched('mine');
    const user = await makeUser(deps);
    await makeMembership(deps, target.organization, user, 'owner');
    const session = bearer(await signedIn(deps, user));
    await revokeSessions(deps, user.id);
    const answer = await call(app, name, target, session, idsOf(name, target));
    expect(answer).toMatchObject({ status: 401, code: 'session_revoked' });
    deps.clock.advance(15 * 60 * 1e6);
    expect(await call(app, name, target, session, idsOf(name, target))).toMatchObject({
      status: 401,
      code: 'token_expired',
    });
  });
});

/** Endpoints that want a person behind them. */
const OF_PERSONS_ONLY = new Set<EndpointName>(['setFavorite']);

/** Is the endpoint about rows of a workspace, and not about the organisation as a whole? */
const rowsOfWorkspace = (name: EndpointName) =>
  ![
    'getOrganization',
    'getLogo',
    'listTaxonomies',
    'listAllowanceSets',
    'getAllowanceSet',
    'listSensorTypes',
    'getSensorType',
    'listLoggerTypes',
    'listTypeCatalogue',
    'getLoggerType',
    'getLoggerTypeVersion',
    'exportLoggerType',
    'listPeople',
    'listFavorites',
    'listInvitations',
    'liveEvents',
    'getPerson',
    'getPersonAvatar',
  ].includes(name);

async function revokeSessions(deps: TestDeps, userId: string): Promise<void> {
  await deps.db.write(null, (db) =>
    db.updateTable('sessions').set({ revoked_at: deps.clock.now() }).where('user_id', '=', userId).execute(),
  );
}
