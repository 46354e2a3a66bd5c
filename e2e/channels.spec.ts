import { newLogger } from './logger.ts';
import { expect, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

test('a logger full of keys that nobody wants is cleared at once, and what it measures has an order', async ({
  signedIn: page,
  app,
  request,
}) => {
  const { app: own, save } = await newLogger(app, 'Dryer 9');
  await save({ channel_limit: 12 });
  const post = (data: object) =>
    request.post(`${app.url}/v1/ingest/json`, { headers: { Authorization: `Bearer ${own.deviceToken}` }, data });
  const junk = Array.from({ length: 10 }, (_, n) => [`k${String(n).padStart(2, '0')}`, n] as const);
  await post({ ...Object.fromEntries(junk), steam: 4.25, oil: 61 });
  expect(await (await post({ water: 12 })).text()).toContain('channel_limit');

  await page.goto(`${app.url}/en/dlog/dataloggers/${own.dataloggerId}#settings`);
  await expect(page.getByText('12 of 12 channels')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  for (const key of ['steam', 'oil']) await page.getByRole('checkbox', { name: `Select channel ${key}` }).uncheck();
  await page.getByRole('toolbar', { name: 'Selected channels' }).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('10 channels archived')).toBeVisible();
  await expect(page.getByText('2 of 12 channels')).toBeVisible();
  expect((await post({ water: 12 })).status()).toBe(200);
  expect(await (await post({ k01: 1 })).text()).toContain('channel_archived');

  const keys = page.getByRole('table', { name: 'Channels of the logger' }).locator('tbody .mono');
  await expect(keys).toHaveText(['steam', 'oil', 'water']);
  await page.getByRole('button', { name: 'Move channel water in the order' }).press('Home');
  await expect(keys).toHaveText(['water', 'steam', 'oil']);
  const handle = page.getByRole('button', { name: 'Move channel water in the order' });
  const below = await page.getByRole('button', { name: 'Move channel oil in the order' }).boundingBox();
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(below!.x + 4, below!.y + 80, { steps: 4 });
  await page.mouse.up();
  await expect(keys).toHaveText(['steam', 'oil', 'water']);
  await page.reload();
  await expect(keys).toHaveText(['steam', 'oil', 'water']);

  await page.getByText('Archived (10)').click();
  await page.getByRole('button', { name: 'Actions of channel k00' }).click();
  await page.getByRole('menuitem', { name: 'Bring back from archive' }).click();
  await expect(page.getByText('1 channel brought back')).toBeVisible();
  await expect(page.getByText('4 of 12 channels')).toBeVisible();
});

test('a channel is made by hand, moved to the logger that replaces its own with all its readings, and back', async ({
  signedIn: page,
  app,
  request,
}) => {
  const { app: old } = await newLogger(app, 'Dryer 10');
  const { app: next } = await newLogger(app, 'Dryer 11');
  await page.goto(`${app.url}/en/dlog/dataloggers/${old.dataloggerId}#settings`);
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByLabel('Key').fill('mode');
  await page.getByRole('dialog').getByLabel('Kind').selectOption('Text');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await expect(page.getByText('Channel mode created')).toBeVisible();
  const post = (token: string, data: object) =>
    request.post(`${app.url}/v1/ingest/json`, { headers: { Authorization: `Bearer ${token}` }, data });
  expect(await (await post(old.deviceToken, { mode: 5 })).json()).toMatchObject({ points: 1 });

  await page.getByRole('button', { name: 'Actions of channel mode' }).click();
  await page.getByRole('menuitem', { name: 'Move to a logger' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill('dryer 11');
  await page.getByRole('button', { name: 'Dryer 11' }).click();
  await expect(page.getByText('1 channel moved to Dryer 11')).toBeVisible();
  await expect(page.getByText('0 of 64 channels')).toBeVisible();
  expect(await (await post(next.deviceToken, { mode: 'eco' })).json()).toMatchObject({ points: 1, new: 1 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 of 64 channels')).toBeVisible();
});

test('channels to merge with come with the names of their loggers', async ({ signedIn: page, app, request }) => {
  const { app: old } = await newLogger(app, 'Dryer 12');
  const { app: next } = await newLogger(app, 'Dryer 13');
  // Another one each time: channels of loggers that a failed run left are offered, too.
  const key = `humidity_${Date.now()}`;
  for (const { deviceToken } of [old, next])
    await request.post(`${app.url}/v1/ingest/json`, { headers: { Authorization: `Bearer ${deviceToken}` }, data: { [key]: 40 } });
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let asked = 0;
  await page.goto(`${app.url}/en/dlog/dataloggers/${old.dataloggerId}#settings`);
  await page.route(/\/dataloggers\?/, async (route) => {
    asked++;
    await opened;
    await (asked === 1 ? route.fulfill({ status: 404, json: { code: 'not_found' } }) : route.continue());
  });
  await page.getByRole('button', { name: `Actions of channel ${key}` }).click();
  const merge = page.getByRole('menuitem', { name: 'Merge into…' });
  await expect(merge).toBeVisible();
  const channels = page.waitForResponse(/\/channels\?|\/channels$/);
  await merge.click();
  await channels;
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[aria-busy=true]')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  open();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('Dryer 13');
});
