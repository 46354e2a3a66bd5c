import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { LOCALE_TAGS, LOCALES, type Locale } from '../src/lib/constants.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { address, expect, signIn, test } from './test.ts';

const ALL = process.env.TEST_ALL === '1';
/** Routes whose accessibility is checked in en and sk too, in the short run. */
const SAMPLES = new Set(['/', '/login', '/dlog/dataloggers', '/dlog/dataloggers/{id}', '/dlog/received-data']);
/** `{id}` pages of entities that come later answer 404 for an unknown id or teach what they will hold: both render. */
const TITLES = /.+/;

for (const route of ROUTES)
  for (const locale of LOCALES)
    test(`${route.path} renders in ${locale}`, async ({ quiet: page, app }) => {
      if (route.access !== 'public') await signIn(page, app);
      const response = await page.goto(address(app, route.path, locale), { waitUntil: 'load' });
      expect(response?.status()).toBe(route.access === 'playground' ? 403 : 200);
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_TAGS[locale]);
      expect(await page.title()).toMatch(TITLES);
      await expect(page.locator('h1').first()).toBeVisible();
      if (route.indexable) {
        for (const tag of ['cs', 'cs-CZ', 'en', 'en-US', 'sk', 'sk-SK', 'x-default'])
          await expect(page.locator(`link[rel=alternate][hreflang="${tag}"]`)).toHaveCount(1);
        await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
      } else await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
      // A key that has no words would be shown as itself.
      expect(await page.locator('body').textContent()).not.toMatch(
        /\b(common|routes|ui|errors|dataloggers|received-data|channels|auth|later):[a-z_]+/,
      );
      if (ALL || locale === 'cs' || SAMPLES.has(route.path)) expect(await violations(page)).toEqual([]);
    });

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

test('the dark mode of the main screens has no accessibility violation', async ({ signedIn: page, app }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of ['/dlog/dataloggers', '/dlog/dataloggers/{id}', '/dlog/received-data', '/login', '/']) {
    await page.goto(address(app, path, 'cs' satisfies Locale));
    await expect(page.locator('h1').first()).toBeVisible();
    expect(await violations(page), path).toEqual([]);
  }
});
