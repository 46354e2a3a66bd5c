import type { Page } from '@playwright/test';
import { ROUTES } from '../src/lib/routes.ts';
import { address, expect, test } from './test.ts';

const KB = 1024;

/** Bytes over the wire (the server sends brotli) of one kind of answer, until the page is quiet. */
async function weigh(page: Page, url: string): Promise<{ script: number; htmlAndCss: number }> {
  const sizes: Promise<void>[] = [];
  const sum = { script: 0, htmlAndCss: 0 };
  page.on('requestfinished', (request) => {
    const type = request.resourceType();
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        if (type === 'script') sum.script += responseBodySize;
        if (type === 'document' || type === 'stylesheet') sum.htmlAndCss += responseBodySize;
      }),
    );
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
  // Parts that load late without being asked for belong to the page too: until no more scripts come.
  let known = -1;
  while (known !== sizes.length) {
    known = sizes.length;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  }
  await Promise.all(sizes);
  return sum;
}

for (const route of ROUTES.filter((one) => one.prerender))
  test(`${route.path} loads no framework and stays within its bytes`, async ({ quiet: page, app }) => {
    const { script, htmlAndCss } = await weigh(page, address(app, route.path, 'cs'));
    expect(script).toBeLessThanOrEqual(6 * KB);
    expect(htmlAndCss).toBeLessThanOrEqual(30 * KB);
  });

/** Signed-in pages and their JavaScript, kB: lists, charts, and what has forms in it. */
const LISTS = 200;
const CHARTS = 210;
const PAGES = [
  ['/dlog/dataloggers', LISTS],
  ['/dlog/dataloggers/{id}', CHARTS],
  ['/dlog/received-data', LISTS],
  ['/dlog/received-data/{id}', LISTS],
  ['/org/machines', LISTS],
  ['/org/machines/{id}', CHARTS],
  ['/org', CHARTS],
  ['/org/workspace/workspace', CHARTS],
  ['/user/dashboard', LISTS],
  ['/user/profile', CHARTS],
] as const;
for (const [path, budget] of PAGES)
  test(`${path} stays within ${budget} kB of JavaScript`, async ({ signedIn: page, app }) => {
    const { script } = await weigh(page, address(app, path, 'cs'));
    await expect(page.locator('h1').first()).toBeVisible();
    if (path === '/dlog/dataloggers/{id}') await expect(page.locator('canvas').first()).toBeVisible();
    test.info().annotations.push({ type: 'JavaScript kB', description: (script / KB).toFixed(1) });
    expect(script).toBeLessThanOrEqual(budget * KB);
  });
