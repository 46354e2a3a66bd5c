import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { violations } from './axe.ts';
import { awake, expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization & { url: string };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-reparse-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = { ...(await firstOrganization(server)), url: server.url };
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('messages that the filter of the list leaves are taken back at once: their rows say so, and a page of the logger that is open loses the values', async ({
  quiet: page,
  context,
}) => {
  const logger = await plant.datalogger('Cellar');
  for (const minutes of [3, 2, 1])
    await fetch(`${plant.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ts: Date.now() - minutes * 60_000, depth: 12.5 + minutes }),
    });
  await signIn(page, plant);
  const other = await context.newPage();
  await other.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await expect(other.getByRole('main')).toContainText('13.5');

  await page.goto(`${plant.url}/en/dlog/received-data?datalogger=${logger.id}`);
  await awake(page);
  await expect(page.locator('tbody tr[data-index]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Process again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process messages of Cellar again' });
  await expect(dialog).toContainText('all messages of the logger');
  await dialog.getByText('Take back their values', { exact: true }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'gone 3' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  await expect(other.getByRole('main')).not.toContainText('13.5');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toContainText('Undone.');
  await expect(other.getByRole('main')).toContainText('13.5');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Process again' }).click();
  await dialog.getByText('Take back their values', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.locator('tbody tr[data-index]').filter({ hasText: 'taken back' })).toHaveCount(3);
});
