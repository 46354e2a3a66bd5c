import type { Locator, Page } from '@playwright/test';
import type { Channel } from '../src/lib/contract/channels.ts';
import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { awake, expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

/** The dialog of a new logger in an organisation of its own, without any type: from a known device to its values. */

const plant = ownPlant('new-device');

const SHELLY = 'Shelly Plus 1PM (Shelly.GetStatus)';

async function openDialog(page: Page, name: string): Promise<Locator> {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers`);
  await awake(page);
  await page.getByRole('button', { name: 'New logger' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill(name);
  return dialog;
}
const tokenIn = (dialog: Locator) => dialog.getByLabel('Token', { exact: true }).inputValue();
const send = async (token: string, body: string) =>
  (await fetch(`${plant.url}/v1/ingest/json`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body })).status;

test('a known device is chosen at once: its type is copied, its interval filled in, and its sample is what is sent', async ({
  quiet: page,
}) => {
  const dialog = await openDialog(page, 'Socket');
  await dialog.getByLabel('Logger type').selectOption({ label: 'Milesight EM300-TH' });
  await expect(dialog.getByRole('textbox', { name: 'Sampling interval' })).toHaveValue('600');
  await dialog.getByLabel('Logger type').selectOption({ label: SHELLY });
  await expect(dialog.getByRole('textbox', { name: 'Sampling interval' })).toHaveValue('60');
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Create logger' }).click();
  // The device's own way comes first.
  await expect(dialog.getByText(/Shelly\.GetStatus/).first()).toBeVisible();
  await dialog.getByText('curl', { exact: true }).click();
  const command =
    (await dialog
      .getByText(/^curl http/)
      .first()
      .textContent()) ?? '';
  const body = /-d '(.*)'$/s.exec(command)?.[1] ?? '';
  expect(await send(await tokenIn(dialog), body)).toBe(200);
  await expect(dialog.getByText('The first message has arrived')).toBeVisible();
  await expect(dialog.getByRole('status').getByText('231.6')).toBeVisible();
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
});

test('the next logger of the kind takes the copy, and a message that gave no value says what is read and what it has', async ({
  quiet: page,
}) => {
  const dialog = await openDialog(page, 'Second socket');
  await dialog.getByLabel('Logger type').selectOption({ label: SHELLY });
  await dialog.getByRole('button', { name: 'Create logger' }).click();
  expect(await send(await tokenIn(dialog), '{"temperature":21.5}')).toBe(200);
  await expect(dialog.getByText(/gave no value/)).toBeVisible();
  await expect(dialog.getByText(/The logger type reads: switch:0\.apower/)).toBeVisible();
  await expect(dialog.getByText('The message has: temperature.')).toBeVisible();
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('link', { name: 'Open the mapping with this message' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SHELLY);
  await expect(page.getByRole('button', { name: /21\.5 Add a channel from temperature/ })).toBeVisible();
  const types = await plant.call<{ items: { name: string }[] }>('GET', `/v1/orgs/${plant.organizationId}/logger-types`);
  expect(types.items.map(({ name }) => name)).toEqual([SHELLY]);
});

test('a time under another name is read by one press, also by a press after one that failed, and there is one type', async ({
  quiet: page,
}) => {
  const dialog = await openDialog(page, 'Weather');
  await dialog.getByRole('button', { name: 'Create logger' }).click();
  const at = Math.floor(Date.now() / 1_000) - 60;
  await send(await tokenIn(dialog), JSON.stringify({ time: at, air: { t: 4.5 } }));
  const press = dialog.getByRole('button', { name: 'Read time as seconds' });
  await page.route('**/logger-types/*/loggers', (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', json: { code: 'validation_failed' } }),
  );
  await press.click();
  await expect(dialog.getByText('The logger type could not be created', { exact: false })).toBeVisible();
  await page.unroute('**/logger-types/*/loggers');
  await press.click();
  await expect(dialog.getByText('The logger type is created', { exact: false })).toBeVisible();
  const values = async () =>
    (await plant.call<{ items: Channel[] }>('GET', `/v1/orgs/${plant.organizationId}/channels`)).items.find(({ key }) => key === 'air.t')
      ?.last;
  await expect.poll(values).toMatchObject({ value: 4.5, ts: new Date(at * 1_000).toISOString().replace('.000', '') });
  const types = await plant.call<{ items: { name: string }[] }>('GET', `/v1/orgs/${plant.organizationId}/logger-types`);
  expect(types.items.filter(({ name }) => name.startsWith('Weather'))).toHaveLength(1);
});

test('numbers in quotes are mapped by hand, on the message itself', async ({ quiet: page }) => {
  const dialog = await openDialog(page, 'Comma');
  await dialog.getByRole('button', { name: 'Create logger' }).click();
  await send(await tokenIn(dialog), JSON.stringify({ time: '2026-11-24 10:00', t: '21,5' }));
  await dialog.getByRole('button', { name: 'Map the values' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Comma');
  await expect(page.getByText('"21,5"').first()).toBeVisible();
  const row = page.getByRole('button', { expanded: false }).filter({ hasText: '21,5' });
  await expect(row).toContainText('Choose what it measures to make it a number');
  await row.click();
  await page.getByLabel('Sensor type').selectOption({ label: 'Air temperature' });
  await expect(page.getByRole('button', { name: 't Air temperature' })).toContainText('21.5');
  await expect(page.getByText('Choose what it measures to make it a number')).toHaveCount(0);
});
