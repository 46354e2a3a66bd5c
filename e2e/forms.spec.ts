import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { violations } from './axe.ts';
import { newLogger } from './logger.ts';
import type { State } from './state.ts';
import { address, awake, expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

const DETAIL = '/dlog/dataloggers/{id}';
const LIST = '/dlog/dataloggers';

/** Moves the end of both tokens into the past, as a day away would, and lets the page find out by an action; it may by itself before. */
async function endSession(page: Page, app: State, action: string): Promise<void> {
  await page.evaluate(() => {
    for (const name of ['_token', '_refresh_token']) {
      const cookie = `auth.${name}_expiration.local=${Date.now() - 1}; path=/; max-age=600; samesite=lax`;
      // biome-ignore lint/suspicious/noDocumentCookie: the page keeps its cookies this way too
      document.cookie = cookie;
    }
  });
  const button = page.getByRole('button', { name: action });
  await Promise.race([button.click({ timeout: 20_000 }).catch(() => undefined), page.waitForURL(`${app.url}/en`)]);
  await expect(page).toHaveURL(`${app.url}/en`);
}

async function logIn(page: Page, { email, password }: State): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
}

const drafts = (page: Page) => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('draft:')));
const everythingKept = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test.describe('a session that ends under a form', () => {
  test('takes nothing: signed in again, the person finds it as it was, and can save it or throw it away', async ({
    signedIn: page,
    app: given,
  }) => {
    const { app } = await newLogger(given, 'Dryer 1');
    const url = address(app, DETAIL, 'en');
    await page.goto(`${url}#settings`);
    await page.getByLabel('Name', { exact: true }).fill('Dryer 1 renamed');
    await page.getByLabel('Place').fill('Hall 3');
    await page.getByRole('checkbox').first().press('Space');
    await endSession(page, app, 'Save changes');
    expect(await everythingKept(page)).not.toContain(app.password);

    await page.goto(`${app.url}/en/login`);
    await logIn(page, app);
    await expect(page).toHaveURL(`${url}#settings`);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Dryer 1 renamed');
    await expect(page.getByLabel('Place')).toHaveValue('Hall 3');
    await expect(page.getByRole('checkbox').first()).not.toBeChecked();
    await expect(page.getByText(/^What you typed and did not save is still here \(/)).toBeVisible();
    expect(await everythingKept(page)).not.toContain(app.password);
    expect(await violations(page)).toEqual([]);
    // Also after a reload, as long as nothing was decided.
    await page.reload();
    await expect(page.getByLabel('Place')).toHaveValue('Hall 3');

    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved')).toBeVisible();
    await expect(page.getByText('What you typed and did not save')).toBeHidden();
    expect(await drafts(page)).toEqual([]);
    await page.reload();
    await expect(page.getByLabel('Place')).toHaveValue('Hall 3');
    await expect(page.getByText('What you typed and did not save')).toBeHidden();
  });

  test('keeps also what is no value yet, over the plain log-in too, until it is discarded', async ({
    signedIn: page,
    app: given,
    context,
  }) => {
    const { app } = await newLogger(given, 'Dryer 2');
    await page.goto(`${address(app, DETAIL, 'cs')}#settings`);
    await page.getByRole('textbox', { name: 'Interval vzorkování' }).fill('deset');
    // The page goes first: one that still stands may see the end of its session by itself and lead home.
    await page.goto('about:blank');
    await context.clearCookies({ name: /^auth\._/ });
    await page.goto(`${address(app, DETAIL, 'cs')}#settings`);
    await expect(page).toHaveURL(/\/login/);
    const plain = await page.request.post(`${app.url}/v1/auth/form`, {
      form: { email: app.email, password: app.password, locale: 'cs' },
      headers: { Origin: app.url, 'Sec-Fetch-Site': 'same-origin' },
      maxRedirects: 0,
    });
    expect(plain.status()).toBe(303);
    await page.goto(`${address(app, DETAIL, 'sk')}#settings`);
    await expect(page.getByRole('textbox', { name: 'Interval vzorkovania' })).toHaveValue('deset');
    await page.getByRole('button', { name: 'Začať znova' }).click();
    await expect(page.getByRole('textbox', { name: 'Interval vzorkovania' })).toHaveValue('60');
    expect(await drafts(page)).toEqual([]);
  });

  test('meanwhile somebody else changed the same: both values stand for a decision', async ({ page, app: given }) => {
    // The browser itself reports the conflict.
    await signIn(page, given);
    const { app, save } = await newLogger(given, 'Dryer 3');
    await page.goto(`${address(app, DETAIL, 'en')}#settings`);
    await page.getByLabel('Place').fill('Hall 4');
    await endSession(page, app, 'Save changes');
    await save({ place: 'Hall 5', kind: 'dryer' });
    await page.goto(`${app.url}/en/login`);
    await logIn(page, app);
    await expect(page.getByLabel('Place')).toHaveValue('Hall 4');
    await expect(page.getByLabel('Kind')).toHaveValue('dryer');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Hall 5');
    await expect(dialog).toContainText('Hall 4');
    await expect(dialog).not.toContainText('dryer');
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  });

  test('opens the dialog again in which a new logger was being written', async ({ signedIn: page, app }) => {
    await page.goto(address(app, LIST, 'en'));
    await page.getByRole('button', { name: 'New logger' }).first().click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Half a logger');
    await endSession(page, app, 'Create logger');
    await page.goto(`${app.url}/en/login`);
    await logIn(page, app);
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Half a logger');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await drafts(page)).toEqual([]);
  });

  test('shows nothing of it to another person, and signing out forgets it', async ({ signedIn: page, app: given }) => {
    const { app } = await newLogger(given, 'Dryer 4');
    await page.goto(`${address(app, DETAIL, 'en')}#settings`);
    await page.getByLabel('Place').fill('Hall 6');
    await expect.poll(() => drafts(page)).toHaveLength(1);
    await endSession(page, app, 'Save changes');
    // What was kept belongs to somebody else who used this browser.
    const others = '01890a5d-ac96-774b-bcce-b302099a8057';
    await page.evaluate((user) => {
      const [key = '', draft = ''] = Object.entries(localStorage).find(([name]) => name.startsWith('draft:')) ?? [];
      localStorage.removeItem(key);
      localStorage.setItem(key.replace(/^draft:[^:]+/, `draft:${user}`), draft);
    }, others);
    await page.goto(`${app.url}/en/login`);
    await logIn(page, app);
    // The page is left and come back to with its tab.
    await expect(page).toHaveURL(`${address(app, DETAIL, 'en')}#settings`);
    await awake(page);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByLabel('Place')).toHaveValue('');
    await expect(page.getByText('What you typed and did not save')).toBeHidden();

    await page.getByLabel('Place').fill('Hall 7');
    await expect.poll(() => drafts(page)).toHaveLength(2);
    await page.getByRole('button', { name: /Owner/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${app.url}/en`);
    const left = await drafts(page);
    expect(left.map(([key]) => key.split(':')[1])).toEqual([others]);
  });
});

test.describe('a form', () => {
  test('speaks when a field is left and when it is sent, leads to the first error, by keyboard alone', async ({ signedIn: page, app }) => {
    await page.goto(address(app, LIST, 'cs'));
    await page.getByRole('button', { name: 'Nový logger' }).first().press('Enter');
    const dialog = page.getByRole('dialog');
    const [name, code, interval] = [
      dialog.getByLabel('Název'),
      dialog.getByLabel('Kód'),
      dialog.getByRole('textbox', { name: 'Interval vzorkování' }),
    ];
    await expect(name).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByText('Vyplňte toto pole.')).toBeVisible();
    // Typing neither shows nor clears an error.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('Pec');
    await expect(dialog.getByText('Vyplňte toto pole.')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dialog.getByText('Vyplňte toto pole.')).toBeHidden();

    await code.focus();
    await page.keyboard.type('x'.repeat(41));
    await expect(dialog.getByText('40 znaků')).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(dialog.getByText('Napište nejvýše 40 znaků.')).toBeVisible();
    await expect(interval).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1.234');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('1.234 může být 1234 i 1,234')).toBeVisible();
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    expect(await violations(page, { within: '[role=dialog] form' })).toEqual([]);

    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('P-1');
    await interval.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1 234');
    await page.keyboard.press('ArrowUp');
    await expect(interval).toHaveValue('1\u00a0235');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/curl/).first()).toBeVisible();
  });

  test('keeps what is half written while another tab is looked into, until it is discarded', async ({ signedIn: page, app: given }) => {
    const { app } = await newLogger(given, 'Dryer 7');
    await page.goto(`${address(app, DETAIL, 'en')}#settings`);
    await page.getByLabel('Place').fill('Hall 8');
    await page.getByRole('textbox', { name: 'Sampling interval' }).fill('ten');
    const lookAway = async () => {
      await page.getByRole('tab', { name: 'Chart' }).click();
      await expect(page.getByLabel('Place')).toHaveCount(0);
      await page.getByRole('tab', { name: 'Settings' }).click();
    };
    await lookAway();
    await expect(page.getByLabel('Place')).toHaveValue('Hall 8');
    await expect(page.getByRole('textbox', { name: 'Sampling interval' })).toHaveValue('ten');
    await expect(page.getByText('What you typed and did not save')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Place')).toHaveValue('');
    await lookAway();
    await expect(page.getByLabel('Place')).toHaveValue('');
    expect(await drafts(page)).toEqual([]);
  });

  test('puts what the server refuses at its field and sends only once', async ({ signedIn: page, app: given }) => {
    const { app } = await newLogger(given, 'Dryer 5');
    let sent = 0;
    await page.route(`**/dataloggers/${app.dataloggerId}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          code: 'validation_failed',
          errors: [{ path: 'code', code: 'too_big', params: { maximum: 3, origin: 'string' } }],
        }),
      });
    });
    await page.goto(`${address(app, DETAIL, 'sk')}#settings`);
    const code = page.getByLabel('Kód', { exact: true });
    await code.fill('D-0005');
    await page.getByRole('button', { name: 'Uložiť zmeny' }).dblclick();
    await expect(page.getByText('Napíšte najviac 3 znaky.')).toBeVisible();
    await expect(code).toBeFocused();
    expect(sent).toBe(1);
    await page.keyboard.press('Tab');
    await expect(page.getByText('Napíšte najviac 3 znaky.')).toBeVisible();
  });

  test('of a channel keeps the focus while a cell is saved, and says what a cell refuses', async ({ signedIn: page, app, request }) => {
    const own = await newLogger(app, 'Dryer 6');
    await request.post(`${app.url}/v1/ingest/json`, { headers: { Authorization: `Bearer ${own.app.deviceToken}` }, data: { steam: 4.25 } });

    await page.goto(`${address(own.app, DETAIL, 'en')}#settings`);
    await page.getByLabel('Name of channel steam').fill('Steam pressure');
    await page.keyboard.press('Tab');
    await page.keyboard.type('bar');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Decimals of channel steam' })).toBeFocused();
    await page.keyboard.type('12');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Enter 9 or less.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Decimals of channel steam' }).fill('2');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Chart' }).click();
    await expect(page.getByText(/4\.25/).first()).toBeVisible();
    await expect(page.getByText('Steam pressure').first()).toBeVisible();
    await expect(page.getByText('bar', { exact: true }).first()).toBeVisible();
  });
});

test.describe('the log-in', () => {
  test('is a plain form until somebody turns to it, then it answers without a reload', async ({ quiet: page, app }) => {
    const scripts: string[] = [];
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
    await page.goto(`${app.url}/login`, { waitUntil: 'load' });
    const before = scripts.length;
    await page.locator('input[name=email]').focus();
    await expect.poll(() => scripts.length).toBeGreaterThan(before);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'yes';
    });
    await page.keyboard.type('owner');
    await page.keyboard.press('Enter');
    await expect(page.locator('#email-note')).toHaveText(/jmeno@firma\.cz/);
    await expect(page.locator('#password-note')).toHaveText('Vyplňte toto pole.');
    await expect(page.locator('input[name=email]')).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.locator('input[name=email]').fill(app.email);
    await page.locator('input[name=password]').fill('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.locator('input[name=password]')).toBeFocused();
    await expect(page.locator('html')).toHaveAttribute('data-same', 'yes');
    expect(await everythingKept(page)).not.toContain('not the password');
    await logIn(page, app);
    await expect(page).toHaveURL(`${app.url}/user/dashboard`);
    expect(await everythingKept(page)).not.toContain(app.password);
  });

  test('works without JavaScript', async ({ browser, app }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${app.url}/sk/login`);
    await page.locator('input[name=email]').fill(app.email);
    await page.locator('input[name=password]').fill(app.password);
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL(`${app.url}/sk/user/dashboard`);
    await context.close();
  });
});

test('the first set-up says what is missing, where it is, and takes the first error first', async ({ quiet: page }) => {
  test.setTimeout(120_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-setup-'));
  const server = await startServerProcess({ DATA_DIR: dataDir });
  try {
    const token = /\/signup\/setup#(\S+)/.exec(server.output())?.[1] ?? '';
    const slovak = await page.context().browser()!.newContext({ locale: 'sk-SK' });
    const visitor = await slovak.newPage();
    await visitor.goto(`${server.url}/signup/setup#${token}`);
    await expect(visitor).toHaveURL(`${server.url}/sk/signup/setup#${token}`);
    await expect(visitor.locator('#locale')).toHaveValue('sk');
    await slovak.close();
    await page.goto(`${server.url}/signup/setup#${token}`, { waitUntil: 'networkidle' });
    const note = (name: string) => page.locator(`[data-note-of="${name}"]`);
    const submit = page.locator('[data-submit]');
    await expect(page.locator('#organization')).toBeFocused();
    await page.locator('#organization').fill('Závod');
    await page.locator('#email').fill('jana');
    await page.locator('#password').fill('krátké');
    await page.locator('#password_again').fill('jiné');
    await submit.press('Enter');
    await expect(page.locator('#workspace')).toBeFocused();
    await expect(note('workspace')).toHaveText('Vyplňte toto pole.');
    await expect(note('email')).toHaveText(/jmeno@firma\.cz/);
    await expect(note('password')).toHaveText('Napište aspoň 10 znaků.');
    await expect(note('password_again')).toHaveText('Hesla se liší.');
    expect(await violations(page)).toEqual([]);
    // Typing changes nothing, leaving the field does; the repeated password follows the first one.
    await page.locator('#password').fill('hrnek stůl kniha');
    await expect(note('password')).toHaveText('Napište aspoň 10 znaků.');
    await page.locator('#password_again').fill('hrnek stůl kniha');
    await page.keyboard.press('Tab');
    await expect(note('password')).toHaveText(/Nejlépe několik/);
    await expect(note('password_again')).toHaveText('');
    await page.locator('#workspace').fill('Hala');
    await page.locator('#name').fill('Jana');
    await page.locator('#email').fill('jana@zavod.example');
    await page.locator('#locale').selectOption('en');
    await page.locator('[data-submit]').click();
    await expect(page).toHaveURL(`${server.url}/en/user/dashboard`, { timeout: 20_000 });
    expect(await everythingKept(page)).not.toContain('hrnek');
  } finally {
    await page.goto('about:blank');
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
