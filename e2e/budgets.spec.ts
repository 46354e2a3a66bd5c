import { ROUTES } from '../src/lib/routes.ts';
import { address, expect, test } from './test.ts';
import { KB, weigh } from './weigh.ts';

// What a worker of the page fetches is no request of the page, and wouldn't be weighed.
test.use({ serviceWorkers: 'block' });

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
  ['/dlog/charts', CHARTS],
  ['/dlog/charts/{id}', CHARTS],
  ['/dlog/alarms', LISTS],
  ['/dlog/alarms/{id}', CHARTS],
  ['/dlog/recordings2', LISTS],
  ['/dlog/recordings2/{id}', CHARTS],
  ['/dlog/recording-plans', LISTS],
  ['/dlog/recording-overlay', LISTS],
  ['/dlog/calibrations', LISTS],
  ['/dlog/marks', LISTS],
  ['/dlog/reports', LISTS],
  ['/dlog/sensor-types', LISTS],
  ['/dlog/logger-types', LISTS],
  ['/dlog/logger-types/{id}', CHARTS],
  ['/dlog/received-data', LISTS],
  ['/dlog/received-data/{id}', LISTS],
  ['/org/machines', LISTS],
  ['/org/machines/{id}', CHARTS],
  ['/org', CHARTS],
  ['/org/workspace/workspace', CHARTS],
  // A measurement and the editor of a screen are weighed in their own journeys.
  ['/tm/measurements', LISTS],
  ['/tm/measurements/{id}', CHARTS],
  ['/tm/operations', LISTS],
  ['/tm/operations/{id}', CHARTS],
  ['/tm/allowance-sets', LISTS],
  ['/tm/allowance-sets/{id}', CHARTS],
  ['/tm/screens', LISTS],
  ['/tm/screens/{id}', CHARTS],
  ['/user/dashboard', LISTS],
  ['/user/profile', CHARTS],
] as const;
for (const [path, budget] of PAGES)
  test(`${path} stays within ${budget} kB of JavaScript`, async ({ signedIn: page, app }) => {
    // A chart is weighed with something in it.
    const opened = path === '/dlog/charts' ? `?logger=${app.dataloggerId}` : '';
    const { script } = await weigh(page, address(app, path, 'cs') + opened);
    await expect(page.locator('h1').first()).toBeVisible();
    if (['/dlog/dataloggers/{id}', '/dlog/charts', '/dlog/charts/{id}', '/dlog/recordings2/{id}', '/dlog/alarms/{id}'].includes(path))
      await expect(page.locator('canvas').first()).toBeVisible();
    console.log(`${path}: ${(script / KB).toFixed(1)} kB of JavaScript`);
    expect(script).toBeLessThanOrEqual(budget * KB);
  });
