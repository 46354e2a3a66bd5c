import { ROUTES } from '../src/lib/routes.ts';
import { address, expect, signIn, test } from './test.ts';

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

  test('a public page has nothing over its words', async ({ quiet: page, app }) => {
    await page.goto(address(app, '/pricing', 'cs'), { waitUntil: 'load' });
    await expect(page.locator('.skip')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.skip')).toBeHidden();
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

  test('a short list is one sheet, without empty ones behind it', async ({ quiet: page, app }) => {
    await signIn(page, app);
    await page.goto(address(app, '/dlog/dataloggers', 'en'), { waitUntil: 'load' });
    await expect(page.locator('.tbl tbody tr').first()).toBeVisible();
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(sheets).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    const moved = await page
      .locator('.tbl *')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).position !== 'static').map((one) => one.className || one.tagName));
    expect(moved).toEqual([]);
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
