import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { awake, expect, signIn, test } from './test.ts';

/** Readings of loggers as files. */
const plant = ownPlant('exports');
const MINUTE = 60_000;
const HALF_MINUTE = MINUTE / 2;
const HOUR = 60 * MINUTE;
let cold: { id: string; token: string };
let press: { id: string; token: string };

async function send(token: string, rows: readonly { ts: number; values: Record<string, number | boolean> }[]) {
  const answer = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(answer.status).toBe(200);
}

test.beforeAll(async () => {
  cold = await plant.datalogger('Cold room');
  press = await plant.datalogger('Press');
  // All of it lies within the hour that a chart shows at first, however long the journeys take.
  const begun = Math.floor(Date.now() / MINUTE) * MINUTE - 40 * MINUTE;
  await send(
    cold.token,
    Array.from({ length: 60 }, (_, n) => ({ ts: begun + n * HALF_MINUTE, values: { air: n / 10, door: n > 30 } })),
  );
  await send(
    press.token,
    Array.from({ length: 60 }, (_, n) => ({ ts: begun + n * HALF_MINUTE, values: { oil: 40 + n } })),
  );
});

/** Opens the dialog from the chart that is shown. */
async function opened(page: Page) {
  await page.getByRole('button', { name: 'Download what is shown' }).click();
  await page.getByRole('menuitem', { name: 'Export readings…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export readings' });
  await expect(dialog.getByLabel('Format')).toBeVisible();
  return dialog;
}
async function saved(page: Page, dialog: ReturnType<Page['getByRole']>): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await coming;
  await expect(dialog).toBeHidden();
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('the chosen channels of a logger are saved as a table, in rows of moments or of readings', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${cold.id}`);
  await awake(page);
  await expect(page.locator('canvas').first()).toBeVisible();
  let dialog = await opened(page);
  expect(await violations(page)).toEqual([]);
  const wide = await saved(page, dialog);
  expect(wide.name).toMatch(/^readings-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  const lines = wide.bytes.toString().trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffTime \(.+\),Time \(UTC\),air,door,Quality$/);
  expect(lines).toHaveLength(61);

  dialog = await opened(page);
  await dialog.getByText('door').click();
  await dialog.getByRole('radio', { name: 'A row for each reading' }).click();
  const long = (await saved(page, dialog)).bytes.toString().trimEnd().split('\r\n');
  expect(long).toHaveLength(61);
  expect(long[1]).toMatch(/^Cold room,air,air,,[\d: -]+,[\d:TZ-]+,0,,good$/);

  dialog = await opened(page);
  for (const channel of ['air', 'door']) await dialog.getByText(channel).click();
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
});

test('channels of several loggers are saved as a workbook and as lines, on a phone too', async ({ quiet: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/charts?logger=${cold.id}.${press.id}`);
  await awake(page);
  await expect(page.locator('canvas').first()).toBeVisible();
  let dialog = await opened(page);
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Format').selectOption('xlsx');
  const sheet = await saved(page, dialog);
  expect([sheet.name.endsWith('.xlsx'), sheet.bytes.subarray(0, 2).toString()]).toEqual([true, 'PK']);

  dialog = await opened(page);
  await dialog.getByLabel('Format').selectOption('line-protocol');
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  const { bytes } = await saved(page, dialog);
  expect(bytes.toString().trimEnd().split('\n')).toHaveLength(180);
  expect(bytes.toString()).toMatch(/^readings,logger=Press,channel=oil,key=oil value=40,quality="good" \d{19}$/m);
});

test('what is too much for one answer becomes a task, which leads to its file', async ({ quiet: page }) => {
  test.setTimeout(180_000);
  const many = await plant.datalogger('Many');
  const begun = Date.now() - 300 * HOUR;
  for (let at = 0; at < 201_000; at += 3_000)
    await send(
      many.token,
      Array.from({ length: 3_000 }, (_, n) => ({ ts: begun + (at + n) * 5_000, values: { t: n % 100 } })),
    );
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${many.id}?range=30d`);
  await awake(page);
  await expect(page.locator('canvas').first()).toBeVisible();
  const dialog = await opened(page);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Open tasks' }).click();
  const tasks = page.getByRole('dialog', { name: 'Tasks' });
  const link = tasks.getByRole('link', { name: /^Download readings-.+\.csv$/ });
  await expect(link).toBeVisible({ timeout: 120_000 });
  const coming = page.waitForEvent('download');
  await link.click();
  const bytes = await readFile(await (await coming).path());
  expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(201_001);
});
