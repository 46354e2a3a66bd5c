import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { ListedEntry, Measurement } from '../src/lib/contract/measurements.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { violations } from './axe.ts';
import { insertDayScreen, sendTaps, tapsOf } from './measurements-day.ts';
import { addMember } from './members.ts';
import { awake, expect, signIn, test } from './test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };
let study: Measurement;
const VIEWER = { email: 'viewer@plant.example', password: 'only looking around' };
const START = Date.parse('2026-11-19T05:00:00Z');

/** Seconds of three elements in each cycle: the fifth packing is no usual one, the seventh cycle was disturbed by something foreign. */
const PACKING = [7.9, 8.1, 8.0, 7.7, 27.3, 8.0, 8.2, 7.8, 7.1, 7.6, 8.2, 7.9];
const CYCLES = PACKING.flatMap((seconds, at): [number, number][] => [
  [4, (5 + (at % 3) * 0.1) / 60],
  [2, (9.6 + (at % 2) * 0.02) / 60],
  ...(at === 6 ? ([[7, 24.6 / 60]] as [number, number][]) : []),
  [1, seconds / 60],
]);

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-readings-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  await addMember(dataDir, plant, { ...VIEWER, name: 'Viewer', role: 'viewer' });
  const screen = systemIds.uuid();
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  await db.write(plant.organizationId, (writer) =>
    insertDayScreen(writer, { organization_id: plant.organizationId, workspace_id: plant.workspaceId, id: screen }, systemClock.now()),
  );
  await db.close();
  const base = `/v1/orgs/${plant.organizationId}/measurements`;
  const { id } = await plant.call<Measurement>('POST', base, { screen_id: screen, screen_version: 1, name: 'Balení toastu' });
  const seconds = CYCLES.reduce((sum, [, minutes]) => sum + minutes * 60, 0);
  await sendTaps(plant, id, tapsOf([CYCLES], START, START + Math.round(seconds * 1_000)));
  study = await plant.call<Measurement>('GET', `${base}/${id}`);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const address = (locale: string) => `${server.url}${locale}/tm/measurements/${study.id}#readings`;
const entriesOf = async () =>
  (await plant.call<{ items: ListedEntry[] }>('GET', `/v1/orgs/${plant.organizationId}/measurements/${study.id}/entries?limit=5000`)).items;

test('a study is read as elements by cycles; what stands out is named, and is left out of the figures only by somebody with a reason', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await page.goto(address('/en'));
  await awake(page);
  const matrix = page.getByRole('table', { name: 'Readings' });
  await expect(matrix.getByRole('columnheader')).toHaveCount(13);
  const row = matrix.getByRole('row').filter({ hasText: 'Balení' });
  await expect(row).toContainText('9.483');
  await expect(matrix.getByRole('row').filter({ hasText: 'Foreign elements' })).toContainText('24.60');
  // What is foreign is no part of the cycle: 5.00 + 9.60 + 8.20.
  await expect(
    matrix
      .getByRole('row', { name: /^Cycle without foreign/ })
      .getByRole('cell')
      .nth(6),
  ).toHaveText('22.80');
  // Nobody rated anything: no normal time is made up, and no sum of what isn't there.
  const shows = page.getByRole('group', { name: 'What the table shows' });
  await shows.getByRole('button', { name: 'Normal time' }).click();
  await expect(row.getByRole('cell').first()).toContainText('–');
  await expect(matrix.getByRole('row', { name: /^Cycle without foreign/ })).toHaveCount(0);
  await shows.getByRole('button', { name: 'Time and rating' }).click();
  const odd = row.getByRole('button', { name: /27\.30.*possible outlier/ });
  await odd.click();
  const card = page.getByRole('complementary', { name: 'Chosen reading' });
  await expect(card).toContainText('above the upper Tukey fence of 8.65');
  await expect(card.getByRole('row', { name: /^Mean/ })).toHaveText(/9\.483.*7\.864/);
  expect(await violations(page)).toEqual([]);

  const reason = card.getByRole('textbox', { name: 'Reason to exclude it' });
  await expect(card.getByRole('button', { name: 'Exclude from figures' })).toBeDisabled();
  await reason.fill('the film tore');
  await reason.press('Enter');
  await expect(row).toContainText('7.864');
  await expect(row.getByRole('button', { name: /27\.30.*excluded/ })).toBeVisible();
  await expect(card).toContainText('Excluded from figures: the film tore');
  await expect.poll(async () => (await entriesOf()).filter(({ excluded }) => excluded === 'the film tore').length).toBe(1);
  await page.getByRole('tab', { name: 'Elements' }).click();
  await expect(page.getByText('1 reading is excluded from the figures.')).toBeVisible();

  // It is in the files, and everything is as before once it counts again.
  const file = await page.request.get(
    `${server.url}/v1/orgs/${plant.organizationId}/measurements/${study.id}/entries/export?format=csv&locale=en`,
  );
  expect(await file.text()).toContain('the film tore');
  await page.getByRole('tab', { name: 'Readings' }).click();
  await row.getByRole('button', { name: /27\.30/ }).click();
  await card.getByRole('button', { name: 'Count again' }).click();
  await expect(row).toContainText('9.483');
  await page.locator('.toast').filter({ hasText: 'Counted again' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('7.864');
  await page.keyboard.press('Control+z');
  await expect(row).toContainText('9.483');
});

test('the table is gone through with arrow keys, in each unit it adds up, and whoever only looks changes nothing', async ({
  quiet: page,
}) => {
  await signIn(page, { url: server.url, ...VIEWER });
  await page.goto(address(''));
  await awake(page);
  const matrix = page.getByRole('table', { name: 'Odečty' });
  const first = matrix.getByRole('button').first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const card = page.getByRole('complementary', { name: 'Vybraný odečet' });
  await expect(card.getByRole('heading', { name: /Doplnění materiálu/ })).toContainText('9,62');
  await expect(card.getByRole('textbox')).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Vyloučit z výpočtů' })).toHaveCount(0);
  for (const unit of ['s', 'min', 'cmin', 'TMU']) {
    await page.getByRole('group', { name: 'Jednotka času' }).getByRole('button', { name: unit, exact: true }).click();
    const figures = await matrix.evaluate((table) => {
      const value = (cell: Element | null | undefined) => Number((cell?.textContent ?? '').replace(/[^\d,]/g, '').replace(',', '.'));
      const lines = [...table.querySelectorAll('tbody tr')].filter((line) => !line.textContent?.includes('Cizí'));
      return [...table.querySelectorAll('tfoot td')].map((total, at) => ({
        total: value(total),
        sum: lines.reduce((sum, line) => sum + value(line.children[at + 1]?.querySelector('button > span')), 0),
      }));
    });
    expect(figures).toHaveLength(12);
    for (const { total, sum } of figures) expect(sum).toBeCloseTo(total, 6);
  }
  // On a phone the table moves sideways beside its elements, never the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);
});

test('on paper all cycles stand on the sheet, below each other where they are many', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(address('/en'));
  const matrix = page.getByRole('table', { name: 'Readings' });
  await expect(matrix).toHaveCount(1);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = 703;
  await page.setViewportSize({ width: sheet, height: 900 });
  await expect(matrix).toHaveCount(2);
  const cycles = await matrix
    .locator('thead th')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().right] as const));
  expect(cycles.map(([text]) => Number(text)).filter((n) => n > 0)).toEqual(PACKING.map((_, at) => at + 1));
  expect(Math.max(...cycles.map(([, right]) => right))).toBeLessThanOrEqual(sheet);
});
