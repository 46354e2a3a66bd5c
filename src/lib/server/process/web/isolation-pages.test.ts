import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../constants.ts';
import { ORGANIZATION_ROLES, type OrganizationRole, scopesOf, WORKSPACE_ROLES, type WorkspaceRole } from '../../../contract/scopes.ts';
import { opens, ROUTES, type Route, routePattern } from '../../../routes.ts';
import { loadKeys } from '../../auth/root-secrets.ts';
import { signedIn } from '../../auth/testing.ts';
import { parseConfig } from '../../kernel/config.ts';
import { systemClock } from '../../kernel/ids.ts';
import { openDatabase } from '../../storage/open.ts';
import { makeApiKey, makeTenant, type Tenant } from '../../testing/tenant.ts';
import { makeMembership, makeUser, type TestDeps, testDeps, testLocation } from '../../testing/testing.ts';
import { builtServer } from './testing.ts';

/** Every guarded page × everybody who may ask, on the built server. */

const PAGES = ROUTES.filter((route) => route.access === 'user');
const JWT_SECRET = 'a secret that only these pages know';
/** Pages of one row whose entity exists already. */
const ENTITY: Record<
  string,
  | 'alarms'
  | 'allowance-sets'
  | 'dataloggers'
  | 'logger-types'
  | 'received-data'
  | 'recordings'
  | 'saved-views'
  | 'sensor-types'
  | 'machines'
  | 'screens'
  | 'measurements'
  | 'operations'
> = {
  '/dlog/dataloggers/{id}': 'dataloggers',
  '/dlog/alarms/{id}': 'alarms',
  '/dlog/charts/{id}': 'saved-views',
  '/dlog/received-data/{id}': 'received-data',
  '/dlog/recordings2/{id}': 'recordings',
  '/dlog/sensor-types/{id}': 'sensor-types',
  '/dlog/logger-types/{id}': 'logger-types',
  '/org/machines/{id}': 'machines',
  '/tm/screens/{id}': 'screens',
  '/tm/measurements/{id}': 'measurements',
  '/tm/operations/{id}': 'operations',
  '/tm/allowance-sets/{id}': 'allowance-sets',
};
/** Of the whole organisation: seen from each of its workspaces. */
const WHOLE: readonly string[] = ['orgs', 'people', 'sensor-types', 'logger-types', 'allowance-sets'];
const NOBODYS_ID = '01890000-0000-7000-8000-000000000000';

let server: Awaited<ReturnType<typeof builtServer>>;
let tenant: Tenant;
let cookies: Record<string, string>;

const cookieOf = (token: string) => `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`;

beforeAll(async () => {
  const { dataDir } = await testLocation('sqlite');
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  await db.migrate();
  const keys = await loadKeys(parseConfig({ DATA_DIR: dataDir, JWT_SECRET }), db, systemClock);
  const clock = { now: systemClock.now, set: () => undefined, advance: () => undefined };
  const deps: TestDeps = await testDeps('sqlite', { db, keys, clock });
  tenant = await makeTenant(deps);
  const stranger = await makeTenant(deps);
  const person = async (role: string, workspace: string | null) => {
    const user = await makeUser(deps);
    await makeMembership(deps, tenant.organization, user, role, { workspace_id: workspace });
    return cookieOf((await signedIn(deps, user)).token);
  };
  const leaver = await makeUser(deps);
  await makeMembership(deps, tenant.organization, leaver, 'owner');
  cookies = {
    nobody: '',
    'owner of another organisation': cookieOf(stranger.session.token),
    'manager of another workspace': await person('manager', tenant.elsewhere.id),
    'revoked session': cookieOf((await signedIn(deps, leaver)).token),
    'revoked key': cookieOf((await makeApiKey(deps, tenant.organization, ['org:read'], { revoked_at: 1 })).token),
    key: cookieOf((await makeApiKey(deps, tenant.organization, ['org:read', 'dlog:read', 'machines:read'])).token),
  };
  await db.write(null, (writer) => writer.updateTable('sessions').set({ revoked_at: 1 }).where('user_id', '=', leaver.id).execute());
  for (const role of ORGANIZATION_ROLES) cookies[role] = await person(role, null);
  for (const role of WORKSPACE_ROLES) cookies[role] = await person(role, tenant.workspace.id);
  await db.close();
  server = await builtServer({ DATA_DIR: dataDir, JWT_SECRET, LOG_LEVEL: 'fatal' });
});

const idOf = (route: Route): string => tenant.rows[ENTITY[route.path] ?? 'machines'];

async function ask(route: Route, locale: (typeof LOCALES)[number], who: string, id = idOf(route)) {
  const path = routePattern(route.path, locale).replace('[id]', id);
  const answer = await fetch(server.url + path, {
    redirect: 'manual',
    headers: { Cookie: cookies[who] ?? '', 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' },
  });
  // An island's uid follows from its properties, among them the address that was asked for.
  const body = (await answer.text()).replaceAll(id, 'ID').replaceAll(/uid="[^"]*"|prefix="[^"]*"/g, '');
  return { status: answer.status, to: answer.headers.get('location'), cache: answer.headers.get('cache-control'), body };
}
/** Ids of the tenant that are in a page, beside the one that was asked for. */
const leaks = (body: string) =>
  Object.entries(tenant.rows)
    .filter(([, id]) => body.includes(id))
    .map(([entity]) => entity);
const expected = (route: Route, scopes: readonly string[]) => (opens(route, scopes) ? 200 : 403);

describe.each(PAGES.map((route) => [route.path, route] as const))('the page %s', (_, route) => {
  it.each(['nobody', 'revoked session', 'revoked key', 'key'])('sends %s to the log-in, in every language', async (who) => {
    for (const locale of LOCALES) {
      const answer = await ask(route, locale, who);
      expect([answer.status, answer.to]).toEqual([302, routePattern('/login', locale)]);
      expect(answer.cache).toBe('private, no-store');
      expect(leaks(answer.body)).toEqual([]);
    }
  });

  it('shows an owner of another organisation nothing, whether there is such a row or not', async () => {
    for (const locale of LOCALES) {
      const answer = await ask(route, locale, 'owner of another organisation');
      expect(leaks(answer.body)).toEqual([]);
      if (!(route.path in ENTITY)) continue;
      const nobodys = await ask(route, locale, 'owner of another organisation', NOBODYS_ID);
      expect([answer.status, nobodys.status]).toEqual([404, 404]);
      expect(answer.body).toBe(nobodys.body);
    }
  });

  it('shows the manager of another workspace no row of this one', async () => {
    const answer = await ask(route, 'cs', 'manager of another workspace');
    expect(leaks(answer.body).filter((entity) => !WHOLE.includes(entity))).toEqual([]);
    const entity = ENTITY[route.path];
    expect(answer.status).toBe(entity !== undefined && !WHOLE.includes(entity) ? 404 : expected(route, scopesOf([], ['manager'])));
  });

  it.each(ORGANIZATION_ROLES)('answers a role of the organisation, %s, by its scopes', async (role) => {
    expect((await ask(route, 'cs', role)).status).toBe(expected(route, scopesOf([role as OrganizationRole])));
  });

  it.each(WORKSPACE_ROLES)('answers a role of the workspace, %s, by its scopes', async (role) => {
    expect((await ask(route, 'en', role)).status).toBe(expected(route, scopesOf([], [role as WorkspaceRole])));
  });
});
