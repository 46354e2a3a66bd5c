import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import { violations } from './axe.ts';
import { awake, expect, signIn, test } from './test.ts';

/** Choosing where one works: workspaces, organisations, all of them; in one tab for every tab. Its own server, since choices are the person's. */
test.describe.configure({ mode: 'serial' });

const LIST = '/dlog/dataloggers';
const MANY = 50;

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization;
let user: string;
const ids = { yard: uuidv7(), research: uuidv7(), chamber: uuidv7(), branch: uuidv7(), depot: uuidv7(), many: uuidv7() };
let coldRoom: string;

/** What no address of the API makes: other organisations, and who may see them all. */
function sql(work: (run: (text: string, ...values: (string | number | null)[]) => void) => void): void {
  const db = new DatabaseSync(join(dataDir, 'taktlog.db'), { timeout: 10_000 });
  try {
    work((text, ...values) => void db.prepare(text).run(...values));
  } finally {
    db.close();
  }
}
const now = () => Date.now() * 1_000;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-switching-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = await firstOrganization(server);
  user = (await plant.call<{ id: string }>('GET', '/v1/auth/profile')).id;
  sql((run) => {
    const organization = (id: string, name: string) =>
      run(
        'insert into organizations (id, name, slug, locale, time_zone, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
        ...[id, name, name.toLowerCase(), 'en', 'Europe/Prague', now(), now()],
      );
    const workspace = (organizationId: string, id: string, name: string, zone = 'Europe/Prague') =>
      run(
        'insert into workspaces (organization_id, id, name, time_zone, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
        ...[organizationId, id, name, zone, now(), now()],
      );
    workspace(plant.organizationId, ids.yard, 'Yard');
    organization(ids.research, 'Research');
    workspace(ids.research, ids.chamber, 'Chamber');
    run(
      'insert into memberships (organization_id, id, user_id, workspace_id, role, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
      ...[ids.research, uuidv7(), user, null, 'owner', now(), now()],
    );
    organization(ids.branch, 'Branch');
    workspace(ids.branch, ids.depot, 'Depot', 'Europe/London');
  });
  ({ id: coldRoom } = await plant.datalogger('Cold room 1'));
  await plant.datalogger('Pump 1', { workspace_id: ids.yard });
  await plant.call('POST', `/v1/orgs/${ids.research}/dataloggers`, { name: 'Incubator', workspace_id: ids.chamber });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const contexts: BrowserContext[] = [];
const said: string[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(said.splice(0)).toEqual([]);
});

/** A browser in which the person is signed in, with one page for each address. */
async function tabs(browser: Browser, ...paths: string[]): Promise<Page[]> {
  const context = await browser.newContext({ locale: 'en-US' });
  contexts.push(context);
  context.on('page', (page) => {
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
  });
  const pages: Page[] = [];
  for (const path of paths) {
    const page = await context.newPage();
    if (pages.length === 0) await signIn(page, { url: server.url, email: plant.email, password: plant.password });
    await page.goto(`${server.url}/en${path}`);
    await awake(page);
    await expect(page.locator('.live')).toHaveText('Live');
    pages.push(page);
  }
  return pages;
}
/** Counts the documents that a page loads from now on. */
function loads(page: Page): () => number {
  let count = 0;
  page.on('domcontentloaded', () => {
    count += 1;
  });
  return () => count;
}
const switcher = (page: Page) => page.locator('button.switcher');
async function choose(page: Page, name: string, nth = 0): Promise<void> {
  await switcher(page).click();
  await page.getByRole('menuitem', { name, exact: false }).nth(nth).click();
}
const rows = (page: Page) => page.locator('tbody a.row-link');

test('another workspace, and all of them, change every list of every tab at once, without a load', async ({ browser }) => {
  const [one, two, home] = (await tabs(browser, LIST, LIST, '/user/dashboard')) as [Page, Page, Page];
  await expect(rows(two)).toHaveText([/Cold room 1/]);
  const counts = [one, two, home].map(loads);
  await choose(one, 'Yard');
  for (const page of [one, two]) {
    await expect(rows(page)).toHaveText([/Pump 1/]);
    await expect(switcher(page)).toHaveText('Plant / Yard');
  }
  await expect(home.getByText('Pump 1')).toBeVisible();
  await expect(home.getByText('Cold room 1')).toHaveCount(0);

  await choose(two, 'All workspaces');
  for (const page of [one, two]) {
    await expect(rows(page)).toHaveText([/Cold room 1/, /Pump 1/]);
    await expect(switcher(page)).toHaveText('Plant / All workspaces');
  }
  expect(counts.map((count) => count())).toEqual([0, 0, 0]);
  // It was chosen, so nothing else takes its place at the next visit.
  await one.reload();
  await expect(rows(one)).toHaveText([/Cold room 1/, /Pump 1/]);
  await awake(one);
  await switcher(one).click();
  await expect(one.getByRole('menuitem', { name: /All workspaces.*chosen/ })).toHaveCount(1);
});

test('another organisation takes all tabs along: lists to themselves, details to their list, and leaves the profile where it is', async ({
  browser,
}) => {
  const [list, detail, profile] = (await tabs(browser, `${LIST}?q=cold`, `${LIST}/${coldRoom}`, '/user/profile')) as [Page, Page, Page];
  await expect(detail.locator('h1')).toHaveText('Cold room 1');
  const loaded = loads(profile);
  await choose(list, 'Chamber');
  for (const page of [list, detail]) {
    await expect(page).toHaveURL(`${server.url}/en${LIST}`);
    await expect(rows(page)).toHaveText([/Incubator/]);
    await expect(switcher(page)).toHaveText('Research / Chamber');
  }
  await expect(switcher(profile)).toHaveText('Research / Chamber');
  expect(loaded()).toBe(0);
});

test('what was half written in one organisation when the session ended is not offered to another', async ({ browser }) => {
  const org = (id: string, ws: string) => `/org?org=${id}&ws=${ws}`;
  const [page] = (await tabs(browser, org(plant.organizationId, ids.yard))) as [Page];
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Plant and yard');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Plant and yard');
  // Without a page there is nobody who would be led out.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: /^auth\./ });
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en${org(ids.research, ids.chamber)}`);
  await awake(page);
  await expect(switcher(page)).toHaveText('Research / Chamber');
  await expect(name).toHaveValue('Research');
  await expect(page.getByText('Restored from before')).toBeHidden();
  await page.goto(`${server.url}/en${org(plant.organizationId, ids.yard)}`);
  await expect(name).toHaveValue('Plant and yard');
  await page.getByRole('button', { name: 'Start over', exact: true }).click();
  await expect(name).toHaveValue('Plant');
});

test('a link to a place elsewhere is shown from that place, whatever was chosen before', async ({ browser }) => {
  const [page] = (await tabs(browser, LIST)) as [Page];
  await expect(rows(page)).toHaveText([/Cold room 1/]);
  await page.goto(`${server.url}/en${LIST}?org=${ids.research}&ws=${ids.chamber}`);
  await expect(page).toHaveURL(`${server.url}/en${LIST}`);
  await expect(rows(page)).toHaveText([/Incubator/]);
  await page.goto(`${server.url}/en${LIST}?org=${plant.organizationId}&ws=${ids.yard}`);
  await expect(rows(page)).toHaveText([/Pump 1/]);
  await expect(switcher(page)).toHaveText('Plant / Yard');
});

test('a choice made elsewhere while a page was on its way is followed once it is alive', async ({ browser }) => {
  const [page] = (await tabs(browser, LIST)) as [Page];
  const cookie = (await page.context().cookies()).find(({ name }) => name.startsWith('uprefs-'));
  const away = { ...cookie, value: encodeURIComponent(JSON.stringify({ uid: user, organization: plant.organizationId, workspace: null })) };
  await page.addInitScript((text) => {
    // biome-ignore lint/suspicious/noDocumentCookie: what another tab does, before anything of this page runs
    document.cookie = text;
  }, `${away.name}=${away.value}; path=/`);
  for (const path of [LIST, '/user/dashboard', '/org/machines', '/user/profile']) {
    await page.context().clearCookies({ name: String(away.name) });
    await page.goto(`${server.url}/en${path}`);
    await awake(page);
    await expect(switcher(page)).toHaveText('Plant / All workspaces');
  }
});

test('a detail gives way to the list of the workspace that was chosen on it, and stays in the other tabs', async ({ browser }) => {
  const [detail, other] = (await tabs(browser, `${LIST}/${coldRoom}`, `${LIST}/${coldRoom}`)) as [Page, Page];
  await choose(detail, 'Yard');
  await expect(detail).toHaveURL(`${server.url}/en${LIST}`);
  await expect(rows(detail)).toHaveText([/Pump 1/]);
  await expect(switcher(other)).toHaveText('Plant / Yard');
  await expect(other.locator('h1')).toHaveText('Cold room 1');
});

test('fifty workspaces are found by writing a part of the name, by keyboard alone', async ({ browser }) => {
  sql((run) => {
    for (let n = 1; n <= MANY; n++)
      run(
        'insert into workspaces (organization_id, id, name, time_zone, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
        ...[plant.organizationId, n === 37 ? ids.many : uuidv7(), `Žíhárna ${n}`, 'Europe/Prague', now(), now()],
      );
  });
  const [page] = (await tabs(browser, LIST)) as [Page];
  await switcher(page).focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('searchbox', { name: 'Find a workspace' });
  await expect(box).toBeFocused();
  expect(await page.getByRole('menuitem').count()).toBeGreaterThan(MANY);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('ziharna 37');
  await expect(page.getByRole('menuitem')).toHaveText(['Žíhárna 37']);
  // The name of the organisation may stand with it; Escape empties the box before it closes the panel.
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await page.keyboard.type('chamber plant');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.type('plant 37');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Find a workspace' })).toHaveCount(0);
  await expect(switcher(page)).toHaveText('Plant / Žíhárna 37');
  await expect(switcher(page)).toBeFocused();
  await switcher(page).press('ArrowDown');
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(switcher(page)).toBeFocused();
});

test('whoever may see every organisation is given none, finds one among all, and finds it again at the next visit', async ({ browser }) => {
  sql((run) => {
    run('update users set access_all_orgs = 1 where id = ?', user);
    run('delete from memberships where organization_id = ?', ids.research);
  });
  await plant.call('POST', `/v1/orgs/${ids.branch}/dataloggers`, { name: 'Freezer', workspace_id: ids.depot });
  const context = await browser.newContext({ locale: 'en-US' });
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en${LIST}`);
  await awake(page);
  await expect(page.getByRole('heading', { name: 'Choose an organisation' })).toBeVisible();
  await expect(switcher(page)).toHaveText('Choose an organisation');

  await switcher(page).click();
  const box = page.getByRole('searchbox', { name: 'Find an organisation' });
  await expect(page.getByRole('menuitem')).toHaveText(['Branch', 'Plant', 'Research']);
  await box.fill('bra');
  await expect(page.getByRole('menuitem')).toHaveText(['Branch']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['All organisations', 'All workspaces', 'Depot']);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Depot' }).click();
  await expect(rows(page)).toHaveText([/Freezer/]);
  await expect(switcher(page)).toHaveText('Branch / Depot');

  await page.reload();
  await expect(rows(page)).toHaveText([/Freezer/]);
  await expect(switcher(page)).toHaveText('Branch / Depot');
  // The workspaces of the organisation where he is are at hand, without a search.
  await awake(page);
  await choose(page, 'All workspaces');
  await expect(switcher(page)).toHaveText('Branch / All workspaces');
  // A browser that has forgotten the names asks for them.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(switcher(page)).toHaveText('Branch / All workspaces');
  await expect(rows(page)).toHaveText([/Freezer/]);
});
