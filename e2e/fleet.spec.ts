import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Datalogger } from '../src/lib/contract/dataloggers.ts';
import { violations } from './axe.ts';
import { awake, expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-fleet-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
  const made = async (machine: string) =>
    (
      await plant.call<{ id: string }>('POST', `/v1/orgs/${plant.organizationId}/machines`, {
        name: machine,
        workspace_id: plant.workspaceId,
      })
    ).id;
  const [lathe, press] = [await made('Lathe'), await made('Press')];
  for (let i = 1; i <= 30; i++)
    await plant.datalogger(`On the lathe ${String(i).padStart(2, '0')}`, { machine_id: lathe, place: i % 2 ? 'North' : 'South' });
  for (const name of ['On the press 1', 'On the press 2']) await plant.datalogger(name, { machine_id: press });
  await plant.datalogger('Alone');
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(page: Page, to: string): Promise<void> {
  await page.goto(`${plant.url}/en${to}`);
  await awake(page);
}
const rows = (page: Page) => page.locator('tbody tr[data-index]');
const heads = (page: Page) => page.locator('tbody th[scope=rowgroup]');

test('the list is put together by machine, in its address and in a saved view, and is walked by keys past the heads', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=name');
  await page.getByRole('button', { name: 'Group none' }).click();
  await page
    .getByRole('menuitemradio', { name: 'by machine' })
    .or(page.getByRole('menuitem', { name: 'by machine' }))
    .click();
  await expect(page).toHaveURL(/group=machine/);
  await expect(heads(page).first()).toHaveText(/Lathe.*30\sloggers/);
  await expect(heads(page).first().getByRole('link', { name: 'Lathe' })).toHaveAttribute('href', /\/org\/machines\//);
  expect(await violations(page)).toEqual([]);

  await rows(page).first().focus();
  await page.keyboard.press('End');
  await expect(rows(page).last()).toBeFocused();
  await expect(rows(page).last()).toContainText('Alone');
  await expect(heads(page).last()).toContainText('No machine');
  await page.keyboard.press('ArrowUp');
  await expect(rows(page).filter({ hasText: 'On the press 2' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await expect(rows(page).first()).toContainText('On the lathe 01');

  // The server puts the same together.
  await page.reload();
  await expect(heads(page).first()).toContainText('Lathe');
  await page.getByRole('button', { name: /Group/ }).first().click();
  await page
    .getByRole('menuitemradio', { name: 'by place' })
    .or(page.getByRole('menuitem', { name: 'by place' }))
    .click();
  await expect(heads(page).first()).toHaveText(/North.*15\sloggers/);
});

test('on a phone the heads stay in the window and the list is as wide as it', async ({ quiet: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?group=machine');
  await expect(heads(page).first()).toContainText('Lathe');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const table = page.locator('section.table-scroll');
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

test('the head of the group that is read stays in sight, and groups close one by one or all, which a reload keeps', async ({
  quiet: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=name&group=machine');
  const lathe = heads(page).filter({ hasText: 'Lathe' });
  const table = page.locator('section.table-scroll');
  await table.evaluate((box) => box.scrollTo({ top: 900 }));
  await expect(rows(page).filter({ hasText: 'On the lathe 01' })).toHaveCount(0);
  await expect(lathe).toBeVisible();
  const belowTableHead = async () => ((await lathe.boundingBox())?.y ?? 0) - ((await table.boundingBox())?.y ?? 0);
  expect(Math.round(await belowTableHead())).toBe(30);
  // Where somebody walks upwards by keys, no row comes to lie under it.
  const first = rows(page).filter({ hasText: 'On the lathe 18' });
  await first.focus();
  for (const expected of ['17', '16', '15', '14', '13', '12', '11', '10']) {
    await page.keyboard.press('ArrowUp');
    const row = rows(page).filter({ hasText: `On the lathe ${expected}` });
    await expect(row).toBeFocused();
    // The head moves in the page while rows come and go.
    const under = async () => {
      const [box, head] = [await row.boundingBox(), await lathe.boundingBox()];
      return box && head ? box.y - head.y - head.height : null;
    };
    await expect.poll(under).toBeGreaterThanOrEqual(-1);
  }

  await lathe.getByRole('button', { name: 'Collapse group Lathe' }).click();
  await expect(rows(page).filter({ hasText: 'On the lathe' })).toHaveCount(0);
  await expect(lathe).toContainText(/30\sloggers/);
  await expect(lathe.getByRole('button', { name: 'Expand group Lathe' })).toHaveAttribute('aria-expanded', 'false');
  expect(await violations(page, { within: 'section.table-scroll' })).toEqual([]);
  await rows(page).first().focus();
  await expect(rows(page).first()).toContainText('On the press');
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  // What isn't seen isn't picked.
  await page.locator('thead input[type=checkbox]').click();
  await expect(page.getByRole('toolbar', { name: 'Selected loggers' })).toContainText('3');
  await page.locator('thead input[type=checkbox]').click();

  await page.reload();
  await awake(page);
  await expect(rows(page).filter({ hasText: 'On the lathe' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Collapse groups' }).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(heads(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Expand groups' }).click();
  await expect(rows(page).first()).toContainText('On the lathe 01');
});

test('tags are put on several loggers at once, narrow the list, and are taken back; a pause too', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=name&q=press');
  await page.locator('thead input[type=checkbox]').click();
  const bar = page.getByRole('toolbar', { name: 'Selected loggers' });
  await bar.getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags' });
  await dialog.getByRole('textbox', { name: 'More tags' }).fill('HACCP, cold room');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set for 2 loggers' }).click();
  await expect(page.getByText('2 loggers changed')).toBeVisible();
  await page.getByRole('button', { name: 'Tag any' }).click();
  await page
    .getByRole('menuitemradio', { name: 'HACCP' })
    .or(page.getByRole('menuitem', { name: 'HACCP' }))
    .click();
  await expect(page).toHaveURL(/tag=HACCP/);
  await open(page, '/dlog/dataloggers?tag=HACCP');
  await expect(rows(page)).toHaveCount(2);

  await page.locator('thead input[type=checkbox]').click();
  await bar.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('2 loggers paused')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Paused' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(rows(page).filter({ hasText: 'Paused' })).toHaveCount(0);

  // One is left out of what the others have, by its box.
  await page.locator('thead input[type=checkbox]').click();
  await bar.getByRole('button', { name: 'Tags' }).click();
  await dialog.getByText('cold room').click();
  await dialog.getByRole('button', { name: 'Set for 2 loggers' }).click();
  const tags = async () =>
    (await plant.call<{ items: Datalogger[] }>('GET', `/v1/orgs/${plant.organizationId}/dataloggers?tag=HACCP`)).items.map(
      (row) => row.tags,
    );
  await expect.poll(tags).toEqual([['HACCP'], ['HACCP']]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(tags).toEqual([
    ['HACCP', 'cold room'],
    ['HACCP', 'cold room'],
  ]);
});

test('a type is given to several loggers once it was shown what it changes, and taken back', async ({ quiet: page }) => {
  const type = await plant.loggerType();
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=name&q=press');
  await page.locator('thead input[type=checkbox]').click();
  const bar = page.getByRole('toolbar', { name: 'Selected loggers' });
  await bar.getByRole('button', { name: 'Type' }).click();
  const dialog = page.getByRole('dialog', { name: 'Type' });
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption(type);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Show what changes' }).click();
  await dialog.getByRole('button', { name: 'Read 2 loggers by it' }).click();
  const types = async () =>
    (await plant.call<{ items: Datalogger[] }>('GET', `/v1/orgs/${plant.organizationId}/dataloggers?q=press`)).items.map(
      (row) => row.logger_type_id,
    );
  await expect.poll(types).toEqual([type, type]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(types).toEqual([null, null]);
});

test('labels of loggers are shown on sheets as they will be printed, each with its code', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=name&group=machine');
  await expect(rows(page).first()).toBeVisible();
  await page.locator('thead input[type=checkbox]').click();
  await page.getByRole('toolbar', { name: 'Selected loggers' }).getByRole('button', { name: 'QR labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Labels with a QR code' });
  const sheets = dialog.frameLocator('iframe');
  await expect(dialog).toContainText(/33\slabels, sheets: 2/);
  await expect(sheets.locator('section')).toHaveCount(2);
  await expect(sheets.locator('article')).toHaveCount(33);
  await expect(sheets.locator('article').first()).toContainText('On the lathe 01');
  // The policy of the page lets its looks pass: labels stand beside each other.
  const [one, other] = [await sheets.locator('article').nth(0).boundingBox(), await sheets.locator('article').nth(1).boundingBox()];
  expect(other?.x).toBeGreaterThan((one?.x ?? 0) + 50);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Begin with label' }).selectOption('20');
  await expect(dialog).toContainText(/sheets: 3/);
  await expect(sheets.locator('section')).toHaveCount(3);
});

test('of heads of small groups that stay at one place only the last one is seen', async ({ quiet: page }) => {
  // Each shorter than the one before it, beyond which that would be seen.
  for (let i = 1; i <= 12; i++)
    await plant.datalogger(`Shelf ${i}`, { place: `Rack ${String(i).padStart(2, '0')} in the ${'very '.repeat(13 - i)}long hall` });
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn(page, plant);
  await open(page, '/dlog/dataloggers?sort=name&group=place&q=Shelf');
  await expect(heads(page).first()).toContainText('Rack 01');
  const table = page.locator('section.table-scroll');
  await table.evaluate((box) => box.scrollTo({ top: 420 }));
  const stay = () =>
    table.evaluate((box) => {
      const below = box.getBoundingClientRect().top + 30;
      const all = [...box.querySelectorAll('tbody th[scope=rowgroup]')].filter(
        (one) => Math.abs(one.getBoundingClientRect().top - below) < 2,
      );
      const last = all.at(-1)?.closest('tr');
      const words = all.flatMap((one) => [...one.querySelectorAll('div > span')]);
      const seen = words.map((one) => {
        const { right, top, height } = one.getBoundingClientRect();
        return document.elementFromPoint(right - 2, top + height / 2)?.closest('tr');
      });
      return { heads: all.length, onlyLast: seen.every((row) => row === last) };
    });
  await expect.poll(async () => (await stay()).heads).toBeGreaterThan(1);
  expect((await stay()).onlyLast).toBe(true);
});
