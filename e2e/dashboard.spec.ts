import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import type { Screen } from '../src/lib/contract/screens.ts';
import { readXlsx } from '../src/lib/domain/tables/xlsx-reader.ts';
import { violations } from './axe.ts';
import { awake, expect, signIn, test } from './test.ts';
import { KB, weighing } from './weigh.ts';

/** What needs me now. Its own server: the journeys begin in an empty organisation, and favourites and choices are the person's. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization;
let oven: { id: string; token: string };
const research = { organization: uuidv7(), workspace: uuidv7() };

/** What no address of the API makes: another organisation, and time that has passed. */
function sql(text: string, ...values: (string | number | null)[]): void {
  const db = new DatabaseSync(join(dataDir, 'taktlog.db'), { timeout: 10_000 });
  try {
    db.prepare(text).run(...values);
  } finally {
    db.close();
  }
}
const now = () => Date.now() * 1_000;
const quiet = (id: string, seconds: number) => sql('update dataloggers set last_seen_at = ? where id = ?', now() - seconds * 1e6, id);

async function post(token: string, values: Record<string, number>): Promise<void> {
  const answer = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(values),
  });
  expect(answer.status).toBe(200);
}

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-dashboard-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = await firstOrganization(server);
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

const at = (path: string) => `${server.url}/en${path}`;
const DASHBOARD = '/user/dashboard';
const block = (page: Page, name: string) => page.getByRole('region', { name });
const goOn = (page: Page) => page.getByRole('navigation', { name: 'Continue' });

/** A browser in which the owner is signed in. */
async function desk(browser: Browser, over: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...over });
  contexts.push(context);
  const page = await context.newPage();
  // The browser itself reports the page that isn't there.
  page.on('console', (message) => /status of 404/.test(message.text()) || said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  return page;
}
async function open(page: Page, path = DASHBOARD): Promise<void> {
  await page.goto(at(path));
  await awake(page);
}

test('an empty organisation shows the next steps instead of zeros, and they tick themselves off', async ({ browser }) => {
  const page = await desk(browser);
  await open(page);
  const steps = block(page, 'From an empty organisation to the first measurement').getByRole('listitem');
  const step = (name: string) => steps.filter({ hasText: name });
  await expect(step('Create a workspace')).toContainText('done');
  await expect(step('Add a logger').getByRole('link')).toHaveAttribute('href', '/en/dlog/dataloggers#new');
  await expect(block(page, 'Need attention')).toHaveCount(0);
  await expect(page.getByText('0', { exact: true }).filter({ visible: true })).toHaveCount(0);

  oven = await plant.datalogger('Oven 3', { place: 'Bakery' });
  await expect(step('Add a logger')).toContainText('done');
  await expect(step('See the first reading').getByRole('link')).toHaveAttribute('href', `/en/dlog/dataloggers/${oven.id}`);
  await expect(block(page, 'Need attention')).toContainText('Oven 3');
  await post(oven.token, { chamber: 231.5 });
  const left = page.getByRole('navigation', { name: 'Left to set up' });
  await expect(left.getByRole('link', { name: 'Invite colleagues' })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await expect(block(page, 'Need attention')).toContainText('Every logger reports as it should.');

  await left.getByRole('button', { name: 'Hide the steps' }).click();
  await expect(left).toHaveCount(0);
  await open(page);
  await expect(block(page, 'Need attention')).toBeVisible();
  await expect(left).toHaveCount(0);
});

test('a favourite stands there with its newest value, moves by itself, and goes with a way back', async ({ browser }) => {
  const page = await desk(browser);
  await open(page);
  const favorites = block(page, 'Favourites');
  await expect(favorites).toContainText('Press the star of a logger');
  await open(page, `/dlog/dataloggers/${oven.id}`);
  await page.getByRole('button', { name: 'Add to favourites: chamber' }).click();
  await expect(page.getByRole('button', { name: 'Remove from favourites: chamber' })).toBeVisible();

  await open(page);
  const line = favorites.getByRole('listitem').filter({ hasText: 'chamber' });
  await expect(line).toContainText('231.5');
  await expect(line).toContainText('Oven 3');
  await post(oven.token, { chamber: 232.25 });
  await expect(line).toContainText('232.25');

  // In the other tab the whole logger is marked: the dashboard has it without being asked.
  const other = await page.context().newPage();
  await open(other, '/dlog/dataloggers');
  await other.getByRole('button', { name: 'Add to favourites: Oven 3' }).click();
  await expect(favorites.getByRole('listitem')).toHaveCount(2);
  await favorites.getByRole('button', { name: 'Remove from favourites: chamber' }).click();
  await expect(favorites.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(favorites.getByRole('listitem')).toHaveCount(2);
  // The small pictures can be taken away, as they are drawn and as what they are drawn of.
  for (const [name, ending] of [
    ['Values as CSV', 'csv'],
    ['Values as XLSX', 'xlsx'],
    ['Picture as PNG', 'png'],
  ] as const) {
    await favorites.getByRole('button', { name: 'Download what is shown' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^Favourites_.*\\.${ending}$`));
    const file = readFileSync(await download.path());
    if (ending === 'csv') expect(file.toString('utf8')).toMatch(/Oven 3: chamber[\s\S]*,232\.25/);
    else if (ending === 'xlsx') {
      const [heads, ...rows] = await readXlsx(file);
      expect(heads).toContainEqual(expect.stringContaining('Oven 3: chamber'));
      expect(rows.flat()).toContain('232.25');
    } else expect(file.subarray(1, 4).toString('latin1')).toBe('PNG');
  }
  await favorites.getByRole('link', { name: 'chamber' }).first().click();
  await expect(page).toHaveURL(at(`/dlog/dataloggers/${oven.id}`));
});

test('a silent logger shows up with how long it has been silent, and goes as soon as it speaks', async ({ browser }) => {
  const fridge = await plant.datalogger('Fridge 1');
  const pump = await plant.datalogger('Pump 1');
  await plant.datalogger('Never sent');
  for (const { token } of [fridge, pump]) await post(token, { value: 1 });
  quiet(fridge.id, 7_260);
  quiet(pump.id, 200);
  await post(oven.token, { chamber: 231 });
  const page = await desk(browser);
  await open(page);
  const attention = block(page, 'Need attention');
  const lines = attention.getByRole('list').last().getByRole('listitem');
  await expect(lines).toHaveText([/Fridge 1.*Offline.*2\sh/, /Pump 1.*Late.*3\smin/, /Never sent.*never/]);
  await expect(attention.getByRole('link', { name: '1 online' })).toHaveAttribute('href', '/en/dlog/dataloggers?state=online');
  await post(fridge.token, { value: 2 });
  await expect(lines.filter({ hasText: 'Fridge 1' })).toHaveCount(0);
  await expect(attention.getByRole('link', { name: '2 online' })).toBeVisible();
  await lines.filter({ hasText: 'Pump 1' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pump 1');
});

test('what was opened last is one tap away, and forgotten when the person signs out', async ({ browser }) => {
  const page = await desk(browser);
  await open(page);
  await expect(goOn(page)).toContainText('will be one tap away from here');
  await open(page, `/dlog/dataloggers/${oven.id}`);
  await open(page, '/dlog/dataloggers/01890000-0000-7000-8000-000000000000');
  await open(page);
  await expect(goOn(page).getByRole('link')).toHaveText(['Oven 3']);
  await goOn(page).getByRole('link', { name: 'Oven 3' }).click();
  await expect(page).toHaveURL(at(`/dlog/dataloggers/${oven.id}`));
  await awake(page);
  await page.getByRole('button', { name: 'Owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(at(''));
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await open(page);
  await expect(goOn(page)).toContainText('will be one tap away from here');
});

test('a measurement shows up when it begins and goes among the last ones when it ends, here and at its machine', async ({ browser }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const { id: machine } = await plant.call<{ id: string }>('POST', `${root}/machines`, {
    name: 'Press 9',
    workspace_id: plant.workspaceId,
  });
  const page = await desk(browser);
  const measured = block(page, 'Measurements');
  await open(page);
  await expect(measured).toContainText('There are no measurements here.');
  const tab = await page.context().newPage();
  await open(tab, `/org/machines/${machine}#measurements`);
  await expect(tab.getByRole('tabpanel')).toContainText('No measurements on this machine');

  const screen = await plant.call<Screen>('POST', `${root}/screens`, {
    workspace_id: plant.workspaceId,
    name: 'Pressing',
    template: { key: 'operator_snapshot', locale: 'en' },
  });
  await plant.call('POST', `${root}/screens/${screen.id}/publish`, { rev: screen.rev });
  const { id } = await plant.call<{ id: string }>('POST', `${root}/measurements`, {
    screen_id: screen.id,
    screen_version: 1,
    name: 'Morning at the press',
    machine_id: machine,
  });
  const tap = async (kind: 'switch' | 'stop', n: number) => {
    const at = Date.now();
    const activity = screen.draft.buttons.find((button) => button.kind === 'activity')?.activity_id;
    const what = kind === 'stop' ? {} : { lane: screen.draft.lanes[0]?.id, activity };
    const one = { id: uuidv7(at), kind, at, made_at: at, wall: at, mono: n * 1_000, device: 'e2e', session: 'e2e-1', n, ...what };
    await plant.call('POST', `${root}/measurements/${id}/taps`, { taps: [one] });
  };
  await tap('switch', 1);
  for (const place of [measured, tab.getByRole('tabpanel')]) {
    const running = place.getByRole('list', { name: 'Running now' }).getByRole('listitem');
    await expect(running).toHaveText(/Morning at the press.*Running/);
    await expect(running.getByRole('link')).toHaveAttribute('href', `/en/tm/measurements/${id}`);
  }
  await tap('stop', 2);
  for (const place of [measured, tab.getByRole('tabpanel')]) {
    await expect(place).toContainText('No measurement is running now.');
    await expect(place.getByRole('list', { name: 'Finished last' }).getByRole('listitem')).toHaveText(/Morning at the press.*Finished/);
  }
});

test('nothing of one organisation is seen in the other', async ({ browser }) => {
  const { id: user } = await plant.call<{ id: string }>('GET', '/v1/auth/profile');
  const { organization, workspace } = research;
  const stamps = [now(), now()];
  sql(
    'insert into organizations (id, name, slug, locale, time_zone, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
    ...[organization, 'Research', 'research', 'en', 'Europe/Prague', ...stamps],
  );
  sql(
    'insert into workspaces (organization_id, id, name, time_zone, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
    ...[organization, workspace, 'Chamber', 'Europe/Prague', ...stamps],
  );
  sql(
    'insert into memberships (organization_id, id, user_id, workspace_id, role, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
    ...[organization, uuidv7(), user, null, 'owner', ...stamps],
  );
  const root = `/v1/orgs/${organization}`;
  const { id } = await plant.call<{ id: string }>('POST', `${root}/dataloggers`, { name: 'Incubator', workspace_id: workspace });
  await plant.call('PUT', `${root}/favorites`, { entity: 'dataloggers', entity_id: id, marked: true });

  const page = await desk(browser);
  await open(page, `/dlog/dataloggers/${oven.id}`);
  await open(page);
  await expect(block(page, 'Favourites')).toContainText('Oven 3');
  await page.getByRole('button', { name: /Hall/ }).click();
  await page
    .getByRole('menuitem', { name: 'Chamber' })
    .or(page.getByRole('menuitemradio', { name: 'Chamber' }))
    .click();
  await expect(block(page, 'Need attention')).toContainText('Incubator');
  await expect(block(page, 'Favourites')).toContainText('Incubator');
  await expect(goOn(page)).toContainText('will be one tap away from here');
  await post(oven.token, { chamber: 240 });
  for (const name of ['Oven 3', 'chamber', 'Pump 1', 'Never sent']) await expect(page.locator('#content')).not.toContainText(name);
  await page.getByRole('button', { name: /Chamber/ }).click();
  await page
    .getByRole('menuitem', { name: 'Hall' })
    .or(page.getByRole('menuitemradio', { name: 'Hall' }))
    .click();
  await expect(block(page, 'Favourites')).toContainText('Oven 3');
  await expect(goOn(page)).toContainText('Oven 3');
  await expect(page.locator('#content')).not.toContainText('Incubator');
});

test('nothing jumps and everything reads out well, on a phone and a desktop, in both modes', async ({ browser }) => {
  // A logger that falls silent while somebody looks brings a line of its own, which is news: these don't.
  await post(oven.token, { chamber: 240 });
  sql("update dataloggers set expected_interval_s = 3600 where name in ('Oven 3', 'Fridge 1', 'Pump 1')");
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await desk(browser, { viewport, colorScheme, hasTouch: viewport.width < 400 });
      await page.addInitScript(() => {
        const moved: number[] = [];
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await open(page);
      await expect(block(page, 'Favourites')).toContainText('Oven 3');
      await expect(page.locator('.spark path').first()).toBeAttached();
      expect(await violations(page), `${viewport.width} ${colorScheme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved.reduce((sum, value) => sum + value, 0));
      expect(moved).toBeLessThan(0.02);
    }
});

test('the dashboard stays within 200 kB of JavaScript', async ({ browser }) => {
  const page = await desk(browser);
  const weight = weighing(page);
  await open(page);
  const { script } = await weight();
  test.info().annotations.push({ type: 'JavaScript kB', description: (script / KB).toFixed(1) });
  expect(script).toBeLessThanOrEqual(200 * KB);
});

/** What a page asks of the API from now on. */
function asking(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) asked.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/g, '{id}')}`);
  });
  return asked;
}

test('the dashboard asks at most eight times after it has come, however much is marked', async ({ browser }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const many = await plant.datalogger('Weather station');
  await post(many.token, Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`channel_${n}`, n])));
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${many.id}`);
  expect(items).toHaveLength(12);
  for (const { id } of items) await plant.call('PUT', `${root}/favorites`, { entity: 'channels', entity_id: id, marked: true });
  const page = await desk(browser);
  const asked = asking(page);
  const weight = weighing(page);
  await open(page);
  await expect(block(page, 'Favourites')).toContainText('Weather station');
  await expect(block(page, 'Favourites').locator('.spark circle').first()).toBeVisible();
  await weight();
  expect(asked.filter((one) => one.endsWith('/series')).length, asked.join(', ')).toBe(1);
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(8);
});

test('the page of a logger asks for the series of its channels in one, and for their alarms in one', async ({ browser }) => {
  const logger = await plant.datalogger('Compressor');
  await post(logger.token, Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`channel_${n}`, n])));
  const page = await desk(browser);
  const asked = asking(page);
  const weight = weighing(page);
  const count = (end: string) => asked.filter((one) => one.endsWith(end)).length;
  await open(page, `/dlog/dataloggers/${logger.id}`);
  await expect.poll(() => [count('/series') > 0, count('/alarms') > 0]).toEqual([true, true]);
  await weight();
  expect([count('/series'), count('/alarms')], asked.join(', ')).toEqual([1, 1]);
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(12);
});

test('the page of a machine asks for its alarms once, whatever shows them', async ({ browser }) => {
  const { id } = await plant.call<{ id: string }>('POST', `/v1/orgs/${plant.organizationId}/machines`, {
    name: 'Press 4',
    workspace_id: plant.workspaceId,
  });
  const page = await desk(browser);
  const asked = asking(page);
  const weight = weighing(page);
  await open(page, `/org/machines/${id}`);
  await expect.poll(() => asked.some((one) => one.includes('/alarms'))).toBe(true);
  await weight();
  expect(asked.filter((one) => one.includes('/alarms')).length, asked.join(', ')).toBe(1);
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(11);
});

test('the moment of an alarm stays within its line on a phone', async ({ browser }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const hot = await plant.datalogger('Oven 8');
  await post(hot.token, { chamber: 240 });
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${hot.id}`);
  await plant.call('POST', `${root}/alarm-rules`, {
    ...{ channel_id: items[0]!.id, name: 'Too hot', severity: 'warning', recipients: [] },
    ...{ kind: 'above', low: null, high: 300, states: [], hysteresis: 1, on_delay_s: 0, off_delay_s: 0 },
  });
  await post(hot.token, { chamber: 400 });
  const page = await desk(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await open(page);
  const line = block(page, 'Alarms').getByRole('link', { name: /Too hot/ });
  await expect(line).toContainText(/\d{2}:\d{2}/);
  const beyond = await line.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(beyond).toBeLessThanOrEqual(0);
});

test('whoever sees all organisations is asked to choose one, and shown nothing of any before', async ({ browser }) => {
  const { id: user } = await plant.call<{ id: string }>('GET', '/v1/auth/profile');
  sql('update users set access_all_orgs = 1 where id = ?', user);
  sql('delete from memberships where user_id = ?', user);
  const page = await desk(browser);
  await open(page);
  await expect(page.getByRole('heading', { name: 'Choose an organisation' })).toBeVisible();
  for (const name of ['Oven 3', 'Incubator']) await expect(page.locator('body')).not.toContainText(name);
});
