import type { Page } from '@playwright/test';
import { ROUTES } from '../src/lib/routes.ts';
import { violations } from './axe.ts';
import { WHOLE } from './matrix.ts';
import { address, expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

const PROBLEM = { type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal', request_id: 'journey' };
const DATA = /\/v1\/orgs\//;
/** Pages that read nothing of the organisation; recordings are laid over each other when the address names some. */
const STILL = ['/user/profile', '/dlog/recording-overlay'];
/** What hides behind a tab of an address. */
const TABS: Record<string, readonly string[]> = {
  '/dlog/dataloggers/{id}': ['#table', '#received', '#tokens', '#embeds'],
  '/dlog/logger-types/{id}': ['#loggers'],
  '/org/machines/{id}': ['#loggers', '#measurements', '#files', '#properties', '#history'],
  '/org/workspace/workspace': ['#shifts', '#members', '#equipment'],
  '/org': ['#workspaces', '#people', '#keys', '#webhooks', '#audit'],
  '/tm/screens': ['#activities', '#taxonomies'],
};
const PAGES = ROUTES.filter(({ access, path }) => access === 'user' && !STILL.some((one) => path.startsWith(one)));

const failing = (page: Page) =>
  page.route(DATA, (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(PROBLEM) }));
const again = (page: Page) => page.getByRole('button', { name: 'Zkusit znovu' });
/** Nothing pretends to be on its way. */
const allLoaded = (page: Page, hash: string) => expect(page.locator('main [aria-busy=true], main .skel'), hash).toHaveCount(0);

for (const { path } of PAGES) {
  test(`${path} says that its data can't be had, and has them when the server has`, async ({ page, app }) => {
    await signIn(page, app);
    for (const hash of ['', ...(TABS[path] ?? [])]) {
      // Without an access token the server sends a page without data, which the browser then asks for.
      await page.context().clearCookies({ name: 'auth._token.local' });
      await page.goto('about:blank');
      await failing(page);
      await page.goto(address(app, path, 'cs') + hash, { waitUntil: 'load' });
      await expect(again(page).first(), hash).toBeVisible();
      await allLoaded(page, hash);
      if (WHOLE || hash === '') expect(await violations(page), hash).toEqual([]);
      await page.unroute(DATA);
      await expect(async () => {
        for (const button of await again(page).all()) await button.click({ timeout: 1_000 });
        await expect(again(page), hash).toHaveCount(0, { timeout: 1_000 });
      }).toPass();
    }
  });

  // In each run the pages above, which fail from the first byte on.
  if (!WHOLE) continue;
  test(`${path} leaves no skeleton when what it asks for later fails`, async ({ page, app }) => {
    await signIn(page, app);
    await failing(page);
    for (const hash of ['', ...(TABS[path] ?? [])]) {
      await page.goto('about:blank');
      await page.goto(address(app, path, 'cs') + hash, { waitUntil: 'load' });
      await allLoaded(page, hash);
    }
  });
}
