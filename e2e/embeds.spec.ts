import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { expect, signIn, test } from './test.ts';

const plant = ownPlant('embeds');
const MINUTE = 60_000;
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
let logger: { id: string; token: string };

async function send(rows: unknown): Promise<void> {
  const answer = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(answer.status).toBe(200);
}

/** The address that the dialog showed once. */
let address = '';

test.beforeAll(async () => {
  logger = await plant.datalogger('Cold room 1', { code: 'LOG-0033', expected_interval_s: 60 });
  await send(Array.from({ length: 90 }, (_, n) => ({ ts: now - (89 - n) * MINUTE, values: { air: 4 + (n % 10) / 10, door: 'closed' } })));
});

test('an embed is made at a logger, for pages that are named', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}#embeds`);
  await expect(page.getByText('No embeds yet')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New embed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Values and a 24 h chart' }).click();
  await dialog.getByRole('button', { name: 'Create embed' }).click();
  await expect(dialog.getByText('Enter at least one address.')).toBeVisible();
  const origins = dialog.getByRole('textbox', { name: /^Pages that may embed it/ });
  await origins.fill('http://hall.example');
  await dialog.getByRole('button', { name: 'Create embed' }).click();
  await expect(dialog.getByText('http://hall.example is not an address with https.')).toBeVisible();
  expect(await violations(page, { without: '[role=log]' })).toEqual([]);
  await origins.fill('hall.example');
  await dialog.getByRole('button', { name: 'Create embed' }).click();
  address = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(address).toMatch(/\/en\/embed\/em_[\w-]{43}$/);
  expect(await dialog.getByRole('textbox', { name: 'Code for the page' }).inputValue()).toContain(`<iframe src="${address}"`);
  expect(await violations(page, { without: '[role=log]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Cold room 1' });
  await expect(row).toContainText('hall.example');
  await expect(row).toContainText('not yet');
});

test('values follow what comes, and say when they are old', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Cold room 1' })).toBeVisible();
  const air = page.getByRole('listitem').filter({ hasText: 'air' });
  await expect(air).toContainText('4.9');
  await expect(air.getByRole('img', { name: /^air, last 24 h: lowest 4, highest 4.9$/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'door' })).toContainText('closed');

  /** The page asks every half minute, and the server keeps an answer for five seconds. */
  const asksUntil = (seen: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(31_000);
      await seen();
    }).toPass();
  await send([{ ts: Date.now(), values: { air: 7.5 } }]);
  await asksUntil(() => expect(air).toContainText('7.5', { timeout: 1_000 }));
  const old = page.getByText('New values can’t be read right now.');
  await context.setOffline(true);
  await asksUntil(() => expect(old).toBeVisible({ timeout: 1_000 }));
  await expect(page.locator('[data-shown]')).toHaveCSS('opacity', '0.5');
  await context.setOffline(false);
  await asksUntil(() => expect(old).toBeHidden({ timeout: 1_000 }));
  await expect(page.locator('[data-shown]')).toHaveCSS('opacity', '1');
  await context.close();
});

test('its page stands in a page of a named origin, and in no other one', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US' });
  // Chromium asks whether a page of the internet may reach this machine, where the server of a test is.
  await context.grantPermissions(['local-network-access']);
  const body = `<!doctype html><title>x</title><iframe src="${address}" width="600" height="500"></iframe>`;
  for (const host of ['hall.example', 'other.example'])
    await context.route(`https://${host}/`, (route) => route.fulfill({ contentType: 'text/html', body }));
  const page = await context.newPage();
  const heading = page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Cold room 1' });
  await page.goto('https://hall.example/');
  await expect(heading).toBeVisible();
  await page.goto('https://other.example/', { waitUntil: 'load' });
  await expect(heading).toHaveCount(0);
  await context.close();
});

test('it is changed where it is listed: its link stays, and pages that are open follow', async ({ quiet: page, browser }) => {
  const context = await browser.newContext({ locale: 'en-US' });
  await context.grantPermissions(['local-network-access']);
  const body = `<!doctype html><title>x</title><iframe src="${address}" width="600" height="500"></iframe>`;
  for (const host of ['hall.example', 'office.example'])
    await context.route(`https://${host}/`, (route) => route.fulfill({ contentType: 'text/html', body }));
  const framed = await context.newPage();
  await framed.clock.install();
  await framed.goto('https://hall.example/');
  const shown = framed.frameLocator('iframe');
  await expect(shown.getByRole('heading', { level: 1, name: 'Cold room 1' })).toBeVisible();
  const visitor = await context.newPage();
  await visitor.clock.install();
  await visitor.goto(address);
  await expect(visitor.getByRole('listitem').filter({ hasText: 'door' })).toBeVisible();

  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}#embeds`);
  const change = page.getByRole('button', { name: 'Change embed Cold room 1' });
  await change.click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: /^Name/ });
  await expect(name).toHaveValue('Cold room 1');
  await expect(dialog.getByRole('radio', { name: 'Values and a 24 h chart' })).toBeChecked();
  const origins = dialog.getByRole('textbox', { name: /^Pages that may embed it/ });
  await expect(origins).toHaveValue('https://hall.example');
  await expect(dialog.getByText(/^Valid until .+20\d\d; left empty, that stays\.$/)).toBeVisible();
  await name.fill('Cold store');
  // What was typed is there again when the dialog is.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await change.click();
  await expect(name).toHaveValue('Cold store');
  await dialog.getByRole('button', { name: 'Leave out door' }).click();
  await dialog.getByRole('radio', { name: 'Values', exact: true }).click();
  await origins.fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Enter at least one address.')).toBeVisible();
  await origins.fill('office.example');
  await dialog.getByRole('textbox', { name: 'New end in' }).fill('30');
  expect(await violations(page, { without: '[role=log]' })).toEqual([]);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/embeds/'));
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ rev: 1, name: 'Cold store', view: 'values', expires_in_days: 30 });
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Cold store' });
  await expect(row).toContainText('office.example');
  await expect(row).not.toContainText('door');
  expect(await violations(page, { without: '[role=log]' })).toEqual([]);

  await expect(async () => {
    await visitor.clock.runFor(31_000);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Cold store' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(visitor.getByRole('listitem').filter({ hasText: 'door' })).toHaveCount(0);
  await expect(visitor.getByRole('img', { name: /last 24 h/ })).toHaveCount(0);
  // The page that may no longer frame it has lost it by itself.
  await expect(async () => {
    await framed.clock.runFor(31_000);
    await expect(shown.getByRole('heading', { level: 1 })).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await framed.goto('https://office.example/');
  await expect(shown.getByRole('heading', { level: 1, name: 'Cold store' })).toBeVisible();
  await context.close();
});

test('its page is light, can be read out, speaks the language that is asked for, and ends when it is revoked', async ({
  quiet: page,
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-US' });
  const visitor = await context.newPage();
  const scripts: string[] = [];
  visitor.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  const answer = await visitor.goto(address);
  expect(answer!.headers()['content-security-policy']).toContain('frame-ancestors https://office.example;');
  expect(answer!.headers()['x-frame-options']).toBeUndefined();
  expect(answer!.headers()['x-framed-by']).toBeUndefined();
  // Its own, and what it shares with the hall's page.
  expect(scripts.length).toBeLessThanOrEqual(2);
  expect(await violations(visitor)).toEqual([]);
  await visitor.goto(`${address}?lang=cs`);
  await expect(visitor.getByText('Stav v').first()).toBeVisible();
  await visitor.goto(address.replace('/en/', '/sk/'));
  await expect(visitor.getByText('Stav o').first()).toBeVisible();

  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}#embeds`);
  await expect(page.getByRole('row').filter({ hasText: 'Cold store' })).toContainText('×');
  await page.getByRole('button', { name: 'Revoke embed Cold store' }).click();
  // What waits is sent when the page is left.
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}#embeds`);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Cold store' })).toContainText('Revoked');
  const ended = await visitor.goto(address);
  expect(ended!.status()).toBe(410);
  expect(ended!.headers()['x-frame-options']).toBe('DENY');
  await expect(visitor.getByRole('heading', { name: 'The link is no longer valid' })).toBeVisible();
  expect((await visitor.goto(`${plant.url}/en/embed/em_unknown`))!.status()).toBe(404);
  expect(await violations(visitor)).toEqual([]);
  await context.close();
});
