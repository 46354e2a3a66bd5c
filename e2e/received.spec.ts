import { expect, test } from './test.ts';

test('messages of the last day are counted by state as they come, and a state pressed leaves its messages', async ({
  signedIn: page,
  app,
}) => {
  await page.goto(`${app.url}/en/dlog/received-data`);
  const tally = page.getByRole('group', { name: 'Messages by state' });
  await expect(tally.getByRole('button', { name: /^Stored [1-9]/ })).toBeVisible();
  await expect(page.getByText('in the last 24 hours')).toBeVisible();
  const refused = await page.request.post(`${app.url}/v1/ingest/json`, {
    headers: { Authorization: `Bearer ${app.deviceToken}`, 'Content-Type': 'application/json' },
    data: '{"temperature":',
  });
  expect(refused.status()).toBe(400);
  await tally.getByRole('button', { name: /^Unreadable [1-9]/ }).click();
  await expect(page).toHaveURL(/status=unparsed/);
  await expect(page.locator('tbody tr[data-index]').first()).toContainText('Unreadable');
  await expect(page.locator('tbody tr[data-index]').filter({ hasText: 'Stored' })).toHaveCount(0);
  await tally.getByRole('button', { name: /^All/ }).click();
  await expect(page).not.toHaveURL(/status=/);
  // Of more than a month nothing is counted, and nothing is said of it.
  await page.goto(`${app.url}/en/dlog/received-data?from=2026-01-01T00%3A00%3A00Z&to=2026-06-01T00%3A00%3A00Z`);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(tally).toHaveCount(0);
});

test('the first rows come with at most 20 kB of data, and the others when they are looked for', async ({ signedIn: page, app }) => {
  for (let n = 0; n < 40; n++) {
    const sent = await page.request.post(`${app.url}/v1/ingest/json`, {
      headers: { Authorization: `Bearer ${app.deviceToken}`, 'Content-Type': 'application/json' },
      data: { ts: Date.now() - 7_200_000 - n * 1_000, air: 4.1 },
    });
    expect(sent.status()).toBe(200);
  }
  await page.goto(`${app.url}/en/dlog/received-data`);
  const props = await page.locator('main astro-island').first().getAttribute('props');
  expect(props).toContain('next_cursor');
  expect(props?.length).toBeLessThanOrEqual(20 * 1024);
  const rows = page.locator('tbody tr[data-index]');
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    expect(Number(await rows.last().getAttribute('data-index'))).toBeGreaterThanOrEqual(39);
  }).toPass();
});

test('what a message gave is taken back on its page, which says so, and is read again', async ({ signedIn: page, app }) => {
  const sent = await page.request.post(`${app.url}/v1/ingest/json`, {
    headers: { Authorization: `Bearer ${app.deviceToken}`, 'Content-Type': 'application/json' },
    data: { ts: Date.now() - 3_600_000, cellar_once: 12.5 },
  });
  const { id } = (await sent.json()) as { id: string };
  await page.goto(`${app.url}/en/dlog/received-data/${id}`);
  const head = page.locator('.page-head');
  const dialog = page.getByRole('dialog');
  const changed = async (way: string, outcome: string) => {
    await head.getByRole('button', { name: 'Process again' }).click();
    await dialog.getByText(way, { exact: true }).click();
    await expect(dialog.getByRole('row').nth(1).getByRole('cell').nth(['new', 'changed', 'gone', 'unchanged'].indexOf(outcome))).toHaveText(
      '1',
    );
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await expect(dialog).toContainText('Done.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  };
  await expect(head).not.toContainText('Readings taken back');
  await changed('Take back their values', 'gone');
  await expect(head).toContainText('Readings taken back');
  await changed('Read again', 'new');
  await expect(head).not.toContainText('Readings taken back');
});
