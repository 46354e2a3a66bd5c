import type { BrowserContext, Page } from '@playwright/test';
import { address, awake, expect, signIn, test } from './test.ts';

const LIST = '/dlog/dataloggers';
const REFRESH = '/v1/auth/refresh_token';

/** Requests of the whole browser to one path, from now on. */
function counted(context: BrowserContext, path: string): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

/** Moves the end of tokens into the past, as time would, once the page has taken up its session. */
async function expire(page: Page, ...tokens: ('_token' | '_refresh_token')[]): Promise<void> {
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.evaluate((names) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the page keeps its cookies this way too
    for (const name of names) document.cookie = `auth.${name}_expiration.local=${Date.now() - 1}; path=/; max-age=600; samesite=lax`;
  }, tokens);
}

/** Something on the list that only the server can answer. */
async function askAgain(page: Page): Promise<void> {
  await awake(page);
  await page.getByText('without archived').click();
  await page.getByRole('menuitem').last().click();
}

/** The access token counts as expired, without any page that could notice it. */
const expireIn = (context: BrowserContext, url: string) =>
  context.addCookies([{ name: 'auth._token_expiration.local', value: String(Date.now() - 1), url }]);

test('two tabs with an expired token make one refresh between them, for all their requests', async ({ signedIn: page, app, context }) => {
  await page.goto(address(app, LIST, 'en'));
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
  // What the page asks for by itself is over: otherwise it may be the one that refreshes.
  await awake(page);
  await expect(page.locator('.live')).toHaveText('Live');
  await page.goto('about:blank');
  await expireIn(context, app.url);
  const refreshes = counted(context, REFRESH);
  const profiles = counted(context, '/v1/auth/profile');
  const other = await context.newPage();
  await Promise.all([page.goto(address(app, '/user/dashboard', 'en')), other.goto(address(app, LIST, 'en'))]);
  // Each tab asks for the profile once it has its token.
  await expect.poll(profiles).toBe(2);
  expect(refreshes()).toBe(1);
});

test('signing out in one tab ends the other, and the way back shows nothing', async ({ signedIn: page, app, context }) => {
  await page.goto(address(app, LIST, 'en'));
  const other = await context.newPage();
  await other.goto(address(app, LIST, 'en'));
  await expect(other.getByText('Cold room 1').first()).toBeVisible();
  await awake(page);
  await page.getByRole('button', { name: /Owner/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${app.url}/en`);
  await expect(other).toHaveURL(`${app.url}/en`);
  await page.goBack();
  await expect(page).toHaveURL(`${app.url}/en/login`);
  expect(await page.content()).not.toContain('Cold room 1');
});

test('a session that is over leads out with a word, and the log-in leads back to the same page and query', async ({
  signedIn: page,
  app,
}) => {
  await page.goto(`${address(app, LIST, 'en')}?q=cold`);
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
  await expire(page, '_token', '_refresh_token');
  // The live stream may meet the end of the session before the reader does.
  await Promise.race([askAgain(page).catch(() => undefined), page.waitForURL(`${app.url}/en`)]);
  await expect(page).toHaveURL(`${app.url}/en`);
  await expect(page.getByRole('status').filter({ hasText: 'Your session ended' })).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Sign in' }).click();
  await page.locator('input[name=email]').fill(app.email);
  await page.locator('input[name=password]').fill(app.password);
  await page.locator('input[name=password]').press('Enter');
  await expect(page).toHaveURL(new RegExp(`${LIST}`));
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
  // The word is said once.
  await page.goto(`${app.url}/en`);
  await expect(page.getByRole('status').filter({ hasText: 'Your session ended' })).toHaveCount(0);
});

// The browser itself says that the line broke, so this page isn't a quiet one.
test('a refresh whose answer is lost on the wire signs nobody out', async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(address(app, LIST, 'en'));
  let losing = true;
  await page.route(`**${REFRESH}`, async (route) => {
    if (!losing) return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await expire(page, '_token');
  await page.goto(address(app, LIST, 'en'));
  await expect(page.getByText(/could not be extended/)).toBeVisible();
  losing = false;
  await page.reload();
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
});

test('a forged page to return to can’t lead out of the site', async ({ quiet: page, app, context }) => {
  for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    // A page that is still open would notice that its session is gone, and move.
    await page.goto('about:blank');
    await context.clearCookies();
    await context.addCookies([{ name: 'auth.redirect', value: encodeURIComponent(evil), url: app.url }]);
    await page.goto(`${app.url}/en/login`);
    await page.locator('input[name=email]').fill(app.email);
    await page.locator('input[name=password]').fill(app.password);
    await page.locator('input[name=password]').press('Enter');
    await expect(page).toHaveURL(`${app.url}/en/user/dashboard`);
  }
});

test('a link with an organisation and a workspace is honoured once and then gone from the address', async ({ signedIn: page, app }) => {
  await page.goto(`${address(app, LIST, 'en')}?org=${app.organizationId}&ws=${app.workspaceId}&q=cold`);
  await expect(page).toHaveURL(`${address(app, LIST, 'en')}?q=cold`);
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
  const strange = '01890a5d-ac96-774b-bcce-b302099a8057';
  await page.goto(`${address(app, LIST, 'en')}?org=${strange}&ws=${strange}`);
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
});

test('no token is sent to another site, and writes carry the half of the cross-site pair', async ({ signedIn: page, app }) => {
  await page.goto(address(app, LIST, 'en'));
  const cookies = await page.context().cookies(app.url);
  const xsrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
  expect(xsrf).toBeTruthy();
  const sent = page.waitForRequest((request) => request.url().includes('/dataloggers?'));
  await askAgain(page);
  const headers = await (await sent).allHeaders();
  expect(headers['x-xsrf-token']).toBe(decodeURIComponent(xsrf ?? ''));
  expect(headers.authorization).toMatch(/^Bearer /);
  expect(headers.accept).toContain('application/json');
});

test('who looks stands once in a page, and its bar and its island both know him', async ({ signedIn: page, app }) => {
  const address = `${app.url}/en/user/profile`;
  const sent = await (await page.request.get(address)).text();
  expect(sent.match(/"base_roles"/g)).toHaveLength(1);
  // What an island comes alive with differs from what was sent where it doesn't know him: the console would say so.
  await page.goto(address);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Hall' })).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(app.email);
});
