import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { address, awake, expect, signIn, test } from './test.ts';

/** Parts of a page that come when somebody is about to need them. */

const LIST = '/dlog/dataloggers';
const MENU = /\/_astro\/MenuParts\.[^/]*\.js$/;
const TIP = /\/_astro\/TipBubble\.[^/]*\.js$/;
const DIALOG = /\/_astro\/DialogWindow\.[^/]*\.js$/;

const state = (page: Page) => page.locator('.filters button', { hasText: 'State' });

/**
 * Where a button of the filters is, measured from the field before it, which gives way when another journey makes the line longer. Read by
 * its script: everything beside an open menu is out of reach.
 */
const place = (button: Locator) =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const field = element.closest('.filters')?.firstElementChild?.getBoundingClientRect();
    return { gap: x - (field?.right ?? Number.NaN), y, width, height };
  });

/** Lets a script wait until the test says so. */
async function held(page: Page, script: RegExp): Promise<{ asked: () => number; release: () => void }> {
  let asked = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    asked += 1;
    await promise;
    await route.continue();
  });
  return { asked: () => asked, release: resolve };
}

// What a worker of the page fetches can't be held up from here.
test.use({ serviceWorkers: 'block' });

test('a menu is asked for when somebody points at its button, and the first press opens it however late it comes', async ({
  signedIn: page,
  app,
}) => {
  const script = await held(page, MENU);
  await page.goto(address(app, LIST, 'en'));
  await awake(page);
  const button = state(page);
  await expect(button).toHaveAttribute('aria-haspopup', 'menu');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(script.asked()).toBe(0);
  await button.hover();
  await expect.poll(script.asked).toBeGreaterThan(0);
  const before = await place(button);
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menu')).toHaveCount(0);
  script.release();
  await expect(page.getByRole('menu', { name: 'State' })).toBeFocused();
  expect(await place(button)).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('keys open a menu before its script is there, at the end that they name, and not behind somebody who went on', async ({
  signedIn: page,
  app,
}) => {
  const script = await held(page, MENU);
  await page.goto(address(app, LIST, 'en'));
  await awake(page);
  const button = state(page);
  await button.focus();
  await expect.poll(script.asked).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.focus();
  await page.keyboard.press('ArrowUp');
  script.release();
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('Escape');
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await expect(button).toBeFocused();
    await page.keyboard.press(key);
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
    // The first letter of a line finds it, as in the menus of the system.
    await page.keyboard.press('p');
    await expect(page.getByRole('menuitem', { name: 'paused' })).toBeFocused();
    await page.keyboard.press('Escape');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('p');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/state=paused/);
});

test('a finger opens a menu when it is lifted', async ({ browser, app }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1024, height: 768 } });
  const page = await context.newPage();
  await signIn(page, app);
  await page.goto(address(app, LIST, 'en'));
  await awake(page);
  await state(page).tap();
  await expect(page.getByRole('menu', { name: 'State' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'online' }).tap();
  await expect(page).toHaveURL(/state=online/);
  await context.close();
});

// The browser itself says that the line broke, so these pages aren't quiet ones.
test('a menu whose script is gone stays closed, and the page comes back once and then says so', async ({ page, app }) => {
  await signIn(page, app);
  await page.route(MENU, (route) => route.abort());
  await page.goto(address(app, LIST, 'en'));
  await awake(page);
  const reloaded = page.waitForEvent('load');
  await state(page).click();
  await reloaded;
  await awake(page);
  await state(page).click();
  const said = page.getByText('A part of this page could not be loaded.');
  await expect(said).toBeVisible();
  await expect(state(page)).toHaveAttribute('aria-expanded', 'false');
  // Everything else goes on; and once the line is back, so does the menu.
  await page.unroute(MENU);
  await state(page).click();
  await expect(page.getByRole('menu', { name: 'State' })).toBeVisible();
});

test('the explanation of a button comes with the mouse after a while, with the keyboard at once, and Escape takes it away', async ({
  signedIn: page,
  app,
}) => {
  let asked = 0;
  page.on('request', (request) => {
    if (TIP.test(request.url())) asked += 1;
  });
  await page.goto(address(app, '/dlog/dataloggers/{id}', 'en'));
  await awake(page);
  const button = page.getByRole('button', { name: 'Zoom out' });
  const tip = page.getByRole('tooltip');
  expect(asked).toBe(0);
  await button.hover();
  await expect(tip).toHaveText('Zoom out');
  await expect(button).toHaveAttribute('aria-describedby', (await tip.getAttribute('id')) ?? '-');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await page.mouse.move(0, 0);
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(tip).toHaveText('Zoom out');
  await page.keyboard.press('Enter');
  await expect(tip).toHaveCount(0);
});

test('a window opens though its script comes late, and takes the focus', async ({ signedIn: page, app }) => {
  const script = await held(page, DIALOG);
  await page.goto(address(app, LIST, 'en'));
  await awake(page);
  await page.getByRole('button', { name: 'New logger' }).click();
  await expect.poll(script.asked).toBeGreaterThan(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  script.release();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New logger' })).toBeFocused();
});

test('a part that could not be had says so in its place, and trying again brings it', async ({ page, app }) => {
  await signIn(page, app);
  const PART = /\/_astro\/NoOrganization\.[^/]*\.js$/;
  await page.route(PART, (route) => route.abort());
  // Somebody without any organisation, as the server tells the browser.
  await page.route('**/v1/auth/profile', async (route) => {
    const answer = await route.fetch();
    const profile = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...profile, links: { organizations: [], workspaces: [] } } });
  });
  // The page has come back already a moment ago, so that it doesn't now.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
  });
  await page.goto(address(app, LIST, 'en'));
  await awake(page);
  const place = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await expect(place).toBeVisible();
  await expect(page.locator('button.switcher')).toBeVisible();
  await page.unroute(PART);
  await place.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You do not belong to an organisation yet' })).toBeVisible();
});

test('a dialog whose scripts are late is asked for when its button is reached by keys, and takes the first letters', async ({
  signedIn: page,
  app,
}) => {
  let asked = 0;
  page.on('request', (request) => {
    if (/\/(NewMachine|DialogWindow)\./.test(request.url())) asked += 1;
  });
  await page.goto(address(app, '/org/machines', 'en'));
  await awake(page);
  expect(asked).toBe(0);
  const button = page.getByRole('button', { name: 'New machine' });
  await button.focus();
  await expect.poll(() => asked).toBe(2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type('Press 4');
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Press 4');
});
