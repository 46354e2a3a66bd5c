import { ROUTES, routeOf } from '../src/lib/routes.ts';
import { address, expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

/** Parts of the shell, which nobody can use on paper. */
const SHELL = ['.skip', '.top', '.rail', '.bottom', '.toasts', '.filters', '.btn'];

test.describe('on paper', () => {
  test.use({ colorScheme: 'dark' });
  for (const { path, access } of ROUTES.filter(({ access }) => access !== 'public' && access !== 'playground'))
    test(`${path} is its screen alone, from the top of the first sheet, light (${access})`, async ({ quiet: page, app }) => {
      await signIn(page, app);
      await page.goto(address(app, path, 'cs'), { waitUntil: 'load' });
      await expect(page.locator('html')).toHaveClass(/dark-mode/);
      await page.emulateMedia({ media: 'print' });
      const seen = await page.evaluate(
        (shell) => shell.filter((part) => [...document.querySelectorAll(part)].some((one) => one.getClientRects().length > 0)),
        SHELL,
      );
      expect(seen).toEqual([]);
      const { title, ink, ground } = await page.evaluate(() => ({
        title: document.querySelector('h1')!.getBoundingClientRect().top,
        ink: getComputedStyle(document.querySelector('h1')!).color,
        ground: getComputedStyle(document.body).backgroundColor,
      }));
      expect(title).toBeLessThan(160);
      expect(lightness(ink)).toBeLessThan(0.4);
      expect(ground === 'rgba(0, 0, 0, 0)' || lightness(ground) > 0.9).toBe(true);
    });

  test('public pages are printed without what only a screen has, in light colours, the light pictures of the product too', async ({
    quiet: page,
    app,
  }) => {
    const SCREEN_ONLY = ['.skip', 'footer', 'nav', 'header details', '.btn', 'form', '[data-try-it]'];
    for (const { path } of ROUTES.filter(({ prerender, layout }) => prerender && layout === 'Public').concat(routeOf('/'))) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(address(app, path, 'cs'), { waitUntil: 'load' });
      await expect(page.locator('html')).toHaveClass(/dark-mode/);
      await page.emulateMedia({ media: 'print' });
      const seen = await page.evaluate((parts) => {
        const shown = (one: Element) => one.getClientRects().length > 0;
        return {
          parts: parts.filter((part) => [...document.querySelectorAll(part)].some(shown)),
          dark: [...document.querySelectorAll('main figure img')].filter((one) => shown(one) && /-dark/.test((one as HTMLImageElement).src))
            .length,
          title: getComputedStyle(document.querySelector('h1')!).color,
          grounds: [...document.querySelectorAll('pre')].filter(shown).map((one) => getComputedStyle(one).backgroundColor),
        };
      }, SCREEN_ONLY);
      expect.soft(seen.parts, path).toEqual([]);
      // The tablet is dark everywhere.
      expect.soft(seen.dark, path).toBeLessThanOrEqual(path === '/' ? 1 : 0);
      expect.soft(lightness(seen.title), path).toBeLessThan(0.4);
      for (const ground of seen.grounds) expect.soft(lightness(ground), path).toBeGreaterThan(0.8);
    }
  });

  test('a list is printed whole, not only the rows that are in sight', async ({ quiet: page, app }) => {
    await signIn(page, app);
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto(address(app, '/dlog/dataloggers/{id}', 'cs').concat('#table'), { waitUntil: 'load' });
    const rows = page.locator('.tbl tr[data-index]');
    await expect(rows.first()).toBeVisible();
    const onScreen = await rows.count();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await rows.count()).toBeGreaterThan(onScreen);
    await expect(page.locator('html')).toHaveClass(/light-mode/);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(rows).toHaveCount(onScreen);
    await expect(page.locator('html')).toHaveClass(/dark-mode/);
  });

  test('a detail says on paper where it is from, which time it shows, when and by whom it was printed, and has a line to sign', async ({
    quiet: page,
    app,
  }) => {
    await signIn(page, app);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address(app, '/dlog/dataloggers/{id}', 'en').concat('?range=yesterday'), { waitUntil: 'load' });
    await expect(page.locator('.pane').first()).toBeVisible();
    const wide = (await page.locator('.pane').first().boundingBox())!.width;
    expect(wide).toBeGreaterThan(800);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('[data-paper="place"]')).toContainText(/\S+ \/ \S+/);
    await expect(page.locator('[data-paper="printed"]')).toContainText(/^Printed \d+.*, \S+/);
    await expect(page.locator('[data-paper="address"]')).toContainText('range=yesterday');
    await expect(page.getByText(/^Yesterday · /)).toBeVisible();
    await expect(page.getByText('Signature')).toBeVisible();
    // Charts are drawn as wide as the sheet, before anybody could measure it.
    expect((await page.locator('.pane canvas').first().boundingBox())!.width).toBeLessThanOrEqual(700);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('[data-paper="place"]')).toBeHidden();
    await expect(page.getByText('Signature')).toBeHidden();
  });

  test('a recording states on paper nothing of now beside the time that is over, and says so where its verdict had not come', async ({
    quiet: page,
    app,
  }) => {
    await signIn(page, app);
    await page.setViewportSize({ width: 1440, height: 900 });
    const sheet = address(app, '/dlog/recordings2/{id}', 'cs');
    const conditions = page.getByRole('table', { name: 'Podmínky verdiktu' });
    const missing = page.getByText('nebyly v\u00a0okamžiku tisku načtené');
    const newest = page.locator('.legend li .value');
    await page.goto(sheet, { waitUntil: 'load' });
    await expect(conditions.locator('tbody tr').first()).toBeVisible();
    await expect(newest.first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(conditions).toBeVisible();
    await expect(missing).toHaveCount(0);
    for (const value of await newest.all()) await expect(value).toBeHidden();
    await expect(page.locator('.chart-side').getByText('teď', { exact: true })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.route(/\/evaluation$/, () => {});
    await page.goto(sheet, { waitUntil: 'load' });
    await expect(newest.first()).toBeVisible();
    await expect(missing).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(missing).toBeVisible();
    await expect(conditions).toHaveCount(0);
    await page.unroute(/\/evaluation$/);
  });

  // As wide as an A4 sheet between its margins.
  const SHEET = 703;
  for (const [path, tabs] of [
    ['/dlog/dataloggers/{id}', ['', '#table', '#calibrations', '#received', '#embeds', '#settings']],
    ['/dlog/received-data/{id}', ['']],
    ['/org/machines/{id}', ['', '#measurements', '#properties', '#history']],
    ['/org', ['', '#workspaces', '#people', '#audit']],
    ['/org/workspace/workspace', ['', '#shifts']],
    ['/tm/measurements/{id}', ['', '#elements', '#readings', '#entries', '#settings']],
    ['/dlog/logger-types/{id}', ['']],
    ['/dlog/sensor-types/{id}', ['']],
    ['/dlog/charts', ['']],
    ['/dlog/charts/{id}', ['']],
    ['/dlog/alarms', ['', '#rules']],
    ['/dlog/alarms/{id}', ['']],
    ['/dlog/calibrations', ['']],
    ['/tm/allowance-sets', ['']],
    ['/dlog/marks', ['']],
    ['/tm/screens/{id}', ['']],
    ['/tm/operations/{id}', ['', '#study', '#elements', '#settings']],
    ['/tm/allowance-sets/{id}', ['']],
    ['/user/dashboard', ['']],
    ['/user/profile', ['']],
  ] as const)
    test(`${path} keeps inside the sheet, with all of its tabs, and names only the one that is printed`, async ({ quiet: page, app }) => {
      await signIn(page, app);
      for (const tab of tabs) {
        // A desk prints: what is drawn was measured on a wide window.
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.emulateMedia({ media: 'screen' });
        await page.goto('about:blank');
        await page.goto(address(app, path, 'cs').concat(tab), { waitUntil: 'load' });
        await expect(page.locator('h1').first()).toBeVisible();
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width: SHEET, height: 900 });
        const beyond = await page.locator('main *').evaluateAll(
          (all, sheet) =>
            all
              .filter((one) => {
                const { right, width, height } = one.getBoundingClientRect();
                return width > 1 && height > 1 && right > sheet + 1 && one.closest('.vh') === null;
              })
              .map((one) => `${one.tagName} ${one.getAttribute('class') ?? ''}`),
          SHEET,
        );
        expect(beyond, tab).toEqual([]);
        // Columns of the window would leave their names no room.
        const squeezed = await page
          .locator('.table-scroll td:first-child')
          .evaluateAll((all) => all.filter((one) => one.textContent !== '' && one.clientWidth > 0 && one.clientWidth < 100).length);
        expect(squeezed, tab).toBe(0);
        const named = await page.getByRole('tab').evaluateAll((all) => all.filter((one) => one.getClientRects().length > 0).length);
        expect(named, tab).toBeLessThanOrEqual(1);
        if (path.includes('{id}') || path === '/org/workspace/workspace')
          // In the head: behind a table it may come to a sheet of its own.
          expect((await page.getByText('Podpis', { exact: true }).boundingBox())!.y).toBeLessThan(
            (await page.locator('h1').first().boundingBox())!.y,
          );
        await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      }
    });

  test('a short list is one sheet, without empty ones behind it', async ({ quiet: page, app }) => {
    await signIn(page, app);
    // Other journeys make loggers, until all of them are more than a sheet.
    await page.goto(address(app, '/dlog/dataloggers', 'en').concat('?q=Cold+room+1'), { waitUntil: 'load' });
    await expect(page.locator('.tbl tbody tr').first()).toBeVisible();
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(sheets).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    // Asked in one step: a lamp that changes between two would be an element of no document, which has no position at all.
    const moved = await page.evaluate(() =>
      [...document.querySelectorAll('.tbl *')]
        .filter((one) => getComputedStyle(one).position !== 'static')
        .map((one) => one.getAttribute('class') ?? one.tagName),
    );
    expect(moved).toEqual([]);
  });

  test('entries of a day stand two beside each other on paper, each whole', async ({ quiet: page, app }) => {
    await signIn(page, app);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address(app, '/tm/measurements/{id}', 'cs'), { waitUntil: 'load' });
    const rows = page.locator('.tm-entries.within tr[data-index]');
    await expect(rows.nth(1)).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const places = await rows.evaluateAll((all) =>
      all.map((row) => {
        const { left, width } = row.getBoundingClientRect();
        return { left: Math.round(left), share: width / row.closest('.tm-scroll')!.getBoundingClientRect().width };
      }),
    );
    expect(new Set(places.map(({ left }) => left)).size).toBe(2);
    for (const { share } of places) expect(share).toBeLessThanOrEqual(0.5);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  });

  test('entries of a measurement are printed whole, as text, within the sheet', async ({ quiet: page, app }) => {
    await signIn(page, app);
    // As wide as an A4 sheet between its margins.
    await page.setViewportSize({ width: 703, height: 400 });
    await page.goto(address(app, '/tm/measurements/{id}', 'sk').concat('#entries'), { waitUntil: 'load' });
    const table = page.locator('.tm-entries .tbl');
    await expect(table.locator('tr[data-index]').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await table.locator('tbody tr').count()).toBe(Number(await table.getAttribute('aria-rowcount')) - 1);
    await expect(table.locator('input')).toHaveCount(0);
    const hidden = await page
      .locator('.main, .screen, .screen :is(:has(.tm-scroll), .tm-scroll), .tm-scroll td')
      .evaluateAll((boxes) =>
        boxes.filter((box) => getComputedStyle(box).overflow !== 'visible').map((box) => box.className || box.tagName),
      );
    expect(hidden).toEqual([]);
    const right = await table.evaluate((one) => one.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(703);
    // What stands below begins below the last row.
    const end = await table.evaluate((one) => one.getBoundingClientRect().bottom);
    const below = await page.locator('.tm-moments').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(below.filter((top) => top < end)).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  });
});

/** 0 black … 1 white, of `rgb(…)`. */
function lightness(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return (r + g + b) / 3 / 255;
}
