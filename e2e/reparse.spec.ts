import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { awake, expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

const plant = ownPlant('reparse');

test('messages that the filter of the list leaves are taken back at once: their rows say so, and a page of the logger that is open loses the values', async ({
  quiet: page,
  context,
}) => {
  const logger = await plant.datalogger('Cellar');
  for (const minutes of [3, 2, 1])
    await fetch(`${plant.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ts: Date.now() - minutes * 60_000, depth: 12.5 + minutes }),
    });
  const root = `/v1/orgs/${plant.organizationId}`;
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
  await plant.call('POST', `${root}/recordings`, {
    ...{ name: 'Cellar at noon', purpose: 'transport', channels: [{ channel_id: items[0]!.id, limits: null }] },
    from: new Date(Date.now() - 10 * 60_000).toISOString(),
    to: new Date(Date.now() - 30_000).toISOString(),
  });
  await signIn(page, plant);
  const other = await context.newPage();
  await other.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await expect(other.getByRole('main')).toContainText('13.5');

  await page.goto(`${plant.url}/en/dlog/received-data?datalogger=${logger.id}`);
  await awake(page);
  await expect(page.locator('tbody tr[data-index]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Process again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process messages of Cellar again' });
  await expect(dialog).toContainText('all messages of the logger');
  // What the first trial finds makes the dialog longer, so that a press at that moment misses.
  await expect(dialog.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('3');
  await dialog.getByText('Take back their values', { exact: true }).click();
  await expect(dialog.getByRole('row').nth(1).getByRole('cell')).toHaveText(['–', '–', '3', '–']);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  await expect(other.getByRole('main')).not.toContainText('13.5');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo the task?' });
  await expect(undo).toContainText('1 recording goes over');
  await expect(undo.getByRole('link', { name: 'Cellar at noon' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toContainText('Undone.');
  await expect(other.getByRole('main')).toContainText('13.5');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Process again' }).click();
  await dialog.getByText('Take back their values', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.locator('tbody tr[data-index]').filter({ hasText: 'taken back' })).toHaveCount(3);
});

test('messages are picked one by one by keys, of one logger at a time, and what they gave is taken back', async ({ quiet: page }) => {
  const send = (token: string, level: number) =>
    fetch(`${plant.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ts: Date.now() - level * 60_000, level }),
    });
  const [well, tank] = [await plant.datalogger('Well'), await plant.datalogger('Tank')];
  for (const level of [3, 2, 1]) await send(well.token, level);
  await send(tank.token, 1);
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/received-data`);
  await awake(page);
  const rows = page.locator('tbody tr[data-index]');
  await rows.filter({ hasText: 'Tank' }).getByRole('checkbox').click();
  await rows.filter({ hasText: 'Well' }).first().getByRole('checkbox').click();
  const bar = page.getByRole('toolbar', { name: 'Selected messages' });
  await expect(bar).toContainText('2 messages selected');
  await expect(bar).toContainText('Only messages of one logger');
  await expect(bar.getByRole('button', { name: 'Process again' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);

  await page.goto(`${plant.url}/en/dlog/received-data?datalogger=${well.id}`);
  await awake(page);
  await rows.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(bar).toContainText('2 messages selected');
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Process again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process messages of Well again' });
  await expect(dialog).toContainText('2 messages selected');
  await dialog.getByText('Take back their values', { exact: true }).click();
  await expect(dialog.getByRole('row').nth(1).getByRole('cell')).toHaveText(['–', '–', '2', '–']);
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows.filter({ hasText: 'taken back' })).toHaveCount(2);
  await expect(rows.nth(1)).not.toContainText('taken back');
  // The line of the task says whose messages, and leads there.
  await page.getByRole('button', { name: /^Tasks/ }).click();
  const line = page.getByRole('dialog', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: 'Messages processed again: Well' });
  await expect(line.getByRole('link', { name: 'Open the logger' })).toHaveAttribute('href', new RegExp(`/dlog/dataloggers/${well.id}`));
});

test('a time in seconds is refused in the dialog of the new logger, one press makes a mapping of it, and the refused message gives its value', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers`);
  await awake(page);
  await page.getByRole('button', { name: 'New logger' }).first().click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Greenhouse');
  await page.getByRole('dialog').getByRole('button', { name: 'Create logger' }).click();
  const dialog = page.getByRole('dialog');
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  await expect(dialog.getByRole('button', { name: 'Load a file' })).toBeVisible();
  const sent = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ts: Math.floor(Date.now() / 1_000) - 60, air: { t: 21.5 } }),
  });
  expect(sent.status).toBe(422);
  await dialog.getByRole('button', { name: 'Read ts as seconds' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: '21.5' })).toContainText('air.t');
  // What a button said while it waited is read from the button, which is gone; it is taken away after some seconds.
  await expect(page.locator('[data-live-announcer] [role=img]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page)).toEqual([]);
  const next = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ts: Math.floor(Date.now() / 1_000), air: { t: 22.5 } }),
  });
  expect(await next.json()).toMatchObject({ new: 1 });
});

test('the CSV that a chart gives is read as it was: nothing of it is new', async ({ quiet: page }) => {
  const logger = await plant.datalogger('Boiler room');
  const now = Date.now();
  await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([3, 2, 1].map((minutes) => ({ ts: now - minutes * 60_000 - 250, boiler: 61.25 + minutes, open: minutes === 2 }))),
  });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  await awake(page);
  await page.getByRole('button', { name: 'Download what is shown' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Values as CSV' }).click()]);
  const path = await download.path();
  await page.getByRole('button', { name: 'Load a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Readings from a file' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles({ name: 'chart.csv', mimeType: 'text/csv', buffer: readFileSync(path) });
  await dialog.getByRole('button', { name: 'Check the whole file' }).click();
  await expect(dialog).toContainText('Checked 3 rows: 0 new readings, 0 changed, 6 unchanged.');
});

/** A message of a logger. */
const sendTo = (token: string, body: object) =>
  fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test('before messages are read again it is said whose alarms fall into the time and which signed recording goes over it', async ({
  quiet: page,
}) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const logger = await plant.datalogger('Freezer');
  await sendTo(logger.token, { air: 4 });
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
  const channel_id = items[0]!.id;
  const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0, on_delay_s: 0, off_delay_s: 0 };
  await plant.call('POST', `${root}/alarm-rules`, { channel_id, name: 'Too warm', severity: 'critical', recipients: [], ...limits });
  const from = new Date();
  await sendTo(logger.token, { air: 9 });
  await sendTo(logger.token, { air: 4 });
  const to = new Date();
  const recording = await plant.call<{ id: string; rev: number }>('POST', `${root}/recordings`, {
    ...{ name: 'Night in the freezer', purpose: 'test', channels: [{ channel_id, limits: null }] },
    from: from.toISOString(),
    to: to.toISOString(),
  });
  const { hash } = await plant.call<{ hash: string }>('GET', `${root}/recordings/${recording.id}/evaluation`);
  await plant.call('POST', `${root}/recordings/${recording.id}/approve`, { rev: recording.rev, hash, statement: 'As it should be' });

  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/received-data?datalogger=${logger.id}`);
  await awake(page);
  await page.getByRole('button', { name: 'Process again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process messages of Freezer again' });
  // Nothing would change, and nothing follows.
  await expect(dialog).toContainText('Nothing would change.');
  const effects = dialog.getByRole('region', { name: 'What else this changes' });
  await expect(effects).toHaveCount(0);
  await dialog.getByText('Take back their values', { exact: true }).click();
  await expect(effects).toContainText('Alarms withdrawn: 1');
  const withdrawn = effects.getByRole('link', { name: 'Too warm' });
  await expect(withdrawn).toHaveAttribute('href', /\/dlog\/alarms\/[0-9a-f-]{36}$/);
  await expect(effects).toContainText('1 recording goes over the changed values');
  await expect(effects).toContainText('It is signed');
  await expect(effects.getByRole('link', { name: 'Night in the freezer' })).toBeVisible();
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog).toContainText('Done.');
  // Its undo brings the alarm back.
  await dialog.getByRole('button', { name: 'Undo' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo the task?' });
  await expect(undo).toContainText('New alarms: 1');
  await expect(undo).toContainText('air');
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await undo.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`${plant.url}/en/dlog/alarms`);
  await expect(page.getByRole('main')).toContainText('Too warm');
  const { items: alarms } = await plant.call<{ items: { state: string }[] }>('GET', `${root}/alarms?channel_id=${channel_id}`);
  expect(alarms.map(({ state }) => state)).toEqual(['withdrawn']);
});

test('from a message links and keys lead to its neighbours, of the list that it was opened from, or of its logger', async ({
  quiet: page,
}) => {
  const [ours, theirs] = [await plant.datalogger('Boiler'), await plant.datalogger('Chimney')];
  const ids: string[] = [];
  for (const [one, body] of [
    [ours, { a: 1 }],
    [theirs, { a: 2 }],
    [ours, { a: 3 }],
    [ours, { ts: 5, a: 4 }],
  ] as const) {
    const answer = (await (await sendTo(one.token, body)).json()) as { id?: string; errors?: { params?: { received_data_id?: string } }[] };
    ids.push(answer.id ?? answer.errors?.[0]?.params?.received_data_id ?? '');
  }
  await signIn(page, plant);
  const at = (i: number) => expect(page).toHaveURL(new RegExp(`/received-data/${ids[i]}`));
  const link = (name: 'Previous' | 'Next') => page.locator('.page-head').getByRole('link', { name });
  // Of its logger.
  await page.goto(`${plant.url}/en/dlog/received-data/${ids[2]}`);
  await awake(page);
  await link('Previous').click();
  await at(0);
  await expect(page.locator('.page-head').getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expect(link('Next')).toHaveAttribute('aria-keyshortcuts', 'ArrowRight');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await at(2);
  // Of the list: what its filter leaves of all loggers, and the way back has the filter.
  await page.goto(`${plant.url}/en/dlog/received-data?status=stored`);
  await awake(page);
  await page.locator('tbody tr[data-index]').filter({ hasText: 'Boiler' }).first().click();
  await at(2);
  await expect(page.locator('.page-head').getByRole('button', { name: 'Next' })).toBeDisabled();
  await expect(link('Previous')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await at(1);
  await expect(page.locator('.page-head nav').getByRole('link', { name: 'Received data' })).toHaveAttribute('href', /\?status=stored$/);
  await link('Previous').click();
  await at(0);
});

test('a draft is tried on stored messages: it is told how far it is, it is stopped and goes on, and a message of the strip is opened', async ({
  quiet: page,
}) => {
  const root = `/v1/orgs/${plant.organizationId}/logger-types`;
  const logger = await plant.datalogger('Compressor');
  const channel = { path: 'bar', key: 'bar', label: 'Pressure', sensor_type_id: null, unit: null, scale: 1, offset: 0 };
  const clock = { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' };
  const spec = (scale: number) => ({
    ...{ decoder: 'mapping', script: null, rows: null, time: null, clock },
    channels: [{ ...channel, scale, input_min: null, input_max: null, states: null }],
  });
  const made = await plant.call<{ id: string; rev: number }>('POST', root, { name: 'Transducer' });
  const path = `${root}/${made.id}`;
  const { rev } = await plant.call<{ rev: number }>('PATCH', path, { rev: made.rev, draft: spec(1) });
  const published = await plant.call<{ rev: number }>('POST', `${path}/versions`, { rev });
  await plant.call('POST', `${path}/loggers`, { version: 1, datalogger_ids: [logger.id] });
  for (let i = 0; i < 59; i++) await sendTo(logger.token, { bar: 10 + i });
  await sendTo(logger.token, { bar: { broken: true } });
  await plant.call('PATCH', path, { rev: published.rev, draft: spec(2) });

  let parts = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/trial', async (route) => {
    if (route.request().method() === 'POST' && ++parts === 2) await held;
    await route.continue();
  });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/logger-types/${made.id}`);
  await awake(page);
  const trial = page.getByRole('region', { name: 'Trial on stored messages' });
  await trial.getByRole('button', { name: 'Try' }).click();
  await expect(trial.getByRole('status')).toContainText('50 of 60 messages read');
  await expect(trial.getByRole('status')).toContainText(/up to .* · about .* left/);
  await expect(trial.locator('[data-kind=waiting]')).toHaveCount(10);
  await trial.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(trial.getByRole('status')).toContainText('Stopped.');
  await trial.getByRole('button', { name: 'Continue' }).click();
  await expect(trial.getByRole('status')).toContainText('60 of 60 messages read');
  await expect(trial.locator('[data-kind=changed]')).toHaveCount(59);
  expect(await violations(page)).toEqual([]);

  const chosen = trial.locator('[data-chosen]');
  await trial.locator('[data-cell="59"]').click();
  await expect(chosen).toContainText('with an error');
  await expect(page.getByRole('region', { name: 'Message', exact: true })).toContainText('broken');
  await trial.getByRole('slider', { name: 'Messages by result' }).press('ArrowLeft');
  await expect(trial.getByRole('slider')).toHaveAttribute('aria-valuetext', /Compressor .*: values change/);
  await page.keyboard.press('Enter');
  await expect(chosen).toContainText('68 → 136');
  await expect(page.getByRole('button', { name: /Pressure/ })).toContainText('changed, was 68');
  // The draft is another one: what was tried says nothing of it.
  await page.getByRole('button', { name: /Pressure/ }).click();
  await page.getByLabel('Scale', { exact: true }).fill('3');
  await page.keyboard.press('Tab');
  await expect(trial.getByRole('slider')).toHaveCount(0);
});
