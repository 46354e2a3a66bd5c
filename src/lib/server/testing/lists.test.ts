import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { bearer } from '../auth/testing.ts';
import type { App } from '../kernel/http.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import type { Row } from '../kernel/schema.ts';
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
const LOGGERS = 1_000;
const CHANNELS_EACH = 4;
const TYPES = 200;
const GATEWAYS = 60;
const MESSAGES = 3_000;
/** Statements of a list: the rights, and the rows. */
const STATEMENTS = 2;

/** Bytes of an answer that aren't many: a page of a hundred rows. */
const LARGE = 100_000;
/** Without a logger, a machine or a type the channels of all are asked for; bytes of each, at most. */
const CHANNEL = 600;

const reads = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).filter(
  ([name, { method, path }]) =>
    method === 'GET' &&
    path.includes('/:organization_id') &&
    name !== 'liveEvents' &&
    name !== 'exportAuditEvents' &&
    name !== 'exportDataloggers',
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

/** Loggers with their channels and messages, types and gateways, each like the one that the tenant has. */
async function growLoggers(deps: TestDeps, { organization, datalogger, rows }: Tenant): Promise<void> {
  const { id: organization_id } = organization;
  const many = <R extends object>(row: R, count: number, over: (i: number) => Partial<R>): R[] =>
    Array.from({ length: count }, (_, i) => ({ ...row, id: uuid(), ...over(i) }));
  await deps.db.write(organization_id, async (db) => {
    type Copied = 'channels' | 'sensor_types' | 'logger_types' | 'gateways' | 'device_identities';
    // The builder doesn't know what its tables have in common.
    const one = async <T extends Copied>(table: T, id: string): Promise<Row<T>> => {
      const found = db
        .selectFrom(table as 'channels')
        .selectAll()
        .where('organization_id', '=', organization_id)
        .where('id', '=', id);
      return (await found.executeTakeFirstOrThrow()) as unknown as Row<T>;
    };
    const sensorTypes = many(await one('sensor_types', rows['sensor-types']), TYPES, () => ({}));
    const loggerTypes = many(await one('logger_types', rows['logger-types']), TYPES, (i) => ({ name: `Převodník ${i}` }));
    const loggers = many(datalogger, LOGGERS, (i) => ({
      no: 1_000 + i,
      name: `Logger ${i}`,
      logger_type_id: loggerTypes[i % TYPES]!.id,
      logger_type_version: 1,
      last_seen_at: deps.clock.now() - i * 1_000_000,
      ...searchKeys(`Logger ${i}`),
    }));
    const channels = many(await one('channels', rows.channels), LOGGERS * CHANNELS_EACH, (i) => ({
      no: 1_000 + i,
      key: `channel_${i}`,
      datalogger_id: loggers[Math.floor(i / CHANNELS_EACH)]!.id,
      sensor_type_id: sensorTypes[i % TYPES]!.id,
      left_out_ts: i % 10 === 0 ? deps.clock.now() + 1 : null,
    }));
    const message = await db.selectFrom('received_data').selectAll().where('org_no', '=', organization.no).executeTakeFirstOrThrow();
    const messages = Array.from({ length: MESSAGES }, (_, i) => ({
      ...message,
      // Numbers are never given twice.
      no: message.no * 100_000 + i,
      datalogger_no: loggers[i % LOGGERS]!.no,
    }));
    const gateways = many(await one('gateways', rows.gateways), GATEWAYS, (i) => ({ name: `Brána ${i}`, token_hash: uuid() }));
    const devices = many(await one('device_identities', rows['device-identities']), GATEWAYS * 10, (i) => ({
      gateway_id: gateways[i % GATEWAYS]!.id,
      identity: `70B3D57E${i}`,
    }));
    await inParts(sensorTypes, (part) => db.insertInto('sensor_types').values(part).execute());
    await inParts(loggerTypes, (part) => db.insertInto('logger_types').values(part).execute());
    await inParts(
      loggerTypes.map(({ id }) => ({
        organization_id,
        logger_type_id: id,
        version: 1,
        spec: '{}',
        sensors: '{}',
        published_at: deps.clock.now(),
        published_by: null,
      })),
      (part) => db.insertInto('logger_type_versions').values(part).execute(),
    );
    await inParts(loggers, (part) => db.insertInto('dataloggers').values(part).execute());
    await inParts(channels, (part) => db.insertInto('channels').values(part).execute());
    await inParts(messages, (part) => db.insertInto('received_data').values(part).execute());
    await inParts(gateways, (part) => db.insertInto('gateways').values(part).execute());
    await inParts(devices, (part) => db.insertInto('device_identities').values(part).execute());
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
    // What a channel shows comes from its type; where none has one, nobody asks for types.
    await deps.db.write(tenant.organization.id, (db) =>
      db.updateTable('channels').set({ sensor_type_id: tenant.rows['sensor-types'] }).where('id', '=', tenant.rows.channels).execute(),
    );
    const costs = async () => {
      const found: Record<string, number> = {};
      for (const [name] of reads) found[name] = await queriesOf(deps.db, async () => (await asking(app, name, tenant)).text());
      return found;
    };
    const small = await costs();
    await grow(deps, tenant);
    await growLoggers(deps, tenant);
    expect(await costs()).toEqual(small);
    for (const name of [
      'listMachines',
      'listPeople',
      'listWorkspaces',
      'listDataloggers',
      'countDataloggers',
      'listReceivedData',
      'listGateways',
      'listDeviceIdentities',
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

  it('has answers whose size a page bounds, or the one row that they belong to; only all channels at once are as many as there are', async () => {
    const deps = await testDeps(engine);
    const app = createApp(deps);
    const tenant = await makeTenant(deps);
    await grow(deps, tenant);
    await growLoggers(deps, tenant);
    const large: Record<string, number> = {};
    for (const [name] of reads) {
      const size = Buffer.byteLength(await (await asking(app, name, tenant)).text());
      if (size > LARGE) large[name] = size;
    }
    expect(large).toEqual({ listChannels: expect.any(Number), getMetrics: expect.any(Number) });
    for (const size of Object.values(large)) expect(size).toBeLessThan(LOGGERS * CHANNELS_EACH * CHANNEL);
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
