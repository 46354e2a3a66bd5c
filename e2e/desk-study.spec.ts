import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { violations } from './axe.ts';
import { insertDayScreen } from './measurements-day.ts';
import { addMember } from './members.ts';
import { expect, signIn, test } from './test.ts';

/** Studies from paper and out of files, and allowances by points. */
test.describe.configure({ mode: 'serial' });

const ANALYST = { email: 'eva@plant.example', password: 'times and motions' };
const HOUR = 3_600_000;
let server: ServerProcess;
let dataDir = '';
let plant: FirstOrganization & { url: string };
let root = '';

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-desk-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  root = `/v1/orgs/${plant.organizationId}`;
  await addMember(dataDir, plant, { ...ANALYST, name: 'Eva', role: 'analyst' });
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  const place = { organization_id: plant.organizationId, workspace_id: plant.workspaceId };
  await db.write(plant.organizationId, (writer) => insertDayScreen(writer, { ...place, id: systemIds.uuid() }, systemClock.now()));
  await db.close();
  await plant.call('POST', `${root}/operations`, { workspace_id: plant.workspaceId, code: 'OP-1', name: 'Packing' });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A moment as the field takes it, an hour ago. */
async function start(page: Page): Promise<void> {
  const { time_zone } = await plant.call<{ time_zone: string }>('GET', root);
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'medium' }).format(Date.now() - HOUR);
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Start of the study' });
  await field.fill(text);
  await field.press('Tab');
}
async function open(page: Page) {
  await signIn(page, { ...plant, ...ANALYST });
  await page.goto(`${plant.url}/en/tm/measurements`);
  await page.getByRole('button', { name: 'Type in a study' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table', { name: 'Rows of the study' })).toBeVisible();
  return dialog;
}
type Entries = { items: { duration_ms: number | null; rating: number | null; excluded: string | null; activity_id: string | null }[] };
const newest = async () => {
  const { items } = await plant.call<{ items: { id: string; name: string }[] }>('GET', `${root}/measurements?sort=-created_at&limit=1`);
  return items[0];
};
/** What was typed; time that belongs to nothing is on the other lane. */
const entriesOf = async (id: string) =>
  (await plant.call<Entries>('GET', `${root}/measurements/${id}/entries`)).items.filter(({ activity_id }) => activity_id !== null);

test('a study on paper is typed in by keys alone, and counts in the standard of its operation', async ({ quiet: page }) => {
  const dialog = await open(page);
  await start(page);
  await dialog.getByRole('combobox', { name: 'Operation' }).selectOption({ label: 'OP-1 Packing' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Off paper');
  await dialog.getByRole('combobox', { name: 'Element, row 1' }).focus();
  // Letters that have keys: others the browser puts into a text field.
  const rows = [
    ['Balen', '2.34', '105'],
    ['Kontrola', '3', ''],
    ['Balen', '0:02.5', '95'],
    ['Kontrola', 'soon', ''],
  ] as const;
  for (const [at, [element, time, rating]] of rows.entries()) {
    // What followed the last time stands there already in the fourth row.
    if (at < 3) await page.keyboard.type(element);
    await page.keyboard.press('Tab');
    await page.keyboard.type(time);
    await page.keyboard.press('Tab');
    await page.keyboard.type(rating);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    if (at < rows.length - 1) {
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('combobox', { name: `Element, row ${at + 2}` })).toBeFocused();
    }
  }
  await expect(dialog.getByText('Row 4: “soon” is no time.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save as a measurement' })).toBeDisabled();
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Time, row 4' }).fill('4');
  await dialog.getByRole('textbox', { name: 'Exclude, reason, row 4' }).fill('phone');
  await dialog.getByRole('button', { name: 'Save as a measurement' }).click();
  // The panel has a second lane, on which nothing was observed all the time.
  await expect(page.getByText('Off paper is saved with 5 entries (1 not assigned).')).toBeVisible();
  const { id } = (await newest())!;
  expect((await entriesOf(id)).map(({ duration_ms, rating, excluded }) => [duration_ms, rating, excluded])).toEqual([
    [2_340, 105, null],
    [3_000, null, null],
    [2_500, 95, null],
    [4_000, null, 'phone'],
  ]);
  await page.goto(`${plant.url}/en/tm/measurements/${id}`);
  await expect(page.locator('.page-head').getByText('Typed in')).toBeVisible();
  await expect(page.locator('.page-head').getByText('5 entries')).toBeVisible();
  const { items } = await plant.call<{ items: { id: string; measurement_count: number }[] }>('GET', `${root}/operations`);
  expect(items[0]!.measurement_count).toBe(1);
  const { draft } = await plant.call<{ draft: { card: { elements: { name: string; n: number; mean: number }[] } } }>(
    'GET',
    `${root}/operations/${items[0]!.id}/standard`,
  );
  expect(draft.card.elements).toMatchObject([
    { name: 'Balení', n: 2, mean: 2.42 },
    { name: 'Kontrola', n: 1, mean: 3 },
  ]);
});

test('events of BORIS come in once their names are said, and undo takes them back', async ({ quiet: page }) => {
  const before = await newest();
  const dialog = await open(page);
  await start(page);
  await dialog.getByRole('radio', { name: 'From a file' }).click();
  await dialog
    .getByRole('textbox', { name: 'Or paste the text' })
    .fill(
      'Subject,Behavior,Behavior type,Time\n,Balení,START,0\n,Balení,STOP,1.5\n,Inspect,START,1.5\n,Inspect,STOP,4.25\n,Nobody,START,5\n,Nobody,STOP,6\n',
    );
  await expect(dialog.getByText('Events of BORIS, 3 rows')).toBeVisible();
  await expect(dialog.getByText('Row 4: “Inspect” is no element of the panel.', { exact: false })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Inspect' }).selectOption({ label: 'Kontrola' });
  await dialog.getByRole('combobox', { name: 'Nobody' }).selectOption({ label: 'leave out' });
  await expect(dialog.getByRole('table', { name: 'How the file is read' }).locator('tbody tr')).toHaveCount(2);
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Save as a measurement' }).click();
  await expect(page.getByText('is saved with 3 entries (1 not assigned).', { exact: false })).toBeVisible();
  const made = (await newest())!;
  expect(made.id).not.toBe(before!.id);
  expect((await entriesOf(made.id)).map(({ duration_ms }) => duration_ms)).toEqual([1_500, 2_750]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('is archived.', { exact: false })).toBeVisible();
  await expect.poll(async () => (await newest())?.id).toBe(before!.id);
});

test('sets of allowances come out of a file, and a table of points says what fatigue takes', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/tm/allowance-sets`);
  await page.getByRole('button', { name: 'From a file' }).first().click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: 'Or paste the text' });
  const workbook = Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0x21, 0xb5, 0x55]);
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'allowances.xlsx', mimeType: 'application/zip', buffer: workbook });
  await expect(dialog.getByRole('alert')).toHaveText('allowances.xlsx is not a text file. Save a workbook as CSV.');
  await expect(text).toHaveValue('');
  await text.fill('name;basis;personal;fatigue\nManual work;job;5;4\nDesk;job;x;1');
  await expect(dialog.getByText('Line 3: “x” is no number.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Create/ })).toBeDisabled();
  await text.fill('name;basis;personal;fatigue\nManual work;job;5;4\nDesk;workday;3;1');
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Create 2 sets' }).click();
  await expect(page.getByText('2 sets were created.')).toBeVisible();
  await page.getByRole('link', { name: /Manual work/ }).click();
  await page.getByRole('button', { name: 'Import a points table' }).click();
  await dialog.getByRole('textbox', { name: 'Or paste the text' }).fill('points;percent\n0;10\n10;11.5\n20;13');
  await dialog.getByRole('button', { name: 'Use the table' }).click();
  await page.getByRole('button', { name: 'Add a factor' }).click();
  await page.getByRole('textbox', { name: 'Factor 1', exact: true }).fill('Noise');
  await page.getByRole('textbox', { name: 'Points of factor 1' }).fill('12');
  await expect(page.getByText('12 points together: 11.5% by the table, of it 6.5% for fatigue.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('form', { name: 'Allowance by points' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.page-head').getByText('version 2')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Fatigue' })).toHaveValue('6.5');
});
