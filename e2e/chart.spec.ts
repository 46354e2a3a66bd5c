import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

/** What a chart says of peaks and of time without readings. */
let server: ServerProcess;
let folder: string;
let plant: FirstOrganization;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-chart-'));
  server = await startServerProcess({ DATA_DIR: folder });
  plant = await firstOrganization(server);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A logger that measured every minute from `days` ago until `until` days ago. */
async function logger(name: string, days: number, until: number, value: (n: number) => number): Promise<string> {
  const { id, token } = await plant.datalogger(name);
  const start = Date.now() - days * DAY;
  const count = ((days - until) * DAY) / MINUTE;
  const rows = Array.from({ length: count }, (_, n) => ({ ts: start + n * MINUTE, values: { level: value(n) } }));
  for (let at = 0; at < rows.length; at += 5_000) {
    const answer = await fetch(`${server.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(rows.slice(at, at + 5_000)),
    });
    expect(answer.status).toBe(200);
  }
  return id;
}

test('a peak stands in the band, and the cursor names lowest, mean and highest', async ({ page }) => {
  const id = await logger('Tank', 7, 0, (n) => (n === 5_040 ? 999 : 23));
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers/${id}`);
  await page.getByRole('radio', { name: 'Last 7 days' }).click({ force: true });
  await expect(page.locator('.resolution')).toContainText('min–max');
  const box = (await page.locator('.plot').boundingBox())!;
  const band = page.locator('.legend .band');
  // Half of the week; a bucket is about a pixel wide.
  await expect(async () => {
    for (let x = -12; x <= 12; x++) {
      await page.mouse.move(box.x + box.width / 2 + x, box.y + 60);
      if ((await band.count()) > 0) return;
    }
    throw new Error('no peak yet');
  }).toPass();
  await expect(band).toHaveText(/^min 23 · mean \d\d(\.\d+)? · max 999$/);
});

test('a reading whose time has not come is no value yet: the value, its channel and the head say that the clock is ahead', async ({
  page,
}) => {
  const { id, token } = await plant.datalogger('Early clock');
  const send = (ts: number, level: number) =>
    fetch(`${server.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify([{ ts, values: { level } }]),
    });
  expect((await send(Date.now(), 5)).status).toBe(200);
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers/${id}`);
  const legend = page.locator('.legend');
  await expect(legend).toContainText('5');
  await expect(legend).not.toContainText('stamped ahead');
  // While somebody looks: told by the live stream.
  expect((await send(Date.now() + 10 * MINUTE, 99)).status).toBe(200);
  await expect(legend).toContainText('Newer readings are stamped ahead');
  await expect(legend).not.toContainText('99');
  await expect(page.locator('.st', { hasText: /^ahead$/ })).toBeVisible();
  await page.goto(`${server.url}/en/dlog/dataloggers`);
  await expect(page.getByRole('row', { name: /Early clock/ })).toContainText('Clock ahead');
});

test('a window without readings invents no axis, and leads to the last reading', async ({ page }) => {
  const id = await logger('Shed', 3, 2, (n) => 20 + (n % 7));
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers/${id}`);
  const nothing = page.locator('.no-data');
  await expect(nothing).toContainText('There are no readings in this time.');
  await expect(nothing).toContainText(/last reading came 2\sdays ago/);
  await nothing.getByRole('button', { name: /Show the last reading/ }).click();
  await expect(nothing).toHaveCount(0);
  await expect(page.locator('.resolution')).toContainText(/[1-9][\d,]*\sreadings/);
});

test('a sensor’s error, silence and suspect values are told apart in the picture, under it, at the cursor and in the table that is taken away', async ({
  page,
}) => {
  const { id, token } = await plant.datalogger('Oven');
  const send = (rows: unknown) =>
    fetch(`${server.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(rows),
    });
  const now = Date.now();
  const valueAt = (ago: number) => (ago <= 50 && ago > 40 ? '---' : ago <= 20 && ago > 10 ? 9_000 : 20 + (ago % 3));
  const rows = Array.from({ length: 60 }, (_, n) => 60 - n)
    .filter((ago) => ago > 40 || ago <= 30)
    .map((ago) => ({ ts: now - ago * MINUTE, values: { inside: valueAt(ago) } }));
  expect((await send(rows)).status).toBe(200);
  const base = `/v1/orgs/${plant.organizationId}`;
  const [channel] = (await plant.call<{ items: { id: string; rev: number }[] }>('GET', `${base}/channels?datalogger_id=${id}`)).items;
  const names = { cs: 'Čidlo pece', en: 'Oven probe', sk: 'Snímač pece' };
  const shown = { display_unit: 'Cel', decimals: 0, mean: 'arithmetic', color: null, state_words: null };
  const type = { names, quantity: 'temperature', kind: 'gauge', ...shown, range_min: -50, range_max: 1_000 };
  const { id: typeId } = await plant.call<{ id: string }>('POST', `${base}/sensor-types`, type);
  await plant.call('PATCH', `${base}/channels/${channel!.id}`, { rev: channel!.rev, sensor_type_id: typeId });

  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers/${id}`);
  await page.getByRole('radio', { name: 'Last hour' }).click({ force: true });
  const key = page.locator('.mark-key');
  await expect(key).toHaveText('no datasensor errorsuspect, outside the plausible range');
  const legend = page.locator('.legend');
  await expect(legend).toContainText('There are sensor errors too');
  await expect(legend).toContainText('Some readings are suspect');
  const stage = page.locator('figure.figure > [role=group]');
  await expect(stage).toHaveAttribute(
    'aria-label',
    /inside: from .+ the sensor also reported errors\..*inside: some readings from .+ are suspect/,
  );

  const box = (await page.locator('.plot').boundingBox())!;
  const pointAt = (ago: number) => page.mouse.move(box.x + (box.width * (60 - ago)) / 60, box.y + 120);
  await pointAt(45);
  await expect(page.locator('.plot')).toContainText('inside: sensor error');
  await expect(legend).toContainText('The sensor reported an error');
  await pointAt(15);
  await expect(page.locator('.plot')).toContainText(/9,000\s°C, suspect/);
  await expect(legend).toContainText('Outside the plausible range');
  await pointAt(35);
  await expect(page.locator('.plot')).not.toContainText(/error|suspect/);
  await expect(legend).not.toContainText(/reported an error|Outside the plausible/);

  await page.getByRole('button', { name: 'Download what is shown' }).first().click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /CSV/ }).click()]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('inside [°C] quality');
  expect(text.match(/,sensor error from\r/g)).toHaveLength(1);
  expect(text.match(/,9000(\.\d+)?,suspect\r/g)).toHaveLength(10);

  await page.emulateMedia({ media: 'print' });
  await expect(key).toBeVisible();
});

test('a state is called by the words that were chosen for it, in each language, wherever it is shown', async ({ page }) => {
  const { id, token } = await plant.datalogger('Cold room');
  const now = Date.now();
  const answer = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([
      { ts: now - 20 * MINUTE, values: { door: false } },
      { ts: now - 10 * MINUTE, values: { door: true } },
      { ts: now, values: { door: true } },
    ]),
  });
  expect(answer.status).toBe(200);
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(`${server.url}/en/dlog/dataloggers/${id}#settings`);
  await page.getByRole('button', { name: 'State words of channel door' }).click();
  const dialog = page.getByRole('dialog', { name: 'State words of channel door' });
  await dialog.getByLabel('Preset').selectOption('open / closed');
  const open = dialog.getByRole('group', { name: 'Value 1 (true)' });
  await expect(open.getByLabel('Slovenčina')).toHaveValue('otvorené');
  await open.getByLabel('Čeština').fill('dokořán');
  await expect(dialog.getByLabel('Preset')).toHaveValue('own');
  await dialog.getByRole('button', { name: 'Save the words' }).click();
  await expect(dialog).toBeHidden();

  for (const [language, word] of [
    ['/en', 'open'],
    ['', 'dokořán'],
    ['/sk', 'otvorené'],
  ] as const) {
    await page.goto(`${server.url}${language}/dlog/dataloggers/${id}`);
    await expect(page.locator('.legend')).toContainText(word);
    await expect(page.locator('figure.figure > [role=group]')).toHaveAttribute('aria-label', new RegExp(`door: \\S+ ${word}\\.`));
    await expect(page.locator('.page-head, main').first()).toContainText(word);
    await page.goto(`${server.url}${language}/dlog/dataloggers/${id}#table`);
    await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(2);
    await page.goto(`${server.url}${language}/dlog/dataloggers`);
    await expect(page.getByRole('row').filter({ hasText: 'Cold room' })).toContainText(word);
  }
});

test('what somebody else set of a channel meanwhile is asked about, in its cell and in the words of its states', async ({ page }) => {
  const { id, token } = await plant.datalogger('Freezer');
  const answer = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ door: true }),
  });
  expect(answer.status).toBe(200);
  const path = `/v1/orgs/${plant.organizationId}/channels`;
  const channel = async () => (await plant.call<{ items: { id: string; rev: number }[] }>('GET', `${path}?datalogger_id=${id}`)).items[0]!;
  const theirs = async (patch: object) => {
    const { id: of, rev } = await channel();
    await plant.call('PATCH', `${path}/${of}`, { rev, ...patch });
  };
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  // Nothing tells this page of the change: it saves what it knows.
  await page.route('**/events', (route) => route.abort());
  await page.goto(`${server.url}/en/dlog/dataloggers/${id}#settings`);
  const name = page.getByLabel('Name of channel door');
  await name.fill('Gate');
  await theirs({ name: 'Wicket' });
  await name.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Somebody else has changed it meanwhile' });
  await expect(asked).toContainText('Wicket');
  await expect(asked).toContainText('Gate');
  await asked.getByRole('button', { name: 'Save the chosen' }).click();
  await expect(asked).toBeHidden();
  await expect(name).toHaveValue('Gate');
  await expect
    .poll(async () => (await plant.call<{ items: { name: string }[] }>('GET', `${path}?datalogger_id=${id}`)).items[0]!.name)
    .toBe('Gate');

  await page.getByRole('button', { name: 'State words of channel Gate' }).click();
  const words = page.getByRole('dialog', { name: 'State words of channel Gate' });
  await words.getByLabel('Preset').selectOption('open / closed');
  const said = { cs: 'plno', en: 'full', sk: 'plno', tone: null };
  await theirs({ state_words: [{ ...said, value: 1 }] });
  await words.getByRole('button', { name: 'Save the words' }).click();
  await expect(asked).toContainText('full');
  await expect(asked).toContainText('open');
  await asked.getByRole('button', { name: 'Drop my changes' }).click();
  await expect(words.getByRole('group', { name: 'Value 1 (true)' }).getByLabel('English')).toHaveValue('full');
});
