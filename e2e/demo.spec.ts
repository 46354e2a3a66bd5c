import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { violationsInBothColours } from './axe.ts';
import { awake, expect, signIn, test } from './test.ts';

const PASSWORD = 'a password for the demo';

test.describe('the demo', () => {
  // One plant for all of them: it takes its time to make.
  test.describe.configure({ mode: 'serial', timeout: 180_000 });
  let dataDir: string;
  let demo: ServerProcess;

  test.beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'taktlog-demo-'));
    demo = await startServerProcess({ DATA_DIR: dataDir, DEMO_PASSWORD: PASSWORD, DEMO_PUBLIC: '1' }, 'scripts/demo.ts');
    await expect.poll(() => /demo login: (\S+) (.+)/.exec(demo.output())?.[2], { timeout: 120_000 }).toBe(PASSWORD);
  });
  test.afterAll(async () => {
    await demo.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  // The server goes before the browser does.
  test.afterEach(({ page }) => page.goto('about:blank').then(() => undefined));

  test('the demo prints its login, and whoever signs in sees values arrive in every language, and measurements', async ({
    quiet: page,
    app,
  }) => {
    const email = /demo login: (\S+)/.exec(demo.output())?.[1] ?? '';
    await signIn(page, { ...app, url: demo.url, email, password: PASSWORD });
    for (const locale of ['cs', 'en', 'sk'] as const) {
      await page.goto(demo.url + localePath('/dlog/dataloggers', locale));
      const table = page.getByRole('table');
      await expect(table).toContainText(/kW/);
      // A single machine at rest may stand still to the hundredth; all of them never do.
      const values = async () => ((await table.textContent()) ?? '').match(/[\d.,]+\s*(kW|°C)/g)?.join();
      const before = await values();
      await expect.poll(values, { timeout: 40_000 }).not.toBe(before);
    }
    // Somebody measured before he came, and somebody measures now.
    await page.goto(demo.url + localePath('/tm/measurements', 'cs'));
    const measurements = page.getByRole('table');
    for (const name of [/probíhající snímek/, /30 cyklů/]) await expect(measurements.getByRole('link', { name })).toBeVisible();
    await measurements.getByRole('link', { name: /celá ranní směna/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('celá ranní směna');
    await awake(page);
    await expect(page.locator('canvas').first()).toBeVisible();
  });

  test('a visitor of the public pages looks at the demo, can change nothing, and signs out to the public pages', async ({
    quiet: page,
    context,
  }) => {
    const isSaid = page.getByText('Díváte se na ukázkový závod. Nic se tu nedá změnit.');
    await page.goto(demo.url);
    await page.getByRole('button', { name: 'Prohlédnout ukázku' }).click();
    await page.waitForURL(`${demo.url}/user/dashboard`);
    await expect(isSaid).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await awake(page);

    // Marked for him, so that he has something to begin with; no star to press.
    await page.locator('a[href*="/dlog/dataloggers/"]', { hasText: 'Pec 3' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Pec 3');
    await awake(page);
    await expect(page.locator('canvas').first()).toBeVisible();
    await page.goto(`${demo.url}/dlog/dataloggers`);
    await expect(page.getByRole('table')).toContainText('Pec 3');
    for (const name of [/oblíben/i, 'Pohledy', /Nový logger/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
    await page.goto(`${demo.url}/tm/measurements`);
    await page
      .getByRole('table')
      .getByRole('link', { name: /celá ranní směna/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('celá ranní směna');
    await page.goto(`${demo.url}/user/profile`);
    await expect(page.getByText(/V\s+ukázce nemáte vlastní účet/)).toBeVisible();
    await expect(page.locator('#content input:not([type=radio])')).toHaveCount(0);
    expect(await writeByHand(page)).toBe('403 demo_read_only');

    // What the visit is stays said while a page waits for a new token.
    await context.clearCookies({ name: 'auth._token.local' });
    expect(await (await page.request.get(`${demo.url}/user/dashboard`)).text()).toContain('Díváte se na ukázkový závod');
    await page.goto(`${demo.url}/user/dashboard`);
    await page.getByRole('button', { name: /Návštěvník ukázky/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Profil' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Odhlásit se' }).click();
    await page.waitForURL(`${demo.url}/`);
    await expect(page.getByRole('button', { name: 'Prohlédnout ukázku' })).toBeVisible();
    await page.goto(`${demo.url}/user/dashboard`);
    await page.waitForURL(`${demo.url}/login`);
  });

  test('whoever looks at the demo and has an account signs in with it from there', async ({ quiet: page }) => {
    await page.goto(`${demo.url}/en/login`);
    await page.getByRole('button', { name: 'See the demo' }).click();
    await page.waitForURL(`${demo.url}/en/user/dashboard`);
    await awake(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(/demo login: (\S+)/.exec(demo.output())?.[1] ?? '');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${demo.url}/en/user/dashboard`);
    await expect(page.getByRole('button', { name: /Tereza Ebenová/ })).toBeVisible();
    await expect(page.getByText('You are looking at the demo plant.')).toHaveCount(0);
  });

  test('what the demo adds to pages can be read out and told apart, light and dark', async ({ quiet: page }) => {
    for (const path of ['/login', '/pricing', '/'] as const) {
      await page.goto(demo.url + path);
      expect([path, await violationsInBothColours(page)]).toEqual([path, []]);
    }
    await page.getByRole('button', { name: 'Prohlédnout ukázku' }).click();
    await page.waitForURL(`${demo.url}/user/dashboard`);
    await awake(page);
    await expect(page.getByRole('link', { name: /Pec 3/ }).first()).toBeVisible();
    expect(await violationsInBothColours(page)).toEqual([]);
    await page.goto(`${demo.url}/user/profile`);
    expect(await violationsInBothColours(page)).toEqual([]);
  });

  test('the demo opens without scripts, from the login and the price list too, in every language', async ({ browser }) => {
    for (const [locale, path, button, sentence] of [
      ['cs', '/login', 'Prohlédnout ukázku', 'Díváte se na ukázkový závod.'],
      ['en', '/pricing', 'See the demo', 'You are looking at the demo plant.'],
      ['sk', '/login', 'Pozrieť ukážku', 'Pozeráte sa na ukážkový závod.'],
    ] as const) {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(demo.url + localePath(path, locale));
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(demo.url + localePath('/user/dashboard', locale));
      await expect(page.getByText(sentence)).toBeVisible();
      await context.close();
    }
  });
});

/** A write as the page's own scripts would send it. */
const writeByHand = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const cookies = new Map(document.cookie.split('; ').map((one) => one.split('=', 2) as [string, string]));
    const headers = {
      Authorization: decodeURIComponent(cookies.get('auth._token.local') ?? ''),
      'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '',
      'Content-Type': 'application/json',
    };
    const answer = await fetch('/v1/auth/account', { method: 'PATCH', headers, body: JSON.stringify({ rev: 1, name: 'Somebody' }) });
    return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  });

test('an installation that does not show its demo offers none, and has no address that opens one', async ({ quiet: page, app }) => {
  for (const path of ['/', '/pricing', '/login']) {
    await page.goto(app.url + path);
    await expect(page.getByRole('button', { name: 'Prohlédnout ukázku' })).toHaveCount(0);
  }
  const answer = await page.request.post(`${app.url}/v1/auth/demo`, {
    form: { locale: 'cs' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.status()).toBe(404);
});
