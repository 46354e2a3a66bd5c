import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { expect, signIn, test } from './test.ts';

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
  await expect(nothing).toContainText(/last reading came 2 days ago/);
  await nothing.getByRole('button', { name: /Show the last reading/ }).click();
  await expect(nothing).toHaveCount(0);
  await expect(page.locator('.resolution')).toContainText(/[1-9][\d,]*\sreadings/);
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
