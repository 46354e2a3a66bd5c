import { ROUTES } from '../src/lib/routes.ts';
import { address, expect, signIn, test } from './test.ts';

test('whoever is not signed in is led to the login and, signed in, back to the page', async ({ quiet: page, app }) => {
  await page.goto(`${address(app, '/dlog/dataloggers', 'en')}?state=online`);
  await expect(page).toHaveURL(`${app.url}/en/login`);
  await page.locator('input[name=email]').fill(app.email);
  await page.locator('input[name=password]').fill(app.password);
  await page.locator('input[name=password]').press('Enter');
  await expect(page).toHaveURL(`${app.url}/en/dlog/dataloggers?state=online`);
});

test('whoever came by a link to a tab comes to that tab once signed in, also in another language', async ({ quiet: page, app }) => {
  const id = /[^/]+$/.exec(address(app, '/dlog/dataloggers/{id}', 'cs'))?.[0];
  await page.goto(`${app.url}/en/dlog/dataloggers/${id}#table`);
  await expect(page).toHaveURL(`${app.url}/en/login#table`);
  await page.goto(`${app.url}/sk/login#table`);
  await page.locator('input[name=email]').fill(app.email);
  await page.locator('input[name=password]').fill(app.password);
  await page.locator('input[name=password]').press('Enter');
  await expect(page).toHaveURL(`${app.url}/sk/dlog/dataloggers/${id}#table`);
  await expect(page.getByRole('tab', { name: 'Tabuľka' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${app.url}/sk/org#people`);
  await page.getByRole('button', { name: 'Slovenčina' }).click();
  await page
    .getByRole('menuitemradio', { name: 'English' })
    .or(page.getByRole('menuitem', { name: 'English' }))
    .click();
  await expect(page).toHaveURL(`${app.url}/en/org#people`);
  await expect(page.getByRole('tab', { name: 'People' })).toHaveAttribute('aria-selected', 'true');
});

test('an old link to a tab of the organisation, or to machines as cards, leads there still, through the log-in too', async ({
  quiet: page,
  app,
}) => {
  await page.goto(`${app.url}/en/org?tab=people&person=nobody`);
  await expect(page).toHaveURL(`${app.url}/en/login#people`);
  await page.locator('input[name=email]').fill(app.email);
  await page.locator('input[name=password]').fill(app.password);
  await page.locator('input[name=password]').press('Enter');
  await expect(page).toHaveURL(`${app.url}/en/org?person=nobody#people`);
  await page.goto(`${app.url}/en/org?tab=audit`);
  await expect(page.getByRole('tab', { name: 'Audit trail' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${app.url}/en/org/machines?view=cards`);
  await expect(page).toHaveURL(/\/en\/org\/machines\?as=cards$/);
  await expect(page.locator('.machine-card').first()).toBeVisible();
});

test('the login works without JavaScript', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${app.url}/login`);
  await page.locator('input[name=email]').fill(app.email);
  await page.locator('input[name=password]').fill('wrong password');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/login\?error=credentials_wrong/);
  await page.locator('input[name=email]').fill(app.email);
  await page.locator('input[name=password]').fill(app.password);
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(`${app.url}/user/dashboard`);
  await context.close();
});

test('a wrong password is said under the form and the page stays', async ({ quiet: page, app }) => {
  await page.goto(`${app.url}/login`);
  await page.locator('input[name=email]').fill(app.email);
  await page.locator('input[name=password]').fill('not the password');
  await page.locator('button[type=submit]').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('every guarded page sends an anonymous request to the login', async ({ request, app }) => {
  for (const route of ROUTES.filter((one) => one.access === 'user'))
    for (const locale of ['cs', 'en', 'sk'] as const) {
      const answer = await request.get(address(app, route.path, locale), { maxRedirects: 0 });
      expect(answer.status(), route.path).toBe(302);
      expect(answer.headers().location).toBe(locale === 'cs' ? '/login' : `/${locale}/login`);
      expect(answer.headers()['cache-control']).toContain('no-store');
    }
});

test('an expired access token gives the shell without data, and the page refreshes by itself', async ({ quiet: page, app, context }) => {
  await signIn(page, app);
  const cookies = await context.cookies(app.url);
  await context.clearCookies({ name: 'auth._token.local' });
  await context.clearCookies({ name: 'auth._token_expiration.local' });
  const answer = await page.request.get(address(app, '/dlog/dataloggers', 'cs'), { maxRedirects: 0 });
  expect(answer.status()).toBe(200);
  expect(await answer.text()).not.toContain('Cold room 1');
  expect(cookies.length).toBeGreaterThan(3);
  await page.goto(address(app, '/dlog/dataloggers', 'cs'));
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
});

for (const [path, heading] of [
  ['/en/nothing/here', 'Page Not Found'],
  ['/nic/tu/neni', 'Stránka nenalezena'],
  ['/ja', 'Stránka nenalezena'],
] as const)
  test(`${path} is 404 in the language of its prefix, without canonical`, async ({ quiet: page, app }) => {
    const response = await page.goto(app.url + path);
    expect(response?.status()).toBe(404);
    await expect(page.locator('h1')).toHaveText(heading);
    await expect(page.locator('main')).toContainText(path);
    await expect(page.locator('link[rel=canonical], link[rel=alternate][hreflang]')).toHaveCount(0);
  });

test.describe('what was opened last', () => {
  // The worker's requests can't be answered here.
  test.use({ serviceWorkers: 'block' });
  test('loses a detail page that answers with an error', async ({ signedIn: page, app }) => {
    const visits = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('visits:'))?.[1] ?? '');
    const detail = address(app, '/dlog/dataloggers/{id}', 'cs');
    await page.goto(detail);
    await expect.poll(visits).toContain(app.dataloggerId);
    // As for somebody who may not see it any more.
    await page.route(detail, async (route) => route.fulfill({ response: await route.fetch({ url: `${app.url}/dlog/dataloggers/gone` }) }));
    expect((await page.goto(detail))?.status()).toBe(404);
    await expect.poll(visits).not.toContain(app.dataloggerId);
  });
});
