import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Machine } from '../src/lib/contract/machines.ts';
import { violations } from './axe.ts';
import { addMember } from './members.ts';
import { awake, expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };
const VIEWER = { email: 'viewer@plant.example', password: 'only looking around' };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-import-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  await addMember(dataDir, plant, { ...VIEWER, name: 'Viewer', role: 'viewer' });
  await plant.call('POST', `/v1/orgs/${plant.organizationId}/machines`, {
    name: 'Old press',
    code: 'M-1',
    workspace_id: plant.workspaceId,
  });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const names = async () =>
  (await plant.call<{ items: Machine[] }>('GET', `/v1/orgs/${plant.organizationId}/machines`)).items.map(({ name }) => name);
async function openImport(page: Page) {
  await page.goto(`${plant.url}/en/org/machines`);
  await awake(page);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  return page.getByRole('dialog', { name: 'Machines from a table' });
}
/** Excel of Central Europe writes one byte for each letter. */
const WINDOWS_1250: Record<string, number> = { ř: 0xf8, č: 0xe8, í: 0xed, á: 0xe1 };
const inWindows1250 = (text: string) => Buffer.from([...text].map((letter) => WINDOWS_1250[letter] ?? letter.charCodeAt(0)));

test('a file out of a Czech spreadsheet is understood, its bad rows are named, the good ones come and are taken back', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  const dialog = await openImport(page);
  const csv = 'Stroj;Inventární číslo;Hala;Barva\r\nVrták říční;V-7;Hala A;modrá\r\nFréza;M-1;Hala A;\r\n;X-1;;\r\nBruska;B-2;Hala B;\r\n';
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'stroje.csv', mimeType: 'text/csv', buffer: inWindows1250(csv) });
  await expect(dialog.getByLabel('Separator')).toHaveValue(';');
  await expect(dialog).toContainText('windows-1250');
  const table = dialog.getByRole('table', { name: 'Rows of the file' });
  await expect(table).toContainText('Vrták říční');
  await expect(dialog).toContainText('2 rows are fine. 2 have a problem.');
  await expect(table.getByRole('row').filter({ hasText: 'Fréza' })).toContainText('another machine has it already');
  expect(await violations(page)).toEqual([]);
  // Nothing came by looking.
  expect(await names()).toEqual(['Old press']);
  // A column that nobody knew is read as what the person says.
  await dialog.getByLabel('Barva').selectOption({ label: 'Note' });
  await expect(dialog).toContainText('2 rows are fine.');
  await dialog.getByRole('button', { name: 'Add only the 2 good rows' }).click();
  await expect(dialog).toContainText('2 machines added. 2 rows were left out.');
  await expect(dialog.getByRole('link', { name: 'Bruska' })).toHaveAttribute('href', /\/en\/org\/machines\/[0-9a-f-]{36}$/);
  expect((await names()).sort()).toEqual(['Bruska', 'Old press', 'Vrták říční']);
  const machines = await plant.call<{ items: Machine[] }>('GET', `/v1/orgs/${plant.organizationId}/machines?q=V-7`);
  expect(machines.items[0]).toMatchObject({ hall: 'Hala A', note: 'modrá', code: 'V-7' });
  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await expect(dialog).toContainText('2 machines removed.');
  expect(await names()).toEqual(['Old press']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Old press' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Bruska' })).toHaveCount(0);
});

test('a table that was pasted is read too, and the list shows what came', async ({ quiet: page }) => {
  await signIn(page, plant);
  const dialog = await openImport(page);
  await dialog.getByLabel('Or paste the table here').fill('Name\tHall\tIdeal cycle time (s)\nLathe 1\tHall B\t7.5\nLathe 2\tHall B\t');
  await dialog.getByRole('button', { name: 'Read the pasted text' }).click();
  await dialog.getByRole('button', { name: 'Add 2 machines' }).click();
  await expect(dialog).toContainText('2 machines added.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Lathe 1' })).toBeVisible();
  const { items } = await plant.call<{ items: Machine[] }>('GET', `/v1/orgs/${plant.organizationId}/machines?q=lathe+1`);
  expect(items[0]).toMatchObject({ ideal_cycle_s: 7.5, hall: 'Hall B' });
});

test('whoever only reads machines imports none', async ({ quiet: page }) => {
  await signIn(page, { ...plant, ...VIEWER });
  await page.goto(`${plant.url}/en/org/machines`);
  await awake(page);
  await expect(page.getByRole('row').filter({ hasText: 'Lathe 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import CSV' })).toHaveCount(0);
});
