import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
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
