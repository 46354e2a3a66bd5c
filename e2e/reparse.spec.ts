import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { awake, expect, signIn, test } from './test.ts';

const plant = ownPlant('reparse');

test('messages that the filter of the list leaves are taken back at once: their rows say so, and a page of the logger that is open loses the values', async ({
  quiet: page,
  context,
}) => {
  const logger = await plant.datalogger('Cellar');
  for (const minutes of [3, 2, 1])
    await fetch(`${plant.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ts: Date.now() - minutes * 60_000, depth: 12.5 + minutes }),
    });
  await signIn(page, plant);
  const other = await context.newPage();
  await other.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await expect(other.getByRole('main')).toContainText('13.5');

  await page.goto(`${plant.url}/en/dlog/received-data?datalogger=${logger.id}`);
  await awake(page);
  await expect(page.locator('tbody tr[data-index]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Process again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process messages of Cellar again' });
  await expect(dialog).toContainText('all messages of the logger');
  await dialog.getByText('Take back their values', { exact: true }).click();
  await expect(dialog.getByRole('row').nth(1).getByRole('cell')).toHaveText(['–', '–', '3', '–']);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  await expect(other.getByRole('main')).not.toContainText('13.5');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toContainText('Undone.');
  await expect(other.getByRole('main')).toContainText('13.5');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Process again' }).click();
  await dialog.getByText('Take back their values', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.locator('tbody tr[data-index]').filter({ hasText: 'taken back' })).toHaveCount(3);
});

test('messages are picked one by one by keys, of one logger at a time, and what they gave is taken back', async ({ quiet: page }) => {
  const send = (token: string, level: number) =>
    fetch(`${plant.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ts: Date.now() - level * 60_000, level }),
    });
  const [well, tank] = [await plant.datalogger('Well'), await plant.datalogger('Tank')];
  for (const level of [3, 2, 1]) await send(well.token, level);
  await send(tank.token, 1);
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/received-data`);
  await awake(page);
  const rows = page.locator('tbody tr[data-index]');
  await rows.filter({ hasText: 'Tank' }).getByRole('checkbox').click();
  await rows.filter({ hasText: 'Well' }).first().getByRole('checkbox').click();
  const bar = page.getByRole('toolbar', { name: 'Selected messages' });
  await expect(bar).toContainText('2 messages selected');
  await expect(bar).toContainText('Only messages of one logger');
  await expect(bar.getByRole('button', { name: 'Process again' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);

  await page.goto(`${plant.url}/en/dlog/received-data?datalogger=${well.id}`);
  await awake(page);
  await rows.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(bar).toContainText('2 messages selected');
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Process again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process messages of Well again' });
  await expect(dialog).toContainText('2 messages selected');
  await dialog.getByText('Take back their values', { exact: true }).click();
  await expect(dialog.getByRole('row').nth(1).getByRole('cell')).toHaveText(['–', '–', '2', '–']);
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows.filter({ hasText: 'taken back' })).toHaveCount(2);
  await expect(rows.nth(1)).not.toContainText('taken back');
});

test('a time in seconds is refused in the dialog of the new logger, one press makes a mapping of it, and the refused message gives its value', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers`);
  await awake(page);
  await page.getByRole('button', { name: 'New logger' }).first().click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Greenhouse');
  await page.getByRole('dialog').getByRole('button', { name: 'Create logger' }).click();
  const dialog = page.getByRole('dialog');
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  await expect(dialog.getByRole('button', { name: 'Load a file' })).toBeVisible();
  const sent = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ts: Math.floor(Date.now() / 1_000) - 60, air: { t: 21.5 } }),
  });
  expect(sent.status).toBe(422);
  await dialog.getByRole('button', { name: 'Read ts as seconds' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: '21.5' })).toContainText('air.t');
  // What a button said while it waited is read from the button, which is gone; it is taken away after some seconds.
  await expect(page.locator('[data-live-announcer] [role=img]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page)).toEqual([]);
  const next = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ts: Math.floor(Date.now() / 1_000), air: { t: 22.5 } }),
  });
  expect(await next.json()).toMatchObject({ new: 1 });
});

test('the CSV that a chart gives is read as it was: nothing of it is new', async ({ quiet: page }) => {
  const logger = await plant.datalogger('Boiler room');
  const now = Date.now();
  await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([3, 2, 1].map((minutes) => ({ ts: now - minutes * 60_000 - 250, boiler: 61.25 + minutes, open: minutes === 2 }))),
  });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await awake(page);
  await page.getByRole('button', { name: 'Download what is shown' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Values as CSV' }).click()]);
  const path = await download.path();
  await page.getByRole('button', { name: 'Load a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Readings from a file' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles({ name: 'chart.csv', mimeType: 'text/csv', buffer: readFileSync(path) });
  await dialog.getByRole('button', { name: 'Check the whole file' }).click();
  await expect(dialog).toContainText('Checked 3 rows: 0 new readings, 0 changed, 6 unchanged.');
});
