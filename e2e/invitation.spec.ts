import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { startMailServer, type TestMailServer } from '../src/lib/server/mail/testing.ts';
import { violations } from './axe.ts';
import { awake, expect, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

/** From the mail to the dashboard, with a real mail server and a server process of its own. */

let mail: TestMailServer;
let server: ServerProcess;
let plant: FirstOrganization;
let folder: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  mail = await startMailServer();
  folder = mkdtempSync(join(tmpdir(), 'taktlog-invitation-'));
  server = await startServerProcess({ DATA_DIR: folder, SMTP_URL: mail.url, LOG_LEVEL: 'trace' });
  plant = await firstOrganization(server);
});
test.afterAll(async () => {
  await server.stop();
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
});

const LINK = /http:\/\/127\.0\.0\.1:\d+\/\S*signup\/(?:invitation|reset)\/([\w-]{43})/;
const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email));
/** The link of the n-th mail to an address. */
async function linkTo(email: string, n: number): Promise<{ url: string; token: string }> {
  await expect.poll(() => mailsTo(email).length).toBeGreaterThanOrEqual(n);
  const [url = '', token = ''] = LINK.exec(mailsTo(email)[n - 1]?.mail.text ?? '') ?? [];
  expect(token).toHaveLength(43);
  return { url, token };
}

const invite = (email: string, over: object = {}) =>
  plant.call<{ id: string }>('POST', `/v1/orgs/${plant.organizationId}/invitations`, {
    email,
    roles: { organization: ['member'], workspaces: [{ workspace_id: plant.workspaceId, roles: ['manager'] }] },
    ...over,
  });
const note = (page: Page, name: string) => page.locator(`[data-note-of="${name}"]`);

const PETR = { email: 'petr@plant.example', password: 'hrnek na parapetu' };

test('an invited person makes an account from the mail and lands on the dashboard', async ({ quiet: page }) => {
  const { id } = await invite(PETR.email, { name: 'Petr Dvořák' });
  const { url, token } = await linkTo(PETR.email, 1);
  const asked: { url: string; referer: string | undefined }[] = [];
  page.on('request', (request) => asked.push({ url: request.url(), referer: request.headers().referer }));

  const answer = await page.goto(url, { waitUntil: 'networkidle' });
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Plant');
  await expect(page.locator('main')).toContainText('Owner');
  await expect(page.locator('#email')).toHaveValue(PETR.email);
  await expect(page.locator('#email')).toHaveAttribute('readonly', '');
  await expect(page.locator('#name')).toHaveValue('Petr Dvořák');
  expect(await violations(page)).toEqual([]);

  await page.locator('#password').fill('krátké');
  await expect(note(page, 'password')).toContainText('6 z 10');
  await page.locator('[data-submit]').click();
  await expect(page.locator('#password')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#password').fill(PETR.password);
  await page.locator('[data-submit]').click();
  await expect(page).toHaveURL(/\/user\/dashboard$/);
  await awake(page);
  await expect(page.getByRole('button', { name: 'Hall' })).toBeVisible();
  // He began in his workspace, at once: nothing had to be rendered again.
  expect(asked.filter(({ url }) => url.includes('/user/dashboard'))).toHaveLength(1);

  const origin = new URL(server.url).origin;
  expect(asked.filter((one) => new URL(one.url).origin !== origin)).toEqual([]);
  expect(asked.filter(({ referer }) => referer?.includes(token))).toEqual([]);
  const list = await plant.call<{ items: { id: string; sent_at: string | null; state: string }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/invitations?state=accepted`,
  );
  expect(list.items).toMatchObject([{ id, state: 'accepted', sent_at: expect.any(String) }]);
  expect(server.output()).toContain('/signup/invitation/***');
  expect(server.output()).not.toContain(token);
});

test('the link opens nothing a second time, in any language, and says what to do', async ({ quiet: page }) => {
  const { url } = await linkTo(PETR.email, 1);
  for (const [prefix, words] of [
    ['', 'Tato pozvánka už neplatí'],
    ['/en', 'This invitation is no longer valid'],
    ['/sk', 'Táto pozvánka už neplatí'],
  ] as const) {
    await page.goto(url.replace('/signup', `${prefix}/signup`), { waitUntil: 'load' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words);
    await expect(page.locator('form')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  }
  expect(server.output()).not.toContain(url.split('/').at(-1));
});

test('a known e-mail gives its password, and a wrong one is said', async ({ quiet: page }) => {
  const eva = { email: 'eva@plant.example', password: 'lampa pod schody' };
  await invite(eva.email, { roles: { organization: ['auditor'], workspaces: [] } });
  const first = await linkTo(eva.email, 1);
  // A manager sees only what is for his workspace, so he may invite her too.
  const signedIn = await plant.call<{ token: string }>('POST', '/v1/auth/login', PETR);
  const again = await fetch(`${server.url}/v1/orgs/${plant.organizationId}/invitations`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${signedIn.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: eva.email,
      locale: 'en',
      roles: { organization: [], workspaces: [{ workspace_id: plant.workspaceId, roles: ['viewer'] }] },
    }),
  });
  expect(again.status).toBe(201);
  await plant.call('POST', '/v1/auth/invitations/accept', { token: first.token, name: 'Eva', password: eva.password });

  const { url } = await linkTo(eva.email, 2);
  await page.goto(url, { waitUntil: 'networkidle' });
  await expect(page.locator('#name')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.locator('#password').fill('not the password');
  await page.locator('[data-submit]').click();
  await expect(page.locator('[data-problem]')).toHaveText('That is not the password of this account.');
  await page.locator('#password').fill(eva.password);
  await page.locator('[data-submit]').click();
  await expect(page).toHaveURL(/\/en\/user\/dashboard/);
  await expect(page.getByRole('button', { name: 'Hall' })).toBeVisible();
});

test('the log-in leads to the form for a forgotten password', async ({ quiet: page }) => {
  await page.goto(`${server.url}/login`, { waitUntil: 'load' });
  await page.getByRole('link', { name: 'Zapomenuté heslo?' }).click();
  await expect(page).toHaveURL(/\/signup\/reset\/new$/);
  await expect(page.locator('form')).toBeVisible();
});

test('a forgotten password: the answer is the same for everybody, and the new one signs out the old session', async ({
  quiet: page,
  browser,
}) => {
  const other = await browser.newContext();
  const old = await other.newPage();
  await old.goto(`${server.url}/login`, { waitUntil: 'networkidle' });
  await old.locator('#email').fill(PETR.email);
  await old.locator('#password').fill(PETR.password);
  await old.locator('[data-submit]').click();
  await expect(old).toHaveURL(/\/user\/dashboard/);
  // The mail about this sign-in, on a device that the account doesn't know.
  await expect.poll(() => mailsTo(PETR.email).length).toBeGreaterThanOrEqual(3);
  const before = mailsTo(PETR.email).length;

  for (const email of ['nobody@plant.example', PETR.email]) {
    await page.goto(`${server.url}/signup/reset/new`, { waitUntil: 'networkidle' });
    await page.locator('#email').fill(email);
    await page.locator('[data-submit]').click();
    await expect(page.locator('[data-requested]')).toContainText(email);
    await expect(page.locator('form')).toBeHidden();
    expect(await violations(page)).toEqual([]);
  }
  const { url, token } = await linkTo(PETR.email, before + 1);
  const password = 'docela jiné heslo';
  const answer = await page.goto(url, { waitUntil: 'networkidle' });
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.locator('#email')).toHaveValue(PETR.email);
  expect(await violations(page)).toEqual([]);
  await page.locator('#password').fill(password);
  await page.locator('#password_again').fill('něco jiného');
  await page.locator('[data-submit]').click();
  await expect(note(page, 'password_again')).toHaveText('Hesla se liší.');
  await page.locator('#password_again').fill(password);
  await page.locator('[data-submit]').click();
  await expect(page).toHaveURL(/\/user\/dashboard/);
  await awake(page);

  await old.goto(`${server.url}/user/profile`);
  await expect(old).toHaveURL(/\/login/);
  await other.close();
  await page.goto(url, { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tento odkaz už neplatí');
  await expect.poll(() => mailsTo(PETR.email).at(-1)?.mail.subject).toBe('Vaše heslo bylo změněno');
  const subjects = mailsTo(PETR.email).map(({ mail: { subject } }) => subject);
  for (const subject of ['Pozvánka do organizace Plant', 'Přihlášení na novém zařízení', 'Nové heslo do Taktlogu'])
    expect(subjects).toContain(subject);
  expect(mailsTo('nobody@plant.example')).toEqual([]);
  expect(server.output()).not.toContain(token);
});

test('an invitation that is accepted before its script is there says in its language what is missing', async ({ page }) => {
  await invite('hana@plant.example');
  const { url } = await linkTo('hana@plant.example', 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/[^/]*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('[data-submit]').click();
  await expect(page.locator('[data-submit]')).toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('#name')).not.toBeFocused();
  resolve();
  await expect(note(page, 'name')).toHaveText('Vyplňte toto pole.');
  await expect(page.locator('#name')).toBeFocused();
});

test('without scripts the pages say that they need them', async ({ browser }) => {
  await invite('jan@plant.example');
  const { url } = await linkTo('jan@plant.example', 1);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const address of [url, `${server.url}/signup/reset/new`]) {
    await page.goto(address);
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('form')).toBeHidden();
  }
  await context.close();
});
