import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { violations } from './axe.ts';
import { expect, signIn, test } from './test.ts';

let server: ServerProcess;
let plant: FirstOrganization & { url: string };
let far: Server;
let status = 200;
const came: { headers: Record<string, unknown>; body: string }[] = [];
let dataDir: string;

test.beforeAll(async () => {
  far = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      came.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-webhooks-'));
  server = await startServerProcess({ DATA_DIR: dataDir, OUTBOUND_ALLOW: '127.0.0.1' });
  plant = { ...(await firstOrganization(server)), url: server.url };
});
test.afterAll(async () => {
  await server.stop();
  far.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a webhook is made, its secret is shown once, a test is sent and its answer stands in the log', async ({ quiet: page }) => {
  const url = `http://127.0.0.1:${(far.address() as AddressInfo).port}/in`;
  await signIn(page, plant);
  await page.goto(`${server.url}/en/org#webhooks`);
  await expect(page.getByText('No webhook yet')).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Control room');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/in');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('This address is not allowed')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(url);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Copy the secret now')).toBeVisible();
  const secret = /tlw_[\w-]{43}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText('tlw_')).toHaveCount(0);

  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await expect(row).toContainText('no message yet');
  await row.getByRole('button', { name: 'Send a test' }).click();
  await expect(row).toContainText('taken, answer 200');
  const [{ headers, body }] = came as [(typeof came)[0]];
  const signature = createHmac('sha256', secret).update(`${headers['taktlog-timestamp']}.${body}`).digest('hex');
  expect(headers['taktlog-signature']).toBe(`v1=${signature}`);
  status = 503;
  await row.getByRole('button', { name: 'Send a test' }).click();
  await expect(row).toContainText('refused, answer 503');
  await row.getByRole('button', { name: 'Messages of' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/refused, answer 503/, /taken, answer 200/]);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await row.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('deactivated');
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No webhook yet')).toBeVisible();
});
