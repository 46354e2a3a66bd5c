import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Organization } from '../src/lib/contract/organizations.ts';
import type { ShiftCalendar } from '../src/lib/contract/shift-calendars.ts';
import type { Workspace } from '../src/lib/contract/workspaces.ts';
import { violations } from './axe.ts';
import { addMember } from './members.ts';
import { awake, expect, signIn, test } from './test.ts';

/** The organisation and its workspaces; a server of its own, since its name and its shifts are everybody's. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };
const VIEWER = { email: 'viewer@plant.example', password: 'only looking around' };
/** A picture of one pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-organization-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  await plant.datalogger('Cold room 1');
  await addMember(dataDir, plant, { ...VIEWER, name: 'Viewer', role: 'viewer' });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** A browser of its own in which somebody is signed in; it fails the test when its console says anything. */
async function browserOf(browser: Browser, who: { email: string; password: string } = plant): Promise<Page> {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => expect(error).toBeUndefined());
  page.on('console', (message) => expect(message.text()).toMatch(/^Failed to load resource: .* 409/));
  await signIn(page, { ...plant, ...who });
  return page;
}

const root = () => `/v1/orgs/${plant.organizationId}`;
const here = () => `${root()}/workspaces/${plant.workspaceId}`;
const read = <T>(path: string) => plant.call<T>('GET', path);
async function open(page: Page, to: string): Promise<void> {
  await page.goto(`${plant.url}/en${to}`);
  await awake(page);
}
/** The workspace as a link chooses it: who has chosen none gets the first by name. */
const hall = (tab = '') => `/org/workspace/workspace?org=${plant.organizationId}&ws=${plant.workspaceId}#${tab}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a new name of the organisation stands in the top bar, and in the tab of somebody else', async ({ browser }) => {
  const page = await browserOf(browser);
  const other = await browserOf(browser);
  await open(other, '/org');
  await open(page, '/org');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Plant');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Name', { exact: true }).fill('Forge Lower Lhota');
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('kathm');
  await page.getByRole('option', { name: 'Asia/Katmandu' }).click();
  await button(page, 'Save changes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forge Lower Lhota' })).toBeVisible();
  await expect(page.locator('.switcher')).toContainText('Forge Lower Lhota');
  await expect(other.getByRole('heading', { level: 1, name: 'Forge Lower Lhota' })).toBeVisible();
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Forge Lower Lhota');
  expect(await read<Organization>(root())).toMatchObject({ name: 'Forge Lower Lhota', time_zone: 'Asia/Katmandu' });
});

test('a short name that another organisation has is refused at its field', async ({ browser }) => {
  const page = await browserOf(browser);
  await open(page, '/org');
  await page.getByLabel('Short name').fill('Not Good');
  await button(page, 'Save changes').click();
  await expect(page.getByLabel('Short name')).toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Discard changes').click();
  await expect(page.getByLabel('Short name')).toHaveValue('plant');
});

test('who wants data kept shorter is told that older ones go, and rollups can not go before their readings', async ({ browser }) => {
  const page = await browserOf(browser);
  await open(page, '/org');
  for (const kind of ['Single readings', 'Summaries'])
    await page.getByRole('group', { name: kind }).getByRole('checkbox', { name: 'Keep for ever' }).click({ force: true });
  await expect(page.getByText('Older data will be deleted within an hour')).toBeVisible();
  await page.getByRole('textbox', { name: 'Summaries' }).fill('30');
  await button(page, 'Save changes').click();
  await expect(page.getByText('Enter 365 or more.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Summaries' }).fill('730');
  await button(page, 'Save changes').click();
  await expect(page.getByText('Saved')).toBeVisible();
  expect(await read<Organization>(root())).toMatchObject({
    keep_received_days: 90,
    keep_readings_days: 365,
    keep_rollups_days: 730,
  });
});

test('a logo is shown as soon as it is chosen', async ({ browser }) => {
  const page = await browserOf(browser);
  await open(page, '/org');
  await page.locator('.picture-field input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.locator('.picture img')).toHaveAttribute('src', /\/logo\?v=/);
  await expect.poll(async () => (await read<Organization>(root())).logo).not.toBeNull();
});

test('a workspace is created, opened from its row, archived and brought back by undo', async ({ browser }) => {
  const page = await browserOf(browser);
  await open(page, '/org#workspaces');
  await button(page, 'New workspace').click();
  const dialog = page.getByRole('dialog', { name: 'New workspace' });
  await dialog.getByLabel('Name').fill('Laboratory');
  await dialog.getByLabel('Code').fill('LAB');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'Laboratory' });
  await expect(row).toContainText('Asia/Katmandu');
  await button(page, 'Archive workspace Laboratory').click();
  await expect(row).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(row).toBeVisible();
  await row.getByRole('link', { name: 'Laboratory' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Laboratory' })).toBeVisible();
  await expect(page.locator('.switcher')).toContainText('Laboratory');
});

test('two people change the same workspace: the second chooses between both versions', async ({ browser }) => {
  const page = await browserOf(browser);
  await open(page, hall());
  await page.getByLabel('Name').fill('My hall');
  await page.getByLabel('Description').fill('Presses and furnaces');
  const { rev } = await read<Workspace>(here());
  await plant.call('PATCH', here(), { rev, name: 'Their hall' });
  await expect(page.getByRole('heading', { level: 1, name: 'Their hall' })).toBeVisible();
  // What is being written stays as it is written.
  await expect(page.getByLabel('Name')).toHaveValue('My hall');
  await button(page, 'Save changes').click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed it meanwhile' });
  await expect(dialog).toContainText('Their hall');
  await expect(dialog).toContainText('My hall');
  // Only one of them touched the description: nothing is to be decided there.
  await expect(dialog.getByRole('group')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('group', { name: 'Name' }).getByLabel('Saved now').check();
  await dialog.getByRole('button', { name: 'Save the chosen' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await read<Workspace>(here())).toMatchObject({ name: 'Their hall', description: 'Presses and furnaces', rev: rev + 2 });
});

test('a shift that crosses midnight is written, drawn on both days and saved; one that overlaps is not', async ({ browser }) => {
  const page = await browserOf(browser);
  await open(page, hall('shifts'));
  await button(page, 'Add shift').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').first().fill('Night');
  await dialog.getByRole('textbox', { name: /^From/ }).fill('22:00');
  await dialog.getByRole('textbox', { name: /^To/ }).fill('6:00');
  await expect(dialog).toContainText('Ends on the next day. It lasts 8 hr.');
  await button(page, 'Add break').click();
  await dialog.getByRole('textbox', { name: 'Break from' }).fill('12:00');
  await dialog.getByRole('textbox', { name: 'Break to' }).fill('12:30');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toContainText('The break must be within the shift 22:00–06:00.');
  await dialog.getByRole('textbox', { name: 'Break from' }).fill('2:00');
  await dialog.getByRole('textbox', { name: 'Break to' }).fill('2:30');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const days = page.getByRole('list', { name: 'Shifts of the week by day' }).getByRole('listitem');
  await expect(days.nth(0)).toContainText('Night 22:00–06:00');
  await expect(days.nth(5)).toContainText('Night from the day before until 06:00');
  await expect(days.nth(6)).toContainText('off');

  await button(page, 'Add shift').click();
  await dialog.getByLabel('Name').first().fill('Early');
  await dialog.getByRole('textbox', { name: /^From/ }).fill('5:30');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Early overlaps with another shift.')).toBeVisible();
  await expect(button(page, 'Save calendar')).toBeDisabled();
  await button(page, 'Remove shift Early').click();
  await button(page, 'Save calendar').click();
  await expect(page.getByText('The calendar is saved')).toBeVisible();
  await page.reload();
  await expect(days.nth(5)).toContainText('Night from the day before until 06:00');
  expect(await violations(page)).toEqual([]);
  expect(await read<ShiftCalendar>(`${here()}/shift-calendar`)).toMatchObject({
    rev: 1,
    shifts: [
      { name: 'Night', days: [1, 2, 3, 4, 5], start: '22:00', end: '06:00', breaks: [{ start: '02:00', end: '02:30', paid: false }] },
    ],
  });
});

test('on half a screen, where columns leave, a shift still says its days and hours', async ({ browser }) => {
  const page = await browserOf(browser);
  await page.setViewportSize({ width: 900, height: 800 });
  await open(page, hall('shifts'));
  const shift = page.getByRole('row').filter({ hasText: 'Night' });
  await expect(shift.getByText(/Mon.*22:00/).filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(shift.getByText(/Mon.*22:00/).filter({ visible: true })).toHaveCount(0);
});

test('an exceptional day joins the calendar, and shows in another tab by itself', async ({ browser }) => {
  const page = await browserOf(browser);
  const other = await browserOf(browser);
  await open(other, hall('shifts'));
  await open(page, hall('shifts'));
  await button(page, 'Add day').click();
  const dialog = page.getByRole('dialog', { name: 'Exceptional day' });
  await dialog.getByRole('textbox', { name: 'Date' }).fill('24. 12. 2035');
  await dialog.getByLabel('Reason').fill('Christmas Eve');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await button(page, 'Save calendar').click();
  await expect(other.locator('.exceptions')).toContainText('Christmas Eve');
  await expect(other.locator('.exceptions')).toContainText('Nobody works');
});

test('people, machines and loggers of the workspace are listed and lead on', async ({ browser }) => {
  const page = await browserOf(browser);
  await open(page, hall('members'));
  await expect(page.getByRole('row').filter({ hasText: 'Viewer' })).toBeVisible();
  await page.getByRole('tab', { name: /Machines and loggers/ }).click();
  await expect(page.getByText('No machine here yet.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Cold room 1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cold room 1' })).toBeVisible();
});

test('a viewer reads everything and changes nothing', async ({ browser }) => {
  const page = await browserOf(browser, VIEWER);
  await open(page, '/org');
  await expect(page.getByText('An owner or an administrator of the organisation can change the settings.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['General', 'Workspaces', 'People']);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Workspaces' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Their hall' })).toBeVisible();
  await expect(button(page, 'New workspace')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Archive/ })).toHaveCount(0);
  await open(page, '/org/workspace/workspace');
  await expect(page.getByText('The manager of the workspace or an administrator')).toBeVisible();
  await page.getByRole('tab', { name: 'Shifts' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Night' })).toBeVisible();
  await expect(button(page, 'Add shift')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Edit|Remove) / })).toHaveCount(0);
});

test('an archived workspace leaves the switcher of its people, whose page lets them choose another', async ({ browser }) => {
  const page = await browserOf(browser);
  await open(page, hall());
  await expect(page.getByText('1 logger will continue to receive data.')).toBeVisible();
  await button(page, 'Archive workspace').click();
  await expect(page.getByRole('list', { name: 'Workspaces to choose from' })).toContainText('Laboratory');
  await expect(page.locator('.switcher')).toContainText('All workspaces');
  await button(page, 'Undo').click();
  await expect(page.getByRole('list', { name: 'Workspaces to choose from' })).toContainText('Their hall');
  expect(await read<Workspace>(here())).toMatchObject({ archived_at: null });
});
