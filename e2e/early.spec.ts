import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { LOCALES } from '../src/lib/constants.ts';
import { address, awake, expect, test } from './test.ts';

/** What is pressed and typed before the scripts of a page are there. */

// What a worker of the page fetches can't be held up from here.
test.use({ serviceWorkers: 'block' });

/** Lets the scripts of the islands wait until the test says so. */
async function held(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/(?:client|react)\.[^/]*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a press before the page is ready is kept, shown as busy, and opens one dialog; letters typed before it reach the list', async ({
  signedIn: page,
  app,
}) => {
  const release = await held(page);
  await page.goto(address(app, '/dlog/dataloggers', 'en'), { waitUntil: 'commit' });
  const filter = page.getByRole('searchbox').first();
  await filter.pressSequentially('ovx');
  await filter.press('Backspace');
  const add = page.getByRole('button', { name: 'New logger' }).first();
  await add.click();
  await add.click();
  await expect(add).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'New logger' })).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(filter).toHaveValue('ov');
  await expect(page).toHaveURL(/q=ov(?:&|$)/);
  await filter.press('End');
  await page.keyboard.type('en');
  await expect(page).toHaveURL(/q=oven(?:&|$)/);
});

test('Enter and Space on a button count like a press, in every island by itself, and links go where they lead at once', async ({
  signedIn: page,
  app,
}) => {
  const release = await held(page);
  await page.goto(address(app, '/dlog/dataloggers', 'en'), { waitUntil: 'commit' });
  const language = page.getByRole('button', { name: /^Language/ });
  await language.focus();
  await page.keyboard.press('Enter');
  await expect(language).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(
    page.getByRole('menuitemradio', { name: 'Slovenčina' }).or(page.getByRole('menuitem', { name: 'Slovenčina' })),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  const again = await held(page);
  await page.goto(address(app, '/dlog/dataloggers', 'en'), { waitUntil: 'commit' });
  // That of the rail: until the style sheet is there, the one of a phone's bar can be seen too.
  await page.locator('#rail').getByRole('link', { name: 'Machines' }).click();
  await expect(page).toHaveURL(/\/org\/machines/);
  again();
});

test('a button that is pressed before the page is ready and let go after it acts once', async ({ signedIn: page, app }) => {
  const release = await held(page);
  await page.goto(address(app, '/dlog/dataloggers', 'en'), { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'New logger' }).first().hover();
  await page.mouse.down();
  release();
  await awake(page);
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'New logger' })).toHaveCount(1);
});

test('a box is ticked once when it is pressed early, and not at all when it is pressed twice', async ({ signedIn: page, app }) => {
  for (const presses of [1, 2]) {
    const release = await held(page);
    await page.goto(address(app, '/dlog/dataloggers', 'en'), { waitUntil: 'commit' });
    const box = page.getByRole('checkbox').nth(1);
    for (let press = 0; press < presses; press++) await box.click();
    await expect(box).not.toBeChecked();
    release();
    await awake(page);
    await expect(box).toBeChecked({ checked: presses === 1 });
  }
});

test('the menu gets narrow although its button was pressed before any script was there', async ({ signedIn: page, app }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/[^/]*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(address(app, '/dlog/dataloggers', 'en'), { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Collapse menu' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  resolve();
  await expect(page.locator('[data-rail-toggle]')).toHaveAttribute('aria-expanded', 'false');
});

const REQUIRED = { cs: 'Vyplňte toto pole.', en: 'Please fill in this field.', sk: 'Vyplňte toto pole.' } as const;
/** Forms that are documents, and the first field that each wants. */
const FORMS = [
  ['/login', 'email'],
  ['/contacts', 'name'],
  ['/signup/reset/{token}', 'email'],
  ['/signup/setup', 'organization'],
] as const;
/** Holds every script that a public page asks for. */
async function scriptless(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/[^/]*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test.describe('forms that are documents', () => {
  // Whoever forgot his password finds a form only where mail is sent; nothing is sent here.
  let mailing: ServerProcess;
  let dataDir: string;
  test.beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'taktlog-early-'));
    mailing = await startServerProcess({ DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:9' });
    await firstOrganization(mailing);
  });
  test.afterAll(async () => {
    await mailing.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  for (const locale of LOCALES)
    test(`a form that is sent before its script is there says what is missing in the words of the page (${locale})`, async ({
      page,
      app,
    }) => {
      for (const [path, name] of FORMS) {
        const release = await scriptless(page);
        await page.goto('about:blank');
        const shown =
          address(path.includes('reset') ? { ...app, url: mailing.url } : app, path, locale).replace('invitation-token', 'new') +
          (path === '/signup/setup' ? '#no-token-yet' : '');
        await page.goto(shown, { waitUntil: 'commit' });
        const submit = page.locator('form [data-submit]');
        const field = page.locator(`#${name}`);
        await submit.click();
        await expect(submit).toHaveAttribute('aria-busy', 'true');
        // The browser's own words would have taken the focus there.
        await expect(field).not.toBeFocused();
        release();
        await expect(page.locator(`[data-note-of="${name}"]`), path).toHaveText(REQUIRED[locale]);
        await expect(field).toBeFocused();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expect(page).toHaveURL(shown);
        await page.unroute(/\/_astro\/[^/]*\.js$/);
      }
    });
});

test('whoever has filled in the log-in is signed in at once, before any script', async ({ page, app }) => {
  const release = await scriptless(page);
  await page.goto(address(app, '/login', 'en'), { waitUntil: 'commit' });
  await page.locator('#email').fill(app.email);
  await page.locator('#password').fill(app.password);
  await page.locator('#password').press('Enter');
  await expect(page).toHaveURL(/\/en\/user\/dashboard$/);
  release();
});

test('a press that wasn’t enough takes nothing of what is typed after it, and the next one sends', async ({ page, app }) => {
  const release = await scriptless(page);
  await page.goto(address(app, '/login', 'sk'), { waitUntil: 'commit' });
  await page.locator('#email').fill(app.email);
  await page.locator('#email').press('Enter');
  await expect(page.locator('form [data-submit]')).toHaveAttribute('aria-busy', 'true');
  await page.locator('#password').pressSequentially(app.password.slice(0, 4));
  release();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('#email')).toHaveValue(app.email);
  await expect(page.locator('#password')).toHaveValue(app.password.slice(0, 4));
});
