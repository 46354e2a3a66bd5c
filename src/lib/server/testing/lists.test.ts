import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { bearer } from '../auth/testing.ts';
import type { App } from '../kernel/http.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import { createApp } from '../process/app.ts';
import { queriesOf } from './queries.ts';
import { type EndpointName, inputOf, makeTenant, rowOf, type Tenant } from './tenant.ts';
import { ENGINES, type TestDeps, testDeps } from './testing.ts';
import { makeActivity, makeDefinition, makeScreen } from './time.ts';

/** A large organisation: what a list costs doesn't grow with its rows. */

const MACHINES = 5_000;
const PEOPLE = 200;
const WORKSPACES = 50;
const SCREENS = 60;
/** Statements of a list: the rights, and the rows. */
const STATEMENTS = 2;

const reads = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).filter(
  ([name, { method, path }]) =>
    method === 'GET' && path.includes('/:organization_id') && name !== 'liveEvents' && name !== 'exportAuditEvents',
);
const uuid = createUuidv7({ now: () => Date.now() * 1000 });

/** Rows go in by parts, since a statement takes a limited number of values. */
async function inParts<R>(rows: R[], insert: (part: R[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += 500) await insert(rows.slice(i, i + 500));
}

async function grow(deps: TestDeps, { organization, workspace, rows }: Tenant): Promise<void> {
  const now = deps.clock.now();
  const stamps = { created_at: now, created_by: null, updated_at: now, updated_by: null, archived_at: null };
  const tenantColumns = { organization_id: organization.id, ...stamps };
  const workspaces = Array.from({ length: WORKSPACES }, (_, i) => ({
    ...tenantColumns,
    id: uuid(),
    name: `Hala ${i}`,
    code: null,
    time_zone: 'UTC',
  }));
  const users = Array.from({ length: PEOPLE }, (_, i) => ({
    ...stamps,
    id: uuid(),
    email: `${uuid()}@example.com`,
    name: `Člověk ${i}`,
    locale: 'cs',
    password_hash: '',
    access_all_orgs: 0,
    ...searchKeys(`Člověk ${i}`),
  }));
  const machines = Array.from({ length: MACHINES }, (_, i) => ({
    ...tenantColumns,
    id: uuid(),
    workspace_id: workspaces[i % WORKSPACES]?.id ?? workspace.id,
    name: `Stroj ${String(i).padStart(4, '0')}`,
    site: `Závod ${i % 3}`,
    hall: `Hala ${i % 10}`,
    kind: 'lis',
    status: 'in_operation' as const,
  }));
  const roles = users.flatMap(({ id }, i) =>
    [0, 1, 2].map((more) => ({
      ...tenantColumns,
      id: uuid(),
      user_id: id,
      workspace_id: workspaces[(i + more) % WORKSPACES]!.id,
      role: 'technician',
    })),
  );
  const events = Array.from({ length: 1_000 }, () => ({
    organization_id: organization.id,
    id: uuid(),
    at: now,
    actor_kind: 'user' as const,
    actor_id: users[0]!.id,
    verb: 'machines.update',
    entity_id: machines[0]!.id,
    workspace_id: workspace.id,
    before: '{"name":"A"}',
    after: '{"name":"B"}',
    request_id: null,
  }));
  // Each with its activity, and with the published version's definition as its draft.
  const definition = makeDefinition([rows.activities]);
  for (let i = 0; i < SCREENS; i++) {
    await makeActivity(deps, workspace, { name: `Činnost ${i}` });
    await makeScreen(deps, workspace, definition, { name: `Obrazovka ${i}`, published: definition });
  }
  await deps.db.write(organization.id, async (db) => {
    await db.insertInto('workspaces').values(workspaces).execute();
    await inParts(users, (part) => db.insertInto('users').values(part).execute());
    await inParts(
      users.map(({ id }) => ({ ...tenantColumns, id })),
      (part) => db.insertInto('people').values(part).execute(),
    );
    await inParts(roles, (part) => db.insertInto('memberships').values(part).execute());
    await inParts(machines, (part) => db.insertInto('machines').values(part).execute());
    await inParts(events, (part) => db.insertInto('audit_events').values(part).execute());
  });
}

function asking(app: App, name: EndpointName, tenant: Tenant, more = ''): Promise<Response> {
  const { path } = ENDPOINTS[name] as Endpoint;
  const { query = '' } = inputOf(name, tenant);
  const url = path.replace(/:(\w+)/g, (_, parameter: string) => rowOf(tenant, path, parameter)) + query;
  return Promise.resolve(app.request(url + (more === '' ? '' : `${query === '' ? '?' : '&'}${more}`), { headers: bearer(tenant.session) }));
}

describe.each(ENGINES)('a large organisation on %s', (engine) => {
  it('costs no read more statements than a small one does', async () => {
    const deps = await testDeps(engine);
    const app = createApp(deps);
    const tenant = await makeTenant(deps);
    const costs = async () => {
      const found: Record<string, number> = {};
      for (const [name] of reads) found[name] = await queriesOf(deps.db, async () => (await asking(app, name, tenant)).text());
      return found;
    };
    const small = await costs();
    await grow(deps, tenant);
    expect(await costs()).toEqual(small);
    for (const name of [
      'listMachines',
      'listPeople',
      'listWorkspaces',
      'listDataloggers',
      'listAuditEvents',
      'listMachinePlaces',
      'listTaxonomies',
      'listActivities',
      'listScreens',
      'listMeasurements',
      'listPanels',
      'getPanel',
    ])
      expect([name, small[name]]).toEqual([name, STATEMENTS]);
    // What became of the mails is asked once for a whole page.
    expect(small.listInvitations).toBe(STATEMENTS + 1);
  });

  it('is paged through to its last row, every row once and in order', async () => {
    const deps = await testDeps(engine);
    const app = createApp(deps);
    const tenant = await makeTenant(deps);
    await grow(deps, tenant);
    const lists = { listMachines: [MACHINES + 1, 500], listPeople: [PEOPLE + 2, 90], listWorkspaces: [WORKSPACES + 2, 20] } as const;
    for (const [name, [count, limit]] of Object.entries(lists) as [keyof typeof lists, readonly [number, number]][]) {
      const names: string[] = [];
      const ids = new Set<string>();
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer = await asking(app, name, tenant, `sort=name&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        const page = (await answer.json()) as { items: { id: string; name: string }[]; next_cursor: string | null };
        for (const row of page.items) {
          names.push(row.name);
          ids.add(row.id);
        }
        cursor = page.next_cursor;
      }
      expect([name, names.length, ids.size]).toEqual([name, count, count]);
    }
  });
});
