import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { expect, signIn, test } from './test.ts';

const plant = ownPlant('recordings');
let logger: { id: string; token: string };

async function send(rows: unknown): Promise<void> {
  const answer = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(answer.status).toBe(200);
}
/** A reading each minute of the last hours, but of a part of them. */
const MINUTE = 60_000;
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
const rowsOf = (from: number, to: number) =>
  Array.from({ length: from - to }, (_, n) => ({ ts: now - (from - n) * MINUTE, values: { air: 5 + ((n % 10) / 10) * 2 } }));

test('a recording is made, judged, noted and signed; late data make its next revision', async ({ quiet: page }) => {
  logger = await plant.datalogger('Van 4', { code: 'LOG-0033' });
  await send([...rowsOf(180, 60), ...rowsOf(30, 0)]);
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/recordings2`);
  await expect(page.getByText('No recordings yet')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New recording' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Delivery to Ivančice');
  await dialog.getByRole('button', { name: 'Create recording' }).click();
  await expect(dialog.getByText('Choose at least one channel.')).toBeVisible();
  await dialog.getByRole('button', { name: /air/ }).click();
  await dialog.getByRole('textbox', { name: 'Lower limit' }).fill('9');
  await dialog.getByRole('textbox', { name: 'Upper limit' }).fill('8');
  await expect(dialog.getByText('The lower limit must be less than the upper one.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Lower limit' }).fill('2');
  await dialog.getByRole('textbox', { name: 'Lower limit' }).blur();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('radio', { name: 'I will start it later' }).click();
  await dialog.getByRole('button', { name: 'Create recording' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery to Ivančice' })).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.page-head').getByText('running').filter({ visible: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('.page-head').getByText('stopped').filter({ visible: true })).toBeVisible();
});

test('the verdict is that of its readings, and a signature holds it', async ({ quiet: page }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
  const limits = { low: 2, high: 8, allowed_above_s: 0, allowed_below_s: 0, coverage: 0.95, kinetic_high: null };
  const { id } = await plant.call<{ id: string }>('POST', `${root}/recordings`, {
    name: 'Van 4, morning',
    purpose: 'transport',
    channels: [{ channel_id: items[0]!.id, limits }],
    from: new Date(now - 150 * MINUTE).toISOString(),
    to: new Date(now - 10 * MINUTE).toISOString(),
  });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/recordings2/${id}`);
  const conditions = page.getByRole('table', { name: 'Conditions of the verdict' });
  await expect(conditions.getByRole('row').filter({ hasText: 'Coverage' })).toContainText('no');
  await expect(page.getByText('Too many readings are missing.')).toBeVisible();
  await expect(page.locator('canvas').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Note' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('Door open');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Door open')).toBeVisible();

  await page.getByRole('button', { name: 'Approve' }).click();
  // What the field of a moment read out names a dialog that is closed.
  expect(await violations(page, { without: '[role=log]' })).toEqual([]);
  await page.getByRole('button', { name: 'Sign and approve' }).click();
  await expect(page.locator('.page-head').getByText('approved').filter({ visible: true })).toBeVisible();
  await expect(page.getByText('Hash matches')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Note' })).toHaveCount(0);

  // What the logger kept comes late.
  await send(rowsOf(60, 30));
  await page.reload();
  await expect(page.locator('.page-head').getByText('Data changed').filter({ visible: true })).toBeVisible();
  await expect(page.getByText('All conditions are met.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();

  await page.goto(`${plant.url}/en/dlog/recordings2?state=approved`);
  await expect(page.getByRole('row').filter({ hasText: 'Van 4, morning' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Delivery to Ivančice' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test('a selected time of a chart is made a recording of', async ({ quiet: page }) => {
  await signIn(page, plant);
  const selected = `${new Date(now - 120 * MINUTE).toISOString()}/${new Date(now - 70 * MINUTE).toISOString()}`;
  await page.goto(`${plant.url}/en/dlog/charts?logger=${logger.id}&sel=${encodeURIComponent(selected)}`);
  await page.getByRole('link', { name: 'Recording of this…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Selected');
  await dialog.getByRole('textbox', { name: 'Upper limit' }).fill('8');
  await dialog.getByRole('button', { name: 'Create recording' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Selected' })).toBeVisible();
  await expect(page.getByText('All conditions are met.')).toBeVisible();
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await expect(page.getByRole('navigation', { name: 'Related' }).getByRole('link', { name: 'Selected' })).toBeVisible();
});

test('a link shows the recording to anybody until it is revoked', async ({ quiet: page, browser }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/recordings?q=morning`);
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/recordings2/${items[0]!.id}`);
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'For whom' }).fill('The customer');
  await dialog.getByLabel('Password').fill('cold chain');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  // What the field of a number read out names a field that is gone.
  expect(await violations(page, { without: '[role=log]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'The recording is protected by a password' })).toBeVisible();
  await visitor.getByLabel('Password').fill('warm');
  await visitor.getByRole('button', { name: 'Open' }).click();
  const password = visitor.getByLabel('Password');
  await expect(password).toHaveAccessibleDescription('The password is wrong.');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  expect(await violations(visitor, { without: '[role=log]' })).toEqual([]);
  await visitor.getByLabel('Password').fill('cold chain');
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Van 4, morning' })).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'Chart: air' })).toBeVisible();
  // What a button that was busy read out names a part of it that is gone.
  expect(await violations(visitor, { without: '[role=log]' })).toEqual([]);

  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('opened 1×')).toBeVisible();
  const answer = await visitor.goto(link);
  expect(answer?.status()).toBe(410);
  await expect(visitor.getByRole('heading', { name: 'The link is no longer valid' })).toBeVisible();
  await visitor.context().close();
});
