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
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-lists-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  for (const name of ['Adam', 'Eva', 'Petr'])
    await addMember(dataDir, plant, { email: `${name.toLowerCase()}@plant.example`, password: 'nobody signs in', name, role: 'viewer' });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const at = (path: string) => `${plant.url}/en${path}`;
async function open(page: Page, to: string): Promise<void> {
  await page.goto(at(to));
  await awake(page);
}
const loggers = () => `/v1/orgs/${plant.organizationId}/dataloggers`;
const rows = (page: Page) => page.locator('tbody tr[data-index]');
const boxes = (page: Page) => page.locator('tbody input[type=checkbox]');
const counts = (page: Page) => page.getByRole('group', { name: 'Loggers by state' });

test('what wants attention comes first and is counted, in the list and in the menu, and a count narrows the list', async ({
  quiet: page,
}) => {
  for (const name of ['Anvil', 'Bakery', 'Cellar', 'Dryer']) await plant.datalogger(name);
  const { token } = await plant.datalogger('Zinc bath');
  await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ts: new Date(Date.now() + 3 * 3_600_000).toISOString(), temperature: 20 }),
  });
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers');
  await expect(rows(page).first()).toContainText('Zinc bath');
  await expect(counts(page).getByRole('button', { name: 'Clock ahead 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Loggers 1 logger needs attention' })).toBeVisible();
  await expect(counts(page).getByRole('button', { name: 'All 5' })).toHaveAttribute('aria-pressed', 'true');
  const waiting = counts(page).getByRole('button', { name: /Waiting \d/ });
  await waiting.click();
  await expect(page).toHaveURL(/state=never/);
  await expect(rows(page)).toHaveCount(4);
  await waiting.click();
  await expect(rows(page)).toHaveCount(5);
});

test('rows are picked by boxes, by Shift and by keys, changed together, and brought back', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=name');
  await expect(rows(page)).toHaveCount(5);
  await boxes(page).nth(0).click();
  await boxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Selected loggers' });
  await expect(bar).toContainText('3 loggers selected');
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);

  // By keys alone: down to the second row, pick it, and with Shift the two below.
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('3 loggers selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar).toContainText('2 loggers selected');
  await expect(rows(page).nth(2)).toBeFocused();
  // The star of the row is reached by the arrows and pressed by the space bar. It comes behind everything else, and its place is empty until then.
  const star = rows(page)
    .nth(2)
    .getByRole('button', { name: /favourites/i });
  await expect(star).toBeEnabled();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(star).toBeFocused();
  const marked = page.waitForResponse((answer) => answer.url().endsWith('/favorites') && answer.request().method() === 'PUT');
  await page.keyboard.press('Space');
  expect((await marked).status()).toBe(200);
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(2)).toBeFocused();

  await bar.getByRole('button', { name: 'Sampling interval' }).click();
  await page.getByRole('textbox', { name: 'Sampling interval' }).fill('15');
  await page.getByRole('button', { name: 'Set for 2 loggers' }).click();
  await expect(page.getByText('2 loggers changed')).toBeVisible();
  const intervals = async () =>
    (await plant.call<{ items: Datalogger[] }>('GET', `${loggers()}?sort=name`)).items.map((row) => row.expected_interval_s);
  const [first, , , ...rest] = await intervals();
  expect(await intervals()).toEqual([first, 15, 15, ...rest]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(intervals).not.toContain(15);
});

test('a refusal is told for its row, and the row stays picked while the others are done', async ({ page }) => {
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=name');
  const { items } = await plant.call<{ items: Datalogger[] }>('GET', `${loggers()}?sort=name`);
  const [anvil] = items as [Datalogger];
  // Somebody was faster with one of them, and this page hasn't heard of it yet.
  await page.route(`**${loggers()}/${anvil.id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        code: 'stale_rev',
        request_id: 'journey',
        current: anvil,
      }),
    });
  });
  await boxes(page).nth(0).click();
  await boxes(page).nth(1).click();
  const bar = page.getByRole('toolbar', { name: 'Selected loggers' });
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('1 logger archived')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: '1 row could not be changed' })).toContainText(anvil.name);
  await expect(bar).toContainText('1 logger selected');
  await expect(rows(page)).toHaveCount(4);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(rows(page)).toHaveCount(5);
});

test('a role is given to several people at once and taken back by the toast', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/org#people');
  await expect(rows(page)).toHaveCount(4);
  for (const name of ['Adam', 'Eva']) await rows(page).filter({ hasText: name }).getByRole('checkbox').click();
  const bar = page.getByRole('toolbar', { name: 'Selected people' });
  await bar.getByRole('button', { name: 'Roles' }).click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('observer');
  await page.getByRole('button', { name: 'Add role' }).click();
  await expect(page.getByText('Roles of 2 people changed')).toBeVisible();
  type People = { items: { name: string; roles: { workspaces: { roles: string[] }[] } }[] };
  const observers = async () =>
    (await plant.call<People>('GET', `/v1/orgs/${plant.organizationId}/people`)).items
      .filter(({ roles }) => roles.workspaces.some((one) => one.roles.includes('observer')))
      .map(({ name }) => name);
  expect(await observers()).toEqual(['Adam', 'Eva']);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(observers).toEqual([]);
});

test('pointing at a moment of one small picture shows that moment in all of them, with its value', async ({ quiet: page }) => {
  for (const [name, values] of [
    ['Kiln A', [20, 21]],
    ['Kiln B', [80, 81]],
  ] as const) {
    const { token } = await plant.datalogger(name);
    for (const [index, celsius] of values.entries()) {
      const ts = Date.now() - (12 - index) * 3_600_000;
      const body = JSON.stringify({ ts, celsius });
      await fetch(`${plant.url}/v1/ingest/json`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body,
      });
    }
  }
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?q=kiln&sort=name');
  const sparks = page.locator('.spark');
  await expect(sparks).toHaveCount(2);
  await expect(sparks.first().locator('path').last()).toHaveAttribute('d', /^M/);
  const box = (await sparks.first().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(sparks.nth(0)).toContainText('20');
  await expect(sparks.nth(1)).toContainText('80');
  await page.mouse.move(box.x - 200, box.y + box.height / 2);
  await expect(sparks.nth(1)).toHaveText('');
});

test('filters, order and columns are kept under a name, shared, opened by a link, and told to be changed', async ({
  quiet: page,
  browser,
}) => {
  await addMember(dataDir, plant, { email: 'jan@plant.example', password: 'only looking around', name: 'Jan', role: 'viewer' });
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=-name');
  await page.getByRole('searchbox').fill('er');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Everything er');
  await page.getByRole('combobox', { name: 'Who sees it' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save view' }).click();
  const button = page.getByRole('button', { name: /^Everything er/ });
  await expect(button).toHaveText('Everything er');
  const id = new URL(page.url()).searchParams.get('view');
  await page.getByRole('searchbox').fill('dryer');
  await expect(button).toContainText('changed');
  await button.click();
  await page.getByRole('menuitem', { name: 'Go back to the saved view' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('er');
  await expect(button).toHaveText('Everything er');

  // A colleague opens the link that names the view alone, and may not change it.
  const other = await (await browser.newContext()).newPage();
  await signIn(other, { url: plant.url, email: 'jan@plant.example', password: 'only looking around' });
  await other.goto(at(`/dlog/dataloggers?view=${id}`));
  await expect(other.getByRole('searchbox')).toHaveValue('er');
  await expect(rows(other)).toHaveCount(2);
  await other.getByRole('button', { name: 'Everything er' }).click();
  await expect(other.getByRole('menuitem', { name: 'Delete view' })).toHaveCount(0);
  await other.keyboard.press('Escape');
  expect(await violations(other)).toEqual([]);
  await other.context().close();

  await button.click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Everything er shared' })).toBeVisible();
});

test('what the filters of people and of panels leave is taken away as a table', async ({ quiet: page }) => {
  await signIn(page, plant);
  const take = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the list as CSV' }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
  };
  await open(page, '/org?person=eva#people');
  await expect(rows(page)).toHaveCount(1);
  const people = await take();
  expect(people).toHaveLength(2);
  expect(people[1]).toMatch(/^"?Eva.*eva@plant\.example/);
  await page.getByRole('searchbox').first().fill('');
  await expect(rows(page)).not.toHaveCount(1);
  expect((await take()).length).toBe((await rows(page).count()) + 1);

  for (const name of ['Saw line', 'Press shop'])
    await plant.call('POST', `/v1/orgs/${plant.organizationId}/screens`, { name, workspace_id: plant.workspaceId, method: 'snapshot' });
  await open(page, '/tm/screens?q=saw');
  await expect(rows(page)).toHaveCount(1);
  const screens = await take();
  expect(screens).toHaveLength(2);
  expect(screens[1]).toMatch(/^"?Saw line/);
});
