import { describe, expect, it } from 'vitest';
import { bearer, signedIn } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { testPlant } from '../testing/plant.ts';
import { countQueries } from '../testing/queries.ts';
import { ENGINES, makeMembership, makeOrganization, makeUser } from '../testing/testing.ts';

const DAY_US = 86_400e6;

describe.each(ENGINES)('visits of those who see all organisations on %s', (engine) => {
  async function setUp() {
    const plant = await testPlant(engine);
    const { deps, app, root } = plant;
    const visitor = await makeUser(deps, { access_all_orgs: 1 });
    const headers = bearer(await signedIn(deps, visitor));
    const read = async (path: string, as = headers, through = app) => (await through.request(root + path, { headers: as })).status;
    const trail = (organizationId = plant.organization.id) =>
      deps.db.read(organizationId, (db) =>
        db.selectFrom('audit_events').selectAll().where('organization_id', '=', organizationId).orderBy('at').execute(),
      );
    return { ...plant, visitor, visiting: headers, read, trail };
  }

  it('leave one row a day in the trail of the organisation, whatever was read there and through whichever process', async () => {
    const { deps, organization, visitor, visiting, read, trail } = await setUp();
    const other = await makeOrganization(deps);
    expect(await Promise.all(['/dataloggers', '/machines', '/people'].map((path) => read(path)))).toEqual([200, 200, 200]);
    const row = {
      verb: 'organizations.visit',
      entity_id: organization.id,
      workspace_id: null,
      actor_kind: 'user',
      actor_id: visitor.id,
      all_orgs: 1,
    };
    expect(await trail()).toMatchObject([row]);
    const second = createApp(deps);
    expect(await Promise.all(['/machines', '/people'].map((path) => read(path, visiting, second)))).toEqual([200, 200]);
    expect(await trail()).toHaveLength(1);
    expect(await trail(other.id)).toEqual([]);
    const midnight = DAY_US - (deps.clock.now() % DAY_US);
    deps.clock.advance(midnight);
    // The access token is as old as the day.
    const again = bearer(await signedIn(deps, visitor));
    expect(await read('/machines', again)).toBe(200);
    expect(await trail()).toMatchObject([row, row]);
  });

  it('leave none when one belongs to the organisation, and cost members no query', async () => {
    const { deps, app, root, organization, workspace, visitor, visiting, headers, read, trail } = await setUp();
    await makeMembership(deps, organization, visitor, 'viewer', { workspace_id: workspace.id });
    expect(await read('/machines', visiting)).toBe(200);
    const queries = countQueries(deps.db);
    expect((await app.request(`${root}/machines`, { headers })).status).toBe(200);
    expect(queries.count()).toBe(2);
    queries.stop();
    expect(await trail()).toEqual([]);
  });

  it('are answered also when the storage takes no row, which is written with the next request', async () => {
    const { deps, read, trail } = await setUp();
    const { write } = deps.db;
    deps.db.write = () => Promise.reject(new Error('no room'));
    expect(await read('/machines')).toBe(200);
    deps.db.write = write;
    expect(await trail()).toEqual([]);
    expect(await read('/machines')).toBe(200);
    expect(await trail()).toHaveLength(1);
  });

  it('to what they may not find leave none', async () => {
    const { deps, read, trail } = await setUp();
    expect(await read(`/machines/${deps.ids.uuid()}`)).toBe(404);
    expect(await trail()).toEqual([]);
  });
});
