import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { addMember } from '../e2e/members.ts';
import config from '../playwright.config.ts';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import { phonePhoto } from '../src/lib/server/files/testing.ts';
import { type Figure, report } from './report.ts';

/**
 * `npm run bench:capture`: from the finger to the paint, and from the finger to the disk of the tablet, in a real browser with a real server,
 * beside the same with a bare button and a bare store on the same page. Times are medians of the last 100 of 600 touches, milliseconds.
 * Of the plain panel, and of a full one: orders and batches asked for, phrases, photos kept on the tablet, the list of laps open. Then opening
 * the panel without network, and moving through a measurement of 20,000 entries. `-- full` and `-- plain full` measure the touches of these
 * panels alone.
 */

const TOUCHES = 600;
const COUNTED = 100;
const OPENINGS = 15;
const ENTRIES = 20_000;
const FRAMES = 80;
/** How many times slower the page's processor is made: a tablet isn't a desktop. */
const SLOWER = [1, 4];
const KINDS = ['plain', 'full'] as const;
const asked = KINDS.filter((kind) => process.argv.includes(kind));
const PHOTOS = 3;
const KEYS = '.cap-key.cap-key[aria-pressed]:not(.plain)';
const TABLET = { width: 1180, height: 820 };
const OPERATOR = { email: 'operator@plant.example', password: 'hrnek na parapetu' };

interface Bench {
  /** What ran between the touch and the next style of the page: the whole dispatch, with what it began at once. */
  script: number[];
  /** From the touch until the frame after it was painted. */
  paint: number[];
  /** From the touch until its transaction was on the disk. */
  kept: number[];
}
declare global {
  interface Window {
    bench: Bench;
    /** One bare touch: a class changes, a row is written. */
    bare(): void;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'taktlog-bench-'));
const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'error' });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  console.log(`Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
  const plant = await firstOrganization(server);
  await addMember(folder, plant, { ...OPERATOR, role: 'operator', locale: 'cs' });
  const addresses = {
    plain: `${server.url}/tm/screens/${await publishedScreen(plant)}`,
    full: `${server.url}/tm/screens/${await fullScreen(plant)}`,
  };
  const photo = await phonePhoto();
  const figures: Figure[] = [];
  for (const slower of SLOWER)
    for (const kind of asked.length > 0 ? asked : KINDS) {
      const address = addresses[kind];
      const context = await browser.newContext({ viewport: TABLET, hasTouch: true, locale: 'cs-CZ', timezoneId: 'Europe/Prague' });
      const page = await context.newPage();
      await page.addInitScript(watch);
      await page.request.post(`${server.url}/v1/auth/form`, {
        form: { ...OPERATOR, locale: 'cs' },
        headers: { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
        maxRedirects: 0,
      });
      await page.goto(address);
      await page.getByLabel('Pracovník').fill('P-07');
      await page.getByRole('button', { name: 'Otevřít panel' }).click();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      if (kind === 'full') await fill(page, photo);
      const ours = await touches(page, KEYS, TOUCHES);
      await page.evaluate(() => window.bare());
      const raw = await touches(page, '#bare', COUNTED + 20);
      const under = `${kind === 'full' ? ', full panel' : ''}${slower === 1 ? '' : `, processor ${slower} × slower`}`;
      figures.push(figure(`Script of a touch, after ${TOUCHES} taps${under}`, ours.script, raw.script));
      figures.push(figure(`Touch to paint, after ${TOUCHES} taps${under}`, ours.paint, raw.paint));
      figures.push(figure(`Touch to the tablet's disk${under}`, ours.kept, raw.kept));
      if (slower === 1 && kind === 'plain' && asked.length === 0)
        figures.push(await opening(context, page, address), await moving(page, plant));
      await context.close();
    }
  report(figures);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** What a long shift has in its panel: an order and a batch that hold, photos that were sent, the list of laps beside the day. */
async function fill(page: Page, photo: Buffer): Promise<void> {
  await page.locator(KEYS).first().tap();
  for (const field of ['Zakázka', 'Šarže']) await page.getByRole('group', { name: field }).getByRole('button').nth(1).tap();
  await page.locator('.cap-foot').getByRole('button', { name: 'Poznámka' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Poznámka' });
  for (let taken = 1; taken <= PHOTOS; taken += 1) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), sheet.getByRole('button', { name: 'Vyfotit' }).tap()]);
    await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
    await sheet
      .locator('[data-photo]')
      .nth(taken - 1)
      .waitFor();
  }
  await sheet
    .locator('[data-photo=stored]')
    .nth(PHOTOS - 1)
    .waitFor({ timeout: 60_000 });
  await sheet.getByRole('button', { name: 'Zrušit' }).tap();
  await page.getByRole('button', { name: 'Poslední zápisy' }).tap();
  await page.locator('.cap-laps').waitFor();
}

/** From asking for the page to a panel that takes touches, without network, beside the frame of that same page being read. */
async function opening(context: BrowserContext, page: Page, address: string): Promise<Figure> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const wanted = await caches.keys();
    if (wanted.length === 0) throw new Error('the shell was not kept');
  });
  await context.setOffline(true);
  const [ours, raw]: [number[], number[]] = [[], []];
  for (let n = 0; n < OPENINGS; n += 1) {
    await page.goto('about:blank');
    await page.goto(address);
    const go = page.locator('.cap-start li button').first();
    await go.waitFor();
    const { shown, read } = await page.evaluate(() => ({
      shown: performance.now(),
      read: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).domInteractive,
    }));
    ours.push(shown);
    raw.push(read);
  }
  await context.setOffline(false);
  return figure('Opening the panel without network', ours, raw);
}

/** Frames while a measurement of very many entries is zoomed and moved, beside frames of a page that does nothing. */
async function moving(page: Page, plant: FirstOrganization): Promise<Figure> {
  const path = `/v1/orgs/${plant.organizationId}/measurements`;
  const { items } = await plant.call<{ items: { id: string; activities: { id: string; kind: string }[] }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/panels`,
  );
  const panel = await plant.call<{ activities: { id: string; kind: string }[]; definition: { lanes: { id: string }[] } }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/panels/${items[0]!.id}`,
  );
  const states = panel.activities.filter(({ kind }) => kind === 'state');
  const made = await plant.call<{ id: string }>('POST', path, { screen_id: items[0]!.id, screen_version: 1, name: 'Twenty thousand' });
  const start = Date.now() - ENTRIES * 1_440;
  const taps = Array.from({ length: ENTRIES }, (_, n) => {
    const at = start + n * 1_440;
    const activity = states[n % states.length]!.id;
    const own = { id: uuidv7(at), kind: 'switch', lane: panel.definition.lanes[0]!.id, activity, at, made_at: at, wall: at };
    return { ...own, mono: n * 1_440, device: 'bench', session: 'bench-1', n: n + 1 };
  });
  for (let at = 0; at < ENTRIES; at += 500) await plant.call('POST', `${path}/${made.id}/taps`, { taps: taps.slice(at, at + 500) });
  await page.context().clearCookies();
  await page.request.post(`${server.url}/v1/auth/form`, {
    form: { email: plant.email, password: plant.password, locale: 'cs' },
    headers: { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  });
  await page.goto(`${server.url}/tm/measurements/${made.id}`);
  await page.locator('.tm-canvas').first().waitFor();
  await page.locator('.tm-plot').hover({ position: { x: 300, y: 60 } });
  const [ours, raw] = await page.evaluate(async (count) => {
    const plot = document.querySelector('.tm-plot');
    const frames = async (work: (n: number) => void) => {
      const times: number[] = [];
      let before = performance.now();
      for (let n = 0; n < count; n += 1) {
        work(n);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        times.push(now - before);
        before = now;
      }
      return times;
    };
    const box = plot!.getBoundingClientRect();
    const wheel = (n: number) => {
      const by = n < count / 2 ? { deltaY: -24 } : { deltaX: 40 };
      plot!.dispatchEvent(
        new WheelEvent('wheel', { ...by, clientX: box.left + 300, clientY: box.top + 38, bubbles: true, cancelable: true }),
      );
    };
    return [await frames(wheel), await frames(() => {})] as const;
  }, FRAMES);
  return figure(`A frame while ${ENTRIES.toLocaleString('en')} entries are zoomed and moved`, ours, raw);
}

async function publishedScreen({ call, organizationId, workspaceId }: FirstOrganization): Promise<string> {
  const path = `/v1/orgs/${organizationId}/screens`;
  const template = { key: 'operator_snapshot', locale: 'cs' };
  const { id } = await call<{ id: string }>('POST', path, { workspace_id: workspaceId, name: 'Balicí linka 2', template });
  await call('POST', `${path}/${id}/publish`, { rev: 1 });
  return id;
}

async function fullScreen({ call, organizationId, workspaceId }: FirstOrganization): Promise<string> {
  const path = `/v1/orgs/${organizationId}/screens`;
  const template = { key: 'operator_snapshot', locale: 'cs' };
  const made = await call<{ id: string; draft: object }>('POST', path, { workspace_id: workspaceId, name: 'Balicí linka 3', template });
  const values = (of: string) => Array.from({ length: 8 }, (_, n) => `${of}-${n + 1}`);
  const references = [
    { field: 'order', values: values('Z-2026') },
    { field: 'batch', values: values('B') },
  ];
  const phrases = Array.from({ length: 12 }, (_, n) => `Došla fólie na stojanu ${n + 1}`);
  const { rev } = await call<{ rev: number }>('PATCH', `${path}/${made.id}`, { rev: 1, draft: { ...made.draft, references, phrases } });
  await call('POST', `${path}/${made.id}/publish`, { rev });
  return made.id;
}

/** Touches the elements in turn, each after the one before was painted and kept. */
async function touches(page: Page, selector: string, count: number): Promise<Bench> {
  await page.locator(selector).first().waitFor();
  const places = await page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }),
  );
  await page.evaluate(() => {
    window.bench.script = [];
    window.bench.paint = [];
    window.bench.kept = [];
  });
  for (let n = 1; n <= count; n += 1) {
    const { x, y } = places[n % places.length]!;
    await page.touchscreen.tap(x, y);
    await page.waitForFunction((all) => window.bench.paint.length >= all && window.bench.kept.length >= all, n, { timeout: 10_000 });
  }
  return page.evaluate(() => window.bench);
}

/** Runs in the page before anything else. */
function watch(): void {
  window.bench = { script: [], paint: [], kept: [] };
  let touched = 0;
  let begun = 0;
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      touched = timeStamp;
      begun = performance.now();
      requestAnimationFrame(() => {
        // A message is heard when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.bench.paint.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
  // The last listener of the way: microtasks of those before it have run.
  addEventListener('pointerdown', () => window.bench.script.push(performance.now() - begun));
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const transaction = begin.call(this, stores, mode, options);
    const at = touched;
    // Of the journal only taps of this tablet are written so.
    if (options?.durability === 'strict') transaction.addEventListener('complete', () => window.bench.kept.push(performance.now() - at));
    return transaction;
  };
  window.bare = () => {
    const button = document.createElement('button');
    button.id = 'bare';
    Object.assign(button.style, { position: 'fixed', inset: '0 0 auto 0', height: '120px', zIndex: '99999', background: '#246' });
    document.body.append(button);
    const asked = indexedDB.open('bare', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('taps', { keyPath: 'id' });
    asked.onsuccess = () => {
      let n = 0;
      button.addEventListener('pointerdown', () => {
        n += 1;
        button.style.background = n % 2 === 0 ? '#246' : '#642';
        asked.result
          .transaction('taps', 'readwrite', { durability: 'strict' })
          .objectStore('taps')
          .put({ id: `${n}`, tap: { at: Date.now(), kind: 'switch', lane: 'worker', activity: '01a10000-0000-7000-8000-000000000001' } });
      });
    };
  };
}

function figure(name: string, ours: readonly number[], raw: readonly number[]): Figure {
  const [mine, limit] = [ours, raw].map((all) => all.slice(-COUNTED).toSorted((a, b) => a - b)) as [number[], number[]];
  const median = (all: number[]): number => all[Math.floor(all.length / 2)]!;
  const slowest = mine[Math.floor(mine.length * 0.95)]!;
  const note = `95 % within ${slowest.toFixed(1)} ms`;
  return { name, unit: 'ms', ours: median(mine), raw: median(limit), ratio: median(limit) / median(mine), budget: null, note };
}
