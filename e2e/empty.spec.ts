import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { LOCALES } from '../src/lib/constants.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { expect, signIn, test } from './test.ts';

test('an organisation without anything is shown the next step on every screen, and the console stays quiet', async ({
  quiet: page,
  app,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-empty-'));
  const server = await startServerProcess({ DATA_DIR: dataDir });
  try {
    const { email, password, datalogger } = await firstOrganization(server);
    await signIn(page, { ...app, url: server.url, email, password });
    // The first visit of a fresh process is the one at which the server has nothing loaded yet.
    for (const locale of LOCALES)
      for (const path of ['/dlog/dataloggers', '/dlog/received-data', '/user/dashboard']) {
        await page.goto(server.url + localePath(path, locale));
        await expect(page.locator('.empty').first(), `${path} ${locale}`).toBeVisible();
      }
    // One thing to do, said once.
    for (const path of ['/dlog/dataloggers', '/tm/measurements', '/tm/screens', '/org/machines']) {
      await page.goto(server.url + localePath(path, 'en'));
      await expect(page.locator('main .empty')).toBeVisible();
      await expect(page.locator('main :is(button, a).primary'), path).toHaveCount(1);
    }
    const { id } = await datalogger('New');
    // Another language each time, so that each tab is a page of its own and not a part of the one before.
    for (const [index, tab] of ['', '#table', '#received', '#tokens', '#settings'].entries()) {
      const locale = LOCALES[index % LOCALES.length]!;
      await page.goto(`${server.url + localePath(`/dlog/dataloggers/${id}`, locale)}${tab}`);
      await expect(page.locator('h1')).toHaveText('New');
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    }
    // Its own server stops before the page does.
    await page.goto('about:blank');
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
