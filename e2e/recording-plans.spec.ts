import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { expect, signIn, test } from './test.ts';

const plant = ownPlant('recording-plans');
const MINUTE = 60_000;
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
let logger: { id: string; token: string };
let channel = '';

test.beforeAll(async () => {
  logger = await plant.datalogger('Kiln 1', { code: 'LOG-0033' });
  const rows = Array.from({ length: 240 }, (_, n) => ({ ts: now - (239 - n) * MINUTE, values: { air: 5 + (n % 60) / 20, steam: 90 } }));
  const answer = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  });
  expect(answer.status).toBe(200);
  const { items } = await plant.call<{ items: { id: string; name: string }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/channels?datalogger_id=${logger.id}`,
  );
  channel = items.find(({ name }) => name === 'air')!.id;
});

test('a plan is made from the empty list, changed, paused and put away', async ({ quiet: page }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  await plant.call('POST', `${root}/alarm-rules`, {
    ...{ channel_id: channel, name: 'Too warm', severity: 'warning', recipients: [], kind: 'above', low: null, high: 30, states: [] },
    ...{ hysteresis: 0, on_delay_s: 60, off_delay_s: 60 },
  });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/recordings2`);
  await page.getByRole('link', { name: 'Plans' }).click();
  await expect(page.getByText('No plans yet')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New plan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Kiln, nights');
  await dialog.getByRole('combobox', { name: /^When/ }).selectOption('times');
  await dialog.getByRole('button', { name: 'Another start' }).click();
  await dialog.getByRole('button', { name: 'Create plan' }).click();
  await expect(dialog.getByText('Choose at least one channel.')).toBeVisible();
  await dialog.getByRole('button', { name: /^air/ }).click();
  await dialog.getByRole('textbox', { name: 'Upper limit' }).fill('8');
  await dialog.getByRole('textbox', { name: 'Start 2' }).fill('22:00');
  await dialog.getByRole('textbox', { name: 'Start 2' }).blur();
  expect(await violations(page, { without: '[role=log]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Create plan' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Kiln, nights' })).toBeVisible();
  await expect(page.getByText('Every day at 06:00 and 22:00, for 8 hr each')).toBeVisible();
  await expect(page.getByText('The next one starts')).toBeVisible();
  await page.reload();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('combobox', { name: /^When/ }).selectOption('alarm');
  await dialog.getByRole('combobox', { name: /^Alarm rule/ }).click();
  await page.getByRole('option', { name: 'Too warm' }).click();
  await dialog.getByRole('textbox', { name: 'Minutes after the alarm' }).fill('0');
  expect(await violations(page, { without: '[role=log]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('With an alarm of the rule Too warm: from 30 min before it to its end')).toBeVisible();
  await expect(page.getByText('The next one starts with an alarm.')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('It is paused; no further recording starts.')).toBeVisible();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('No plans yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Kiln, nights' })).toBeVisible();
});

test('recordings that are picked are laid over each other from their beginnings, and the address says which', async ({ quiet: page }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  for (const [name, before] of [
    ['Batch 1', 200],
    ['Batch 2', 100],
  ] as const)
    await plant.call('POST', `${root}/recordings`, {
      ...{ name, purpose: 'test', channels: [{ channel_id: channel, limits: null }] },
      from: new Date(now - before * MINUTE).toISOString(),
      to: new Date(now - (before - 60) * MINUTE).toISOString(),
    });
  await signIn(page, plant);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${plant.url}/en/dlog/recordings2`);
  await page.getByRole('checkbox', { name: 'Select Batch 1' }).click();
  await expect(page.getByText('2 to 8 recordings can be overlaid.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Batch 2' }).click();
  await page.getByRole('link', { name: 'Overlay', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recordings overlaid' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Chart from the start of the recordings: / })).toBeVisible();
  const table = page.getByRole('table', { name: 'Statistics of the recordings' });
  await expect(table.getByRole('row')).toHaveCount(3);
  // The slope comes again every hour, forty minutes of one recording are twenty of the other one.
  await page.getByRole('slider').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Reading at 0:04')).toBeVisible();
  for (const name of ['Batch 1', 'Batch 2'])
    await expect(table.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(1)).toHaveText(/^\d/);
  expect(await violations(page)).toEqual([]);
  // On a phone what has no column stands below the name, and nothing is beyond the edge.
  for (const width of [900, 721, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await table.locator('..').evaluate((one) => one.scrollWidth - one.clientWidth), `${width} px`).toBe(0);
    await expect(table.getByText(/^Readings\s\d/).first()).toBeVisible();
    if (width < 721) await expect(table.getByText(/^Max\s\d/).first()).toBeVisible();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const said = page.url();
  expect(said).toMatch(/\?rec=[\w-]{36}(?:,|%2C)[\w-]{36}$/);
  await page.goto('about:blank');
  await page.goto(said);
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.goto(said.replace(/rec=[\w-]{36}/, 'rec=01890000-0000-7000-8000-000000000000'));
  await expect(page.getByText('1 recording of the link does not exist')).toBeVisible();
});
