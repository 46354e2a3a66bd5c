import { address, awake, expect, test } from './test.ts';

const WORDS = {
  cs: { create: 'Nový logger', name: 'Název' },
  en: { create: 'New logger', name: 'Name' },
  sk: { create: 'Nový logger', name: 'Názov' },
} as const;

for (const locale of ['cs', 'en', 'sk'] as const)
  test(`a new logger shows its first value by itself (${locale})`, async ({ signedIn: page, app, request }) => {
    await page.goto(address(app, '/dlog/dataloggers', locale));
    await awake(page);
    await page.getByRole('button', { name: WORDS[locale].create }).first().click();
    const dialog = page.getByRole('dialog');
    const name = `Oven ${locale} ${Date.now()}`;
    await dialog.getByLabel(WORDS[locale].name, { exact: false }).first().fill(name);
    await dialog.locator('button[type=submit]').click();
    const curl = dialog.getByText(/curl .*\/v1\/ingest\/json/s).first();
    await expect(curl).toBeVisible();
    const token = /tk_[\w-]{43}/.exec((await curl.textContent()) ?? '')?.[0];
    expect(token).toBeTruthy();
    const sent = await request.post(`${app.url}/v1/ingest/json`, {
      headers: { Authorization: `Bearer ${token}` },
      data: { temperature: 231.5 },
    });
    expect(sent.status()).toBe(200);
    await expect(dialog.getByText(/231[.,]5/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(/231[.,]5/);
  });

test('a new logger asks what its numbers without a unit measure, and shows them in the units of the answers', async ({
  signedIn: page,
  app,
  request,
}) => {
  await page.goto(address(app, '/dlog/dataloggers', 'en'));
  await awake(page);
  await page.getByRole('button', { name: WORDS.en.create }).first().click();
  const dialog = page.getByRole('dialog');
  const name = `Unitless ${Date.now()}`;
  await dialog.getByLabel(WORDS.en.name, { exact: false }).first().fill(name);
  await dialog.locator('button[type=submit]').click();
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  const send = (values: object) =>
    request.post(`${app.url}/v1/ingest/json`, { headers: { Authorization: `Bearer ${token}` }, data: values });
  await send({ t: 21.5, p: 1013, note: 'on' });
  const asked = dialog.getByRole('combobox', { name: /measure/ });
  // Of a text nobody is asked.
  await expect(asked).toHaveCount(2);
  await dialog.getByLabel('What does t measure?').selectOption({ label: 'Air temperature (°C)' });
  await expect(asked).toHaveCount(1);
  await expect(dialog.getByText('21.5 °C')).toBeVisible();
  await dialog.getByLabel('What does p measure?').selectOption({ label: 'Atmospheric pressure (hPa)' });
  await expect(asked).toHaveCount(0);
  await expect(dialog.getByText(/1,013\.0\shPa/)).toBeVisible();

  // What comes later is meant in the same units.
  await send({ t: 22.5, p: 1012 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('22.5 °C');
});

test('the list moves when a value arrives, without a reload', async ({ signedIn: page, app, request }) => {
  await page.goto(address(app, '/dlog/dataloggers', 'cs'));
  const row = page.getByRole('row', { name: /Cold room 1/ });
  await expect(row).toBeVisible();
  const send = (air: number) =>
    request.post(`${app.url}/v1/ingest/json`, { headers: { Authorization: `Bearer ${app.deviceToken}` }, data: { air } });
  await send(7.7);
  await expect(row).toContainText('7,7');
  await send(-8.8);
  await expect(row).toContainText('−8,8');
});

test('a logger whose only message was refused says why in place of the chart and of the table, and isn’t said to wait', async ({
  signedIn: page,
  app,
  request,
}) => {
  await page.goto(address(app, '/dlog/dataloggers', 'en'));
  await awake(page);
  await page.getByRole('button', { name: WORDS.en.create }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(WORDS.en.name, { exact: false }).first().fill(`Refused ${Date.now()}`);
  await dialog.locator('button[type=submit]').click();
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  const sent = await request.post(`${app.url}/v1/ingest/json`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    data: Buffer.from('{"temperature": oops}'),
  });
  expect(sent.status()).toBe(400);
  await expect(dialog.getByText('This is not valid JSON.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Open logger' }).click();
  for (const tab of ['Chart', 'Table']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByText('This is not valid JSON.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the message' })).toBeVisible();
    await expect(page.locator('.empty .flagbox')).toHaveCount(0);
  }
});
