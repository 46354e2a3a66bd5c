import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { violations } from './axe.ts';
import { test as base, expect, signIn } from './test.ts';

const PATH = '/en/playground/env-selector';

/** An installation whose owner may see everything, also what is for developers. */
const test = base.extend<{ installation: { server: ServerProcess; email: string; password: string } }>({
  installation: async ({ baseURL: _ }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-playground-'));
    const server = await startServerProcess({ DATA_DIR: dataDir, ENVIRONMENTS: 'test=https://test.example.com' });
    try {
      const { email, password } = await firstOrganization(server);
      const db = new DatabaseSync(join(dataDir, 'taktlog.db'));
      db.exec('update users set access_all_orgs = 1');
      db.close();
      await use({ server, email, password });
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
});

test('a developer sees each transition of the session and of builds', async ({ quiet: page, installation, app }) => {
  const { server, email, password } = installation;
  await signIn(page, { ...app, url: server.url, email, password });
  expect((await page.goto(server.url + PATH))?.status()).toBe(200);
  const access = page.locator('[data-live=access]');
  const log = page.getByRole('log');
  await expect(access).toHaveText('valid');
  await expect(page.locator('[data-live=access_left]')).toHaveText(/^1[0-5]:\d\d$/);
  await expect(page.locator('[data-live=user]')).toContainText(email);
  await expect(page.locator('[data-health="/readyz"]')).toHaveText(/^200 · \d+ ms$/);
  await expect(page.getByRole('link', { name: 'test', exact: true })).toHaveAttribute('href', `https://test.example.com${PATH}`);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Expire access' }).click();
  await expect(access).toHaveText('expired');
  await page.getByRole('button', { name: 'Send a request' }).click();
  await expect(access).toHaveText('valid');
  await expect(log).toContainText('Access token: expired → valid');

  await page.getByRole('button', { name: 'Pretend a new build' }).click();
  await expect(page.locator('[data-live=build]')).toContainText('pretended-');
  await expect(page.locator('.toast')).toBeVisible();

  await page.getByRole('button', { name: 'Expire both' }).click();
  await page
    .getByRole('button', { name: 'Send a request' })
    .click()
    .catch(() => undefined);
  await expect(page).toHaveURL(`${server.url}/en`);
  await expect(page.getByRole('status').filter({ hasText: 'Your session ended' })).toBeVisible();
  // Its own server stops before the page does.
  await page.goto('about:blank');
});
