import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { ListedEntry, Measurement } from '../src/lib/contract/measurements.ts';
import type { Db } from '../src/lib/server/kernel/database.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { violations, violationsInBothColours } from './axe.ts';
import { COURSES, type Day, FACES, insertDayScreen, makeDay, sendTaps, tapsOf } from './measurements-day.ts';
import { addMember } from './members.ts';
import { awake, expect, signIn, test } from './test.ts';
import { KB, weighing } from './weigh.ts';

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1440, height: 900 } });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };
let screen: string;
let day: Day;
const VIEWER = { email: 'viewer@plant.example', password: 'only looking around' };
const START = Date.parse('2026-11-19T05:00:00Z');
const MIN = 60_000;

/** Writes straight into the server's database: what other screens make. */
async function intoDatabase(work: (db: Db, now: number) => Promise<void>): Promise<void> {
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  await db.write(plant.organizationId, (writer) => work(writer, systemClock.now()));
  await db.close();
}

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-measurements-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  screen = systemIds.uuid();
  await addMember(dataDir, plant, { ...VIEWER, name: 'Viewer', role: 'viewer' });
  await intoDatabase((db, now) =>
    insertDayScreen(db, { organization_id: plant.organizationId, workspace_id: plant.workspaceId, id: screen }, now),
  );
  day = await makeDay(plant, screen, START);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const api = () => `/v1/orgs/${plant.organizationId}/measurements`;
const entriesOf = async (id: string, lane = 'worker'): Promise<ListedEntry[]> =>
  (await plant.call<{ items: ListedEntry[] }>('GET', `${api()}/${id}/entries?lane=${lane}&limit=5000`)).items;
const detail = () => `/tm/measurements/${day.measurement.id}`;
const minutes = (text: string) => (Date.parse(text) - START) / MIN;

async function open(page: Page, to: string): Promise<void> {
  await page.goto(`${plant.url}/en${to}`);
  await awake(page);
}
/** Where a moment of the day lies in the picture, at a height of it. */
async function point(page: Page, minute: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator('.tm-plot').boundingBox())!;
  return { x: box.x + (box.width * minute * MIN) / (day.end - day.start), y: box.y + y };
}
const LANE_Y = 38;
/** The way back of one change: others may still stand there, or come first. */
const undo = (page: Page, of: RegExp) => page.locator('.toast').filter({ hasText: of }).getByRole('button', { name: 'Undo' });
const dayTable = (page: Page): Locator => page.getByRole('table', { name: /^Entries/ });

test('the list shows what runs, live, and its filters stand in the address', async ({ quiet: page }) => {
  const now = Date.now();
  const running = await plant.call<Measurement>('POST', api(), { screen_id: screen, screen_version: 1, name: 'Line 3, now' });
  await signIn(page, plant);
  await open(page, '/tm/measurements');
  const row = page.getByRole('row').filter({ hasText: 'Line 3, now' });
  // What nobody has touched yet is no measurement.
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(row).toHaveCount(0);
  await sendTaps(plant, running.id, tapsOf([[[1, 5]]], now - 30 * MIN, null));
  await expect(row).toContainText('Running');
  await expect(row).toContainText(/30:\d\d/);
  await page.getByRole('button', { name: /^State/ }).click();
  await page
    .getByRole('menuitem', { name: 'Finished' })
    .or(page.getByRole('menuitemradio', { name: 'Finished' }))
    .click();
  await expect(page).toHaveURL(/state=finished/);
  await expect(row).toHaveCount(0);
  const counts = page.getByRole('group', { name: 'Measurements by state' });
  await expect(counts.getByRole('button', { name: /^All 2$/ })).toBeVisible();
  await expect(counts.getByRole('button', { name: /Finished 1$/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('row').filter({ hasText: 'ranní směna' })).toContainText('P-07, P-12');
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'ranní směna' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: /ranní směna/ }).click();
  await expect(page).toHaveURL(new RegExp(day.measurement.id));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ranní směna');
});

test('a new measurement begins on its list: a published panel is chosen, and capture opens or its address is shown', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await open(page, '/tm/measurements');
  await page.getByRole('button', { name: 'New measurement' }).click();
  const dialog = page.getByRole('dialog', { name: 'What to measure with' });
  const panel = dialog.getByRole('listitem').first();
  await panel.getByRole('button', { name: /address for a tablet/ }).click();
  await expect(panel.getByRole('textbox')).toHaveValue(
    `${plant.url}/en/tm/screens/${screen}?org=${plant.organizationId}&ws=${plant.workspaceId}#capture`,
  );
  await expect(panel.getByRole('img', { name: /^QR code/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/en/tm/screens/${screen}#capture$`));
  await expect(page.locator('.cap-start')).toBeVisible();
  // Whoever may only look is offered none. A page that is still open would end the new session along with the old one.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, { ...plant, ...VIEWER });
  await open(page, '/tm/measurements');
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New measurement' })).toHaveCount(0);
});

test('what the day shows stands in its address: a step, a selection, a lane and the signals come back after a reload, in another language and for a colleague', async ({
  browser,
  quiet: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, plant);
  await open(page, '/tm/measurements');
  await open(page, detail());
  const control = page.getByRole('group', { name: 'Time range' });
  await expect(control).toContainText('Whole measurement');
  await expect(control.getByRole('button', { name: 'Earlier' })).toBeDisabled();
  await expect(page).not.toHaveURL(/from=|sel=|signals=|lane=/);
  // An hour is brushed, zoomed to, and stepped on from.
  await page.locator('.pane').first().waitFor();
  const from = await point(page, 60, LANE_Y + 160);
  const to = await point(page, 120, LANE_Y + 160);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/sel=2026-11-19T0[56]/);
  await control.getByRole('button').nth(1).click();
  const panel = page.getByRole('dialog', { name: 'Time range' });
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await panel.getByRole('button', { name: 'Selection' }).click();
  await expect(page).toHaveURL(/from=.*&to=/);
  await control.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'pomocník' }).first().click();
  await expect(page).toHaveURL(/lane=helper/);
  await page.getByRole('button', { name: 'Signals' }).click();
  await page.getByRole('menu').getByText('Stroj').click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/signals=/);
  const shown = await control.textContent();
  const figures = page.getByRole('table', { name: 'Signals in the selection' });
  await expect(figures.getByRole('row').nth(1)).toContainText(/\d/);
  const told = await figures.textContent();

  await page.reload();
  await expect(control).toHaveText(shown!);
  await expect(figures).toHaveText(told!);
  await expect(page.getByRole('button', { name: 'pomocník' }).first()).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/[?&]org=.*/);
  await page.getByRole('button', { name: 'English' }).click();
  await page
    .getByRole('menuitemradio', { name: 'Čeština' })
    .or(page.getByRole('menuitem', { name: 'Čeština' }))
    .click();
  await expect(page).toHaveURL(/\/tm\/measurements\/[^/]+\?.*sel=/);
  await expect(page.getByRole('group', { name: 'Časový rozsah' })).not.toContainText('Celé měření');

  const other = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const theirs = await other.newPage();
  await signIn(theirs, { ...plant, ...VIEWER });
  await theirs.goto(link);
  await expect(theirs.getByRole('group', { name: 'Time range' })).toHaveText(shown!);
  await expect(theirs.getByRole('table', { name: 'Signals in the selection' })).toHaveText(told!);
  // The whole measurement has a plain address.
  await theirs.getByRole('group', { name: 'Time range' }).getByRole('button').nth(1).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Whole measurement' }).click();
  await expect(theirs).not.toHaveURL(/from=/);
  await other.close();
  // Nothing of it is a step in the way back.
  await page.goBack();
  await expect(control).toHaveText(shown!);
  await page.goBack();
  await expect(page).toHaveURL(/\/tm\/measurements$/);
});

test('what the page of a measurement shows is taken away: the picture of the day, its signals, the balance, losses, elements, and the list', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  const take = async (within: Locator, item: string) => {
    await within.getByRole('button', { name: 'Download what is shown' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const rows = (content: Buffer) => content.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n');
  await open(page, detail());
  await page.locator('.pane').first().waitFor();
  const day = page.locator('.tm-day > div').first();
  const picture = await take(day, 'Picture as PNG');
  expect(picture.name).toMatch(/^Balicí-linka-2.*\.png$/);
  expect([...picture.content.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  expect(picture.content.readUInt32BE(16)).toBeGreaterThan(1_000);
  const signals = rows((await take(day, 'Signals (CSV)')).content);
  expect(signals[0]).toMatch(/^Time,UTC time,.*Příkon \[kW\]/);
  expect(signals.length).toBeGreaterThan(100);
  const balance = page.getByRole('region', { name: 'Time balance' });
  const told = rows((await take(day, 'Time balance (CSV)')).content);
  expect(told.at(-1)).toMatch(/,100\.0 %$/);
  expect(told).toHaveLength(await balance.getByRole('row').count());
  const losses = rows((await take(day, 'Losses by cause (CSV)')).content);
  expect(losses.at(-1)).toMatch(/,100$/);
  await page.getByRole('tab', { name: 'Elements' }).click();
  const elements = rows((await take(page.locator('.tm-elements > section').first(), 'Values as CSV')).content);
  expect(elements[0]).toMatch(/^Activity,Time/);
  expect(elements.some((row) => /^Balení,/.test(row))).toBe(true);
  await open(page, '/tm/measurements?state=finished');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the list as CSV' }).click(),
  ]);
  const list = rows(readFileSync(await download.path()));
  const count = Number(await page.getByRole('table').first().getAttribute('aria-rowcount'));
  expect(list).toHaveLength(count);
  expect(list.join('\n')).toContain('ranní směna');
});

test('the balance adds up to the whole, as a bar and as a pie', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, detail());
  const table = page.getByRole('table', { name: 'Time balance' });
  await expect(table.getByRole('row').last()).toContainText('100.0');
  const seconds = (text: string) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  const rows = await table
    .locator('tr.cat')
    .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  const total = await table.locator('tfoot td').allTextContents();
  expect(rows.reduce((sum, [, time]) => sum + seconds(time!), 0)).toBe(seconds(total[1]!));
  expect(seconds(total[1]!)).toBe(Math.round((day.end - day.start) / 1_000));
  expect(Math.round(10 * rows.reduce((sum, [, , share]) => sum + Number.parseFloat(share!), 0))).toBe(1_000);
  await page.getByRole('button', { name: 'Pie' }).click();
  await expect(page.locator('.tm-pie g path').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Lane' }).selectOption('helper');
  await expect(table.getByRole('row').last()).toContainText('100.0');
  await expect(page.getByRole('img', { name: /^Losses by cause\. / })).toBeVisible();
  // The losses are the same seconds in the balance and in the head of the Pareto.
  const losses = new Set(FACES.filter(({ loss }) => loss).map(({ name }) => name));
  const parts = await table
    .locator('tbody tr:not(.cat)')
    .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')));
  const lost = parts.filter(([name]) => losses.has(name!)).reduce((sum, [, time]) => sum + seconds(time!), 0);
  expect(lost).toBeGreaterThan(0);
  expect(seconds((await page.getByRole('region', { name: 'Losses by cause' }).locator('header .num').textContent())!)).toBe(lost);
});

test('how a stretch is chosen is told whole, however many activities are listed beside the figure', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, detail());
  await expect(page.getByText(/with Alt it is free/)).toBeInViewport({ ratio: 1 });
});

test('an edge that is dragged changes both neighbours, and the toast brings it back', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, detail());
  await expect(page.locator('.tm-canvas').first()).toBeVisible();
  const from = await point(page, 18.5, LANE_Y);
  const to = await point(page, 28.5, LANE_Y);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x - 20, to.y, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText(/^Edge moved to/)).toBeVisible();
  await expect.poll(async () => Math.abs(minutes((await entriesOf(day.measurement.id))[1]!.from) - 28.5)).toBeLessThan(0.7);
  const [first, second] = await entriesOf(day.measurement.id);
  expect(first!.to).toBe(second!.from);
  await undo(page, /^Edge moved to/).click();
  await expect.poll(async () => minutes((await entriesOf(day.measurement.id))[1]!.from)).toBe(18.5);
});

test('the keys move an edge by a second, ten and a minute, and Ctrl+Z takes it back', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, detail());
  const edge = page.getByRole('slider', { name: 'Edge of entries, P-07' });
  await edge.focus();
  await expect(edge).toHaveAttribute('aria-valuetext', '06:18:30, Seřízení → Balení');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('PageUp');
  await expect(edge).toHaveAttribute('aria-valuetext', '06:19:41, Seřízení → Balení');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await entriesOf(day.measurement.id))[1]!.from).toBe('2026-11-19T05:19:41Z');
  await page.keyboard.press('ArrowDown');
  await expect(edge).toHaveAttribute('aria-valuetext', /Balení → Kontrola/);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  await expect.poll(async () => (await entriesOf(day.measurement.id))[1]!.from).toBe('2026-11-19T05:18:30Z');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => (await entriesOf(day.measurement.id))[1]!.from).toBe('2026-11-19T05:19:41Z');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await entriesOf(day.measurement.id))[1]!.from).toBe('2026-11-19T05:18:30Z');
});

test('an entry is split at the cursor, renamed, and joined again', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, detail());
  const before = (await entriesOf(day.measurement.id)).length;
  const at = await point(page, 30, LANE_Y);
  await page.mouse.click(at.x, at.y);
  const row = dayTable(page).locator('tr[data-selected]');
  const whole = (await row.getAttribute('data-index'))!;
  await page.getByRole('button', { name: 'Split' }).click();
  await expect.poll(async () => (await entriesOf(day.measurement.id)).length).toBe(before + 1);
  // The second part is chosen once it is there.
  await expect(row).not.toHaveAttribute('data-index', whole);
  await row.getByRole('button', { name: /^Change the activity/ }).click();
  await page
    .getByRole('menuitem', { name: 'Kontrola' })
    .or(page.getByRole('menuitemradio', { name: 'Kontrola' }))
    .click();
  await expect.poll(async () => (await entriesOf(day.measurement.id))[2]!.activity_id).toBe(FACES[3].id);
  await page.getByRole('tab', { name: /^Entries/ }).click();
  await page.getByRole('combobox', { name: 'Lane' }).selectOption('worker');
  const boxes = page.getByRole('checkbox', { name: /^Choose/ });
  if (!(await boxes.nth(1).isChecked())) await boxes.nth(1).check();
  if (!(await boxes.nth(2).isChecked())) await boxes.nth(2).check();
  await page.getByRole('button', { name: 'Merge' }).last().click();
  await expect.poll(async () => (await entriesOf(day.measurement.id)).length).toBe(before);
  expect((await entriesOf(day.measurement.id))[1]!.activity_id).toBe(FACES[0].id);
});

test('times, ratings and notes are changed in the table, many entries at once too', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, `${detail()}#entries`);
  await page.getByRole('combobox', { name: 'Lane' }).selectOption('worker');
  await page.getByLabel(/^Start, 06:18:30/).fill('06:20:00');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await entriesOf(day.measurement.id))[1]!.from).toBe('2026-11-19T05:20:00Z');
  await page.getByLabel(/^Duration, 06:00:00/).fill('18:30');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await entriesOf(day.measurement.id))[1]!.from).toBe('2026-11-19T05:18:30Z');
  await page.getByLabel(/^Rating in per cent, 06:18:30/).fill('95');
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Note, 06:18:30/).fill('New seal');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await entriesOf(day.measurement.id))[1]).toMatchObject({ rating: 95, note: 'New seal' });
  await page.getByLabel(/^Start, 06:18:30/).fill('25:99');
  await expect(page.getByLabel(/^Start, 06:18:30/)).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  const boxes = page.getByRole('checkbox', { name: /^Choose/ });
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await expect(page.getByText('2 entries chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Change activity', exact: true }).click();
  await page
    .getByRole('menuitem', { name: 'Porucha' })
    .or(page.getByRole('menuitemradio', { name: 'Porucha' }))
    .click();
  await expect
    .poll(async () => (await entriesOf(day.measurement.id)).slice(1, 3).map((entry) => entry.activity_id))
    .toEqual([FACES[5].id, FACES[5].id]);
  // No button of a row that is scrolled away stands over the head.
  const over = await page.locator('.tm-scroll').evaluate((box) => {
    const heads = [...box.querySelectorAll('thead th')].map((one) => one.getBoundingClientRect());
    const seen = new Set<string>();
    for (let top = 0; top < 60; top += 6) {
      box.scrollTop = top;
      for (const { left, width, bottom } of heads)
        for (const share of [0.1, 0.3, 0.5]) {
          const there = document.elementFromPoint(left + width * share, bottom - 6);
          if (there && box.contains(there) && !there.closest('thead')) seen.add(there.outerHTML.slice(0, 80));
        }
    }
    box.scrollTop = 0;
    return [...seen];
  });
  expect(over).toEqual([]);
  // What is said of it leaves the bar free.
  const bar = (await page.locator('.bulk').boundingBox())!;
  const said = (await page.locator('.toast').first().boundingBox())!;
  expect(said.y + said.height).toBeLessThanOrEqual(bar.y);
  await undo(page, /^2 entries are Porucha now/).click();
  await expect
    .poll(async () => (await entriesOf(day.measurement.id)).slice(1, 3).map((entry) => entry.activity_id))
    .toEqual([FACES[0].id, FACES[3].id]);
});

test('a note that was not finished is there again in another language and after a closed tab; Escape takes it back', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await open(page, `${detail()}#entries`);
  const note = (on: Page) => on.locator('input[data-field="note"]').first();
  await note(page).fill('The film tore');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('The film tore');
  await page.goto(`${plant.url}${detail()}#entries`);
  await awake(page);
  await expect(note(page)).toHaveValue('The film tore');
  await expect(page.getByText('Je tu, co jste rozepsali')).toBeVisible();
  await note(page).fill('The film tore twice');
  const url = page.url();
  const context = page.context();
  await page.close({ runBeforeUnload: true });
  const next = await context.newPage();
  await next.goto(url);
  await awake(next);
  await expect(note(next)).toHaveValue('The film tore twice');
  await note(next).press('Escape');
  await expect(note(next)).toHaveValue('');
  await expect(next.getByText('Je tu, co jste rozepsali')).toBeHidden();
  expect(await next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
});

test('cursor and brush are shared by the lanes and the signals of the machine', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, detail());
  await expect(page.locator('.tm-stage .pane canvas').first()).toBeVisible();
  const plot = (await page.locator('.tm-plot').boundingBox())!;
  const over = await point(page, 265, LANE_Y);
  await page.mouse.move(over.x, over.y);
  await expect(page.locator('.tm-value').first()).toBeVisible();
  await expect(page.locator('.tm-cursor')).toContainText('Chůze, hledání');
  await expect(page.locator('.tm-cursor')).toContainText('kW');
  await expect(page.locator('.cursor-line')).toHaveCount(1);
  const height = await page.locator('.cursor-line').evaluate((line) => line.getBoundingClientRect().height);
  expect(height).toBeGreaterThan(plot.height - 2);
  const low = plot.height - 60;
  const [a, b] = [await point(page, 239.8, low), await point(page, 300.5, low)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x - 30, b.y, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
  const reading = page.getByRole('complementary', { name: 'Selection and cursor' });
  await expect(reading.getByRole('heading', { name: 'Selection' })).toBeVisible();
  await expect(reading.getByRole('table', { name: 'Time by activity' })).toContainText('Porucha');
  const figures = reading.getByRole('table', { name: 'Signals in the selection' });
  await expect(figures.getByRole('row').filter({ hasText: 'kW' })).toContainText(/\d\.\d/);
  await expect(reading.locator('.tm-energy')).toContainText(/Energy\d+\.\d+ kWhof which in losses\d+\.\d+ kWh/);
  await expect(dayTable(page)).toBeVisible();
  await expect(page.getByText('in the selection', { exact: true })).toBeVisible();
  // Zoom in over the lanes by the wheel, and back to the whole by its button.
  await page.mouse.move(over.x, over.y);
  await page.mouse.wheel(0, -600);
  await expect(page.getByRole('button', { name: 'Whole measurement', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Whole measurement', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Whole measurement', exact: true })).toBeDisabled();
});

test('what a mark of the strip says is told to the pointer, to a finger and to the keys, whole at the edges of a phone too', async ({
  quiet: page,
}) => {
  const measurement = await plant.call<Measurement>('POST', api(), { screen_id: screen, screen_version: 1, name: 'With notes' });
  const course = tapsOf(
    [
      [
        [1, 20],
        [4, 20],
        [1, 20],
      ],
    ],
    START,
    START + 60 * MIN,
  );
  const note = (n: number, minute: number, text: string) => {
    const at = START + minute * MIN;
    return {
      ...course[0]!,
      id: systemIds.uuid(),
      kind: 'note' as const,
      activity: null,
      text,
      at,
      made_at: at,
      wall: at,
      mono: at - START,
      n,
    };
  };
  const long = 'Seal worn, called the fitter, he comes after the break; meanwhile the film is changed by hand';
  await sendTaps(plant, measurement.id, [...course, note(90, 0.5, 'New roll'), note(91, 59.8, long)]);
  await signIn(page, plant);
  await open(page, `/tm/measurements/${measurement.id}`);
  const told = page.locator('.tm-told');
  const plot = (await page.locator('.tm-plot').boundingBox())!;
  await page.mouse.move(plot.x + plot.width / 120, plot.y + LANE_Y);
  await expect(told).toHaveText('06:00:30 · Note: New roll');
  await page.mouse.move(plot.x + plot.width / 2, plot.y + LANE_Y);
  await expect(told).toHaveCount(0);
  const marks = page.getByRole('button', { name: /^Notes, events and pieces/ });
  await marks.first().focus();
  await page.keyboard.press('End');
  await expect(marks.first()).toHaveAccessibleName(new RegExp(`06:59:48 · Note: ${long}$`));
  await expect(told).toContainText('called the fitter');
  await page.keyboard.press('Escape');
  await expect(told).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await page.locator('.tm-plot').boundingBox())!.width).toBeLessThan(390);
  const small = (await page.locator('.tm-plot').boundingBox())!;
  for (const [share, text] of [
    [1 / 120, 'New roll'],
    [59.8 / 60, 'called the fitter'],
  ] as const) {
    await page.mouse.click(small.x + small.width * share, small.y + LANE_Y + 10);
    await page.mouse.move(0, 0);
    await expect(told).toContainText(text);
    const box = (await told.boundingBox())!;
    expect([box.x >= 0, box.x + box.width <= 390]).toEqual([true, true]);
  }
});

test('elements stand by category with sums that add up to the balance', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, `${detail()}#elements`);
  const table = page.getByRole('table', { name: 'Durations of activities' });
  const seconds = (text: string) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  const cells = async (rows: Locator) =>
    (await rows.evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))) as string[][];
  await expect(table.locator('tr.cat').filter({ hasText: 'Adds value' })).toBeVisible();
  const groups = await cells(table.locator('tr.cat'));
  const parts = await cells(table.locator('tbody tr:not(.cat)'));
  const [total] = await cells(table.locator('tfoot tr'));
  expect(groups.map(([name]) => name)).toContain('Without category');
  for (const rows of [groups, parts]) {
    expect(rows.reduce((sum, row) => sum + seconds(row[1]!), 0)).toBe(seconds(total![1]!));
    expect(Math.round(10 * rows.reduce((sum, row) => sum + Number.parseFloat(row[2]!), 0))).toBe(1_000);
    expect(rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(Number(total![3]));
  }
  await page.getByRole('tab', { name: 'Day' }).click();
  await expect(page.getByRole('table', { name: 'Time balance' })).toBeVisible();
  expect(await cells(page.getByRole('table', { name: 'Time balance' }).locator('tr.cat'))).toEqual(groups.map((row) => row.slice(0, 3)));
});

test('entries are saved as a file for a spreadsheet and as text', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, detail());
  for (const [item, end] of [
    ['Excel (XLSX)', 'xlsx'],
    ['Text (CSV)', 'csv'],
  ] as const) {
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
    expect(download.suggestedFilename()).toBe(`taktlog-2026-11-19-${day.measurement.id.slice(-12)}.${end}`);
    const bytes = readFileSync(await download.path());
    if (end === 'csv') expect(bytes.toString('utf8')).toContain('Balení');
    else expect(bytes.subarray(0, 2).toString()).toBe('PK');
  }
});

test('what contradicts itself is shown in words', async ({ quiet: page }) => {
  const { id } = await plant.call<Measurement>('POST', api(), {
    screen_id: screen,
    screen_version: 1,
    name: 'Contradiction',
    lanes: [
      { id: 'worker', name: 'obsluha', kind: 'worker', worker: 'P-07', worker_name: null },
      { id: 'helper', name: 'pomocník', kind: 'worker', worker: 'P-12', worker_name: null },
    ],
    consent: true,
  });
  const taps = tapsOf([COURSES[0]!.slice(0, 2)], START, START + 60 * MIN);
  const other = tapsOf([[[6, 5]]], START + 18.5 * MIN + 900, null).map((tap) => ({ ...tap, device: 'phone', session: 'phone-1' }));
  await sendTaps(plant, id, [...taps, ...other]);
  await signIn(page, plant);
  await open(page, `/tm/measurements/${id}`);
  await expect(page.getByText('One place needs a review.')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Two devices contradict each other')).toBeVisible();
  // A pseudonym stays in one line, whatever the width of the phone.
  const sentence = page.getByText(/^At .+ one device began .+ in .*P-07/);
  await expect(sentence).toBeVisible();
  const lines = () =>
    sentence.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        const at = text.textContent?.indexOf('P-07') ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 4);
        return range.getClientRects().length;
      }
      return 0;
    });
  const broken: number[] = [];
  for (let width = 320; width <= 420; width += 4) {
    await page.setViewportSize({ width, height: 844 });
    if ((await lines()) !== 1) broken.push(width);
  }
  expect(broken).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Show on the axis' }).click();
  await expect(page.getByRole('tab', { name: 'Day' })).toHaveAttribute('aria-selected', 'true');
  await expect(dayTable(page).locator('tr[data-selected]')).toContainText('Porucha');
});

test('whoever may only look changes nothing', async ({ quiet: page }) => {
  await signIn(page, { ...plant, ...VIEWER });
  await open(page, detail());
  await expect(page.locator('.tm-canvas').first()).toBeVisible();
  await expect(dayTable(page).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  for (const name of ['Split', 'Undo']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(dayTable(page).getByRole('textbox')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Archive' })).toHaveCount(0);
});

test.describe('how activities are sorted, when it could not be read', () => {
  test.use({ serviceWorkers: 'block' });
  test('is not stated, and nobody is asked to freeze or to release it', async ({ page }) => {
    const categories = /\/v1\/orgs\/.*\/categories/;
    await page.route(categories, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal', request_id: 'journey' }),
      }),
    );
    await signIn(page, plant);
    await open(page, `${detail()}#settings`);
    const settings = page.getByRole('tabpanel', { name: 'Settings' });
    const again = settings.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(settings.getByText('Activities are sorted by today’s catalogue')).toHaveCount(0);
    await expect(settings.getByRole('button', { name: 'Freeze the sorting' })).toHaveCount(0);
    await page.unroute(categories);
    await again.click();
    await expect(settings.getByRole('button', { name: 'Freeze the sorting' })).toBeVisible();
  });
});

test('with 20,000 entries the picture still follows the hand', async ({ quiet: page }) => {
  test.setTimeout(180_000);
  const { id } = await plant.call<Measurement>('POST', api(), { screen_id: screen, screen_version: 1, name: 'Twenty thousand' });
  const course = Array.from({ length: 20_000 }, (_, n) => [1 + ((n * 7) % 8), (1 + (n % 5) / 5) / 60] as const);
  await sendTaps(plant, id, tapsOf([course], START, START + 600 * MIN));
  await signIn(page, plant);
  await open(page, `/tm/measurements/${id}`);
  await expect(page.locator('.tm-canvas').first()).toBeVisible();
  await page.locator('.tm-plot').hover({ position: { x: 300, y: LANE_Y } });
  const { bare, moved } = await page.evaluate(async () => {
    const plot = document.querySelector('.tm-plot')!;
    const box = plot.getBoundingClientRect();
    const frame = async () => {
      const before = performance.now();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - before;
    };
    const wheel = (by: { deltaX?: number; deltaY?: number }) =>
      plot.dispatchEvent(
        new WheelEvent('wheel', { ...by, clientX: box.left + 300, clientY: box.top + 38, bubbles: true, cancelable: true }),
      );
    // As many blocks as the picture has pixels, on a bare canvas of its size.
    const canvas = document.querySelector<HTMLCanvasElement>('.tm-canvas')!.cloneNode() as HTMLCanvasElement;
    plot.append(canvas);
    const pen = canvas.getContext('2d')!;
    const drawBare = (turn: number) => {
      pen.clearRect(0, 0, canvas.width, canvas.height);
      for (let x = 0; x < canvas.width; x++) {
        pen.fillStyle = `hsl(${x * 7 + turn} 60% 50%)`;
        pen.fillRect(x, 0, 1, canvas.height);
      }
    };
    // In turns, so that both find the machine as it is: frames in which that is drawn, and frames in which the picture moves.
    const times = { bare: [] as number[], moved: [] as number[] };
    for (let turn = 0; turn < 6; turn++) {
      for (let n = 0; n < 12; n++) {
        drawBare(n);
        times.bare.push(await frame());
      }
      canvas.hidden = true;
      for (let n = 0; n < 12; n++) {
        wheel(turn < 3 ? { deltaY: -24 } : { deltaX: 40 });
        times.moved.push(await frame());
      }
      // What a movement leaves for later is no part of the next turn.
      for (let n = 0; n < 3; n++) await frame();
      canvas.hidden = false;
    }
    canvas.remove();
    return times;
  });
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
  const figures = `${median(moved).toFixed(1)} ms, bare ${median(bare).toFixed(1)}, slowest ${Math.max(...moved).toFixed(0)}`;
  test.info().annotations.push({ type: 'frame', description: figures });
  // Two shared cores without a graphics card: far from a jam is what can be asked here.
  expect(median(moved), figures).toBeLessThan(5 * median(bare));
  await page.getByRole('tab', { name: /^Entries/ }).click();
  expect(await page.getByRole('row').count()).toBeLessThan(120);
});

test('the screens have no accessibility violation in either colour', async ({ quiet: page }) => {
  test.setTimeout(240_000);
  await signIn(page, plant);
  for (const to of ['/tm/measurements', ...['', '#elements', '#entries', '#settings'].map((hash) => detail() + hash)]) {
    // The fragment alone would load nothing.
    await page.goto('about:blank');
    await open(page, to);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    expect.soft(await violationsInBothColours(page), to).toEqual([]);
  }
});

test('on a phone strip, axis and signal stand together, the rest in tabs', async ({ quiet: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, plant);
  await open(page, detail());
  await expect(page.locator('.tm-canvas').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // The tools stand in one line, in the narrowest window too.
  for (const width of [320, 390, 640]) {
    await page.setViewportSize({ width, height: 844 });
    const range = (await page.getByRole('group', { name: 'Time range' }).boundingBox())!;
    const link = (await page.getByRole('button', { name: 'Copy link' }).boundingBox())!;
    expect(link.y + link.height / 2, `${width} px`).toBeCloseTo(range.y + range.height / 2, 0);
    expect(link.x + link.width, `${width} px`).toBeLessThanOrEqual(width);
    expect(range.x + range.width, `${width} px`).toBeLessThan(link.x);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Balance' }).click();
  await expect(page.getByRole('table', { name: 'Time balance' })).toBeVisible();
  await page.getByRole('tab', { name: /^Entries/ }).click();
  await expect(dayTable(page).getByRole('row').nth(1)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test.describe('weight', () => {
  // What a worker of the page fetches is no request of the page, and wouldn't be weighed.
  test.use({ serviceWorkers: 'block' });

  // Wanted are 210; the way there is lighter ground for every page.
  test('the day stays within 210 kB of JavaScript', async ({ quiet: page }) => {
    await signIn(page, plant);
    const weight = weighing(page);
    await open(page, detail());
    await expect(page.locator('.tm-stage .pane canvas').first()).toBeVisible();
    const kilobytes = (await weight()).script / KB;
    test.info().annotations.push({ type: 'JavaScript kB', description: kilobytes.toFixed(1) });
    console.log(`JavaScript of the day: ${kilobytes.toFixed(1)} kB`);
    expect(kilobytes).toBeLessThanOrEqual(210);
  });
});
