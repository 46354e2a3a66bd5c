import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import type { Machine } from '../src/lib/contract/machines.ts';
import type { Measurement } from '../src/lib/contract/measurements.ts';
import type { Screen } from '../src/lib/contract/screens.ts';
import { violations } from './axe.ts';
import { addMember } from './members.ts';
import { awake, expect, signIn, test } from './test.ts';

/** The way from each thing to those that it belongs together with, and back. */

test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };
let machine: Machine;
let message: string;
const OBSERVER = { email: 'observer@plant.example', password: 'looks with a stopwatch' };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-links-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  await addMember(dataDir, plant, { ...OBSERVER, name: 'Observer', role: 'observer' });
  const root = `/v1/orgs/${plant.organizationId}`;
  const workspace_id = plant.workspaceId;
  machine = await plant.call('POST', `${root}/machines`, { name: 'Press 250 t', workspace_id });
  const logger = await plant.datalogger('Sensor of the press', { machine_id: machine.id });
  const sent = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ air: 4 }),
  });
  ({ id: message } = (await sent.json()) as { id: string });
  const screen = await plant.call<Screen>('POST', `${root}/screens`, {
    name: 'Press snapshot',
    workspace_id,
    machine_id: machine.id,
    template: { key: 'operator_snapshot', locale: 'en' },
  });
  await plant.call('POST', `${root}/screens/${screen.id}/publish`, { rev: screen.rev });
  const measurement = await plant.call<Measurement>('POST', `${root}/measurements`, {
    screen_id: screen.id,
    screen_version: 1,
    name: 'Morning at the press',
    machine_id: machine.id,
  });
  const button = screen.draft.buttons.find(({ kind }) => kind === 'activity');
  const at = Date.now();
  const when = { at, made_at: at, wall: at, mono: 1_000, n: 1 };
  const tap = { id: uuidv7(at), kind: 'switch', ...when, device: 'tablet', session: 'tablet-1', activity: button?.activity_id };
  await plant.call('POST', `${root}/measurements/${measurement.id}/taps`, { taps: [{ ...tap, lane: screen.draft.lanes[0]?.id }] });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const links = (page: Page) => page.getByRole('navigation', { name: 'Related' });
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1 })).toContainText(name);
async function follow(page: Page, name: string): Promise<void> {
  await links(page).getByRole('link', { name }).click();
}

test('the head of a page comes with what belongs together, and with no line for it where there is nothing', async ({ quiet: page }) => {
  await signIn(page, plant);
  const { id: alone } = await plant.datalogger('Sensor on its own');
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `/v1/orgs/${plant.organizationId}/dataloggers?q=press`);
  const linked = `${plant.url}/en/dlog/dataloggers/${items[0]!.id}`;
  expect(await (await page.request.get(linked)).text()).toContain(machine.id);
  await page.goto(linked);
  await expect(links(page)).toBeVisible();
  const height = () => page.locator('.page-head').evaluate((head) => head.getBoundingClientRect().height);
  const high = await height();
  await page.goto(`${plant.url}/en/dlog/dataloggers/${alone}`);
  await expect(links(page)).toHaveCount(0);
  expect(await height()).toBeLessThan(high - 20);
});

test('from a machine to its logger, its measurement and its screen, from each of them back, and to who measured', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/org/machines/${machine.id}`);
  await awake(page);
  await follow(page, 'Sensor of the press');
  await heading(page, 'Sensor of the press');
  await follow(page, 'Press 250 t');
  await heading(page, 'Press 250 t');
  await follow(page, 'Press snapshot');
  await heading(page, 'Press snapshot');
  await follow(page, 'Press 250 t');
  await heading(page, 'Press 250 t');
  await follow(page, 'Morning at the press');
  await heading(page, 'Morning at the press');
  await follow(page, 'Sensor of the press');
  await heading(page, 'Sensor of the press');
  await follow(page, 'Morning at the press');
  await heading(page, 'Morning at the press');
  await follow(page, 'Press snapshot');
  await heading(page, 'Press snapshot');
  await follow(page, 'Morning at the press');
  await heading(page, 'Morning at the press');
  expect(await violations(page)).toEqual([]);
  await follow(page, 'Owner');
  await expect(page).toHaveURL(/\/en\/org\?person=.*#people$/);
  await page.getByRole('button', { name: 'Actions for Owner' }).click();
  await page.getByRole('menuitem', { name: 'Show measurements' }).click();
  await expect(page).toHaveURL(/\/en\/tm\/measurements\?person=/);
  await expect(page.getByRole('row').filter({ hasText: 'Morning at the press' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Measured by/ })).toContainText('Owner');
});

test('every detail says in which workspace and list it is, and leads there', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/org/machines/${machine.id}`);
  await awake(page);
  const details = [
    ['Sensor of the press', 'Data loggers'],
    ['Press snapshot', 'Screens'],
    ['Morning at the press', 'Measurements'],
  ] as const;
  await expect(crumbs(page).getByRole('link')).toHaveText(['Hall', 'Machines']);
  for (const [name, list] of details) {
    await page.goto(`${plant.url}/en/org/machines/${machine.id}`);
    await awake(page);
    await follow(page, name);
    await heading(page, name);
    expect((await crumbs(page).getByRole('link').allTextContents()).slice(0, 2)).toEqual(['Hall', list]);
  }
  await page.goto(`${plant.url}/en/dlog/received-data/${message}`);
  await expect(crumbs(page).getByRole('link')).toHaveText(['Hall', 'Received data']);
  await crumbs(page).getByRole('link', { name: 'Hall' }).click();
  await expect(page).toHaveURL(/\/en\/org\/workspace\/workspace/);
  await heading(page, 'Hall');
});

test('nothing is linked that one may not open: who reads no loggers sees none', async ({ quiet: page }) => {
  await signIn(page, { ...plant, ...OBSERVER });
  await page.goto(`${plant.url}/en/org/machines/${machine.id}`);
  await awake(page);
  await expect(links(page).getByRole('link', { name: 'Press snapshot' })).toBeVisible();
  await expect(links(page)).not.toContainText('Sensor of the press');
});
