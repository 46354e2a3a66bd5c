import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { LOCALES } from '../src/lib/constants.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { violations } from './axe.ts';
import { addMember } from './members.ts';
import { address, expect, signIn, test } from './test.ts';

/** What happened last night, told to a colleague. */
let server: ServerProcess;
let folder: string;
let plant: FirstOrganization;
let logger: string;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-range-'));
  server = await startServerProcess({ DATA_DIR: folder });
  plant = await firstOrganization(server);
  const made = await plant.datalogger('Cold room 2');
  logger = made.id;
  const start = Date.now() - 3 * DAY;
  const rows = Array.from({ length: 3 * 288 }, (_, n) => ({
    ts: start + n * 5 * MINUTE,
    values: { air: 4 + (n % 10) / 10, door: n % 7 === 0 },
  }));
  const answer = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${made.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(answer.status).toBe(200);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('yesterday is chosen by keys, its link opens the same hours for a colleague, and nothing of it is a step in the way back', async ({
  browser,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers`);
  await page.goto(`${server.url}/en/dlog/dataloggers/${logger}`);
  const control = page.getByRole('group', { name: 'Time range' });
  const opener = control.getByRole('button', { name: /Last 24 hours|–/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Time range' });
  await expect(panel.getByRole('grid')).toBeVisible();
  await expect(panel.getByText('days that have data')).toBeVisible();
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await panel.getByRole('button', { name: 'Yesterday' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/range=yesterday/);
  await expect(control).toContainText('Yesterday');
  await expect(opener).toBeFocused();

  await page.getByRole('button', { name: 'Hide door' }).click();
  await expect(page).toHaveURL(/hide=door/);
  const shown = (await control.getByRole('button').nth(1).textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied. It shows the same time tomorrow too.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/from=\d{4}-\d\d-\d\dT\d\d%3A00%3A00Z&to=/);
  expect(link).not.toContain('range=');

  await addMember(folder, plant, { email: 'colleague@plant.example', password: 'a colleague of the night', role: 'viewer' });
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, { url: server.url, email: 'colleague@plant.example', password: 'a colleague of the night' });
  await theirs.goto(link);
  await expect(theirs.getByRole('group', { name: 'Time range' })).toContainText(shown.replace('Yesterday', '').trim().slice(0, 12));
  await expect(theirs.getByRole('button', { name: 'Show door' })).toBeVisible();
  await other.close();

  await page.goBack();
  await expect(page).toHaveURL(/\/dlog\/dataloggers$/);
});

test('the arrows step by whole days, and forward again to what goes on', async ({ page }) => {
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers/${logger}?range=today`);
  const control = page.getByRole('group', { name: 'Time range' });
  await expect(control).toContainText('Today');
  await expect(control.getByRole('button', { name: 'Later' })).toBeDisabled();
  await control.getByRole('button', { name: 'Earlier' }).click();
  await expect(control).toContainText('Yesterday');
  await control.getByRole('button', { name: 'Earlier' }).click();
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(control).toContainText('1 day');
  await control.getByRole('button', { name: 'Later' }).click();
  await control.getByRole('button', { name: 'Later' }).click();
  await expect(page).toHaveURL(/range=today/);
});

test('two moments are written, the wrong way round too, and days are pointed at; what makes no sense is said', async ({ page }) => {
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/cs/dlog/dataloggers/${logger}`.replace('/cs', ''));
  const control = page.getByRole('group', { name: 'Časový rozsah' });
  await control.getByRole('button').nth(1).click();
  const panel = page.getByRole('dialog', { name: 'Časový rozsah' });
  await panel.getByRole('textbox', { name: 'Od' }).fill('19. 11. 2026 6.00');
  await panel.getByRole('textbox', { name: 'Do' }).fill('18. 11. 2026 18.00');
  await expect(panel.getByRole('button', { name: /^Použít 12\sh$/ })).toBeVisible();
  await panel.getByRole('textbox', { name: 'Do' }).press('Enter');
  await expect(page).toHaveURL(/from=2026-11-18T17%3A00%3A00Z&to=2026-11-19T05%3A00%3A00Z/);
  await control.getByRole('button').nth(1).click();
  await panel.getByRole('textbox', { name: 'Od' }).fill('1. 1. 1999 0.00');
  await panel.getByRole('button', { name: /Použít/ }).click();
  await expect(panel.getByRole('alert')).toContainText('nejvýš deset let');
  // An hour that comes twice asks which of the two is meant.
  await panel.getByRole('textbox', { name: 'Od' }).fill('25. 10. 2026 2.30');
  await expect(panel.getByRole('radio', { name: /UTC\+2/ })).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);
});

test('on a phone the panel has two lines of names, its days stay where they are from month to month, and what was chosen is in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers/${logger}`);
  const control = page.getByRole('group', { name: 'Time range' });
  await control.getByRole('button').nth(1).click();
  const panel = page.getByRole('dialog', { name: 'Time range' });
  await expect(panel.getByRole('grid')).toBeVisible();
  const lines = await panel
    .locator('[aria-pressed]')
    .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]);
  expect(lines).toHaveLength(2);
  expect(Math.max(...lines)).toBeLessThan((await panel.getByRole('textbox', { name: 'From' }).boundingBox())!.y);
  // No field has the keyboard: that of the phone would cover the days.
  await expect(panel.getByRole('button', { name: /^1\shr?$/ })).toBeFocused();
  const earlier = panel.getByRole('button', { name: 'Previous' });
  const place = (await earlier.boundingBox())!.y;
  for (let month = 0; month < 4; month++) {
    await earlier.click();
    expect((await earlier.boundingBox())!.y).toBe(place);
  }
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await panel.getByRole('button', { name: 'Last month' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/range=last_month/);
  await control.getByRole('button').nth(1).click();
  await expect(panel.getByRole('button', { name: 'Last month', pressed: true })).toBeInViewport({ ratio: 1 });
});

test('the zone stands in two lines at most on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  for (const locale of LOCALES) {
    await page.goto(server.url + localePath(`/dlog/dataloggers/${logger}`, locale));
    await page.locator('[role=group] > .btn[aria-haspopup=dialog]').first().click();
    const zone = page.getByRole('dialog').getByText('Europe/Prague');
    await expect(zone).toBeVisible();
    const lines = await zone.evaluate((one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight));
    expect(lines, locale).toBeLessThanOrEqual(2);
    const send = page.getByRole('dialog').locator('footer .btn.primary');
    expect((await send.boundingBox())!.width).toBeGreaterThan(200);
  }
});

test('what a chart shows is taken away as a table and as a picture', async ({ page }) => {
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers/${logger}?range=8h`);
  await expect(page.locator('.resolution')).toContainText(/[1-9]\d*\sreadings/);
  const take = async (item: string) => {
    await page.getByRole('button', { name: 'Download what is shown' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const table = await take('Values as CSV');
  expect(table.name).toMatch(/^Cold-room-2_.*\.csv$/);
  const [head, first] = table.content.toString('utf8').replace('\ufeff', '').split('\r\n');
  expect(head).toBe('Time,UTC time,air,door');
  expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?,\d{4}-.*Z,4(\.\d)?,(on|off)$/);
  const picture = await take('Picture as PNG');
  expect(picture.name).toMatch(/\.png$/);
  expect([...picture.content.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  expect(picture.content.readUInt32BE(16)).toBeGreaterThan(1_000);
});

test('lists in time have the same control: messages, measurements and the trail of an evening that is over hold nothing of today', async ({
  page,
}) => {
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  for (const [path, something] of [
    ['/en/dlog/received-data', 'Cold room 2'],
    ['/en/org#audit', 'Cold room 2'],
  ] as const) {
    await page.goto(server.url + path);
    await expect(page.locator('main').getByText(something).first(), path).toBeVisible();
    await page.getByRole('button', { name: 'Any time' }).click();
    const panel = page.getByRole('dialog', { name: 'Time range' });
    await panel.getByRole('button', { name: 'Yesterday' }).click();
    await expect(page).toHaveURL(/range=yesterday/);
    await expect(page.locator('main').getByText(something), path).toHaveCount(0);
    await page.getByRole('group', { name: 'Time range' }).getByRole('button', { name: 'Later' }).click();
    await expect(page.locator('main').getByText(something).first(), path).toBeVisible();
  }
  await page.goto(`${server.url}/en/tm/measurements?from=2026-01-01&to=2026-01-02`);
  await page
    .getByRole('group', { name: 'Time range' })
    .getByRole('button', { name: /2 days/ })
    .click();
  await page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name: 'Last week' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole('group', { name: 'Time range' })).toContainText('Last week');
});

test('a browser whose clock is a minute ahead takes pages of a moving range over as they came', async ({ signedIn: page, app }) => {
  await page.clock.setFixedTime(Date.now() + 61_000);
  for (const path of ['/dlog/received-data', '/dlog/dataloggers/{id}'] as const) {
    await page.goto(`${address(app, path, 'en')}?range=30d`, { waitUntil: 'load' });
    await expect(page.getByRole('group', { name: 'Time range' }).first()).toContainText('30');
  }
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });
  test('the dates of a range are whole, in the languages that need most room', async ({ signedIn: page, app }) => {
    const wide = 'from=2025-11-20T06:00:00Z&to=2026-11-19T18:30:00Z';
    for (const locale of ['cs', 'sk'] as const)
      for (const [path, query] of [
        ['/dlog/charts', `?logger=${app.dataloggerId}&${wide}`],
        ['/dlog/charts', `?logger=${app.dataloggerId}&range=30d`],
        ['/dlog/dataloggers/{id}', `?${wide}`],
        ['/dlog/dataloggers/{id}', '?range=30d'],
        ['/dlog/recordings2/{id}', ''],
        ['/dlog/received-data', '?range=30d'],
      ] as const) {
        await page.goto(address(app, path, locale) + query, { waitUntil: 'load' });
        const shown = page.locator('[role=group] > .btn[aria-haspopup=dialog]').first();
        await expect(shown).toBeVisible();
        const cut = () =>
          shown.locator('span').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
        await expect.poll(cut, { message: `${locale} ${path}${query}` }).toEqual([]);
      }
  });
});
