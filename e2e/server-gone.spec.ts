import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { freePort, type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { violations } from './axe.ts';
import { type FailingProxy, startProxy } from './proxy.ts';
import { expect, signIn, test } from './test.ts';

/** What pages say while something is wrong with the line to the server, and how they come back by themselves. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess | undefined;
let folder: string;
let port: number;
let proxy: FailingProxy;
let plant: FirstOrganization;
let oven: { id: string; token: string };

const start = async () => {
  server = await startServerProcess({ PORT: String(port), DATA_DIR: folder, SITE_URL: proxy.url });
};
const stop = async () => {
  await server?.stop();
  server = undefined;
};
async function speak(chamber = 231.5): Promise<void> {
  const answer = await fetch(`${server!.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${oven.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ chamber }),
  });
  expect(answer.status).toBe(200);
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-gone-'));
  port = await freePort();
  proxy = await startProxy(() => `http://127.0.0.1:${port}`);
  await start();
  plant = await firstOrganization(server!);
  oven = await plant.datalogger('Oven 3', { expected_interval_s: 3_600 });
  const machine = await plant.call<{ id: string }>('POST', `/v1/orgs/${plant.organizationId}/machines`, {
    name: 'Press 9',
    workspace_id: plant.workspaceId,
  });
  await plant.call('PATCH', `/v1/orgs/${plant.organizationId}/dataloggers/${oven.id}`, { rev: 1, machine_id: machine.id });
  await speak();
  await plant.call('PUT', `/v1/orgs/${plant.organizationId}/favorites`, { entity: 'dataloggers', entity_id: oven.id, marked: true });
  machineId = machine.id;
});
let machineId: string;
const machinePath = () => `/v1/orgs/${plant.organizationId}/machines/${machineId}`;

/** What a colour of the tokens is on a page. */
const colour = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
test.afterAll(async () => {
  await proxy.close();
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Where what somebody reads begins: bar, name, tabs, columns, first rows. */
const placesOf = (page: Page) =>
  page
    .locator('header.top, main h1, main h2, main [role=tab], main thead, main tbody tr')
    .evaluateAll((parts) => parts.slice(0, 12).map((part) => Math.round(part.getBoundingClientRect().top)));

test('no lamp stays green without the server: states say as of when they are, and everything comes back by itself', async ({ page }) => {
  const { url } = proxy;
  await signIn(page, { url, email: plant.email, password: plant.password });
  const context = page.context();
  const pages = await Promise.all(
    ['/dlog/dataloggers', `/dlog/dataloggers/${oven.id}`, '/user/dashboard', `/org/machines/${machineId}#loggers`].map(async (path) => {
      const one = await context.newPage();
      await one.goto(`${url}/en${path}`);
      await expect(one.locator('.live')).toHaveText('Live');
      return one;
    }),
  );
  const [list, detail, dashboard, machine] = pages as [typeof page, typeof page, typeof page, typeof page];
  const states = [
    list.getByRole('row').filter({ hasText: 'Oven 3' }).locator('td').filter({ hasText: 'Online' }),
    detail.locator('.page-head').first(),
    dashboard.getByRole('region', { name: 'Need attention' }),
    machine.getByRole('tabpanel'),
  ];
  for (const state of states) {
    await expect(state).toContainText(/Online|online|as it should/);
    await expect(state).not.toContainText('as of');
  }
  const slovak = await context.newPage();
  await slovak.setViewportSize({ width: 320, height: 640 });
  await slovak.goto(`${url}/sk/dlog/dataloggers`);
  await expect(slovak.locator('.live')).toHaveText('Naživo');
  const looked = [...pages, slovak];
  const before = await Promise.all(looked.map(placesOf));
  await stop();
  for (const [at, state] of states.entries()) {
    await expect(pages[at]!.locator('.live')).toHaveText('No connection');
    await expect(pages[at]!.locator('.connection')).toContainText(/^The server hasn’t answered since\s\d+:\d\d\./);
    // Times on a page are the workspace's, in the bar too: the last answer came at the end of what is shown, or soon after.
    const told = async (where: Locator) =>
      /(?:as of|since)\s(\d+):(\d\d)/
        .exec((await where.textContent())!)!
        .slice(1)
        .map(Number);
    const [[hour = 0, minute = 0], [atHour = 0, atMinute = 0]] = [await told(pages[at]!.locator('.connection')), await told(state)];
    expect((hour * 60 + minute - atHour * 60 - atMinute + 1_440) % 1_440).toBeLessThanOrEqual(1);
    await expect(state).toContainText(/as of \d/);
    const lamps = await state
      .locator('.lamp :is(circle, path)')
      .evaluateAll((shapes) => shapes.map((shape) => getComputedStyle(shape).fill));
    expect(lamps).not.toContain(await colour(pages[at]!, '--ok'));
    // The values are as old, and look so.
    await expect(pages[at]!.getByText('231.5', { exact: true }).first()).toHaveCSS('color', await colour(pages[at]!, '--text-3'));
  }
  await expect(slovak.locator('.connection')).toBeVisible();
  // Nothing moves that somebody reads, and the notice lies on nothing that can't be scrolled above it.
  expect(await Promise.all(looked.map(placesOf))).toEqual(before);
  for (const one of looked) {
    const [main, notice] = await Promise.all([one.locator('main').boundingBox(), one.locator('.connection').boundingBox()]);
    await one.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const end = await one.locator('main').evaluate((element) => element.getBoundingClientRect().bottom);
    expect(end, JSON.stringify({ main, notice })).toBeLessThanOrEqual(notice!.y);
    await one.evaluate(() => window.scrollTo(0, 0));
  }
  // On the narrowest phone the notice holds all of its words.
  const beyond = () =>
    slovak.locator('.connection').evaluate((notice) => {
      const { top, bottom } = notice.getBoundingClientRect();
      return [...notice.children].flatMap((one) => [...one.getClientRects()]).filter((box) => box.top < top || box.bottom > bottom).length;
    });
  await expect.poll(beyond).toBe(0);
  expect(await violations(slovak)).toEqual([]);
  await slovak.close();
  const asked = list.waitForRequest(/\/healthz/);
  await list.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await start();
  for (const [at, state] of states.entries()) {
    await expect(pages[at]!.locator('.live')).toHaveText('Live', { timeout: 40_000 });
    await expect(pages[at]!.locator('.connection')).toHaveCount(0);
    await expect(state).not.toContainText('as of');
    await expect(pages[at]!.getByText('231.5', { exact: true }).first()).not.toHaveCSS('color', await colour(pages[at]!, '--text-3'));
  }
});

test('what is open while the server is gone goes on when it is back: a search, a chart, a tab, and what is written in dialogs', async ({
  page,
}) => {
  // Five pages, a server that stops and one that starts.
  test.setTimeout(180_000);
  const { url } = proxy;
  await signIn(page, { url, email: plant.email, password: plant.password });
  const context = page.context();
  const open = async (path: string) => {
    const one = await context.newPage();
    await one.goto(`${url}/en${path}`);
    await expect(one.locator('.live')).toHaveText('Live');
    return one;
  };
  const selected = `${new Date(Date.now() - 600_000).toISOString()}/${new Date(Date.now() + 60_000).toISOString()}`;
  const pages = await Promise.all(
    [
      '/org/machines',
      `/dlog/charts?logger=${oven.id}&sel=${encodeURIComponent(selected)}`,
      `/dlog/dataloggers/${oven.id}`,
      '/dlog/dataloggers',
      `/org/machines/${machineId}#properties`,
    ].map(open),
  );
  const [found, chart, detail, adding, changing] = pages as [Page, Page, Page, Page, Page];
  const dialog = adding.getByRole('dialog');
  await adding.getByRole('button', { name: 'New logger' }).first().click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Oven 9');
  const maker = changing.getByRole('textbox', { name: 'Manufacturer' });
  await maker.fill('Press works');
  const figures = chart.locator('.chart-selection');
  await expect(figures.getByText('231.5').first()).toBeVisible();

  await stop();
  for (const one of pages) await expect(one.locator('.connection')).toBeVisible();
  await found.getByRole('searchbox').first().fill('nothing of the kind');
  await chart.getByRole('button', { name: 'Zoom out' }).click();
  await expect(chart.locator('.chart-side').getByText(/^Channel .*chamber could not be loaded\.$/)).toBeVisible();
  // Nobody is told that there are no data where none could be read.
  await expect(chart.getByRole('group', { name: /could not be loaded/ })).toBeVisible();
  await expect(chart.getByRole('group', { name: /no data/ })).toHaveCount(0);
  await detail.getByRole('tab', { name: 'Received data' }).click();
  await expect(detail.getByRole('tabpanel').getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create logger' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The server isn’t responding');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(changing.getByText('The server isn’t responding', { exact: false }).first()).toBeVisible();
  for (const one of pages) await expect(one.locator('.live')).toHaveText('No connection');

  await start();
  for (const one of pages) {
    await expect(one.locator('.connection')).toHaveCount(0, { timeout: 40_000 });
    await expect(one.locator('.live')).toHaveText('Live');
  }
  await expect(found.getByRole('link', { name: 'Press 9' })).toHaveCount(0);
  await expect(chart.getByText('could not be loaded', { exact: false })).toHaveCount(0);
  await expect(detail.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible();
  await expect(detail.locator('.toast')).toHaveCount(0);
  await expect(figures.getByText('231.5').first()).toBeVisible();
  // What is measured from now on comes by itself.
  await speak(412.25);
  await expect(adding.getByText('412.25', { exact: true }).first()).toBeVisible();
  await expect(chart.locator('.chart-side').getByText('412.25', { exact: true }).first()).toBeVisible();
  // Nothing that was written is lost, and it is sent by the same press.
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Oven 9');
  await dialog.getByRole('button', { name: 'Create logger' }).click();
  await expect(dialog.getByRole('heading', { name: /Oven 9/ })).toBeVisible();
  await expect(maker).toHaveValue('Press works');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await plant.call<{ manufacturer: string | null }>('GET', machinePath())).manufacturer).toBe('Press works');
});

test('a lost stream alone is told as that: live values are interrupted, the server isn’t accused, and pages open', async ({ page }) => {
  const { url } = proxy;
  await signIn(page, { url, email: plant.email, password: plant.password });
  await page.goto(`${url}/en/dlog/dataloggers`);
  await expect(page.locator('.live')).toHaveText('Live');
  proxy.stream('cut');
  const notice = page.locator('.connection');
  await expect(page.locator('.live')).toHaveText('Interrupted');
  await expect(notice).toContainText(
    /^Live values have been interrupted since\s\d+:\d\d\. The page asks for changes by itself meanwhile\./,
  );
  await expect(page.getByRole('row').filter({ hasText: 'Oven 3' })).toContainText(/as of \d/);
  // What comes meanwhile is asked for, and shown without a press.
  await plant.datalogger('Oven 4');
  await expect(page.getByRole('row').filter({ hasText: 'Oven 4' })).toBeVisible({ timeout: 40_000 });
  await expect(notice).toContainText('Live values have been interrupted');
  await page.getByRole('link', { name: 'Machines' }).first().click();
  await expect(page.getByRole('link', { name: 'Press 9' })).toBeVisible();
  // A page that comes now has no values from before, and says since when it hears nothing.
  await expect(notice).toContainText('Live values have been interrupted');
  proxy.stream('pass');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.live')).toHaveText('Live');
  await expect(notice).toHaveCount(0);
});

test('requests that a proxy answers 503 are told under a living stream, with their number, and a press really asks', async ({ page }) => {
  const { url } = proxy;
  await signIn(page, { url, email: plant.email, password: plant.password });
  await page.goto(`${url}/en/dlog/dataloggers`);
  await expect(page.locator('.live')).toHaveText('Live');
  proxy.requests = 'refuse';
  const notice = page.locator('.connection');
  await page.getByRole('searchbox').first().fill('oven');
  // Nothing has come over the stream yet since the refusal; then it says something.
  await expect(notice).toContainText(/^The server hasn’t answered since\s\d+:\d\d\.1 attempt/);
  await speak();
  const asked = page.waitForRequest('**/healthz');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await expect(notice).toContainText(/^The server hasn’t answered requests since\s\d+:\d\d\. Live values keep coming\.\d+ attempts/);
  await expect(page.locator('.live')).toHaveText('Live');
  proxy.requests = 'pass';
  await expect(notice).toHaveCount(0, { timeout: 40_000 });
  await expect(page.getByRole('row').filter({ hasText: 'Oven 3' })).toBeVisible();
});

test('in place of what a proxy says of a server that it doesn’t reach stands the product’s page, on public pages too', async ({ page }) => {
  const { url } = proxy;
  await signIn(page, { url, email: plant.email, password: plant.password });
  await page.goto(`${url}/en/dlog/dataloggers`);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/offline.json')) !== undefined)).toBe(true);
  proxy.requests = 'refuse';
  await page.goto(`${url}/en/org/machines?status=running`);
  await expect(page.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
  await expect(page.locator('main')).toContainText('Machines/en/org/machines?status=running');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('status')).toContainText(/^The server was asked at .*\d and gave no answer\.$/);
  await page.goto(`${url}/sk/pricing`);
  await expect(page.getByRole('heading', { name: 'Server neodpovedá' })).toBeVisible();
  proxy.requests = 'pass';
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Server neodpovedá', { timeout: 40_000 });
  await expect(page).toHaveURL(`${url}/sk/pricing`);
});

test('a page that cannot be had says so in its language with nobody’s data, and opens when the server is back', async ({ page }) => {
  const { url } = proxy;
  await signIn(page, { url, email: plant.email, password: plant.password });
  await page.goto(`${url}/en/dlog/dataloggers`);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/offline.json')) !== undefined)).toBe(true);
  // Chosen against the system, which is light here.
  await page.evaluate(() => localStorage.setItem('color-mode', 'dark'));
  await stop();
  await page.getByRole('link', { name: 'Machines' }).first().click();
  await expect(page.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(17, 22, 21)');
  await expect(page).toHaveURL(`${url}/en/org/machines`);
  await expect(page.locator('body')).not.toContainText('Oven 3');
  for (const [prefix, title, lang] of [
    ['', 'Server neodpovídá', 'cs'],
    ['/sk', 'Server neodpovedá', 'sk'],
  ] as const) {
    await page.goto(`${url}${prefix}/org/machines`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
  }
  await start();
  await expect(page.getByRole('link', { name: 'Press 9' })).toBeVisible({ timeout: 40_000 });
  await expect(page).toHaveURL(`${url}/sk/org/machines`);
});
