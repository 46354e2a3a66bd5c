import { violations } from './axe.ts';
import { ownPlant } from './own-plant.ts';
import { awake, expect, signIn, test } from './test.ts';

const plant = ownPlant('marks');
const MINUTE = 60_000;
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
interface Found {
  items: { id: string; key: string; value: unknown; quality: string; raw?: unknown }[];
}
const channelOf = async (key: string): Promise<string> => {
  const { items } = await plant.call<Found>('GET', `/v1/orgs/${plant.organizationId}/channels?datalogger_id=${logger.id}`);
  return items.find((one) => one.key === key)!.id;
};
const readingsOf = async (key: string) =>
  (await plant.call<Found>('GET', `/v1/orgs/${plant.organizationId}/channels/${await channelOf(key)}/readings`)).items;

test.beforeAll(async () => {
  logger = await plant.datalogger('Cold room 2', { code: 'LOG-0007' });
  start = Math.floor(Date.now() / MINUTE) * MINUTE - 40 * MINUTE;
  await send('air', [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 30, 30, 30, 30, 30, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
});

test('an interval is selected in the chart, excluded with a reason after seeing what it changes, and taken back by the toast', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}`);
  const figure = page.locator('.plot');
  await expect(figure).toBeVisible();
  await page.getByRole('radio', { name: 'Select' }).click({ force: true });
  const box = (await figure.boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + 80, { steps: 8 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Mark…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('30 readings are in this time.')).toBeVisible();
  await expect(dialog.getByText('Counted: 30 → 0.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Exclude' }).click();
  // Nothing is marked without a reason.
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Cleaning' }).click();
  await dialog.getByRole('button', { name: 'Exclude' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.mark-key')).toContainText('excluded by people');
  expect((await readingsOf('air')).every(({ quality }) => quality === 'excluded')).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.mark-key')).toBeHidden();
  expect((await readingsOf('air')).every(({ quality }) => quality === 'good')).toBe(true);
});

// The browser itself reports that a mark was refused (409).
test('readings are corrected without a pointer, what came stands beside, and the list takes a mark back and restores it', async ({
  page,
}) => {
  await send('core', [10, 10, 10, 10]);
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${logger.id}#marks`);
  // What was taken back stays in the list.
  const excluded = page.getByRole('row').filter({ hasText: 'Cleaning' });
  await expect(excluded).toContainText('taken back');
  await page.getByRole('button', { name: 'Mark readings' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption('core');
  await dialog.getByRole('combobox', { name: 'What to do' }).selectOption('Add a constant');
  await dialog.getByRole('textbox', { name: /^Add/ }).fill('-2.5');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Half a degree too warm since the service');
  await expect(dialog.getByText('Mean: 10')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Half a degree' });
  await expect(row).toContainText('corrected by −2.5');
  expect((await readingsOf('core')).map(({ value, raw }) => [value, raw])).toEqual(Array(4).fill([7.5, 10]));
  expect(await violations(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Table' }).click();
  const table = page.getByRole('table', { name: 'Readings of the logger, newest first' });
  await expect(table).toBeVisible();
  // The corrected ones are the oldest.
  await table.locator('xpath=ancestor::*[contains(@class, "table-scroll")]').evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect(table.getByText('received 10').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Marks' }).click();

  // Another one over the same readings is refused, and names the first.
  await page.getByRole('button', { name: 'Mark readings' }).click();
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption('core');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Broken');
  await dialog.getByRole('button', { name: 'Exclude' }).click();
  await expect(dialog.getByText(/Another mark is in the way: corrected by −2\.5/).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: /^Take back/ }).click();
  await expect(row).toContainText('taken back');
  expect((await readingsOf('core')).map(({ value, raw }) => [value, raw])).toEqual(Array(4).fill([10, undefined]));
  await row.getByRole('button', { name: /^Restore/ }).click();
  await expect(row).not.toContainText('taken back');
  expect((await readingsOf('core')).map(({ value }) => value)).toEqual(Array(4).fill(7.5));
});

test('marks are drawn in a chart of several loggers, and are told to who can’t see it', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/charts?ch=${await channelOf('core')}`);
  await expect(page.locator('.mark-key')).toContainText('corrected by people');
  await expect(page.getByRole('group', { name: /corrected from .*Half a degree/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('marks of all loggers are found in one list, taken back there with a way back, and lead to their place in a chart', async ({
  quiet: page,
}) => {
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/marks`);
  await awake(page);
  const rows = page.getByRole('table', { name: 'Marks of all loggers' }).getByRole('row');
  const corrected = rows.filter({ hasText: 'Half a degree' });
  await expect(corrected).toContainText('Cold room 2');
  await expect(rows.filter({ hasText: 'Cleaning' })).toContainText('taken back');
  expect(await violations(page)).toEqual([]);

  await page
    .locator('.filters')
    .getByRole('button', { name: /^In force/ })
    .click();
  await page.getByRole('menu').getByText('in force', { exact: true }).click();
  await expect(rows.filter({ hasText: 'Cleaning' })).toHaveCount(0);
  await expect(page).toHaveURL(/standing=in_force/);
  await page.reload();
  await awake(page);
  await expect(corrected).toBeVisible();
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No such mark here')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter', exact: true }).click();

  // Of a time: in the month before the last one nothing was marked.
  await page.getByRole('button', { name: 'Any time' }).click();
  const times = page.getByRole('dialog', { name: 'Time range' });
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await times.getByRole('button', { name: 'Last month' }).click();
  await page.getByRole('group', { name: 'Time range' }).getByRole('button', { name: 'Earlier' }).click();
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(page.getByText('No such mark here')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter', exact: true }).click();
  await expect(page).not.toHaveURL(/from=/);

  await corrected.getByRole('button', { name: /^Take back/ }).click();
  await expect(corrected).toContainText('taken back');
  expect((await readingsOf('core')).map(({ value }) => value)).toEqual(Array(4).fill(10));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(corrected).not.toContainText('taken back');
  expect((await readingsOf('core')).map(({ value }) => value)).toEqual(Array(4).fill(7.5));

  await corrected.getByRole('link').click();
  await expect(page).toHaveURL(/\/dlog\/charts\?ch=/);
  await expect(page.locator('.mark-key')).toContainText('corrected by people');
});

test.describe('under a finger', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('the button and the words of a mark are whole on the narrowest phone, in the language with the longest ones', async ({
    quiet: page,
  }) => {
    const span = { from: new Date(start).toISOString(), to: new Date(start + 5 * MINUTE).toISOString() };
    const mark = { channel_id: await channelOf('air'), kind: 'note', ...span, value: null, value_to: null, reason: 'Open door' };
    await plant.call('POST', `/v1/orgs/${plant.organizationId}/marks`, mark);
    const ofLogger = `/v1/orgs/${plant.organizationId}/dataloggers/${logger.id}`;
    const { name, rev } = await plant.call<{ name: string; rev: number }>('GET', ofLogger);
    const long = await plant.call<{ rev: number }>('PATCH', ofLogger, { rev, name: 'Mraziareň polotovarov v druhom sklade' });
    await signIn(page, plant);
    for (const path of [`/sk/dlog/dataloggers/${logger.id}#marks`, '/sk/dlog/marks']) {
      await page.goto(plant.url + path, { waitUntil: 'load' });
      await expect(page.getByText('Vrátiť späť').first()).toBeVisible();
      const cut = await page
        .locator('main td')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      expect(cut, path).toEqual([]);
    }
    await plant.call('PATCH', ofLogger, { rev: long.rev, name });
  });
});

test.describe('at a desk', () => {
  // Once a worker answers for the page, its requests can't be seen.
  test.use({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

  test('who marked readings and when is read whole, however long the name', async ({ quiet: page }) => {
    const created_by = 'Ing. Kateřina Vondráčková-Ondrejkovičová';
    await page.route(/\/marks\?/, async (route) => {
      const response = await route.fetch();
      const { items, ...rest } = (await response.json()) as Found;
      await route.fulfill({ response, json: { ...rest, items: items.map((one) => ({ ...one, created_by })) } });
    });
    await signIn(page, plant);
    await page.goto(`${plant.url}/dlog/dataloggers/${logger.id}#marks`);
    await expect(page.getByText(created_by).first()).toBeVisible();
    const cut = await page
      .locator('main td')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    expect(cut).toEqual([]);
  });
});

test('a logger without channels has nothing to mark, and no button for it', async ({ quiet: page }) => {
  const empty = await plant.datalogger('Cold room 3', { code: 'LOG-0008' });
  await signIn(page, plant);
  await page.goto(`${plant.url}/en/dlog/dataloggers/${empty.id}#marks`);
  await expect(page.getByText('No reading is marked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark readings' })).toHaveCount(0);
});

test('a workspace without any of what a list shows says how many others have, and leads there', async ({ quiet: page }) => {
  const yard = await plant.call<{ id: string }>('POST', `/v1/orgs/${plant.organizationId}/workspaces`, {
    name: 'Yard',
    time_zone: 'Europe/Prague',
  });
  await plant.call('POST', `/v1/orgs/${plant.organizationId}/machines`, { name: 'Press', workspace_id: plant.workspaceId });
  await signIn(page, plant);
  const nothing = page.getByText('Nothing to show in this workspace');
  const here = `?org=${plant.organizationId}&ws=${yard.id}`;
  for (const [path, others] of [
    ['/dlog/dataloggers', 'Other workspaces have 2.'],
    ['/org/machines', 'Other workspaces have 1.'],
    ['/dlog/received-data', 'Other workspaces have some.'],
  ] as const) {
    await page.goto(`${plant.url}/en${path}${here}`);
    await expect(nothing, path).toBeVisible();
    await expect(page.locator('main .empty')).toContainText(others);
  }
  // Nobody has made one anywhere.
  await page.goto(`${plant.url}/en/dlog/recordings2${here}`);
  await expect(page.locator('main .empty')).toBeVisible();
  await expect(nothing).toHaveCount(0);

  await page.goto(`${plant.url}/en/dlog/marks${here}&q=cleaning`);
  await expect(page.getByText('No such mark here')).toBeVisible();
  await expect(page.getByText('In other workspaces the filter finds 1.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter', exact: true }).click();
  await expect(page.locator('main .empty')).toContainText('Other workspaces have 3.');
  await expect(page.getByText('No reading is marked')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show all workspaces' }).click();
  await expect(page.getByRole('table', { name: 'Marks of all loggers' }).getByRole('row').filter({ hasText: 'Cleaning' })).toBeVisible();
  await expect(nothing).toHaveCount(0);
});
