import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { expect, signIn, test } from './test.ts';

const plant = ownPlant('reports');
let logger: { id: string; token: string };
const MINUTE = 60_000;
const now = Math.floor(Date.now() / MINUTE) * MINUTE;

test.beforeAll(async () => {
  logger = await plant.datalogger('Van 4', { code: 'LOG-0033' });
  const rows = Array.from({ length: 180 }, (_, n) => ({ ts: now - (180 - n) * MINUTE, values: { air: 5 + (n % 10) / 10 } }));
  const answer = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(answer.status).toBe(200);
});

test('a recording and the shown time of a logger are had as PDF and as a workbook', async ({ quiet: page }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
  const { id } = await plant.call<{ id: string }>('POST', `${root}/recordings`, {
    name: 'Van 4, morning',
    purpose: 'transport',
    channels: [{ channel_id: items[0]!.id, limits: null }],
    from: new Date(now - 150 * MINUTE).toISOString(),
    to: new Date(now - 10 * MINUTE).toISOString(),
  });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/recordings2/${id}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Slovak' }).click();
  expect(await violations(page)).toEqual([]);
  const [pdf] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Create' }).click()]);
  expect(pdf.suggestedFilename()).toMatch(/^protokol-[0-9A-F]{8}\.pdf$/);
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await expect(dialog).toHaveCount(0);

  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await page.getByRole('button', { name: 'Download what is shown' }).click();
  await page.getByRole('menuitem', { name: 'Report…' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'air' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'XLSX' }).click();
  expect(await violations(page)).toEqual([]);
  const [book] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Create' }).click()]);
  expect(book.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-[0-9A-F]{4}\.xlsx$/);
});

test('a report by the clock is made from the empty list, changed, switched off and archived', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/reports`);
  await expect(page.getByText('No reports yet')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Van 4, daily');
  await dialog.getByRole('combobox', { name: /^Logger/ }).click();
  await page.getByRole('option', { name: /Van 4/ }).click();
  await expect(dialog.getByRole('checkbox', { name: 'air' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create report' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Van 4, daily' })).toBeVisible();
  // Nothing is sent here, and the page says so.
  await expect(page.getByText('No mail server is set')).toBeVisible();
  await expect(page.getByText('The next one is made')).toBeVisible();
  await expect(page.getByText('None has been made yet.')).toBeVisible();
  await expect(page.getByText('every day at 06:00')).toBeVisible();
  // What was read out of the chosen option is gone by then.
  await page.reload();
  await expect(page.getByText('The next one is made')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Van 4, every day');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Van 4, every day' })).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('It is off, no more are made.')).toBeVisible();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('No reports yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Van 4, every day' })).toBeVisible();
});
