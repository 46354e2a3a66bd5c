import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { readXlsx } from '../src/lib/domain/tables/xlsx-reader.ts';
import { expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

/** Channels of several loggers in one chart. */
let server: ServerProcess;
let folder: string;
let plant: FirstOrganization;
const loggers: Record<string, string> = {};
const MINUTE = 60_000;
/** Two hours ago. */
const begun = Date.now() - 120 * MINUTE;

/** A logger that measured every minute of the last two hours. */
async function logger(name: string, values: (n: number) => Record<string, number | boolean>): Promise<string> {
  const { id, token } = await plant.datalogger(name);
  const answer = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(Array.from({ length: 120 }, (_, n) => ({ ts: begun + n * MINUTE, values: values(n) }))),
  });
  expect(answer.status).toBe(200);
  return id;
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-charts-'));
  server = await startServerProcess({ DATA_DIR: folder });
  plant = await firstOrganization(server);
  loggers.cold = await logger('Cold room', (n) => ({ air: 4 + Math.sin(n / 9), door: n % 40 > 36 }));
  loggers.press = await logger('Press', (n) => ({ oil: 40 + n / 10, power: n % 30 }));
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (page: Page, path: string) => {
  await signIn(page, { url: server.url, email: plant.email, password: plant.password });
  await page.goto(server.url + path);
};
const legend = (page: Page) => page.locator('.legend li .two > span');

test('channels of two loggers stand in one chart, and its address shows the same to somebody else', async ({ page, browser }) => {
  await open(page, '/en/dlog/charts?range=8h');
  await page.getByRole('button', { name: 'Add a channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Channels in the chart' });
  await dialog.getByRole('button', { name: /^air/ }).click();
  await dialog.getByRole('searchbox').fill('PRESS');
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Press']);
  await dialog.getByRole('button', { name: /^power/ }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(legend(page)).toHaveText(['air', 'power']);
  await expect(page.locator('.pane-title')).toHaveText(['Cold room · air, Press · power']);
  await expect(page).toHaveURL(/range=8h&ch=[0-9a-f-]{36}\.[0-9a-f-]{36}$/);

  const other = await (await browser.newContext()).newPage();
  await open(other, new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(legend(other)).toHaveText(['air', 'power']);
  await other.getByRole('button', { name: 'Remove Cold room · air' }).click();
  await expect(legend(other)).toHaveText(['power']);
  await expect(other).toHaveURL(/ch=[0-9a-f-]{36}$/);
  await other.context().close();
});

test('a logger leads to a chart of its channels, and several loggers to one of all of theirs', async ({ page }) => {
  await open(page, `/en/dlog/dataloggers/${loggers.cold}`);
  await page.getByRole('link', { name: 'Compare in a chart' }).click();
  await expect(legend(page)).toHaveText(['air', 'door']);
  await page.goto(`${server.url}/en/dlog/charts?logger=${loggers.cold}.${loggers.press}`);
  await expect(legend(page)).toHaveText(['air', 'oil', 'door', 'power']);
  await expect(page).toHaveURL(/charts\?ch=[0-9a-f.-]+$/);
  // The cursor reads all of them at once.
  const box = (await page.locator('.plot').boundingBox())!;
  await expect(async () => {
    await page.mouse.move(box.x + box.width * 0.97, box.y + 60);
    await expect(page.locator('.cursor-line')).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('a stretch that is selected has its figures, also how long it was above a limit', async ({ page }) => {
  const span = [begun, begun + 120 * MINUTE].map((at) => new Date(at).toISOString());
  await open(page, `/en/dlog/charts?logger=${loggers.press}&range=8h&sel=${span.join('/')}`);
  await expect(legend(page)).toHaveText(['oil', 'power']);
  const selection = page.locator('.chart-selection');
  const figure = (name: string) => selection.locator('dl').first().locator('div', { hasText: name }).locator('dd');
  await expect(figure('Readings')).toHaveText('120');
  await expect(figure('Minimum')).toHaveText('40');
  await expect(figure('Maximum')).toHaveText('51.9');
  await selection.getByRole('textbox', { name: 'Upper limit' }).first().fill('46');
  await page.keyboard.press('Tab');
  // It rises by a tenth a minute: from the sixtieth of 120 minutes to the last.
  await expect(figure('Above the limit')).toHaveText('59:00');
});

test('a chart that is kept under a name has an address of its own, also under its old one, and tells what was changed', async ({
  page,
}) => {
  await open(page, `/en/dlog/charts?logger=${loggers.cold}&range=8h`);
  await expect(legend(page)).toHaveText(['air', 'door']);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await page.getByLabel('Name').fill('Night cooling');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page).toHaveURL(/\/en\/dlog\/charts\/[0-9a-f-]{36}/);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.goto(`${server.url}/en/dlog/charts?view=${id}`);
  await expect(page).toHaveURL(new RegExp(`/en/dlog/charts/${id}`));
  await expect(page.getByRole('heading', { level: 1, name: 'Night cooling' })).toBeVisible();
  await expect(legend(page)).toHaveText(['air', 'door']);
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Cold room · air' }).click();
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(legend(page)).toHaveText(['air', 'door']);
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0);

  // What is changed before the views are known is no less a change.
  const late = Promise.withResolvers<void>();
  await page.route(/\/saved-views\?/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/en/dlog/charts/${id}`);
  await page.getByRole('button', { name: 'Remove Cold room · air' }).click();
  await expect(legend(page)).toHaveText(['door']);
  late.resolve();
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await expect(legend(page)).toHaveText(['door']);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(legend(page)).toHaveText(['air', 'door']);

  await page.getByRole('navigation', { name: /./ }).getByRole('link', { name: 'Charts' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
});

test('a time is compared with the same time of the day before, and the address brings it back', async ({ page }) => {
  await open(page, `/en/dlog/charts?logger=${loggers.press}&range=1h`);
  await expect(legend(page)).toHaveText(['oil', 'power']);
  await page.getByRole('button', { name: 'Compare periods' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare periods' });
  await dialog.getByLabel('Compare with').selectOption('One day earlier');
  await dialog.getByRole('button', { name: 'Compare' }).click();
  const compared = page.getByRole('region', { name: 'Compare periods' });
  await expect(compared.getByText('The other period has no readings.')).toHaveCount(2);
  await expect(page).toHaveURL(/vs=1d/);
  // Two hours ago the logger began; what it says then is there for a day that is chosen: today.
  const [from, to] = [begun + 60 * MINUTE, begun + 120 * MINUTE];
  // By the clock of the workspace; Swedes write days as addresses do.
  const today = new Date(from).toLocaleDateString('sv', { timeZone: 'Europe/Prague' });
  const span = [from, to].map((at) => new Date(at).toISOString());
  await page.goto(`${server.url}/en/dlog/charts?logger=${loggers.press}&from=${span[0]}&to=${span[1]}&vs=${today}`);
  await expect(compared.getByText('difference of means').first()).toBeVisible();
  // At the cursor both times are read, each with its own moment; here they are the same.
  const box = (await page.locator('.plot').boundingBox())!;
  await expect(async () => {
    await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
    await expect(page.locator('.legend .band', { hasText: 'difference 0' })).toHaveCount(2, { timeout: 500 });
  }).toPass();
  await page.mouse.move(0, 0);
  await expect(page.locator('.legend .band')).toHaveCount(0);
  await page.getByRole('group', { name: /./ }).and(page.locator('[tabindex="0"]')).first().focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.locator('.legend .band', { hasText: 'difference 0' })).toHaveCount(2);
  // The file and the table have that time in columns of its own.
  const taken = async (name: string) => {
    await page.getByRole('button', { name: 'Download what is shown' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return readFileSync(await file.path());
  };
  const csv = (await taken('Values as CSV')).toString('utf8').trimEnd().split('\r\n');
  expect(csv[0]).toContain('Comparison time,Comparison UTC,Press · oil (comparison)');
  const [heads, first, ...others] = await readXlsx(await taken('Values as XLSX'));
  expect(heads).toContain('Press · oil (comparison)');
  expect(others.length).toBe(csv.length - 2);
  // A spreadsheet's day, of this century.
  expect(Number(first![0])).toBeGreaterThan(40_000);
  await page.getByRole('button', { name: 'As a table' }).click();
  const table = page.getByRole('dialog');
  await expect(table.getByRole('columnheader', { name: 'Press · oil (difference)' })).toBeAttached();
  await expect(table.getByRole('columnheader', { name: 'Comparison time' })).toBeAttached();
  await page.keyboard.press('Escape');
  await compared.getByRole('button', { name: 'End the comparison' }).click();
  await expect(compared).toHaveCount(0);
  await expect(page).not.toHaveURL(/vs=/);
});

test('two units share a pane with an axis on each side, and an axis that was set stays in the address', async ({ page }) => {
  const { items } = await plant.call<{ items: { id: string; key: string; rev: number }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/channels?datalogger_id=${loggers.press}`,
  );
  const power = items.find(({ key }) => key === 'power')!;
  await plant.call('PATCH', `/v1/orgs/${plant.organizationId}/channels/${power.id}`, { rev: power.rev, unit: 'kW' });
  await open(page, `/en/dlog/charts?logger=${loggers.press}&range=8h`);
  await expect(page.locator('.pane')).toHaveCount(2);
  await expect(legend(page)).toHaveText(['oil', 'power']);
  await page.getByRole('button', { name: 'Axes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Axes of the chart' });
  await dialog.getByLabel('Units').selectOption({ index: 1 });
  await dialog.getByRole('textbox', { name: 'From' }).first().fill('-10');
  await dialog.getByRole('textbox', { name: 'To' }).first().fill('90');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/axes=2&axis=%3A-10%3A90/);
  await expect(page.locator('.pane')).toHaveCount(1);
  await page.reload();
  await expect(page.locator('.pane-title')).toHaveText(['Press · oil | on the right Press · power, kW']);
  await page.getByRole('button', { name: 'Axes' }).click();
  await expect(dialog.getByRole('textbox', { name: 'To' }).first()).toHaveValue('90');
});

test('on a phone a chart of several units stays as high as it is', async ({ page }) => {
  const { items } = await plant.call<{ items: { id: string; key: string; rev: number }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/channels?datalogger_id=${loggers.press}`,
  );
  const power = items.find(({ key }) => key === 'power')!;
  await plant.call('PATCH', `/v1/orgs/${plant.organizationId}/channels/${power.id}`, { rev: power.rev, unit: 'kW' });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/en/dlog/charts?logger=${loggers.press}&range=8h`);
  await expect(page.locator('.pane canvas')).toHaveCount(2);
  await expect(page.locator('.resolution')).toBeVisible();
  const heights = await page.locator('.figure').evaluate(async (figure) => {
    const seen: number[] = [];
    for (let frame = 0; frame < 60; frame++) {
      await new Promise(requestAnimationFrame);
      seen.push(figure.getBoundingClientRect().height);
    }
    return seen;
  });
  // What comes late may change it once.
  expect(new Set(heights).size).toBeLessThanOrEqual(2);
});

test('on a wall only the picture and its values are shown, until Escape', async ({ page }) => {
  await open(page, `/en/dlog/charts?logger=${loggers.press}&range=8h`);
  await expect(legend(page)).toHaveText(['oil', 'power']);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page).toHaveURL(/wall=1/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/wall=1/);
});

test('a selection tells what happened in it: what was marked and when the door was open', async ({ page }) => {
  const span = [begun, begun + 120 * MINUTE].map((at) => new Date(at).toISOString());
  const { items } = await plant.call<{ items: { id: string; key: string }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/channels?datalogger_id=${loggers.cold}`,
  );
  await plant.call('POST', `/v1/orgs/${plant.organizationId}/marks`, {
    channel_id: items.find(({ key }) => key === 'air')!.id,
    kind: 'note',
    from: new Date(begun + 10 * MINUTE).toISOString(),
    to: new Date(begun + 20 * MINUTE).toISOString(),
    value: null,
    value_to: null,
    reason: 'Delivery',
  });
  await open(page, `/en/dlog/charts?logger=${loggers.cold}&range=8h&sel=${span.join('/')}`);
  const happened = page.getByRole('region', { name: 'What happened' });
  await expect(happened.getByText('Delivery')).toBeVisible();
  await expect(happened.locator('li')).toHaveCount(4);
  await expect(happened.getByText('Not read')).toHaveCount(0);
  // What couldn't be read isn't taken for nothing.
  await page.route(/\/marks\?/, (route) => route.abort());
  await page.reload();
  await expect(happened.getByText('Not read for this time: marks.')).toBeVisible();
  await expect(happened.locator('li')).toHaveCount(3);
});
