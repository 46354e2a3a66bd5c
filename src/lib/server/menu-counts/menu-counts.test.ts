import { describe, expect, it } from 'vitest';
import type { MenuCounts } from '../../contract/menu-counts.ts';
import { bearer } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { testPlant } from '../testing/plant.ts';
import { countQueries } from '../testing/queries.ts';
import { makeTenant } from '../testing/tenant.ts';
import { ENGINES, makeDatalogger, makeWorkspace, TEST_NOW, testDeps } from '../testing/testing.ts';

const DAY = 86_400_000_000;

describe.each(ENGINES)('counts beside the lines of the menu on %s', (engine) => {
  it('are those of the lists that the lines lead to, in one query, for the workspaces that the person reads', async () => {
    const plant = await testPlant(engine, { datalogger: { last_seen_at: TEST_NOW } });
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    await makeDatalogger(plant.deps, plant.workspace, { last_seen_at: TEST_NOW - DAY });
    await makeDatalogger(plant.deps, plant.workspace, { last_seen_at: TEST_NOW - DAY, archived_at: TEST_NOW });
    await makeDatalogger(plant.deps, elsewhere, { last_seen_at: TEST_NOW - DAY });
    const asked = async (headers: Record<string, string>, query = '') =>
      (await (await plant.app.request(`${plant.root}/menu-counts${query}`, { headers })).json()) as MenuCounts;
    const queries = countQueries(plant.deps.db);
    expect(await asked(plant.headers)).toEqual({ dataloggers: 2, alarms: 0, measurements: 0, quarantine: 0 });
    queries.stop();
    // One for the reader's rights, one for the counts.
    expect(queries.count()).toBe(2);
    expect(await asked(plant.headers, `?workspace_id=${elsewhere.id}`)).toEqual({
      dataloggers: 1,
      alarms: 0,
      measurements: 0,
      quarantine: 0,
    });
    expect(await asked(await plant.member('viewer', plant.workspace.id))).toEqual({
      dataloggers: 1,
      alarms: 0,
      measurements: 0,
      quarantine: 0,
    });
    // An observer reads no loggers, a bare member neither.
    expect(await asked(await plant.member('observer', plant.workspace.id))).toEqual({
      dataloggers: null,
      alarms: null,
      measurements: 0,
      quarantine: null,
    });
    expect(await asked(await plant.member('member'))).toEqual({ dataloggers: null, alarms: null, measurements: null, quarantine: null });
  });

  it('leave out measurements that nobody has tapped, and those that are over or archived', async () => {
    const deps = await testDeps(engine);
    const tenant = await makeTenant(deps);
    const app = createApp(deps);
    const change = (to: object) =>
      deps.db.write(tenant.organization.id, (db) =>
        db.updateTable('measurements').set(to).where('id', '=', tenant.rows.measurements).execute(),
      );
    const root = `/v1/orgs/${tenant.organization.id}`;
    const get = async (path: string) => (await (await app.request(root + path, { headers: bearer(tenant.session) })).json()) as never;
    const running = async () => {
      const { measurements } = (await get('/menu-counts')) as MenuCounts;
      const { items } = (await get('/measurements?state=running')) as { items: unknown[] };
      expect((await get('/measurements/counts')) as { running: number }).toMatchObject({ running: items.length });
      expect(measurements).toBe(items.length);
      return measurements;
    };
    expect(await running()).toBe(0);
    await change({ tap_count: 3 });
    expect(await running()).toBe(1);
    await change({ archived_at: TEST_NOW });
    expect(await running()).toBe(0);
    await change({ archived_at: null, state: 'finished', conflict_count: 2 });
    expect(await running()).toBe(0);
    expect(await get('/measurements/counts')).toEqual({ total: 1, running: 0, review: 1, finished: 1, most: 10_000 });
    expect(((await get('/measurements?state=review')) as { items: unknown[] }).items).toHaveLength(1);
    expect(await get('/measurements/counts?from=2030-01-01')).toEqual({ total: 0, running: 0, review: 0, finished: 0, most: 10_000 });
  });
});
