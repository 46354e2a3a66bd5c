import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { LOCALES } from '../src/lib/constants.ts';
import type { Screen } from '../src/lib/contract/screens.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { WHOLE } from './matrix.ts';
import { oneAlarm } from './one-alarm.ts';
import { address, expect, signIn, test } from './test.ts';

/**
 * The head of a page is all that stands between the bar at the top and what the page is for: its tabs, filters, rows, fields. On a phone it
 * takes 120 px at most, whatever a thing is called, wherever it stands and whatever it belongs together with.
 */
const MOST = 120;
/** Px between its buttons and the line that it ends with, at least: without a line its tabs follow. */
const AIR = 5;
const WIDTHS = [320, 390];
const LONG = 'Hydraulický ohraňovací lis s automatickým zakladačem plechu a odebíráním hotových dílů';

test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true });

let server: ServerProcess;
let dataDir: string;
let plant: Parameters<typeof address>[0] & FirstOrganization;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-heads-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  const made = await firstOrganization(server);
  const { workspaceId: workspace_id } = made;
  const root = `/v1/orgs/${made.organizationId}`;
  const place = { site: 'Brno-Slatina', hall: 'Hala 3, lisovna', line: 'Linka ohýbání 2' };
  const machine = await made.call<{ id: string }>('POST', `${root}/machines`, {
    name: LONG,
    code: 'LIS-250-0042',
    kind: 'ohraňovací lis',
    workspace_id,
    ideal_cycle_s: 12,
    ...place,
  });
  const logger = await made.datalogger(`Snímač: ${LONG}`, { code: 'LOG-0001', place: 'U rozvaděče', machine_id: machine.id });
  const values = { teplota_oleje: 48.2, tlak_hydrauliky: 180.5, kryt: true, rezim: 'automatický', otacky: 1450, proud: 22.4 };
  const sent = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([{ ts: Date.now() - 60_000, values }]),
  });
  const { id: receivedId } = (await sent.json()) as { id: string };
  const template = { key: 'operator_snapshot', locale: 'cs' };
  const screen = await made.call<Screen>('POST', `${root}/screens`, {
    workspace_id,
    name: `Panel: ${LONG}`,
    machine_id: machine.id,
    template,
  });
  await made.call('POST', `${root}/screens/${screen.id}/publish`, { rev: screen.rev });
  const measurement = await made.call<{ id: string }>('POST', `${root}/measurements`, {
    screen_id: screen.id,
    screen_version: 1,
    machine_id: machine.id,
    name: `Ranní směna: ${LONG}`,
  });
  const { items: channels } = await made.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
  const recording = await made.call<{ id: string }>('POST', `${root}/recordings`, {
    name: `Záznam: ${LONG}`,
    purpose: 'transport',
    channels: [{ channel_id: channels[0]!.id, limits: null }],
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() - 60_000).toISOString(),
  });
  const shares = { personal: 0.05, fatigue: 0.04, contingency: 0.02, interference: 0 };
  const set = await made.call<{ id: string }>('POST', `${root}/allowance-sets`, { name: `Sada: ${LONG}`, basis: 'job', shares });
  const operation = await made.call<{ id: string }>('POST', `${root}/operations`, {
    workspace_id: made.workspaceId,
    code: 'OP-0214',
    name: `Operace: ${LONG}`,
    allowance_set_id: set.id,
  });
  const chart = await made.call<{ id: string }>('POST', `${root}/saved-views`, {
    list: 'charts',
    name: `Pohled: ${LONG}`,
    query: `ch=${channels[0]!.id}&range=8h`,
  });
  const types = await made.call<{ items: { id: string }[] }>('GET', `${root}/sensor-types`);
  plant = {
    ...made,
    url: server.url,
    dataloggerId: logger.id,
    deviceToken: logger.token,
    receivedId,
    machineId: machine.id,
    sensorTypeId: types.items[0]!.id,
    loggerTypeId: await made.loggerType(),
    screenId: screen.id,
    measurementId: measurement.id,
    recordingId: recording.id,
    alarmId: await oneAlarm(made, dataDir, logger.id, Date.now()),
    operationId: operation.id,
    allowanceSetId: set.id,
    chartId: chart.id,
  };
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Measured {
  /** Px between the bar and what follows the head. */
  height: number;
  /** Lines that the name takes. */
  lines: number;
  /** Px between the lowest button and the line below the head; null without a line or without buttons. */
  air: number | null;
  name: string;
}

const headOf = (page: Page) =>
  page.evaluate((): Measured => {
    const head = document.querySelector('.page-head')!;
    const title = head.querySelector('h1')!;
    const bar = document.querySelector('header.top')!.getBoundingClientRect();
    const buttons = [...head.querySelectorAll('.btn')].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);
    const line = Number.parseFloat(getComputedStyle(head).borderBottomWidth);
    return {
      air:
        line > 0 && buttons.length > 0
          ? head.getBoundingClientRect().bottom - line - Math.max(...buttons.map(({ bottom }) => bottom))
          : null,
      height: head.getBoundingClientRect().bottom - bar.bottom,
      lines: Math.round(title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight)),
      name: title.textContent ?? '',
    };
  });

/** Slovak words are the longest. */
for (const locale of WHOLE ? LOCALES : (['sk'] as const))
  test(`heads of all pages leave a phone to what the page is for (${locale})`, async ({ quiet: page }) => {
    await signIn(page, plant);
    for (const { path } of ROUTES.filter(({ access }) => access === 'user')) {
      await page.goto(address(plant, path, locale), { waitUntil: 'load' });
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('.page-head .skel, .page-head [aria-busy=true]')).toHaveCount(0);
      if (/dataloggers\/|machines\/|screens\/|measurements\//.test(path)) {
        await expect(page.getByRole('navigation').filter({ hasText: LONG }).first()).toBeVisible();
        // All of a name is there for whoever doesn't see it.
        expect((await headOf(page)).name).toContain(LONG);
      }
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        const { height, lines, air } = await headOf(page);
        expect.soft(height, `${path} at ${width} px`).toBeLessThanOrEqual(MOST);
        expect.soft(air ?? AIR, `${path} at ${width} px`).toBeGreaterThanOrEqual(AIR);
        expect.soft(lines, `${path} at ${width} px`).toBeLessThanOrEqual(path.includes('{id}') ? 2 : 1);
      }
    }
  });

test('a name of several words is read whole in the head of a phone, and so is the purpose of a recording', async ({ quiet: page }) => {
  const name = 'Chladicí komora 3, expedice a příjem zboží';
  const root = `/v1/orgs/${plant.organizationId}`;
  const { workspaceId: workspace_id } = plant;
  const logger = await plant.datalogger(name);
  const machine = await plant.call<{ id: string }>('POST', `${root}/machines`, { name, workspace_id });
  const screen = await plant.call<{ id: string }>('POST', `${root}/screens`, {
    name,
    workspace_id,
    template: { key: 'operator_snapshot', locale: 'cs' },
  });
  await signIn(page, plant);
  for (const [path, id] of [
    ['/dlog/dataloggers', logger.id],
    ['/org/machines', machine.id],
    ['/tm/screens', screen.id],
  ]) {
    await page.goto(`${plant.url}${path}/${id}`, { waitUntil: 'load' });
    const title = page.locator('.page-head h1');
    await expect(title).toContainText(name);
    const cut = await title.evaluate(
      (head) =>
        [head, ...head.querySelectorAll('*')].filter((one) => {
          const { overflowX } = getComputedStyle(one);
          return overflowX !== 'visible' && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);
        }).length,
    );
    expect.soft(cut, path).toBe(0);
    expect.soft((await headOf(page)).height, path).toBeLessThanOrEqual(MOST);
  }
  await page.goto(`${plant.url}/dlog/recordings2/${plant.recordingId}`, { waitUntil: 'load' });
  const purpose = page.locator('.page-head .tag').locator('visible=true');
  await expect(purpose).toHaveCount(1);
  await expect(purpose).toBeInViewport({ ratio: 1 });
  const { right, edge } = await purpose.evaluate((tag) => ({
    right: tag.getBoundingClientRect().right,
    edge: document.documentElement.clientWidth - 24 - 16,
  }));
  expect(right).toBeLessThan(edge);
});

test('the facts of a logger type are read whole on a phone, beside none of its three buttons', async ({ quiet: page }) => {
  await signIn(page, plant);
  for (const locale of LOCALES) {
    await page.setViewportSize({ width: 390, height: 700 });
    await page.goto(address(plant, '/dlog/logger-types/{id}', locale), { waitUntil: 'load' });
    await expect(page.locator('.page-head .btn')).toHaveCount(3);
    const facts = page.locator('.page-head .facts > div');
    await expect(facts.first()).toBeVisible();
    const ends = await facts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    // The last 24 px of the line fade out.
    expect(Math.max(...ends), locale).toBeLessThanOrEqual(390 - 16 - 24);
    expect((await headOf(page)).height, locale).toBeLessThanOrEqual(MOST);
    const bar = (await page.locator('header.top').boundingBox())!;
    const name = (await page.locator('.page-head h1').boundingBox())!;
    for (const button of await page.locator('.page-head .btn').all()) {
      const box = (await button.boundingBox())!;
      expect([box.y > bar.y + bar.height, box.y + box.height <= name.y + 5], locale).toEqual([true, true]);
    }
  }
  const path = `/v1/orgs/${plant.organizationId}/logger-types/${plant.loggerTypeId}`;
  const { rev } = await plant.call<{ rev: number }>('GET', path);
  await plant.call('PATCH', path, { rev, name: `Typ: ${LONG}` });
  await page.goto(address(plant, '/dlog/logger-types/{id}', 'sk'), { waitUntil: 'load' });
  await expect(page.locator('.page-head h1')).toContainText(LONG);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    expect((await headOf(page)).height, `at ${width} px`).toBeLessThanOrEqual(MOST);
  }
});

test('a key as long as it may be and a name of many words leave every tab of a logger as wide as the window', async ({ quiet: page }) => {
  await plant.call('POST', `/v1/orgs/${plant.organizationId}/channels`, {
    datalogger_id: plant.dataloggerId,
    key: 'teplota_vzduchu_za_druhym_sloupem_vpravo_od_jerabove_drahy_u_vrat',
    kind: 'gauge',
  });
  await signIn(page, plant);
  for (const tab of ['', '#table', '#settings']) {
    await page.goto('about:blank');
    await page.goto(address(plant, '/dlog/dataloggers/{id}', 'cs') + tab, { waitUntil: 'load' });
    await expect(page.locator('main [aria-busy=true], main .skel')).toHaveCount(0);
    for (const width of [320, 1024]) {
      await page.setViewportSize({ width, height: 700 });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(wide, { message: `${tab} at ${width} px` }).toBe(width);
    }
  }
});

test('from 900 px the buttons of a head stand beside its name, however long what is said below it is', async ({ quiet: page }) => {
  await signIn(page, plant);
  for (const path of ['/tm/screens/{id}', '/org/machines/{id}'] as const)
    for (const width of [900, 1024]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(address(plant, path, 'cs'), { waitUntil: 'load' });
      await expect(page.getByRole('navigation').filter({ hasText: LONG }).first()).toBeVisible();
      const { name, button } = await page.evaluate(() => ({
        name: document.querySelector('.page-head h1')!.getBoundingClientRect(),
        button: [...document.querySelectorAll('.page-head .btn')].map((one) => one.getBoundingClientRect()).at(-1)!,
      }));
      expect.soft(button.top, `${path} at ${width} px`).toBeLessThan(name.bottom);
      expect.soft(button.left, `${path} at ${width} px`).toBeGreaterThanOrEqual(name.right);
      expect.soft(button.right, `${path} at ${width} px`).toBeGreaterThan(width - 40);
    }
});

test('heads of tables have room for what stands above and below their letters', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.setViewportSize({ width: 1440, height: 700 });
  for (const path of ['/tm/screens', '/dlog/dataloggers', '/org/machines'] as const) {
    await page.goto(address(plant, path, 'cs'), { waitUntil: 'load' });
    await expect(page.locator('tbody tr').first()).toBeVisible();
    const lines = await page.locator('thead th .one-line').evaluateAll((heads) =>
      heads.map((head) => {
        const { lineHeight, fontSize } = getComputedStyle(head);
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      }),
    );
    expect(lines.length, path).toBeGreaterThan(0);
    expect(Math.min(...lines), path).toBeGreaterThanOrEqual(1.3);
  }
});

test('a logger whose channels are without readings is no wider than a phone', async ({ page }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const logger = await plant.datalogger('Snímače', { code: 'LOG-0077' });
  for (const n of [1, 2, 3, 4, 5, 6])
    await plant.call('POST', `${root}/channels`, { datalogger_id: logger.id, key: `t${n}`, name: `Snímač ${n}`, kind: 'gauge' });
  await signIn(page, plant);
  await page.goto(`${plant.url}/sk/dlog/dataloggers/${logger.id}`);
  await expect(page.locator('.facts .value').first()).toContainText('–');
  // What is only read out stands in the line that scrolls, too.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
