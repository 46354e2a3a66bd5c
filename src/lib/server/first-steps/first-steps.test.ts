import { describe, expect, it } from 'vitest';
import type { FirstSteps } from '../../contract/first-steps.ts';
import { bearer } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { testPlant } from '../testing/plant.ts';
import { makeTenant } from '../testing/tenant.ts';
import { ENGINES, makeDatalogger, TEST_NOW, testDeps } from '../testing/testing.ts';
import { makeActivity, makeDefinition, makeScreen } from '../testing/time.ts';

describe.each(ENGINES)('the first steps of an organisation on %s', (engine) => {
  it('are what the lists of their rows say', async () => {
    const deps = await testDeps(engine);
    const tenant = await makeTenant(deps);
    const { measurements, dataloggers } = tenant.rows;
    const write = (table: 'measurements' | 'dataloggers', id: string, to: object) =>
      deps.db.write(tenant.organization.id, (db) => db.updateTable(table).set(to).where('id', '=', id).execute());
    await write('measurements', measurements, { tap_count: 0 });
    await write('dataloggers', dataloggers, { last_seen_at: null });
    const app = createApp(deps);
    const asked = async () => {
      const answer = await app.request(`/v1/orgs/${tenant.organization.id}/first-steps`, { headers: bearer(tenant.session) });
      return (await answer.json()) as FirstSteps;
    };
    const before = await asked();
    expect(before.done).toMatchObject({ workspace: true, machine: true, logger: true, reading: false, screen: true, measure: false });
    // A panel that was opened has measured nothing until somebody tapped in it.
    await write('measurements', measurements, { tap_count: 1 });
    await write('dataloggers', dataloggers, { last_seen_at: TEST_NOW });
    expect((await asked()).done).toMatchObject({ reading: true, measure: true });
  });

  it('lead to the first rows of the lists', async () => {
    const plant = await testPlant(engine);
    const { deps, workspace } = plant;
    for (const [n, name] of ['Pec', 'Lis', 'Bruska'].entries()) {
      await makeDatalogger(deps, workspace, { name, last_seen_at: n === 1 ? TEST_NOW : TEST_NOW - 1 });
      const definition = makeDefinition([(await makeActivity(deps, workspace, { name })).id]);
      await makeScreen(deps, workspace, definition, { name, created_at: n === 1 ? TEST_NOW : TEST_NOW - 1, published: definition });
    }
    const first = async (list: string) => (await plant.get<{ items: { id: string }[] }>(list)).items[0]?.id;
    expect(await plant.get<FirstSteps>('/first-steps')).toMatchObject({
      datalogger: await first('/dataloggers?sort=-last_seen_at'),
      screen: await first('/screens?sort=-created_at'),
      panel: await first('/panels'),
    });
  });

  it('say nothing of what one may not know, and count people', async () => {
    const plant = await testPlant(engine);
    const asked = async (headers = plant.headers) => {
      const answer = await plant.app.request(`${plant.root}/first-steps`, { headers });
      return ((await answer.json()) as FirstSteps).done;
    };
    expect(await asked()).toMatchObject({ logger: true, machine: false, people: false });
    const observer = await asked(await plant.member('observer', plant.workspace.id));
    expect(observer).toMatchObject({ logger: null, reading: null, people: null, screen: false });
    expect(await asked(await plant.member('member'))).toMatchObject({ logger: null, screen: null, publish: null, measure: null });
    expect(await asked()).toMatchObject({ people: true });
  });
});
