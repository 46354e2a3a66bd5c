import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { violations } from './axe.ts';
import { insertDayScreen, makeDay } from './measurements-day.ts';
import { addMember } from './members.ts';
import { expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

const ANALYST = { email: 'eva@plant.example', password: 'times and motions' };
let server: ServerProcess;
let dataDir = '';
let plant: FirstOrganization & { url: string };
let measurement = '';
let address = '';

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-standards-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  await addMember(dataDir, plant, { ...ANALYST, name: 'Eva', role: 'analyst' });
  const screen = systemIds.uuid();
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  const place = { organization_id: plant.organizationId, workspace_id: plant.workspaceId };
  await db.write(plant.organizationId, (writer) => insertDayScreen(writer, { ...place, id: screen }, systemClock.now()));
  await db.close();
  measurement = (await makeDay(plant, screen, Date.now() - 10 * 3_600_000)).measurement.id;
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const asAnalyst = (page: Page) => signIn(page, { ...plant, ...ANALYST });
const numberOf = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.−-]/g, '').replace('−', '-'));

test('an operation is begun by keys, gets a measurement in its settings, and shows its card', async ({ quiet: page }) => {
  await asAnalyst(page);
  await page.goto(`${plant.url}/en/tm/operations`);
  await expect(page.getByText('There is no operation yet')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New operation' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: /^Code/ })).toBeFocused();
  await page.keyboard.type('OP-0214');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Packing of toast');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Packing of toast' })).toBeVisible();
  await expect(page.getByText('No measurement belongs to the operation yet')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  address = page.url();

  await page.goto(`${plant.url}/en/tm/measurements/${measurement}#settings`);
  await page.getByRole('combobox', { name: 'Operation' }).selectOption({ label: 'OP-0214 Packing of toast' });
  await expect(page.getByText('The operation is saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the operation' }).click();
  await expect(page.getByText('The operation has no allowance set', { exact: false })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Computation of the standard time' })).toBeVisible();
});

test('rows of the card add up to its last one, and the formula of an element is read by keys', async ({ quiet: page }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const shares = { personal: 0.05, fatigue: 0.04, contingency: 0.02, interference: 0 };
  const set = await plant.call<{ id: string }>('POST', `${root}/allowance-sets`, { name: 'Manual work', basis: 'job', shares });
  const id = address.split('/').at(-1)!.split('#')[0]!;
  const row = await plant.call<{ rev: number }>('GET', `${root}/operations/${id}`);
  await plant.call('PATCH', `${root}/operations/${id}`, { rev: row.rev, allowance_set_id: set.id, setup_s: 600, batch: 100 });
  await asAnalyst(page);
  await page.goto(address);
  const table = page.getByRole('table', { name: 'Computation of the standard time' });
  await expect(table.locator('tfoot td').last()).not.toHaveText('');
  for (const place of ['td:last-child', 'td:nth-child(7)']) {
    const cells = (await table.locator(`tbody ${place}`).allTextContents()).filter((text) => !text.startsWith('(')).map(numberOf);
    const total = numberOf(await table.locator(`tfoot ${place}`).textContent());
    expect(cells.length).toBeGreaterThan(1);
    expect(Math.round(cells.reduce((sum, value) => sum + value, 0) * 1_000)).toBe(Math.round(total * 1_000));
  }
  const second = table.locator('tbody button').nth(1);
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('(1 + 0.11)')).toBeVisible();
  await page.getByRole('radio', { name: 'REFA' }).click();
  await expect(page.getByText('time per unit')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Beside the open rail too.
  for (const width of [1440, 1401, 900, 721, 641, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const locale of ['en', 'sk']) {
      await page.goto(address.replace('/en/', `/${locale}/`), { waitUntil: 'load' });
      const card = page.getByRole('table', { name: locale === 'en' ? 'Computation of the standard time' : 'Výpočet normočasu' });
      await expect(card).toBeVisible();
      expect(await card.locator('..').evaluate((one) => one.scrollWidth - one.clientWidth), `${locale} ${width} px`).toBe(0);
    }
  }
});

test('an element that comes more seldom than its frequency says is named, and takes the counted one by a press', async ({
  quiet: page,
}) => {
  await asAnalyst(page);
  await page.goto(address);
  const notices = page.getByRole('list', { name: 'What to mind' });
  await expect(notices).toContainText(/Kontrola \d+× in \d+ cycles \(set to 1\/1\)/);
  await page.getByRole('tab', { name: 'Elements' }).click();
  const row = page.getByRole('row', { name: /^Kontrola/ });
  await expect(row).toContainText(/1\/1.*\d+× in \d+ cycles/);
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const take = dialog.getByRole('button', { name: /^Set \d+\/\d+$/ });
  const [occurrences, cycles] = (await take.textContent())!.match(/\d+/g)!;
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await take.click();
  await expect(dialog.getByRole('textbox', { name: 'Occurs' })).toHaveValue(occurrences!);
  await expect(dialog.getByRole('textbox', { name: 'In cycles' })).toHaveValue(cycles!);
  await expect(take).toBeHidden();
  await expect(dialog.locator('[role=status]:focus')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(`${occurrences}/${cycles}`);
  await page.getByRole('tab', { name: 'Standard time' }).click();
  await expect(notices).not.toContainText('Kontrola');
});

test('one person reviews, another one approves, and nobody else is offered to', async ({ quiet: page, browser }) => {
  await asAnalyst(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note for whoever approves' }).fill('Few readings of the check.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Review' }).click();
  await expect(page.locator('.page-head').getByText('Version 1 awaits approval')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and lock' })).toHaveCount(0);

  const context = await browser.newContext();
  const owner = await context.newPage();
  await signIn(owner, plant);
  await owner.goto(`${plant.url}/en/tm/operations?standard=waiting`);
  await owner.getByRole('link', { name: /Packing of toast/ }).click();
  await expect(owner.getByText('Few readings of the check.')).toBeVisible();
  // A phone shows the state whole beside three buttons: where its line goes on, its last 24 px fade.
  await owner.setViewportSize({ width: 390, height: 844 });
  const head = owner.locator('.page-head');
  await expect(head.locator('.btn')).toHaveCount(3);
  const line = (await head.locator('div:has(> div > .st)').last().boundingBox())!;
  const words = await head.locator('.st').evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one.lastChild!);
    const { right, height } = range.getBoundingClientRect();
    return { right, height };
  });
  expect(words.right).toBeLessThanOrEqual(line.x + line.width - 24);
  expect(words.height).toBeLessThanOrEqual(line.height);
  await owner.setViewportSize({ width: 1280, height: 720 });
  await owner.getByRole('button', { name: 'Approve and lock' }).click();
  expect(await violations(owner)).toEqual([]);
  await owner.getByRole('dialog').getByRole('button', { name: 'Approve and lock' }).click();
  await expect(owner.locator('.page-head').getByText('Version 1 approved, in force')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Approve and lock' })).toHaveCount(0);
  await context.close();
  await expect(page.locator('.page-head').getByText('Version 1 approved, in force')).toBeVisible();
});

test('a change afterwards leaves the approved version alone and shows the draft with its difference', async ({ quiet: page }) => {
  await asAnalyst(page);
  await page.goto(`${address}#elements`);
  await page
    .getByRole('button', { name: /^Set the element/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'In cycles' }).fill('20');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('tab', { name: 'Standard time' }).click();
  await expect(page.getByText('Approved version 1 is in force; nobody has reviewed this draft yet.')).toBeVisible();
  const difference = page.getByRole('table', { name: 'Difference of versions' });
  const rows = (await difference.locator('tbody td:nth-child(3)').allTextContents()).map(numberOf);
  const total = numberOf(await difference.locator('tfoot td:nth-child(3)').textContent());
  expect(total).toBeLessThan(0);
  expect(Math.round(rows.reduce((sum, value) => sum + value, 0) * 1_000)).toBe(Math.round(total * 1_000));
  await page.getByRole('button', { name: 'Version 1 approved, in force' }).click();
  await expect(page).toHaveURL(/#standard\/1$/);
  await expect(page.getByText('Readings or settings are not what they were in version 1.', { exact: false })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
