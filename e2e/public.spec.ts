import { LOCALES } from '../src/lib/constants.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { WHOLE } from './matrix.ts';
import { address, expect, test } from './test.ts';
import { weighing } from './weigh.ts';

/** The public pages on narrow screens, enlarged, and without scripts. */

const PAGES = ROUTES.filter((route) => route.prerender);
/** A screen of 1,280 pixels at 200 % is as wide as one of 640; the narrowest that must do is 320. */
const WIDTHS = [640, 320];
const HOME_KB = 250;

for (const { path } of PAGES)
  test(`${path} has nothing beyond the edge of a narrow screen`, async ({ quiet: page, app }) => {
    for (const locale of WHOLE ? LOCALES : (['sk'] as const)) {
      await page.goto(address(app, path, locale), { waitUntil: 'load' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(wide, `${locale} ${width}`).toBe(0);
      }
    }
  });

test('between a phone and a desk, the name of a page stands right below its head, what it is about below that, whole lines long', async ({
  quiet: page,
  app,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  for (const path of ['/', '/apps', '/apps/datalogging', '/apps/datalogging/index1', '/apps/time-tracking'] as const)
    for (const locale of LOCALES) {
      await page.goto(address(app, path, locale), { waitUntil: 'load' });
      const title = (await page.locator('h1').boundingBox())!;
      const about = (await page.locator('h1 + * , :has(> h1) + * p').first().boundingBox())!;
      expect.soft(title.y, `${locale} ${path}`).toBeLessThan(110);
      expect.soft(about.y, `${locale} ${path}`).toBeGreaterThan(title.y + title.height - 1);
      expect.soft(about.width, `${locale} ${path}`).toBeGreaterThan(500);
    }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  for (const { path } of PAGES)
    test(`${path} is read`, async ({ page, app }) => {
      await page.goto(address(app, path, 'cs'), { waitUntil: 'load' });
      await expect(page.locator('h1').first()).toBeVisible();
      expect((await page.locator('main, body').first().textContent())?.length).toBeGreaterThan(150);
    });
});

test('home with all its pictures stays small, in either colour', async ({ quiet: page, app }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('about:blank');
    const weight = weighing(page);
    await page.goto(address(app, '/', 'cs'), { waitUntil: 'load' });
    for (const picture of await page.locator('figure img:visible').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
    }
    const { all, kinds } = await weight();
    const pictures = kinds.filter((kind) => kind === 'image').length;
    test.info().annotations.push({ type: 'home kB', description: `${colorScheme} ${(all / 1_000).toFixed(0)}` });
    // Two pictures of the product and the mark in the tab; the other colour's are not loaded.
    expect(pictures).toBeLessThanOrEqual(3);
    expect(all / 1_000).toBeLessThanOrEqual(HOME_KB);
    await page.evaluate(() => localStorage.clear());
  }
});

test('the commands of the home page are read whole on the narrowest phone', async ({ quiet: page, app }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const locale of LOCALES) {
    await page.goto(address(app, '/', locale), { waitUntil: 'load' });
    expect(await page.locator('main pre').evaluate((one) => one.scrollWidth - one.clientWidth), locale).toBe(0);
  }
});

test('the figure of the home page is read on a phone: the line stands where the finger is', async ({ quiet: page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address(app, '/', 'en'), { waitUntil: 'load' });
  const picture = page.locator('[data-figure] svg:visible').first();
  const flag = picture.locator('[data-flag] text');
  const before = (await flag.textContent()) ?? '';
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox())!;
  const finger = { x: box.width * 0.75, y: box.height / 3 };
  await expect(async () => {
    await picture.hover({ position: { ...finger, y: finger.y + Math.random() } });
    expect(await flag.textContent()).not.toBe(before);
  }).toPass();
  const line = (await picture.locator('[data-cursor] > path').last().boundingBox())!;
  expect(line.x + line.width / 2 - box.x).toBeCloseTo(finger.x, -1);
});

test('two minutes are tried in the browser: by touch, by keys, step by step back, and nothing is sent', async ({ quiet: page, app }) => {
  await page.goto(address(app, '/apps/work-day-snapshot', 'en'), { waitUntil: 'load' });
  const panel = page.locator('[data-try-it]');
  await page.locator('#try').scrollIntoViewIfNeeded();
  const work = panel.locator('[data-key=work]');
  await expect(work).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await work.click();
  await expect(work).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('3');
  await expect(panel.locator('[data-key=waiting]')).toHaveAttribute('aria-pressed', 'true');
  await expect(work).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Control+z');
  await expect(work).toHaveAttribute('aria-pressed', 'true');
  await panel.locator('[data-reset]').click();
  await expect(work).toHaveAttribute('aria-pressed', 'false');
  await page.locator('#try').scrollIntoViewIfNeeded();
  expect(sent).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'color-mode'))).toEqual([]);
});

test('where no mail leaves the server, who forgot a password is led to its operator', async ({ quiet: page, app }) => {
  await page.goto(address(app, '/login', 'sk'), { waitUntil: 'load' });
  await page.getByRole('link', { name: 'Zabudnuté heslo?' }).click();
  await expect(page.locator('main form')).toHaveCount(0);
  await page.locator('main').getByRole('link').click();
  await expect(page).toHaveURL(address(app, '/contacts', 'sk'));
});
