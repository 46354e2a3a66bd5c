import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { freePort, type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { expect, signIn, test } from './test.ts';

/** What pages say while the server is stopped, and how they come back by themselves. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess | undefined;
let folder: string;
let port: number;
let plant: FirstOrganization;
let oven: { id: string; token: string };

const start = async () => {
  server = await startServerProcess({ PORT: String(port), DATA_DIR: folder });
};
const stop = async () => {
  await server?.stop();
  server = undefined;
};
async function speak(): Promise<void> {
  const answer = await fetch(`${server!.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${oven.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ chamber: 231.5 }),
  });
  expect(answer.status).toBe(200);
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-gone-'));
  port = await freePort();
  await start();
  plant = await firstOrganization(server!);
  oven = await plant.datalogger('Oven 3', { expected_interval_s: 3_600 });
  const machine = await plant.call<{ id: string }>('POST', `/v1/orgs/${plant.organizationId}/machines`, {
    name: 'Press 9',
    workspace_id: plant.workspaceId,
  });
  await plant.call('PATCH', `/v1/orgs/${plant.organizationId}/dataloggers/${oven.id}`, { rev: 1, machine_id: machine.id });
  await speak();
  machineId = machine.id;
});
let machineId: string;
test.afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

test('no lamp stays green without the server: states say as of when they are, and everything comes back by itself', async ({ page }) => {
  const url = server!.url;
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
  await stop();
  for (const [at, state] of states.entries()) {
    await expect(pages[at]!.locator('.live')).toHaveText('No connection');
    await expect(pages[at]!.locator('.connection')).toContainText(/^The server is not responding\. Data as of \d/);
    // One moment has one time on a page: the workspace's, in the bar too.
    const told = async (where: Locator) => /as of (\d+:\d\d)/.exec((await where.textContent())!)![1];
    expect(await told(pages[at]!.locator('.connection'))).toBe(await told(state));
    await expect(state).toContainText(/as of \d/);
    const lamps = await state
      .locator('.lamp :is(circle, path)')
      .evaluateAll((shapes) => shapes.map((shape) => getComputedStyle(shape).fill));
    const ok = await pages[at]!.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--ok)';
      const colour = getComputedStyle(probe).color;
      probe.remove();
      return colour;
    });
    expect(lamps).not.toContain(ok);
  }
  // On the narrowest phone the notice holds all of its words.
  const beyond = () =>
    slovak.locator('.connection').evaluate((notice) => {
      const { top, bottom } = notice.getBoundingClientRect();
      return [...notice.children].filter((one) => one.getBoundingClientRect().top < top || one.getBoundingClientRect().bottom > bottom)
        .length;
    });
  await expect.poll(beyond).toBe(0);
  await slovak.close();
  await start();
  await list.getByRole('button', { name: 'Try again' }).click();
  for (const [at, state] of states.entries()) {
    await expect(pages[at]!.locator('.live')).toHaveText('Live', { timeout: 40_000 });
    await expect(pages[at]!.locator('.connection')).toHaveCount(0);
    await expect(state).not.toContainText('as of');
  }
});

test('a page that cannot be had says so in its language with nobody’s data, and opens when the server is back', async ({ page }) => {
  const url = server!.url;
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
