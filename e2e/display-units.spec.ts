import { readFileSync } from 'node:fs';
import type { Channel } from '../src/lib/contract/channels.ts';
import type { Reading } from '../src/lib/contract/readings.ts';
import type { SensorType } from '../src/lib/contract/sensor-types.ts';
import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { awake, expect, signIn, test } from './test.ts';

const plant = ownPlant('display-units');

test('a unit that is chosen for a sensor type is seen in lists, cards, the chart, its table and its CSV; what is stored stays as it was', async ({
  quiet: page,
}) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const machine = await plant.call<{ id: string }>('POST', `${root}/machines`, { name: 'Dryer', workspace_id: plant.workspaceId });
  const logger = await plant.datalogger('Freezer', { machine_id: machine.id });
  const now = Date.now();
  const sent = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([
      { ts: now - 120_000, air: 20 },
      { ts: now - 60_000, air: 21.5 },
    ]),
  });
  expect(sent.status).toBe(200);
  const channel = async () => (await plant.call<{ items: Channel[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`)).items[0]!;
  const stored = async () =>
    (await plant.call<{ items: Reading[] }>('GET', `${root}/channels/${(await channel()).id}/readings`)).items.map(({ value }) => value);
  const types = await plant.call<{ items: SensorType[] }>('GET', `${root}/sensor-types`);
  const type = types.items.find(({ key }) => key === 'air_temperature')!;
  const { id, rev } = await channel();
  await plant.call('PATCH', `${root}/channels/${id}`, { rev, sensor_type_id: type.id });
  await plant.call('PUT', `${root}/favorites`, { entity: 'dataloggers', entity_id: logger.id, marked: true });
  const before = await stored();

  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/sensor-types/${type.id}`);
  await awake(page);
  const highest = page.getByRole('textbox', { name: 'Highest plausible value' });
  await expect(highest).toHaveValue('70');
  await page.getByLabel('Display unit').selectOption('°F');
  await expect(highest).toHaveValue('158');
  await expect(page.getByRole('textbox', { name: 'Lowest plausible value' })).toHaveValue('−58');
  await highest.fill('100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Changes are saved.').first()).toBeVisible();
  expect(await plant.call('GET', `${root}/sensor-types/${type.id}`)).toMatchObject({
    unit: 'Cel',
    display_unit: '[degF]',
    range_min: -50,
    range_max: 37.7777777777778,
  });
  await page.reload();
  await expect(highest).toHaveValue('100');
  expect(await violations(page)).toEqual([]);

  const shown = /70\.7\s*°F/;
  await page.goto(`${plant.url}/en/dlog/dataloggers`);
  await expect(page.getByRole('row').filter({ hasText: 'Freezer' })).toContainText(shown);
  for (const path of ['/user/dashboard', `/org/machines/${machine.id}`]) {
    await page.goto(`${plant.url}/en${path}`);
    await expect(page.getByRole('main')).toContainText(shown);
    await expect(page.getByRole('main')).not.toContainText('21.5');
  }
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await awake(page);
  await expect(page.getByRole('main')).toContainText('air, °F');
  await expect(page.getByRole('main')).toContainText(shown);
  await page.getByRole('button', { name: 'Download what is shown' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Values as CSV' }).click()]);
  const csv = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(csv[0]).toContain('air [°F]');
  expect(csv.slice(1).map((line) => line.split(',').at(-1))).toEqual(['68.0', '70.7']);
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByRole('columnheader').nth(1)).toContainText('°F');
  await expect(page.getByRole('row').nth(1)).toContainText('70.7');

  expect(await channel()).toMatchObject({ unit: '°C', display_unit: '°F', last: { value: 21.5 } });
  expect((await channel()).conversion?.scale).toBeCloseTo(1.8, 12);
  expect([await stored(), before]).toEqual([before, expect.arrayContaining([20, 21.5])]);
});
