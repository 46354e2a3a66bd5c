import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Channel } from '../src/lib/contract/channels.ts';
import { violations } from './axe.ts';
import { awake, expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };
let logger: { id: string };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-imports-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  logger = await plant.datalogger('Cold room 1');
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The night of the last change to winter time that is over. */
function night(): string {
  const now = new Date();
  const changeOf = (year: number) => {
    const last = new Date(Date.UTC(year, 9, 31));
    return new Date(Date.UTC(year, 9, 31 - last.getUTCDay()));
  };
  const change = changeOf(now.getUTCFullYear()) < now ? changeOf(now.getUTCFullYear()) : changeOf(now.getUTCFullYear() - 1);
  return `${change.getUTCDate()}.10.${change.getUTCFullYear()}`;
}
/** A reading each ten minutes from 1:00 to 4:00 on the clock, the hour after 2:00 twice; decimal commas, and one cell without a value. */
function nightTable(): string {
  const hours = [1, 2, 2, 3];
  const temperature = (part: number, i: number) => (part === 3 && i > 3 ? ['', '---'][i - 4] : `${4 + part},${i}`);
  const rows = hours.flatMap((hour, part) =>
    Array.from({ length: 6 }, (_, i) => `${night()} ${hour}:${i}0;${temperature(part, i)};${i % 2 ? 'ano' : 'ne'}`),
  );
  return `\ufeffČas;Teplota [°C];Dveře\r\n${rows.join('\r\n')}\r\n`;
}
const channels = async () =>
  (await plant.call<{ items: Channel[] }>('GET', `/v1/orgs/${plant.organizationId}/channels?datalogger_id=${logger.id}`)).items;

async function openFile(page: Page, text: string, name = 'noc.csv') {
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await awake(page);
  // An empty logger offers it in its chart too.
  await page.getByRole('button', { name: 'Load a file' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Readings from a file' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(dialog.getByLabel('Separator')).toHaveValue(';');
  return dialog;
}

test('a Czech table over the hour that comes twice is looked at, tried, decided and stored, and the chart shows it', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  const dialog = await openFile(page, nightTable());
  await expect(dialog.getByLabel('Decimal mark')).toHaveValue(',');
  await expect(dialog.getByLabel('Format of the time')).toHaveValue('dmy');
  const table = dialog.getByRole('table', { name: 'How the readings will be stored' });
  await expect(table).toContainText('This local time occurred twice');
  expect(await violations(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Check the whole file' }).click();
  await expect(dialog).toContainText('12 rows have a time that occurred twice, first on line 8');
  await expect(dialog.getByRole('button', { name: /^Store/ })).toBeDisabled();
  await dialog.getByLabel('Which of the two it is').selectOption('in_order');
  await expect(table).not.toContainText('This local time occurred twice');
  await dialog.getByRole('button', { name: 'Check the whole file' }).click();
  await expect(dialog).toContainText('Checked 24 rows: 47 new readings, 0 changed, 0 unchanged.');
  await expect(dialog).toContainText('1 empty');
  expect(await channels()).toEqual([]);

  await dialog.getByRole('button', { name: 'Store 47 readings' }).click();
  await expect(dialog).toContainText('The file noc.csv is stored.');
  // The last hour may hold nothing of it: the way goes to the time of its rows.
  await dialog.getByRole('link', { name: 'Show in the chart' }).click();
  await page.waitForURL(/[?&]from=/);
  const { searchParams } = new URL(page.url());
  expect(Date.parse(searchParams.get('to')!) - Date.parse(searchParams.get('from')!)).toBe(230 * 60_000);
  await expect(page.getByText('Teplota').first()).toBeVisible();
  await expect(page.getByText('There are no readings in this time.')).toHaveCount(0);
  const [temperature, door] = await channels();
  expect([temperature, door].map((channel) => [channel?.name, channel?.unit, channel?.kind])).toEqual([
    ['Teplota', '°C', 'gauge'],
    ['Dveře', null, 'state'],
  ]);
  const path = `/v1/orgs/${plant.organizationId}/channels/${temperature?.id}/readings?limit=100`;
  const { items } = await plant.call<{ items: { value: unknown; quality: string }[] }>('GET', path);
  expect(items.filter(({ quality }) => quality !== 'good').map(({ value, quality }) => [value, quality])).toEqual([
    ['---', 'sensor_error'],
  ]);
});

test('the same file once more brings nothing new, and its way is seen among the tasks', async ({ quiet: page }) => {
  await signIn(page, plant);
  const dialog = await openFile(page, nightTable());
  await dialog.getByRole('button', { name: 'Check the whole file' }).click();
  await dialog.getByLabel('Which of the two it is').selectOption('in_order');
  await dialog.getByRole('button', { name: 'Check the whole file' }).click();
  await expect(dialog).toContainText('0 new readings, 0 changed, 47 unchanged');
  await expect(dialog).toContainText('All readings are stored already.');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: /^Tasks/ }).click();
  const tasks = page.getByRole('dialog', { name: 'Tasks' });
  const line = tasks.getByRole('listitem').filter({ hasText: 'Import of a file: noc.csv' });
  await expect(line).toContainText('47 new, 0 changed, 0 unchanged, 0 not stored');
  await expect(line).toContainText('done');
  // What a button said while it waited is read from the button, which is gone; it is taken away after some seconds.
  await expect(page.locator('[data-live-announcer] [role=img]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page)).toEqual([]);
});

test('received messages become a CSV file by a task, which is had from the tasks', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/received-data`);
  await awake(page);
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await page.getByRole('button', { name: 'Open Tasks' }).click();
  const tasks = page.getByRole('dialog', { name: 'Tasks' });
  const link = tasks.getByRole('link', { name: /^Download .*\.csv$/ });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
});

/** Readings of an hour, three days ago. */
function tripTable(): string {
  const begun = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3 * 86_400_000;
  return `Time;Trip [°C]\n${Array.from({ length: 13 }, (_, n) => `${new Date(begun + n * 300_000).toISOString()};${4 + n / 10}`).join('\n')}\n`;
}

test('a file becomes a recording that is named before it is stored, also once it is stored already', async ({ quiet: page }) => {
  await signIn(page, plant);
  const dialog = await openFile(page, tripTable(), 'trip.csv');
  await dialog.getByRole('button', { name: 'Check the whole file' }).click();
  await dialog.getByRole('checkbox', { name: 'Make a recording of these readings' }).check({ force: true });
  const name = dialog.getByRole('textbox', { name: /^Name of the recording/ });
  await expect(name).toHaveValue('trip');
  await name.fill(' ');
  await expect(dialog.getByRole('button', { name: 'Store 13 readings' })).toBeDisabled();
  await name.fill('Trip to Brno');
  await dialog.getByLabel('Purpose').selectOption('transport');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Store 13 readings' }).click();
  await expect(dialog).toContainText('A recording was made of these readings.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('link', { name: 'Open the recording' }).click();
  await expect(page.getByRole('heading', { name: 'Trip to Brno' })).toBeVisible();
  await expect(page.getByText('13 readings').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Made of the file trip.csv.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const again = await openFile(page, tripTable(), 'trip.csv');
  await again.getByRole('button', { name: 'Check the whole file' }).click();
  await expect(again.getByRole('button', { name: 'Store 0 readings' })).toBeDisabled();
  await again.getByRole('checkbox', { name: 'Make a recording of these readings' }).check({ force: true });
  await again.getByRole('textbox', { name: /^Name of the recording/ }).fill('Trip once more');
  await again.getByRole('button', { name: 'Make the recording' }).click();
  await expect(again).toContainText('A recording was made of these readings.');
});

test('an import is undone on a phone, too, and leaves its recording, which says so', async ({ quiet: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await awake(page);
  // While none goes on the bar of a phone has no button for tasks.
  await expect(page.getByRole('button', { name: 'Tasks' })).toHaveCount(0);
  await page.getByRole('button', { name: /^User / }).click();
  await page.getByRole('menuitem', { name: 'Tasks' }).click();
  const tasks = page.getByRole('dialog', { name: 'Tasks' });
  const lines = tasks.getByRole('listitem').filter({ hasText: 'Import of a file: trip.csv' });
  await expect(lines).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  // The older one brought the readings.
  await lines.last().getByRole('button', { name: 'Undo' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo the task?' });
  await expect(undo).toContainText('Trip to Brno');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(lines.last()).toContainText('undone');
  await lines.last().getByRole('link', { name: 'Open the recording' }).click();
  await expect(page.getByRole('heading', { name: 'Trip to Brno' })).toBeVisible();
  await expect(page.getByText(/^The import of these readings was undone .*\d/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('of a file sparser than its logger measures it is said what its first rows show, by the interval of sampling, not of sending', async ({
  quiet: page,
}) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const type = await plant.call<{ id: string; rev: number }>('POST', `${root}/logger-types`, { from: 'shelly_gen2_switch' });
  await plant.call('PATCH', `${root}/logger-types/${type.id}`, { rev: type.rev, sampling_interval_s: 120, sending_interval_s: 3_600 });
  const { rev } = await plant.call<{ rev: number }>('GET', `${root}/logger-types/${type.id}`);
  await plant.call('POST', `${root}/logger-types/${type.id}/versions`, { rev });
  logger = await plant.datalogger('Van 7', { logger_type_id: type.id, expected_interval_s: null });
  await signIn(page, plant);
  const dialog = await openFile(page, tripTable(), 'sparse.csv');
  await dialog.getByRole('button', { name: 'Check the whole file' }).click();
  await dialog.getByRole('checkbox', { name: 'Make a recording of these readings' }).check({ force: true });
  await expect(dialog).toContainText(/The first rows of the file are 5\smin apart, but the sampling interval of the logger is 2\smin/);
});
