import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { expect, signIn, test } from './test.ts';

const plant = ownPlant('calibrations');
const MINUTE = 60_000;
const DAY = 86_400_000;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
let logger: { id: string; token: string };
let start: number;

/** Readings of every minute from `start` on. */
async function send(key: string, values: readonly number[]): Promise<void> {
  const answer = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(values.map((value, at) => ({ ts: new Date(start + at * MINUTE).toISOString(), values: { [key]: value } }))),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
}
const root = () => `/v1/orgs/${plant.organizationId}`;
const channelOf = async (key: string): Promise<string> => {
  const { items } = await plant.call<{ items: { id: string; key: string }[] }>('GET', `${root()}/channels?datalogger_id=${logger.id}`);
  return items.find((one) => one.key === key)!.id;
};
const readingsOf = async (key: string) =>
  (await plant.call<{ items: { value: unknown; raw?: unknown }[] }>('GET', `${root()}/channels/${await channelOf(key)}/readings`)).items;
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const calibrate = async (key: string, over: object) =>
  plant.call('POST', `${root()}/calibrations`, {
    channel_id: await channelOf(key),
    from: new Date(start - DAY).toISOString(),
    curve: { kind: 'none' },
    laboratory: 'CMI Brno',
    ...over,
  });

test.beforeAll(async () => {
  logger = await plant.datalogger('Cold room 4', { code: 'LOG-0009' });
  start = Math.floor(Date.now() / MINUTE) * MINUTE - 40 * MINUTE;
  await send('air', [0, 10, 20, 10]);
});

test('a logger without calibrations offers the first one, whose points say what they would change before they do', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}#calibrations`);
  await expect(page.getByText('No channel is calibrated')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'New calibration' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /In force from/ }).fill(new Date(start - DAY).toISOString().slice(0, 10).concat(' 00:00'));
  await dialog.getByRole('combobox', { name: 'Correction' }).selectOption('Several points');
  const points = [
    ['0', '1'],
    ['10', '10'],
    ['20', '18'],
  ] as const;
  for (const [at, [measured, reference]] of points.entries()) {
    await dialog.getByRole('textbox', { name: `Point ${at + 1}: sensor showed` }).fill(measured);
    await dialog.getByRole('textbox', { name: `Point ${at + 1}: reference` }).fill(reference);
  }
  await expect(dialog.getByText('It concerns 4 readings.')).toBeVisible();
  await expect(dialog.getByText(/Range: 0\s–\u2060\s20 → 1\s–\u2060\s18\./)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Nothing is calibrated by nobody.
  await dialog.getByRole('button', { name: 'Save calibration' }).click();
  await expect(dialog.getByRole('textbox', { name: /Calibrated by/ })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: /Calibrated by/ }).fill('CMI Brno');
  await dialog.getByRole('textbox', { name: 'Certificate number' }).fill('K-114/26');
  await dialog.getByRole('textbox', { name: /^Next calibration by/ }).fill(day(20));
  await dialog.locator('input[type=file]').setInputFiles({ name: 'K-114.pdf', mimeType: 'application/pdf', buffer: PDF });
  await dialog.getByRole('button', { name: 'Save calibration' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'K-114/26' });
  await expect(row).toContainText('3 points');
  await expect(row).toContainText('due within 30 days');
  await expect(row.getByRole('button', { name: 'K-114.pdf', exact: true })).toBeVisible();
  expect((await readingsOf('air')).map(({ value, raw }) => [value, raw])).toEqual([
    [1, 0],
    [10, undefined],
    [18, 20],
    [10, undefined],
  ]);
  // What was read out of the button that is gone is there for some seconds more.
  expect(await violations(page, { without: '[data-live-announcer]' })).toEqual([]);
});

test('an entry is taken back and put in force again, and one that follows ends it', async ({ quiet: page }) => {
  await calibrate('air', { from: new Date(start + 2 * MINUTE).toISOString(), curve: { kind: 'offset', offset: 5 }, due_on: day(-3) });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}#calibrations`);
  const first = page.getByRole('row').filter({ hasText: 'K-114/26' });
  const second = page.getByRole('row').filter({ hasText: 'offset +5' });
  await expect(first).toContainText('replaced by the next one');
  await expect(second).toContainText('overdue');
  expect((await readingsOf('air')).map(({ value }) => value)).toEqual([1, 10, 25, 15]);
  await second.getByRole('button', { name: /^Take back/ }).click();
  await expect(second).toContainText('taken back');
  expect((await readingsOf('air')).map(({ value }) => value)).toEqual([1, 10, 18, 10]);
  expect(await violations(page)).toEqual([]);
  await second.getByRole('button', { name: /^Restore/ }).click();
  await expect(second).not.toContainText('taken back');
  await expect(page.getByRole('list', { name: 'Calibration state of channels' })).toContainText('overdue');
});

test('a certificate’s file is taken away, brought back and replaced, until an approved recording relies on it', async ({ page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}#calibrations`);
  const row = page.getByRole('row').filter({ hasText: 'K-114/26' });
  const file = (name: string) => row.getByRole('button', { name, exact: true });
  const more = async (name: string, what: string) => {
    await row.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await more('K-114.pdf', 'Remove');
  await expect(file('K-114.pdf')).toHaveCount(0);
  await page.getByText('K-114.pdf was removed.').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(file('K-114.pdf')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const replace = async (old: string, name: string) => {
    const chosen = page.waitForEvent('filechooser');
    await more(old, 'Replace');
    await (await chosen).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.concat([PDF, Buffer.from(name)]) });
  };
  await replace('K-114.pdf', 'K-114b.pdf');
  await expect(file('K-114b.pdf')).toBeVisible();
  await expect(file('K-114.pdf')).toHaveCount(0);
  await page.getByText('K-114.pdf was replaced by K-114b.pdf.').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(file('K-114.pdf')).toBeVisible();
  await expect(file('K-114b.pdf')).toHaveCount(0);

  const made = await plant.call<{ id: string; rev: number }>('POST', `${root()}/recordings`, {
    ...{ name: 'Night', purpose: 'monitoring', channels: [{ channel_id: await channelOf('air'), limits: null }] },
    ...{ from: new Date(start).toISOString(), to: new Date(start + 2 * MINUTE).toISOString() },
  });
  const { hash } = await plant.call<{ hash: string }>('GET', `${root()}/recordings/${made.id}/evaluation`);
  await plant.call('POST', `${root()}/recordings/${made.id}/approve`, { rev: made.rev, hash });
  await more('K-114.pdf', 'Remove');
  await expect(page.getByText('K-114.pdf: An approved recording relies on this file')).toBeVisible();
  await replace('K-114.pdf', 'K-114c.pdf');
  await expect(page.getByText('K-114c.pdf was added, K-114.pdf stays. An approved recording relies on it.')).toBeVisible();
  await expect(file('K-114.pdf')).toBeVisible();
  await expect(file('K-114c.pdf')).toBeVisible();
  expect(await violations(page, { without: '[data-live-announcer]' })).toEqual([]);
});

test('the chart says where a calibration begins, until it is taken back', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  const tick = page.getByRole('img', { name: /^air: a calibration is in force from .+, CMI Brno\.$/ });
  await expect(tick).toHaveText('calibration');
  expect(await violations(page)).toEqual([]);
  const { items } = await plant.call<{ items: { id: string; rev: number; from: string }[] }>(
    'GET',
    `${root()}/calibrations?datalogger_id=${logger.id}`,
  );
  const { id, rev } = items.find(({ from }) => Date.parse(from) === start + 2 * MINUTE)!;
  const { rev: next } = await plant.call<{ rev: number }>('PATCH', `${root()}/calibrations/${id}`, { rev, revoked: true });
  await expect(tick).toHaveCount(0);
  await plant.call('PATCH', `${root()}/calibrations/${id}`, { rev: next, revoked: false });
  await expect(tick).toHaveText('calibration');
});

test('charts of several loggers and recordings say it as well', async ({ quiet: page }) => {
  await signIn(page, plant);
  const channel = await channelOf('air');
  await page.goto(`${plant.url}/en/dlog/charts?ch=${channel}&range=8h`);
  await expect(page.getByRole('img', { name: /^Cold room 4 · air: a calibration is in force from .+, CMI Brno\.$/ })).toHaveText(
    'calibration',
  );
  expect(await violations(page)).toEqual([]);
  const made = await plant.call<{ id: string }>('POST', `${root()}/recordings`, {
    ...{ name: 'Noon', purpose: 'test', channels: [{ channel_id: channel, limits: null }] },
    ...{ from: new Date(start).toISOString(), to: new Date(start + 4 * MINUTE).toISOString() },
  });
  await page.goto(`${plant.url}/en/dlog/recordings2/${made.id}`);
  await expect(page.getByRole('img', { name: /air: a calibration is in force from .+, CMI Brno\.$/ })).toHaveText('calibration');
  expect(await violations(page)).toEqual([]);
});

for (const width of [1280, 390])
  test(`channels are listed by when they are due, narrowed to a state, and lead to their logger, ${width} px wide`, async ({
    quiet: page,
  }) => {
    await send('core', [4, 4]);
    await send('door', [1, 1]);
    if (width === 1280) await calibrate('core', { certificate: 'K-2', due_on: day(400) });
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, plant);
    await page.goto(`${plant.url}/en/dlog/calibrations`);
    const rows = page.getByRole('table', { name: 'Channels by their calibration date' }).locator('tbody tr');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(0)).toContainText('overdue');
    await expect(rows.nth(1)).toContainText('valid');
    await expect(rows.nth(2)).toContainText('not calibrated');
    expect(await violations(page)).toEqual([]);
    await page
      .getByRole('group', { name: 'Counts by state' })
      .getByRole('button', { name: /overdue/ })
      .click();
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/state=overdue/);
    await page.getByRole('searchbox').fill('nothing is called so');
    await expect(page.getByText('No channel matches')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(rows).toHaveCount(3);
    if (width === 1280) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download the list as CSV' }).click();
      expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    }
    await rows.nth(1).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/en/dlog/dataloggers/${logger.id}#calibrations$`));
    await expect(page.getByRole('tab', { name: 'Calibrations' })).toHaveAttribute('aria-selected', 'true');
    expect(await violations(page)).toEqual([]);
  });

test('a recording says which calibration held, and that it was overdue', async ({ quiet: page }) => {
  const recording = await plant.call<{ id: string }>('POST', `${root()}/recordings`, {
    name: 'Batch 7',
    purpose: 'monitoring',
    channels: [{ channel_id: await channelOf('air'), limits: null }],
    from: new Date(start + 2 * MINUTE).toISOString(),
    to: new Date(start + 5 * MINUTE).toISOString(),
  });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/recordings2/${recording.id}`);
  await expect(page.getByRole('heading', { name: 'Calibrations' })).toBeVisible();
  await expect(page.getByText('overdue at the time')).toBeVisible();
  await expect(page.getByText(/CMI Brno\s· from/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('several channels are calibrated in one go, those that can be, and taken back together', async ({ page }) => {
  const twin = await plant.datalogger('Cold room 5', { code: 'LOG-0010' });
  const answer = await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${twin.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([{ ts: new Date(start).toISOString(), values: { top: 4, middle: 5, floor: 6 } }]),
  });
  expect(answer.status).toBe(200);
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${twin.id}#calibrations`);
  const dialog = page.getByRole('dialog', { name: 'New calibration' });
  const fill = async (...others: string[]) => {
    await page.getByRole('button', { name: 'New calibration' }).click();
    await dialog.getByRole('textbox', { name: /In force from/ }).fill(new Date(start - DAY).toISOString().slice(0, 10).concat(' 00:00'));
    await dialog.getByRole('textbox', { name: /^Offset/ }).fill('0.5');
    await dialog.getByRole('textbox', { name: /Calibrated by/ }).fill('CMI Brno');
    await dialog.getByRole('combobox', { name: /^Channel/ }).selectOption('top');
    const also = dialog.getByRole('group', { name: 'Also these channels, with the same correction' });
    for (const name of others) await also.getByRole('checkbox', { name }).check({ force: true });
  };
  await fill('middle', 'floor');
  for (const name of ['top', 'middle', 'floor']) await expect(dialog.getByText(`${name}: It concerns 1 reading.`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save calibration' }).click();
  await expect(dialog).toBeHidden();
  const rows = page.getByRole('row').filter({ hasText: 'offset +0.5' });
  await expect(rows).toHaveCount(3);
  await page
    .getByText(/^top, middle,? and floor: calibrated/)
    .locator('..')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(rows.filter({ hasText: 'taken back' })).toHaveCount(3);

  // Somebody else was faster with one of them: the others hold, and that one is left in the form.
  const { items } = await plant.call<{ items: { channel_id: string; channel_name: string; from: string }[] }>(
    'GET',
    `${root()}/calibrations?datalogger_id=${twin.id}&revoked=1`,
  );
  const { channel_id, from } = items.find(({ channel_name }) => channel_name === 'floor')!;
  await plant.call('POST', `${root()}/calibrations`, { channel_id, from, curve: { kind: 'none' }, laboratory: 'TUV' });
  await fill('floor');
  await dialog.getByRole('button', { name: 'Save calibration' }).click();
  await expect(dialog.getByText(/^floor: Another calibration begins at the same time: .*TUV/)).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: /^Channel/ })).toHaveValue(channel_id);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows.filter({ hasNotText: 'taken back' })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
});
