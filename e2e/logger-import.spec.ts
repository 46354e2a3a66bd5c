import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Datalogger } from '../src/lib/contract/dataloggers.ts';
import { violations } from './axe.ts';
import { addMember } from './members.ts';
import { awake, expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };
const VIEWER = { email: 'viewer@plant.example', password: 'only looking around' };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-loggers-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  await addMember(dataDir, plant, { ...VIEWER, name: 'Viewer', role: 'viewer' });
  await plant.call('POST', `/v1/orgs/${plant.organizationId}/dataloggers`, {
    name: 'Old fridge',
    code: 'SN-1',
    workspace_id: plant.workspaceId,
  });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const loggers = async () => (await plant.call<{ items: Datalogger[] }>('GET', `/v1/orgs/${plant.organizationId}/dataloggers`)).items;
const names = async () => (await loggers()).map(({ name }) => name).sort();
async function openImport(page: Page) {
  await page.goto(`${plant.url}/en/dlog/dataloggers`);
  await awake(page);
  await page.getByRole('button', { name: 'Loggers from CSV' }).click();
  return page.getByRole('dialog', { name: 'Loggers from a table' });
}

test('a table of loggers is looked at, its good rows come with tokens that send, and are taken back until something came', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  const dialog = await openImport(page);
  const csv = 'Name;Serial number;Tags;Colour\r\nFridge 1;SN-7;HACCP, cold;blue\r\nFridge 2;SN-1;;\r\n;SN-8;;\r\nFridge 3;SN-9;;\r\n';
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'loggers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const table = dialog.getByRole('table', { name: 'Rows of the file' });
  await expect(dialog).toContainText('2 rows are fine. 2 have a problem.');
  await expect(table.getByRole('row').filter({ hasText: 'Fridge 2' })).toContainText('another logger in this workspace has it already');
  expect(await violations(page)).toEqual([]);
  expect(await names()).toEqual(['Old fridge']);
  await dialog.getByLabel('Colour').selectOption({ label: 'Place' });
  await expect(dialog).toContainText('2 rows are fine.');
  await dialog.getByRole('button', { name: 'Add only the 2 good rows' }).click();
  await expect(dialog).toContainText('2 loggers added. 2 rows were left out.');
  expect(await violations(page)).toEqual([]);

  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save 2 tokens to a file' }).click();
  const saved = readFileSync(await (await saving).path(), 'utf8');
  const [head, first = '', second = ''] = saved.replace('\ufeff', '').split('\r\n');
  expect(head).toBe('Name,Logger ID,Token,Address');
  const [name, id, token] = first.split(',');
  expect([name, second.split(',')[0]]).toEqual(['Fridge 1', 'Fridge 3']);
  const one = (await loggers()).find((logger) => logger.id === id);
  expect(one).toMatchObject({ name: 'Fridge 1', code: 'SN-7', place: 'blue', tags: ['HACCP', 'cold'] });
  const sent = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"temperature":4.5}',
  });
  expect(sent.status).toBe(200);

  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await expect(dialog).toContainText('1 logger removed with its token. 1 stayed');
  expect(await names()).toEqual(['Fridge 1', 'Old fridge']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Fridge 1' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Fridge 3' })).toHaveCount(0);
});

test('the list that was saved with all settings is known as it is, and nothing of it comes', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers`);
  await awake(page);
  await page.getByRole('button', { name: 'Download the list as CSV' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'All settings (for import)' }).click();
  const file = await (await saving).path();
  const before = await loggers();
  const dialog = await openImport(page);
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'taktlog-loggers.csv', mimeType: 'text/csv', buffer: readFileSync(file) });
  await expect(dialog).toContainText('0 rows are fine. 2 rows exist already and will not change.');
  await expect(dialog.getByRole('button', { name: 'Add 0 loggers' })).toBeDisabled();
  expect((await loggers()).map(({ id, rev }) => [id, rev])).toEqual(before.map(({ id, rev }) => [id, rev]));
});

test('whoever only reads loggers imports none', async ({ quiet: page }) => {
  await signIn(page, { ...plant, ...VIEWER });
  await page.goto(`${plant.url}/en/dlog/dataloggers`);
  await awake(page);
  await expect(page.getByRole('row').filter({ hasText: 'Fridge 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Loggers from CSV' })).toHaveCount(0);
});
