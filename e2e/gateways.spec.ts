import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Channel } from '../src/lib/contract/channels.ts';
import type { DeviceIdentity } from '../src/lib/contract/device-identities.ts';
import type { ReceivedData } from '../src/lib/contract/received-data.ts';
import { violations } from './axe.ts';
import { expect, signIn, test } from './test.ts';

/** Many devices through one token: from the token to the value of a device that nobody knew. */

const run = promisify(execFile);
test.describe.configure({ mode: 'serial' });
let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization;
let root: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-gateways-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  plant = await firstOrganization(server);
  root = `/v1/orgs/${plant.organizationId}`;
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** As `docs/devices.md` shows it. */
const curl = async (path: string, token: string, body: object): Promise<unknown> => {
  const header = ['-H', `Authorization: Bearer ${token}`, '-H', 'Content-Type: application/json'];
  const { stdout } = await run('curl', ['-s', server.url + path, ...header, '-d', JSON.stringify(body)]);
  return JSON.parse(stdout);
};
const things = (devEui: string, temperature: number) => ({
  end_device_ids: { device_id: 'roof', application_ids: { application_id: 'weather' }, dev_eui: devEui },
  uplink_message: { f_port: 2, frm_payload: 'ASsBKAAA', decoded_payload: { temperature } },
});
const lasts = async (id: string) => {
  const { items } = await plant.call<{ items: Channel[] }>('GET', `${root}/channels?datalogger_id=${id}`);
  return Object.fromEntries(items.map(({ key, last }) => [key, last?.value]));
};

test('a gateway is made, its unknown device waits, and becomes a logger with all that it sent', async ({ quiet: page }) => {
  await signIn(page, { ...plant, url: server.url });
  await page.goto(`${server.url}/en/org/workspace/workspace#equipment`);
  await page.getByRole('button', { name: 'New gateway' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Roof');
  await page.getByRole('button', { name: 'Create gateway' }).click();
  await expect(page.getByLabel('Address')).toHaveValue(`${server.url}/v1/ingest/tts`);
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();

  await page.goto(`${server.url}/en/dlog/received-data`);
  for (const temperature of [20, 21])
    expect(await curl('/v1/ingest/tts', token, things('70B3D57ED005B89A', temperature))).toMatchObject({
      devices: [{ status: 'quarantined' }],
    });
  await curl('/v1/ingest/chirpstack?event=up', token, {
    deviceInfo: { deviceName: 'cellar', devEui: 'a84041000181c061' },
    fPort: 85,
    data: 'AWcA4g==',
    object: { temperature: 12.5 },
  });
  const quarantine = page.getByRole('region', { name: 'Quarantine' });
  await expect(quarantine).toContainText('2 unknown devices, 3 messages');
  // The menu says it on every page.
  await expect(page.getByRole('link', { name: /Received data.*2 devices in quarantine/ }).first()).toBeVisible();
  // It stands in the page as the server sends it: nothing below is pushed down later.
  expect(await (await page.request.get(`${server.url}/en/dlog/received-data`)).text()).toContain('70B3D57ED005B89A');
  const device = quarantine.getByRole('listitem').filter({ hasText: '70B3D57ED005B89A' });
  await expect(device).toContainText('temperature 21');
  await device.getByRole('button', { name: 'Create logger from device 70B3D57ED005B89A' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Weather on the roof');
  await page.getByRole('dialog').getByRole('button', { name: 'Create logger' }).click();
  // A pointer that rests on the list holds it: a message that comes later than another waits.
  await page.mouse.move(0, 0);
  await expect(page.getByText('The waiting messages are in logger Weather on the roof.')).toBeVisible();
  await expect(device).toHaveCount(0);
  await expect(page.locator('tbody tr[data-index]').filter({ hasText: 'Weather on the roof' })).toHaveCount(2);
  const { items } = await plant.call<{ items: DeviceIdentity[] }>('GET', `${root}/device-identities?state=assigned`);
  expect(await lasts(items[0]?.datalogger_id ?? '')).toEqual({ temperature: 21 });

  // The other one is a logger that is there already.
  const cellar = await plant.datalogger('Cellar');
  await quarantine.getByRole('button', { name: 'Assign device A84041000181C061 to a logger' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cellar' }).click();
  await expect(quarantine).toHaveCount(0);
  expect(await lasts(cellar.id)).toEqual({ temperature: 12.5 });
  expect(await curl('/v1/ingest/tts', token, things('70B3D57ED005B89A', 22))).toMatchObject({ points: 1, devices: [{ status: 'stored' }] });

  // What nobody wants is ignored, after a moment in which it can be kept.
  await curl('/v1/ingest/tts', token, things('70B3D57ED0000001', 1));
  await quarantine.getByRole('button', { name: 'Ignore device 70B3D57ED0000001' }).click();
  await quarantine.getByRole('button', { name: 'Keep' }).click();
  await expect(quarantine.getByRole('button', { name: 'Ignore device 70B3D57ED0000001' })).toBeVisible();
  const answered = page.waitForResponse((one) => one.request().method() === 'PATCH');
  await quarantine.getByRole('button', { name: 'Ignore device 70B3D57ED0000001' }).click();
  expect((await answered).status()).toBe(200);
  expect(await curl('/v1/ingest/tts', token, things('70B3D57ED0000001', 2))).toMatchObject({ devices: [{ status: 'ignored' }] });
});

test('a gateway is told which tag names its devices, and what was decided of a device is changed on a screen', async ({ quiet: page }) => {
  const shed = await plant.datalogger('Shed');
  const barn = await plant.datalogger('Barn');
  const { id, token } = await plant.call<{ id: string; token: string }>('POST', `${root}/gateways`, {
    workspace_id: plant.workspaceId,
    name: 'Telegraf',
  });
  const write = (lines: string) =>
    fetch(`${server.url}/api/v2/write`, { method: 'POST', headers: { Authorization: `Token ${token}` }, body: lines });
  await signIn(page, { ...plant, url: server.url });
  await page.goto(`${server.url}/en/org/workspace/workspace#equipment`);
  await page.getByRole('button', { name: 'Settings of gateway Telegraf' }).click();
  await page.getByLabel('Tag of line protocol that names the device').fill('unit');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await write('air,unit=north t=4')).status).toBe(204);
  // On a phone the gateways keep their devices and their buttons in sight.
  const size = page.viewportSize()!;
  const gateways = page.getByRole('region', { name: 'Gateways', exact: true });
  const telegraf = gateways.getByRole('row').filter({ hasText: 'Telegraf' });
  for (const width of [320, 390, size.width]) {
    await page.setViewportSize({ ...size, width });
    await expect.poll(() => gateways.evaluate((one) => one.scrollWidth - one.clientWidth), { message: `${width} px` }).toBe(0);
    await expect(telegraf.getByText('0 devices with a logger').filter({ visible: true })).toHaveCount(1);
  }
  const table = page.getByRole('table', { name: 'Devices of gateways' });
  const row = table.getByRole('row').filter({ hasText: 'north' });
  await expect(row).toContainText('waits in quarantine');
  const act = async (item: string) => {
    await row.getByRole('button', { name: 'Changes of device north' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('Assign…');
  await page.getByRole('dialog').getByRole('button', { name: 'Shed' }).click();
  await expect(row).toContainText('Shed');
  await act('Assign to another logger…');
  await page.getByRole('dialog').getByRole('button', { name: 'Barn' }).click();
  await expect(row).toContainText('Barn');
  expect((await write('air,unit=north t=5')).status).toBe(204);
  expect([await lasts(shed.id), await lasts(barn.id)]).toEqual([{ 'air.t': 4 }, { 'air.t': 5 }]);
  await act('Ignore');
  await expect(row).toContainText('ignored');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Barn');
  // What a button said while it waited is read from the button, which is gone; it is taken away after some seconds.
  await expect(page.locator('[data-live-announcer] [role=img]')).toHaveCount(0, { timeout: 15_000 });
  expect(await violations(page)).toEqual([]);
  const answered = page.waitForResponse((one) => one.request().method() === 'DELETE');
  await act('Remove');
  await answered;
  await expect(row).toHaveCount(0);
  expect((await plant.call<{ items: { id: string }[] }>('GET', `${root}/device-identities?gateway_id=${id}`)).items).toEqual([]);
});

const COLLECTD = ['/usr/sbin/collectd', '/usr/local/sbin/collectd'].find(existsSync);
// Debian's package has it; CI installs that.
(COLLECTD ? test : test.skip)('collectd sends what it measures, without its password first', async () => {
  const { id, token } = await plant.datalogger('By collectd');
  const conf = join(dataDir, 'collectd.conf');
  writeFileSync(
    conf,
    `Hostname "machine"
BaseDir "${dataDir}"
PIDFile "${dataDir}/collectd.pid"
Interval 1
LoadPlugin load
LoadPlugin write_http
<Plugin write_http>
  <Node "taktlog">
    URL "${server.url}/v1/ingest/collectd"
    User "any"
    Password "${token}"
    Format "JSON"
    BufferSize 1024
  </Node>
</Plugin>
`,
  );
  const { pid } = await start(COLLECTD!, ['-f', '-C', conf]);
  try {
    await expect.poll(async () => Object.keys(await lasts(id)), { timeout: 20_000 }).toContain('load.load.shortterm');
  } finally {
    process.kill(pid);
  }
  const { items } = await plant.call<{ items: ReceivedData[] }>('GET', `${root}/received-data?datalogger_id=${id}`);
  expect(items[0]).toMatchObject({ door: 'collectd', status: 'stored' });
});

/** A client that runs until it is ended. */
async function start(command: string, args: string[]): Promise<{ pid: number }> {
  const child = execFile(command, args, () => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} did not start`);
  return { pid };
}
