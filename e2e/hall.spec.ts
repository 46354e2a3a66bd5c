import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { violations } from './axe.ts';
import { expect, test } from './test.ts';

test('the hall display shows its example without an embed, live values with one, and the example again once it is revoked', async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/en/apps/datalogging.hnuj`);
  await expect(page.getByText('Example values', { exact: true })).toBeVisible();
  await expect(page.getByText('Live values', { exact: true })).toBeHidden();

  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-hall-'));
  let server = await startServerProcess({ DATA_DIR: dataDir });
  try {
    const plant = await firstOrganization(server);
    const logger = await plant.datalogger('Bakery', { expected_interval_s: 60 });
    const send = (values: object) =>
      fetch(`${server.url}/v1/ingest/json`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify([{ ts: Date.now(), values }]),
      });
    await send({ proofer: 81.5 });
    const root = `/v1/orgs/${plant.organizationId}`;
    const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
    const embed = await plant.call<{ id: string; token: string }>('POST', `${root}/embeds`, {
      ...{ name: 'Hall', view: 'values', channels: [items[0]!.id], origins: ['https://hall.example'], expires_in_days: 7 },
    });
    await server.stop();
    server = await startServerProcess({ DATA_DIR: dataDir, HALL_EMBED: `https://taktlog.example/embed/${embed.token}` });
    await page.goto(`${server.url}/en/apps/datalogging.hnuj`);
    await expect(page.getByText('Live values', { exact: true })).toBeVisible();
    await expect(page.getByText('Example values', { exact: true })).toBeHidden();
    await expect(page.getByRole('heading', { level: 2, name: 'proofer' })).toBeVisible();
    await expect(page.getByText('81.5')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cold room 1' })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await plant.call('POST', `${root}/embeds/${embed.id}/revoke`, undefined, server.url);
    await page.reload();
    await expect(page.getByText('Example values', { exact: true })).toBeVisible();
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
