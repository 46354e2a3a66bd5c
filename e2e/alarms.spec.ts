import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { violations } from './axe.ts';
import { expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'default' });

let server: ServerProcess;
let plant: FirstOrganization & { url: string };
let logger: { id: string; token: string };
let dataDir: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-alarms-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  logger = await plant.datalogger('Cold room 2', { code: 'LOG-0007' });
  await send({ air: 4.2 });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function send(body: unknown): Promise<void> {
  const answer = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

test('a rule is tried and made, its alarm comes by itself, is counted everywhere and acknowledged with a note', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${server.url}/en/dlog/alarms`);
  await expect(page.getByText('No alarm yet')).toBeVisible();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('High temperature');
  await dialog.getByRole('textbox', { name: 'Upper limit' }).fill('4');
  await dialog.getByRole('button', { name: 'What 30 days would have raised' }).click();
  await expect(dialog.getByText('30 days would have raised 1 alarm.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Upper limit' }).fill('8');
  await dialog.getByRole('textbox', { name: 'Hysteresis' }).fill('0.5');
  await dialog.getByRole('button', { name: 'What 30 days would have raised' }).click();
  await expect(dialog.getByText('30 days would have raised nothing.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();

  await send({ air: 9.1 });
  const row = page.getByRole('row').filter({ hasText: 'High temperature' });
  await expect(row).toContainText('Active');
  await expect(row).toContainText('limit 8');
  await expect(page.locator('[data-count="alarms"]').first()).toContainText('1');

  await page.goto(`${server.url}/en/dlog/dataloggers/${logger.id}`);
  await page.getByRole('link', { name: '1 active alarm' }).click();
  await expect(page).toHaveURL(new RegExp(`datalogger=${logger.id}`));
  await row.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('The door was open');
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expect(row).toContainText('The door was open');

  await send({ air: 5 });
  await expect(row).toContainText('Closed');
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dlog\/alarms\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('High temperature');
  await expect(page.locator('canvas').first()).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText([/Began/, /Active/, /Acknowledged by.*The door was open/, /Over/, /Closed/]);
  await expect(history).toContainText('No message was made about this alarm.');
  expect(await violations(page)).toEqual([]);
  await page.goto(`${server.url}/en/user/dashboard`);
  await expect(page.getByText('No alarm is active and none waits for an acknowledgement.')).toBeVisible();
});

test('a rule that is removed withdraws its alarm, and gives it back when that is undone', async ({ quiet: page }) => {
  await send({ core: 4 });
  const root = `/v1/orgs/${plant.organizationId}`;
  const { items } = await plant.call<{ items: { id: string; key: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
  const rule = { channel_id: items.find(({ key }) => key === 'core')!.id, name: 'Warm core', severity: 'warning', recipients: [] };
  const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 0, off_delay_s: 0 };
  await plant.call('POST', `${root}/alarm-rules`, { ...rule, ...limits });
  await send({ core: 10 });
  await signIn(page, plant);
  await page.goto(`${server.url}/en/dlog/alarms?state=active`);
  const row = page.getByRole('row').filter({ hasText: 'Warm core' });
  await expect(row).toContainText('Active');
  expect(await violations(page)).toEqual([]);
  // In the month before the last one nothing was wrong; the address says so to others.
  await page.getByRole('button', { name: 'Any time' }).click();
  await page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name: 'Last month' }).click();
  await page.getByRole('group', { name: 'Time range' }).getByRole('button', { name: 'Earlier' }).click();
  await expect(row).toBeHidden();
  await page.reload();
  await expect(page.getByRole('group', { name: 'Time range' }).getByRole('button', { name: 'Later' })).toBeVisible();
  await expect(row).toBeHidden();
  await page.goto(`${server.url}/en/dlog/alarms?state=active`);
  await expect(row).toContainText('Active');
  await page.getByRole('button', { name: 'Rules' }).click();
  const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Warm core' });
  await line.getByRole('button', { name: 'Remove' }).click();
  await expect(line).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Active');
});

test('a rule for silence watches all of a sensor type; one of changes is tried with its chart and counts, and refused where no value can keep it', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await page.goto(`${server.url}/en/dlog/alarms`);
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Silent thermometers');
  await dialog.getByRole('combobox', { name: 'What is watched' }).selectOption('types');
  await expect(dialog.getByText('Choose a sensor type, a logger type or a machine.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Sensor type' }).selectOption({ label: 'Air temperature' });
  await expect(dialog.getByText('0 channels')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'When an alarm begins' }).selectOption('no_data');
  await dialog.getByRole('textbox', { name: 'Without data for' }).fill('15');
  await dialog.getByRole('combobox', { name: 'When it counts' }).selectOption('hours');
  await dialog.getByRole('button', { name: 'Add hours' }).click();
  await dialog.getByRole('group', { name: 'Hours 2' }).getByRole('button', { name: 'Monday' }).click();
  await dialog.getByText('Lasts until it is acknowledged').click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fast change');
  await dialog.getByRole('combobox', { name: 'When an alarm begins' }).selectOption('rate');
  await dialog.getByRole('textbox', { name: 'Rises by more than' }).fill('3');
  await dialog.getByRole('textbox', { name: 'Hysteresis' }).fill('4');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Hysteresis' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Hysteresis' }).fill('1');
  await dialog.getByRole('button', { name: 'What 30 days would have raised' }).click();
  await expect(dialog.getByRole('img', { name: /^Values since/ })).toBeVisible();
  const counts = dialog.getByRole('table', { name: 'Alarms by hysteresis and delay' });
  await expect(counts).toBeVisible();
  // What react-aria reads aloud of a field stands in an image of its own for some seconds.
  await expect(page.locator('[data-live-announcer] [role="img"]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page)).toEqual([]);
  await counts
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: '5 min', exact: true }) })
    .getByRole('button')
    .first()
    .click();
  await expect(dialog.getByRole('textbox', { name: 'Begins after' })).toHaveValue('5');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Rules' }).click();
  const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Silent thermometers' });
  await expect(line).toContainText('Air temperature · 0 channels · without data');
  await expect(page.locator('[data-live-announcer] [role="img"]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page)).toEqual([]);
  await line.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Without data for' })).toHaveValue('15');
  const second = dialog.getByRole('group', { name: 'Hours 2' });
  await expect(second.getByRole('button', { name: 'Monday' })).toHaveAttribute('aria-pressed', 'false');
  await expect(second.getByRole('button', { name: 'Tuesday' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'Remove hours 2' }).click();
  await expect(second).toHaveCount(0);
});
