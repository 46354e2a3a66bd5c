import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import { violations } from './axe.ts';
import { addMember } from './members.ts';
import { misplaced, smallerThan } from './panel-places.ts';
import { expect, signIn, test } from './test.ts';

/** What work is for: an order asked for by a panel, said while capturing, corrected at the measurement. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let folder: string;
let plant: FirstOrganization;
let screen: { id: string };

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-references-'));
  server = await startServerProcess({ DATA_DIR: folder });
  plant = await firstOrganization(server);
  screen = await plant.call('POST', `/v1/orgs/${plant.organizationId}/screens`, {
    workspace_id: plant.workspaceId,
    name: 'Balicí linka 2',
    template: { key: 'operator_snapshot', locale: 'cs' },
  });
  await addMember(folder, plant, { ...OPERATOR, role: 'operator', locale: 'cs' });
  await addMember(folder, plant, { ...SECOND, role: 'operator', locale: 'cs' });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const OPERATOR = { email: 'operator@plant.example', password: 'hrnek na parapetu' };
const SECOND = { email: 'second@plant.example', password: 'druhý hrnek na parapetu' };
const PHONE = { width: 390, height: 844 };
const key = (page: Page, name: string) => page.locator('.cap-key', { has: page.locator(`b:text-is("${name}")`) });
const address = (prefix = '') => `${server.url}${prefix}/tm/screens/${screen.id}`;
const undo = (page: Page) => page.locator('.cap-foot button').first();
const chip = (page: Page, value: string) => page.getByRole('group', { name: 'Zakázka' }).getByRole('button', { name: value, exact: true });

test('a panel asks for orders, and offers some', async ({ quiet: page }) => {
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(address());
  await page.getByText('Zakázka', { exact: true }).click();
  await page.getByLabel('Nabízené zakázky').fill('4711\n 4712 \n4711');
  await page.getByLabel('Nabízené zakázky').blur();
  await expect(page.getByLabel('Nabízené zakázky')).toHaveValue('4711\n4712');
  await page.getByText('Šarže', { exact: true }).click();
  await page.getByLabel('Nabízené šarže').fill('x'.repeat(65));
  await expect(page.getByLabel('Nabízené šarže')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Nabízené šarže').fill('');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Zveřejnit', exact: true }).click();
  await expect
    .poll(
      async () => (await plant.call<{ version: number | null }>('GET', `/v1/orgs/${plant.organizationId}/screens/${screen.id}`)).version,
    )
    .toBe(1);
});

test('one touch says the order, without network too; elements are tapped meanwhile, a scanner ends with Enter, undo takes back, another tablet hears of it', async ({
  page,
  browser,
  context,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(address());
  await page.getByRole('button', { name: 'Otevřít panel' }).click();
  await expect(page.locator('.cap-pad')).toBeVisible();
  await chip(page, '4711').click();
  await expect(chip(page, '4711')).toHaveAttribute('aria-pressed', 'true');
  await expect(undo(page)).toContainText('Zakázka 4711');
  await key(page, 'Práce').click();
  await context.setOffline(true);
  await page.getByRole('group', { name: 'Zakázka' }).getByRole('button').first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('textbox')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  // An element is tapped past the sheet, and keys of the scanner are no keys of buttons.
  await key(page, 'Porucha').click();
  await expect(page.locator('.cap-now h2')).toHaveText('Porucha');
  await sheet.getByRole('textbox').focus();
  await page.keyboard.type('Z-99/1');
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(chip(page, 'Z-99/1')).toHaveAttribute('aria-pressed', 'true');
  await key(page, 'Práce').click();
  await chip(page, '4712').click();
  await undo(page).click();
  await expect(chip(page, 'Z-99/1')).toHaveAttribute('aria-pressed', 'true');
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
  const other = await (await browser.newContext()).newPage();
  await signIn(other, { url: server.url, ...SECOND });
  await other.goto(address());
  await other.getByRole('button', { name: 'Připojit se' }).click();
  await expect(chip(other, 'Z-99/1')).toHaveAttribute('aria-pressed', 'true');
  await chip(other, '4712').click();
  await expect(chip(page, '4712')).toHaveAttribute('aria-pressed', 'true');
  await other.context().close();
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `/v1/orgs/${plant.organizationId}/measurements`);
  const entries = await plant.call<{ items: { lane: string; order: string | null }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/measurements/${items[0]!.id}/entries`,
  );
  expect(entries.items.map(({ order }) => order)).toEqual(['4711', 'Z-99/1', '4712']);
});

test('at the measurement an order is corrected for one entry, and for several at once, and both are undone in turn', async ({
  quiet: page,
}) => {
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `/v1/orgs/${plant.organizationId}/measurements`);
  const orders = async () => {
    const path = `/v1/orgs/${plant.organizationId}/measurements/${items[0]!.id}/entries`;
    return (await plant.call<{ items: { order: string | null }[] }>('GET', path)).items.map(({ order }) => order);
  };
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/tm/measurements/${items[0]!.id}#entries`);
  const cells = page.getByRole('textbox', { name: /^Zakázka: / });
  await expect(cells).toHaveCount(3);
  await expect(page.getByRole('columnheader', { name: 'Zakázka' })).toBeVisible();
  await cells.first().fill(' 5001 ');
  await cells.first().press('Enter');
  await expect.poll(orders).toEqual(['5001', 'Z-99/1', '4712']);
  await page.locator('.tm-entries tr[data-index="0"] td:first-child label').click();
  await page.locator('.tm-entries tr[data-index="1"] td:first-child label').click();
  await page.locator('.bulk').getByRole('button', { name: 'Zakázka' }).click();
  expect(await violations(page, { within: '[role=menu]' })).toEqual([]);
  await page.getByRole('menuitem', { name: '4711' }).click();
  await expect.poll(orders).toEqual(['4711', '4711', '4712']);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+z');
  await expect.poll(orders).toEqual(['5001', 'Z-99/1', '4712']);
  await page.keyboard.press('Control+z');
  await expect.poll(orders).toEqual(['4711', 'Z-99/1', '4712']);
  await expect(cells.first()).toHaveValue('4711');
});

test('entries with an order, a product and a batch are printed whole, as text, within the sheet', async ({ quiet: page }) => {
  const root = `/v1/orgs/${plant.organizationId}/measurements`;
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', root);
  const at = Date.now();
  const said = { order: 'Z-2026/000123-A', product: `Toust ${'celozrnný '.repeat(5)}400 g`, batch: 'B'.repeat(24) };
  const taps = Object.entries(said).map(([field, text], index) => ({
    ...{ id: uuidv7(at + index), kind: 'reference', lane: null, field, text, at: at - 60_000, made_at: at, wall: at },
    ...{ mono: at + index, device: 'desk', session: 'desk-print', n: index + 1 },
  }));
  const { items: before } = await plant.call<{ items: { id: string; from: string }[] }>('GET', `${root}/${items[0]!.id}/entries`);
  await plant.call('POST', `${root}/${items[0]!.id}/taps`, { taps: taps.map((tap) => ({ ...tap, target: before[0]!.id })) });
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/tm/measurements/${items[0]!.id}#entries`);
  const table = page.locator('.tm-entries .tbl');
  await expect(table.locator('tr[data-index]').first()).toBeVisible();
  // A code of fifteen letters is read whole in its field, too.
  const field = table.getByRole('textbox', { name: /^Zakázka: / }).first();
  await expect(field).toHaveValue(said.order);
  expect(await field.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  // As wide as an A4 sheet between its margins.
  await page.setViewportSize({ width: 703, height: 400 });
  await expect(table.locator('input')).toHaveCount(0);
  for (const heading of ['Zakázka', 'Výrobek', 'Šarže']) await expect(table.getByRole('columnheader', { name: heading })).toBeVisible();
  for (const text of Object.values(said)) await expect(table.getByRole('cell', { name: text }).first()).toBeVisible();
  expect(
    await table
      .getByText(said.order, { exact: true })
      .first()
      .evaluate((one) => one.getClientRects().length),
  ).toBe(1);
  expect(await table.locator('tbody tr').count()).toBe(Number(await table.getAttribute('aria-rowcount')) - 1);
  expect(await table.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(703);
  const cut = await table
    .locator('td, td *')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).display !== 'inline')
        .map((one) => one.textContent),
    );
  expect(cut).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
});

test('words of a note beside an order are whole on paper, also below the short heading of English', async ({ quiet: page }) => {
  const root = `/v1/orgs/${plant.organizationId}/measurements`;
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', root);
  const { items: entries } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/${items[0]!.id}/entries`);
  const at = Date.now();
  const note = { kind: 'annotate', target: entries[0]!.id, text: 'Broken film', at, made_at: at, wall: at };
  // An order that takes what room there is.
  const order = { ...note, kind: 'reference', lane: null, field: 'order', text: `ZAK-2026-004812-${'W'.repeat(16)}`, at: at - 60_000 };
  await plant.call('POST', `${root}/${items[0]!.id}/taps`, {
    taps: [note, order].map((tap, n) => ({ ...tap, id: uuidv7(at + n), mono: at, device: 'desk', session: 'desk-note', n: n + 1 })),
  });
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/en/tm/measurements/${items[0]!.id}#entries`);
  const table = page.locator('.tm-entries .tbl');
  await expect(table.locator('tr[data-index]').first()).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 703, height: 400 });
  await expect(table.locator('input')).toHaveCount(0);
  const broken = await table.getByText(note.text, { exact: true }).evaluate((one) => {
    const text = one.firstChild as Text;
    return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });
  expect(broken).toEqual([]);
  expect(await table.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(703);
});

/** A second worker beside the first one, and three things that are asked for. */
async function twoLanes(): Promise<string> {
  const path = `/v1/orgs/${plant.organizationId}/screens`;
  type Draft = { lanes: object[]; buttons: object[] };
  const made = await plant.call<{ id: string; rev: number; draft: Draft }>('POST', path, {
    ...{ workspace_id: plant.workspaceId, name: 'Dva lidé', template: { key: 'operator_snapshot', locale: 'cs' } },
  });
  const lanes = [made.draft.lanes[0], { id: 'helper', name: 'pomocník', kind: 'worker' }];
  const buttons = made.draft.buttons.map((button, at) => (at === 1 ? { ...button, lane: 'helper' } : button));
  const references = [
    { field: 'order', values: ['4711', '4712'] },
    { field: 'product', values: [] },
    { field: 'batch', values: ['A-7'] },
  ];
  const saved = await plant.call<{ rev: number }>('PATCH', `${path}/${made.id}`, {
    rev: made.rev,
    draft: { ...made.draft, lanes, buttons, references },
  });
  await plant.call('POST', `${path}/${made.id}/publish`, { rev: saved.rev });
  return made.id;
}

test('with orders and two lanes a phone that lies and a small tablet show what runs, the day and buttons beside each other, large enough', async ({
  page,
}) => {
  const panels = [screen.id, await twoLanes()];
  await signIn(page, { url: server.url, ...OPERATOR });
  for (const [at, id] of panels.entries()) {
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto(`${server.url}/tm/screens/${id}`);
    await page
      .getByRole('button', { name: /^(Otevřít panel|Pokračovat|Začít nové)/ })
      .first()
      .click();
    await key(page, 'Práce').click();
    await key(page, 'Porucha').click();
    for (const [width, height] of [
      [667, 375],
      [844, 390],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      const where = `${at + 1} lanes, ${width} × ${height}`;
      expect(await misplaced(page), where).toEqual([]);
      // Chips of orders are for a bare finger.
      expect(await smallerThan(page, 48), where).toEqual([]);
      for (const button of await page.locator('.cap-key').all()) {
        const box = (await button.boundingBox())!;
        expect(Math.min(box.width, box.height), where).toBeGreaterThanOrEqual(63.9);
      }
      await expect(page.locator('.cap-foot .stop')).toBeInViewport({ ratio: 1 });
      const strips = page.locator('.cap-day canvas').filter({ visible: true });
      await expect(strips).toHaveCount(at + 1);
      for (const strip of await strips.all()) await expect(strip).toBeInViewport({ ratio: 1 });
      // Nor is anything of what runs cut for it.
      expect(await page.locator('.cap-now').evaluate((one) => one.scrollHeight - one.clientHeight), where).toBeLessThanOrEqual(0);
    }
    // Lower phones have no height for the day of two lanes.
    await page.setViewportSize({ width: 667, height: 374 });
    await expect(page.locator('.cap-day canvas').filter({ visible: true })).toHaveCount(at === 1 ? 0 : 1);
  }
});
