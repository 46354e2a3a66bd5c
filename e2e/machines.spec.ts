import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Machine } from '../src/lib/contract/machines.ts';
import type { Db } from '../src/lib/server/kernel/database.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { nameKey } from '../src/lib/server/kernel/name-keys.ts';
import { stamps } from '../src/lib/server/kernel/rows.ts';
import { searchText } from '../src/lib/server/machines/machine-keys.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { violations, violationsInBothColours } from './axe.ts';
import { addMember } from './members.ts';
import { awake, expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };
const VIEWER = { email: 'viewer@plant.example', password: 'only looking around' };

/** Writes straight into the server's database: what would take thousands of requests, or an invitation. */
async function intoDatabase(work: (db: Db, now: number) => Promise<void>): Promise<void> {
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  await db.write(plant.organizationId, (writer) => work(writer, systemClock.now()));
  await db.close();
}

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-machines-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  await addMember(dataDir, plant, { ...VIEWER, name: 'Viewer', role: 'viewer' });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const at = (path: string) => `${plant.url}/en${path}`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const path = () => `/v1/orgs/${plant.organizationId}/machines`;
const make = (name: string, over: Partial<Machine> = {}) =>
  plant.call<Machine>('POST', path(), { name, workspace_id: plant.workspaceId, ...over });

async function open(page: Page, to: string): Promise<void> {
  await page.goto(at(to));
  await awake(page);
}
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

test('the first machine is added from the empty list, and the next one right after it', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/org/machines');
  await page.getByRole('button', { name: 'Add the first machine' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add machine' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Name').fill('Press 1');
  await dialog.getByLabel('Hall').fill('Hall A');
  await dialog.getByText('Add another one').click();
  await dialog.getByRole('button', { name: 'Add machine' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Press 2');
  await dialog.getByText('Add another one').click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Add machine' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Press 1')).toBeVisible();
  await expect(rowOf(page, 'Press 2')).toContainText('Hall A');
});

test('what a machine is, is changed where it stands, and the history tells of it', async ({ quiet: page }) => {
  const machine = await make('Lathe 3', { code: 'M-3' });
  await signIn(page, plant);
  await open(page, `/org/machines/${machine.id}#properties`);
  const form = page.getByRole('form', { name: 'Properties' });
  await form.getByLabel('Manufacturer').fill('Ironworks');
  await form.getByRole('textbox', { name: 'Ideal cycle time' }).fill('7.5');
  await expect(form).toContainText('480 pcs/h');
  await save(page).click();
  await expect(page.getByText('Saved')).toBeVisible();
  // What people decided wears no lamp: only loggers know whether the machine works.
  const state = page.getByRole('button', { name: 'Change state, now In operation' });
  await expect(state).toHaveText('In operation');
  await expect(state.locator('.lamp')).toHaveCount(0);
  await state.click();
  await page.getByRole('menuitem', { name: 'Maintenance' }).click();
  await expect(page.getByRole('button', { name: 'Change state, now Maintenance' })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page).toHaveURL(/#history$/);
  const history = page.getByRole('list', { name: 'History of the machine' });
  await expect(history.getByRole('listitem').first()).toContainText('Maintenance');
  await expect(history).toContainText('Ironworks');
  await page.reload();
  await expect(history).toContainText('Machine created');
  const stored = await plant.call<Machine>('GET', `${path()}/${machine.id}`);
  expect(stored).toMatchObject({ manufacturer: 'Ironworks', ideal_cycle_s: 7.5, status: 'maintenance' });
});

// Not the quiet page: the browser itself reports the refusal that makes the conflict.
test('two people who change the same machine choose between their versions', async ({ page }) => {
  const machine = await make('Mill 4', { hall: 'Hall A' });
  await signIn(page, plant);
  await open(page, `/org/machines/${machine.id}#properties`);
  const form = page.getByRole('form', { name: 'Properties' });
  await form.getByLabel('Hall').fill('Hall of mine');
  await form.getByLabel('Model').fill('FX');
  await plant.call('PATCH', `${path()}/${machine.id}`, { rev: 1, hall: 'Hall of theirs', code: 'M-4' });
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Hall of mine');
  await expect(dialog).toContainText('Hall of theirs');
  await dialog.getByRole('radio', { name: /Hall of theirs/ }).check();
  await dialog.getByRole('button').last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Saved')).toBeVisible();
  const stored = await plant.call<Machine>('GET', `${path()}/${machine.id}`);
  expect(stored).toMatchObject({ hall: 'Hall of theirs', model: 'FX', code: 'M-4', rev: 3 });
});

test('what one changes elsewhere on the page is no change of somebody else', async ({ page }) => {
  const machine = await make('Grinder 5');
  await signIn(page, plant);
  await open(page, `/org/machines/${machine.id}#properties`);
  const form = page.getByRole('form', { name: 'Properties' });
  await form.getByLabel('Model').fill('GX');
  await page.getByRole('button', { name: 'Change state, now In operation' }).click();
  await page.getByRole('menuitem', { name: 'Maintenance' }).click();
  await expect(page.getByRole('button', { name: 'Change state, now Maintenance' })).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const stored = await plant.call<Machine>('GET', `${path()}/${machine.id}`);
  expect(stored).toMatchObject({ model: 'GX', status: 'maintenance', rev: 3 });
});

test('filters, search and the way of showing stand in the address and survive a reload', async ({ quiet: page }) => {
  await make('Furnace 9', { hall: 'Hall C', status: 'standby' });
  await signIn(page, plant);
  await open(page, '/org/machines');
  await page.getByRole('button', { name: /^Hall/ }).click();
  await page.getByRole('menuitem', { name: /Hall C.*1/ }).click();
  await expect(page).toHaveURL(/hall=Hall\+C/);
  await expect(rowOf(page, 'Furnace 9')).toBeVisible();
  await expect(rowOf(page, 'Press 1')).toBeHidden();
  await page.getByRole('searchbox').fill('furn');
  await expect(page).toHaveURL(/q=furn/);
  await page.reload();
  await awake(page);
  await expect(page.getByRole('searchbox')).toHaveValue('furn');
  await expect(rowOf(page, 'Furnace 9')).toBeVisible();
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowOf(page, 'Press 1')).toBeVisible();
  await page.getByRole('button', { name: 'Cards' }).click();
  await expect(page).toHaveURL(/as=cards/);
  await page.goto(at('/org/machines'));
  await expect(page.locator('.machine-card', { hasText: 'Furnace 9' })).toBeVisible();
  await awake(page);
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(rowOf(page, 'Furnace 9')).toBeVisible();
});

test('a logger that is put on a machine shows what it says, and is taken off again', async ({ quiet: page }) => {
  const machine = await make('Dryer 6');
  const logger = await plant.datalogger('Sensor of the dryer');
  const send = async (temperature: number) => {
    const headers = { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' };
    expect((await fetch(`${plant.url}/v1/ingest/json`, { method: 'POST', headers, body: JSON.stringify({ temperature }) })).ok).toBe(true);
  };
  await send(20.5);
  await signIn(page, plant);
  await open(page, `/org/machines/${machine.id}#loggers`);
  await page.getByRole('button', { name: 'Attach a logger' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Sensor of the dryer/ })
    .click();
  const channels = page.getByRole('table', { name: 'Sensor of the dryer' });
  await expect(channels).toContainText('20.5');
  await send(31.25);
  await expect(channels).toContainText('31.25');
  await page.getByRole('button', { name: 'Machine of channel temperature' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Press 1/ })
    .click();
  await expect(page.getByRole('table', { name: 'Sensor of the dryer' })).toBeHidden();
  await page.getByRole('button', { name: 'Detach: Sensor of the dryer' }).click();
  await expect(page.getByText('No logger on the machine yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('button', { name: 'Detach: Sensor of the dryer' })).toBeVisible();
});

test('the first sight of a machine is how it is: live values, today, what asks for attention; its properties are behind a button', async ({
  quiet: page,
}) => {
  const machine = await make('Oven 8', { manufacturer: 'Ironworks' });
  const logger = await plant.datalogger('Sensor of the oven');
  const say = async (temperature: number) => {
    const headers = { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' };
    expect((await fetch(`${plant.url}/v1/ingest/json`, { method: 'POST', headers, body: JSON.stringify({ temperature }) })).ok).toBe(true);
  };
  await say(20.5);
  const row = await plant.call<{ rev: number }>('GET', `/v1/orgs/${plant.organizationId}/dataloggers/${logger.id}`);
  await plant.call('PATCH', `/v1/orgs/${plant.organizationId}/dataloggers/${logger.id}`, { rev: row.rev, machine_id: machine.id });
  await signIn(page, plant);
  await open(page, `/org/machines/${machine.id}`);
  const live = page.getByRole('region', { name: 'Sensor of the oven' });
  await expect(live).toContainText('20.5');
  await say(31.25);
  await expect(live).toContainText('31.25');
  await expect(page.getByRole('region', { name: 'Today on the machine' })).toContainText('Nobody has measured anything here today.');
  await expect(page.getByRole('region', { name: 'Properties' })).toContainText('Ironworks');
  await expect(page.getByLabel('Manufacturer')).toHaveCount(0);
  await page.getByRole('region', { name: 'Properties' }).getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/#properties$/);
  await expect(page.getByLabel('Manufacturer')).toHaveValue('Ironworks');
});

test('a machine has a QR code: its address for whoever points a camera at it, and a label to print', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/org/machines`);
  const link = page.locator('tbody a[href*="/org/machines/"]').first();
  const path = (await link.getAttribute('href'))!;
  await page.goto(plant.url + path);
  const button = page.getByRole('button', { name: 'QR code' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: /^QR code: / })).toBeVisible();
  const address = await dialog.getByRole('textbox').inputValue();
  expect(address).toBe(`${plant.url}${path}?org=${plant.organizationId}&ws=${plant.workspaceId}`);
  expect(await violations(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download the label' }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.svg$/);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.goto(address);
  await expect(page).toHaveURL(plant.url + path);
});

test('a machine is archived and brought back, alone and several at once', async ({ quiet: page }) => {
  const machine = await make('Old saw');
  await signIn(page, plant);
  await open(page, `/org/machines/${machine.id}#properties`);
  await page.getByRole('button', { name: 'Archive machine' }).click();
  await expect(page.getByRole('button', { name: 'Bring back from archive' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Archive machine' })).toBeVisible();
  await open(page, '/org/machines');
  for (const name of ['Press 1', 'Press 2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
  await expect(rowOf(page, 'Press 1')).toBeHidden();
  await expect(rowOf(page, 'Old saw')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Press 1')).toBeVisible();
  await expect(rowOf(page, 'Press 2')).toBeVisible();
});

test('the list follows what others do', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/org/machines');
  await expect(rowOf(page, 'Old saw')).toBeVisible();
  const machine = await make('Brand new');
  await expect(rowOf(page, 'Brand new')).toBeVisible();
  await plant.call('PATCH', `${path()}/${machine.id}`, { rev: 1, status: 'out_of_service' });
  await expect(rowOf(page, 'Brand new')).toContainText('Out of service');
});

test('whoever only reads sees no control that writes', async ({ quiet: page }) => {
  const { items } = await plant.call<{ items: Machine[] }>('GET', `${path()}?q=dryer`);
  await signIn(page, { ...plant, ...VIEWER });
  await open(page, '/org/machines');
  await expect(rowOf(page, 'Press 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New machine' })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await open(page, `/org/machines/${items[0]!.id}#properties`);
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled();
  for (const name of ['Save changes', 'Archive machine']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Change state/ })).toHaveCount(0);
  await page.getByRole('tab', { name: /^Loggers/ }).click();
  await expect(page.getByRole('heading', { name: 'Sensor of the dryer' })).toBeVisible();
  for (const name of [/^Detach/, 'Attach a logger', /^Machine of channel/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('five thousand machines: the first page is there at once, the end is reached by scrolling and by keys', async ({ quiet: page }) => {
  await intoDatabase(async (db, now) => {
    for (let first = 0; first < 5_000; first += 250) {
      const rows = Array.from({ length: 250 }, (_, n) => {
        const number = String(first + n).padStart(4, '0');
        const texts = {
          name: `Robot ${number}`,
          code: `R-${number}`,
          kind: 'robot',
          site: 'Big',
          hall: `Hall ${(first + n) % 40}`,
          line: null,
        };
        const made = { manufacturer: null, model: null, serial_number: null };
        const row = { ...texts, ...made };
        return {
          ...stamps(now, null),
          ...row,
          organization_id: plant.organizationId,
          id: systemIds.uuid(),
          workspace_id: plant.workspaceId,
          status: 'in_operation' as const,
          name_key: nameKey(row.name),
          search: searchText(row),
        };
      });
      await db.insertInto('machines').values(rows).execute();
    }
  });
  await signIn(page, plant);
  await page.goto(at('/org/machines?site=Big'));
  await expect(rowOf(page, 'Robot 0000')).toBeVisible();
  await expect(page.locator('.page-head')).toContainText('5,000');
  await awake(page);
  const scroller = page.locator('.table-scroll');
  await expect
    .poll(
      async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return rowOf(page, 'Robot 4999').count();
      },
      { timeout: 60_000, intervals: [30] },
    )
    .toBe(1);
  // Only what is seen is in the page.
  expect(await page.getByRole('row').count()).toBeLessThan(80);
  await rowOf(page, 'Robot 4999').focus();
  await page.keyboard.press('Home');
  await expect(rowOf(page, 'Robot 0000')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Robot 0001')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: 'Select Robot 0001' })).toBeChecked();
  await page.getByRole('searchbox').fill('r-4321');
  await expect(rowOf(page, 'Robot 4321')).toBeVisible();
  await expect(page.locator('.page-head .muted')).toHaveText('1');
  await rowOf(page, 'Robot 4321').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Robot 4321');
});

test('another order at the end of the list has an end too', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/org/machines?site=Big&hall=Hall+7');
  const table = page.getByRole('table');
  const last = (name: string) =>
    expect
      .poll(async () => {
        await page.locator('.table-scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return rowOf(page, name).count();
      })
      .toBe(1);
  await expect(table).toHaveAttribute('aria-rowcount', '101');
  await last('Robot 4967');
  await page.getByRole('columnheader', { name: 'Machine' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=-name/);
  await last('Robot 0007');
  await expect(table).toHaveAttribute('aria-rowcount', '126');
});

test('list, cards and every tab of a machine have no accessibility violation in either colour', async ({ quiet: page }) => {
  test.setTimeout(180_000);
  const { items } = await plant.call<{ items: Machine[] }>('GET', `${path()}?q=dryer`);
  await signIn(page, plant);
  const detail = `/org/machines/${items[0]!.id}`;
  const tabs = ['', '#loggers', '#measurements', '#files', '#properties', '#history'].map((hash) => detail + hash);
  for (const to of ['/org/machines?as=table', '/org/machines?as=cards', ...tabs]) {
    // The fragment alone would load nothing.
    await page.goto('about:blank');
    await open(page, to);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    expect(await violationsInBothColours(page), to).toEqual([]);
  }
});

test('a name of quotes, signs and tags comes to the page and its islands letter by letter', async ({ quiet: page }) => {
  const name = `Lis "A" 'B' &amp; <b title='x'> &#39; {{n}}`;
  const { id } = await make(name);
  await signIn(page, plant);
  await open(page, `/org/machines/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await open(page, '/org/machines');
  await expect(rowOf(page, name)).toBeVisible();
  // The list read what came with it, and works.
  await page.getByRole('searchbox').first().fill('nothing of it');
  await expect(rowOf(page, name)).toBeHidden();
});
