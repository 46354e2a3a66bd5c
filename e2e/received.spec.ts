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
