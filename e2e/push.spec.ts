import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { violations } from './axe.ts';
import { expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'default' });

let server: ServerProcess;
let far: Server;
let plant: FirstOrganization & { url: string };
let logger: { id: string; token: string };
let dataDir: string;
const came: Buffer[] = [];

/** The browser's keys, which the test has in its stead: a real subscription wants the service of its maker. */
const pair = createECDH('prime256v1');
pair.generateKeys();
const auth = randomBytes(16);

function read(body: Buffer): string {
  const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32));
  const derive = (what: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  return Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
    .toString('utf8')
    .slice(0, -1);
}

test.beforeAll(async () => {
  far = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      came.push(Buffer.concat(parts));
      response.writeHead(201).end();
    });
  }).listen(0, '127.0.0.1');
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-push-'));
  server = await startServerProcess({ DATA_DIR: dataDir, OUTBOUND_ALLOW: '127.0.0.1' });
  plant = { ...(await firstOrganization(server)), url: server.url };
  logger = await plant.datalogger('Cold room 2');
  await send({ air: 4.2 });
  const root = `/v1/orgs/${plant.organizationId}`;
  const { id } = await plant.call<{ id: string }>('GET', '/v1/auth/profile');
  const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
  const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 0, off_delay_s: 0 };
  const rule = { channel_id: items[0]!.id, name: 'High temperature', severity: 'critical', recipients: [id] };
  await plant.call('POST', `${root}/alarm-rules`, { ...rule, ...limits });
});
test.afterAll(async () => {
  await server.stop();
  far.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function send(body: unknown): Promise<void> {
  const headers = { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' };
  expect((await fetch(`${server.url}/v1/ingest/json`, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200);
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  silent: boolean;
  data: { path: string };
}
/** The worker's own scope, with what it would have shown and opened: a browser without windows has no notifications. */
interface Worker {
  shown?: Shown[];
  opened: string[];
  clients: { openWindow(url: string): Promise<null> };
  registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> };
  dispatchEvent(event: Event): boolean;
}

async function workerOf(page: Page) {
  const worker = page.context().serviceWorkers().at(-1) ?? (await page.context().waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const scope = self as unknown as Worker;
    if (scope.shown) return;
    const shown: Shown[] = [];
    scope.shown = shown;
    scope.opened = [];
    scope.registration.showNotification = async (title, options) => void shown.push({ title, ...options });
    scope.clients.openWindow = async (url) => {
      scope.opened.push(url);
      return null;
    };
  });
  return worker;
}

/** The browser subscribes to the push service of this file. */
async function subscribable(page: Page): Promise<void> {
  const endpoint = `http://127.0.0.1:${(far.address() as AddressInfo).port}/push/1`;
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
  await page.addInitScript(
    ({ endpoint, keys }) => {
      const made = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => void localStorage.removeItem('pushed') };
      Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('permission') ?? 'default' });
      Notification.requestPermission = async () => {
        localStorage.setItem('permission', 'granted');
        return 'granted';
      };
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('pushed', 'yes');
        return made as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem('pushed') === null ? null : (made as unknown as PushSubscription);
    },
    { endpoint, keys },
  );
}

/** Hands what came from the server to the worker, as the browser's push service does, and gives what the worker shows. */
async function deliverer(page: Page): Promise<(body: Buffer) => Promise<Shown>> {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (body) => {
    const worker = await workerOf(page);
    const count = () => worker.evaluate(() => (self as unknown as Worker).shown!.length);
    const before = await count();
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data: read(body) });
    await expect.poll(count).toBe(before + 1);
    return worker.evaluate(() => (self as unknown as Worker).shown!.at(-1)!);
  };
}

test('an alarm comes to a browser in which it was turned on, its press opens it, and its end takes its place', async ({ quiet: page }) => {
  test.slow();
  await subscribable(page);
  await signIn(page, plant);
  await page.goto(`${server.url}/en/user/profile`);
  const section = page.getByRole('region', { name: 'Browser notifications' });
  await expect(section.getByText('Off in this browser')).toBeVisible();
  await expect(section.getByText('They aren’t on in any browser yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(section.getByText('On in this browser', { exact: true })).toBeVisible();
  await expect(section.getByRole('heading', { name: 'On in 1 browser' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(section.getByText('On in this browser', { exact: true })).toBeVisible();

  await section.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(() => came.length).toBe(1);
  await expect(section.getByText('Last handed over')).toBeVisible();
  const deliver = await deliverer(page);
  expect(await deliver(came[0]!)).toMatchObject({ title: 'Zkušební upozornění', body: 'Takto v\u00a0tomto prohlížeči uvidíte alarmy.' });

  await send({ air: 9.1 });
  await expect.poll(() => came.length, { timeout: 60_000 }).toBe(2);
  const alarm = await deliver(came[1]!);
  expect(alarm).toMatchObject({ title: 'Vážný alarm: High temperature', silent: false });
  expect(alarm.body).toContain('Cold room 2');

  const opened = await (await workerOf(page)).evaluate(async () => {
    const scope = self as unknown as Worker;
    const work: Promise<unknown>[] = [];
    const notification = { ...scope.shown!.at(-1)!, close: () => undefined };
    const waitUntil = (one: Promise<unknown>) => void work.push(one);
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
    await Promise.all(work);
    return scope.opened;
  });
  expect(opened).toHaveLength(1);
  await page.goto(opened[0]!);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('High temperature');
  await expect(page.getByText('Prohlížeč: Owner')).toBeVisible();

  await send({ air: 5 });
  await expect.poll(() => came.length, { timeout: 60_000 }).toBe(3);
  expect(await deliver(came[2]!)).toMatchObject({ title: 'Skončil alarm: High temperature', silent: true, tag: alarm.tag });

  await page.goto(`${server.url}/en/user/profile`);
  await section.getByRole('button', { name: 'Turn off in this browser' }).click();
  await expect(section.getByText('Off in this browser')).toBeVisible();
  await expect(section.getByText('They aren’t on in any browser yet.')).toBeVisible();
});

test('a browser that is to be told beyond its session is so until the person signs out, and says when it ends', async ({ quiet: page }) => {
  test.slow();
  await subscribable(page);
  await signIn(page, plant);
  await page.goto(`${server.url}/en/user/profile`);
  const section = page.getByRole('region', { name: 'Browser notifications' });
  await expect(section.getByText('No alarms come after that.')).toBeVisible();
  await section.getByRole('radio', { name: 'Also after the sign-in expires' }).click();
  await expect(section.getByText('Alarms come for 30\u00a0days after Taktlog was last open here.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await section.getByRole('button', { name: 'Turn on in this browser' }).click();
  const row = section.getByRole('listitem');
  await expect(row).toContainText('Taktlog last open');
  // In the form of the plant, whose days are written day first.
  const [day, month, year] = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('en-GB', { timeZone: 'Europe/Prague' }).split('/');
  await expect(row).toContainText(new RegExp(`Ends\\s${day}/${month}/${year}\\s.*\\sunless you open Taktlog there before then`));
  const deliver = await deliverer(page);

  // The session is over by time, so the browser has lost its cookies: all but the mark by which it is known again.
  const signOut = async (isOver: boolean) => {
    if (isOver) {
      const db = new DatabaseSync(join(dataDir, 'taktlog.db'), { timeout: 10_000 });
      db.exec(`update sessions set expires_at = ${(Date.now() - 60_000) * 1_000}`);
      db.close();
    }
    const cookies = await page.context().cookies();
    for (const { name } of cookies) if (name.startsWith('auth.')) await page.context().clearCookies({ name });
    await page.goto(`${server.url}/en/login`);
  };
  await signOut(true);
  const before = came.length;
  await send({ air: 9.3 });
  await expect.poll(() => came.length, { timeout: 60_000 }).toBe(before + 1);
  const alarm = await deliver(came.at(-1)!);
  expect(alarm).toMatchObject({ title: 'Vážný alarm', body: 'Který to je, uvidíte v\u00a0Taktlogu po přihlášení.' });
  await page.goto(server.url + alarm.data.path);
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, plant);
  await page.goto(server.url + alarm.data.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('High temperature');
  await page.goto(`${server.url}/en/user/profile`);
  await expect(section.getByText('On in this browser', { exact: true })).toBeVisible();
  await expect(row).toContainText('This browser');

  await signOut(false);
  await signIn(page, plant);
  await page.goto(`${server.url}/en/user/profile`);
  await expect(section.getByText('Off in this browser')).toBeVisible();
  await expect(section.getByText('They aren’t on in any browser yet.')).toBeVisible();
});

test('a browser that forbids it, and an iPhone without the app, say what to do', async ({ quiet: page }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await signIn(page, plant);
  await page.goto(`${server.url}/en/user/profile`);
  const section = page.getByRole('region', { name: 'Browser notifications' });
  await expect(section.getByText('This browser blocks notifications from Taktlog.')).toBeVisible();
  await expect(section.getByRole('button')).toHaveCount(0);
  await page.addInitScript(() => {
    delete (window as { PushManager?: unknown }).PushManager;
    Object.defineProperty(navigator, 'standalone', { value: false });
  });
  await page.reload();
  await expect(section.getByText('Add to Home Screen')).toBeVisible();
});
