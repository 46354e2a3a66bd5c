import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { PDF, phonePhoto } from '../src/lib/server/files/testing.ts';
import { ACCESS_COOKIE } from '../src/lib/server/kernel/authenticate.ts';
import { violations } from './axe.ts';
import { awake, expect, signIn, test } from './test.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
const OURS = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

test.describe.configure({ mode: 'serial' });
// Whoever signs "all others" out would sign the other journeys out: they share one person.
let server: ServerProcess;
let dataDir: string;
let plant: { url: string; email: string; password: string; organizationId: string; workspaceId: string };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-profile-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  const { email, password, organizationId, workspaceId, datalogger } = await firstOrganization(server);
  await datalogger('Cold room 1');
  plant = { url: server.url, email, password, organizationId, workspaceId };
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** A browser of its own in which the owner is signed in. */
async function device(browser: Browser, userAgent: string, over: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ userAgent, ...over });
  contexts.push(context);
  const page = await context.newPage();
  await signIn(page, plant);
  return page;
}

const at = (path: string) => `${plant.url}/en${path}`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function bearerOf(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies(plant.url);
  return { Authorization: decodeURIComponent(cookies.find(({ name }) => name === ACCESS_COOKIE)?.value ?? '') };
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  for (let i = 0; i < 60; i++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard doesn't get to ${name}`);
}

test('one device signs another out by the keyboard: nothing is answered to it any more, and its page leads out with a word', async ({
  browser,
}) => {
  const other = await device(browser, PHONE);
  await other.goto(at('/dlog/dataloggers'));
  await expect(other.getByText('Cold room 1').first()).toBeVisible();
  const list = `${plant.url}/v1/orgs/${plant.organizationId}/dataloggers`;
  // The API itself, so that the page doesn't hear of the refusal before its refresh.
  const asOther = { ...(await bearerOf(other)), 'Content-Type': 'application/json' };
  const write = (name: string) =>
    fetch(list, { method: 'POST', headers: asOther, body: JSON.stringify({ name, workspace_id: plant.workspaceId }) });
  expect((await write('Cold room 2')).status).toBe(201);

  const page = await device(browser, OURS);
  await page.goto(at('/user/profile'));
  await expect(page.getByText(plant.email)).toBeVisible();
  const thisBrowser = rowOf(page, 'Chrome on Linux');
  await expect(thisBrowser).toContainText('This device');
  await expect(rowOf(page, 'Samsung Internet on Android')).toContainText('127.0.0.1');
  await tabTo(page, 'Sign out: Samsung Internet on Android');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Samsung Internet on Android')).toHaveCount(0);
  await expect(page.getByText('Samsung Internet on Android is signed out.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Signed-in devices' })).toBeFocused();
  await expect(thisBrowser).toBeVisible();

  const refused = await write('Cold room 3');
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'session_revoked']);
  expect((await fetch(list, { headers: asOther })).status).toBe(401);
  // Its live stream ends, and the page hears why when it asks again.
  await expect(other).toHaveURL(at(''));
  await expect(other.getByRole('status').filter({ hasText: 'Your session ended' })).toBeVisible();
  await other.goto(at('/user/profile'));
  await expect(other).toHaveURL(at('/login'));
});

test('all other devices are signed out after a question, and then this one in the usual way', async ({ browser }) => {
  const others = [await device(browser, PHONE), await device(browser, FIREFOX), await device(browser, 'Workshop terminal/2')];
  const page = await device(browser, OURS);
  await page.goto(at('/user/profile'));
  for (const name of ['Samsung Internet on Android', 'Firefox on Windows', 'Unknown browser'])
    await expect(rowOf(page, name).first()).toBeVisible();
  await tabTo(page, 'Sign out all other devices');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign out all other devices?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All other devices are signed out.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Signed-in devices' })).toBeFocused();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeDisabled();
  for (const other of others) {
    await other.goto(at('/user/dashboard'));
    await expect(other).toHaveURL(at('/login'));
    // And there it stays: nothing leads back to a page that its session can't open.
    await expect.poll(async () => (await other.context().cookies()).some(({ name }) => name === 'auth._token.local')).toBe(false);
    await expect(other).toHaveURL(at('/login'));
  }
  await tabTo(page, 'Sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at(''));
});

test('the profile keeps its place on a phone and a desktop, in both modes, and reads out well', async ({ browser }) => {
  test.setTimeout(180_000);
  await device(browser, PHONE);
  await device(browser, 'Workshop terminal/2');
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await device(browser, FIREFOX, { viewport, colorScheme });
      await page.addInitScript(() => {
        const moved: number[] = [];
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(at('/user/profile'));
      await awake(page);
      await expect(rowOf(page, 'Unknown browser')).toContainText('Workshop terminal/2');
      expect(await violations(page), `${viewport.width} ${colorScheme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved.reduce((sum, value) => sum + value, 0));
      expect(moved).toBeLessThan(0.02);
      await page.getByRole('button', { name: 'Sign out all other devices' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page), `${viewport.width} ${colorScheme} dialog`).toEqual([]);
    }
});

test.describe('requests that are held up', () => {
  // Once a worker answers for the page, it can't be done.
  test.use({ serviceWorkers: 'block' });

  test('a list that can’t be read says why and is read again', async ({ browser }) => {
    const page = await device(browser, OURS);
    // Without an access token the page comes as a shell, and the browser asks for the list itself.
    await page.context().clearCookies({ name: ACCESS_COOKIE });
    let answers = 0;
    await page.route('**/v1/auth/sessions', (route) => {
      answers++;
      return answers > 2 ? route.continue() : route.fulfill({ status: 500, json: { code: 'internal' } });
    });
    await page.goto(at('/user/profile'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rowOf(page, 'Chrome on Linux').filter({ hasText: 'This device' })).toBeVisible();
  });
});

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).selectOption(option);
}
async function profileOf(browser: Browser, over: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const page = await device(browser, OURS, over);
  await page.goto(at('/user/profile'));
  await awake(page);
  await expect(part(page, 'You')).toBeVisible();
  return page;
}

test('a picture is cut to a square, shown in the bar, still there after a reload, and taken away again', async ({ browser }) => {
  const page = await profileOf(browser);
  const chooser = page.locator('.picture-field input[type=file]');
  await chooser.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(page.getByText('Choose a file with the extension')).toBeVisible();
  await chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture at all') });
  await expect(page.getByText('The picture could not be read.')).toBeVisible();
  await chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(600, 400) });
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  const inBar = page.locator('.tools .avatar img');
  await expect(inBar).toBeVisible();
  await page.reload();
  await expect.poll(() => inBar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([512, 512]);
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(inBar).toHaveCount(0);
});

test('name and formats are in force at once and stay, on the page and after the server wrote it', async ({ browser }) => {
  const page = await profileOf(browser);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const american = page.locator('header .flag path[fill="#3c3b6e"]');
  await expect(american).toHaveCount(0);
  await pick(page, 'Time', '12 hours');
  await expect(part(page, 'Formats')).toContainText(/\d\d\/\d\d\/\d{4}\s+\d{1,2}:\d\d\s[ap]m/);
  await pick(page, 'English', 'American');
  await pick(page, 'Date', 'Year-month-day');
  await pick(page, 'Durations', 'Minutes');
  const formats = part(page, 'Formats');
  await expect(formats).toContainText(/\d{4}-\d\d-\d\d\s+\d{1,2}:\d\d\s[AP]M/);
  await expect(formats).toContainText('83.75 min');
  await formats.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Formats are saved.')).toBeVisible();
  await expect(rowOf(page, 'This device')).toContainText(/\d{4}-\d\d-\d\d/);
  // The name was typed into a form that is older than the formats.
  await page.getByLabel('Name', { exact: false }).first().fill('Jana Nováková');
  await part(page, 'You').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your details are saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'User Jana Nováková' })).toBeVisible();
  await page.reload();
  await expect(american).toHaveCount(1);
  await expect(rowOf(page, 'This device')).toContainText(/\d{4}-\d\d-\d\d\s\d{1,2}:\d\d\s[AP]M/);
  await awake(page);
  expect(said).toEqual([]);
  for (const label of ['Date', 'Time']) await pick(page, label, 'As usual in the language');
  await pick(page, 'English', 'By the time zone (British)');
  await pick(page, 'Durations', 'As in the organisation (Hours:minutes:seconds)');
  await part(page, 'Formats').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Formats are saved.')).toBeVisible();
});

test('two devices that change the same field meet in a choice, and nothing typed is lost', async ({ browser }) => {
  const [first, second] = [await profileOf(browser), await profileOf(browser)];
  const nameOf = (page: Page) => part(page, 'You').getByRole('textbox').first();
  const save = (page: Page) => part(page, 'You').getByRole('button', { name: 'Save' }).click();
  await nameOf(first).fill('First Name');
  await nameOf(second).fill('Second Name');
  await save(first);
  await expect(first.getByText('Your details are saved.')).toBeVisible();
  await save(second);
  const dialog = second.getByRole('dialog');
  await expect(dialog).toContainText('First Name');
  await expect(dialog).toContainText('Second Name');
  await dialog.getByRole('button', { name: 'Save the chosen' }).click();
  await expect(second.getByRole('button', { name: 'User Second Name' })).toBeVisible();
});

test('another language leads to the same page in it', async ({ browser }) => {
  const page = await profileOf(browser);
  await part(page, 'You').getByRole('combobox', { name: 'Language' }).selectOption('Slovenčina');
  await part(page, 'You').getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`${plant.url}/sk/user/profile`);
  await expect(page.getByRole('heading', { name: 'Profil' })).toBeVisible();
  expect((await page.context().cookies()).find(({ name }) => name === 'i18n_redirected')?.value).toBe('sk');
});

test('notifications and the colour mode are remembered', async ({ browser }) => {
  const page = await profileOf(browser);
  await page.getByText('A sign-in from a new device').click();
  await pick(page, 'Loggers that went silent', 'My favourites');
  await part(page, 'E-mails and alarms').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Notifications are saved.')).toBeVisible();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.reload();
  await awake(page);
  await expect(page.getByRole('checkbox', { name: 'A sign-in from a new device' })).not.toBeChecked();
  await expect(part(page, 'E-mails and alarms')).toContainText('My favourites');
  await expect(page.locator('html')).toHaveClass(/dark-mode/);
});

test('a new password signs the other devices out, and a wrong one changes nothing', async ({ browser }) => {
  const other = await device(browser, FIREFOX);
  await other.goto(at('/user/dashboard'));
  const page = await profileOf(browser);
  const fill = async (current: string, next: string, again = next) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: false }).first().fill(next);
    await page.getByLabel('New password again').fill(again);
    await page.getByRole('button', { name: 'Change the password' }).click();
  };
  await fill('not the one at all', 'anvil and hammer 9');
  await expect(page.getByText('The current password is wrong.')).toBeVisible();
  await fill(plant.password, 'anvil and hammer 9', 'anvil and hammer 8');
  await expect(page.getByText('Both values must be the same.')).toBeVisible();
  await page.getByLabel('New password again').fill('anvil and hammer 9');
  await expect(page.getByText('Strong')).toBeVisible();
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText(/The password is changed\. \d+ other devices? (was|were) signed out\./)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(other).toHaveURL(at(''));
  await other.goto(at('/user/profile'));
  await expect(other).toHaveURL(at('/login'));
  await page.reload();
  await expect(part(page, 'You')).toBeVisible();
  plant.password = 'anvil and hammer 9';
  await device(browser, FIREFOX);
});
