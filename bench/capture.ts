import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { addMember } from '../e2e/members.ts';
import config from '../playwright.config.ts';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { type Figure, report } from './report.ts';

/**
 * `npm run bench:capture`: from the finger to the paint, and from the finger to the disk of the device, in a real browser with a real server,
 * beside the same with a bare button and a bare store on the same page. Times are medians of the last 100 of 600 touches, milliseconds.
 */

const TOUCHES = 600;
const COUNTED = 100;
/** How many times slower the page's processor is made: a tablet isn't a desktop. */
const SLOWER = [1, 4];
const TABLET = { width: 1180, height: 820 };
const OPERATOR = { email: 'operator@plant.example', password: 'hrnek na parapetu' };

interface Bench {
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
  const address = `${server.url}/tm/screens/${await publishedScreen(plant)}`;
  const figures: Figure[] = [];
  for (const slower of SLOWER) {
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
    const ours = await touches(page, '.cap-key.cap-key[aria-pressed]:not(.tool)', TOUCHES);
    await page.evaluate(() => window.bare());
    const raw = await touches(page, '#bare', COUNTED + 20);
    const under = slower === 1 ? '' : `, processor ${slower} × slower`;
    figures.push(figure(`Touch to paint, after ${TOUCHES} taps${under}`, ours.paint, raw.paint));
    figures.push(figure(`Touch to the device's disk${under}`, ours.kept, raw.kept));
    await context.close();
  }
  report(figures);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function publishedScreen({ call, organizationId, workspaceId }: FirstOrganization): Promise<string> {
  const path = `/v1/orgs/${organizationId}/screens`;
  const template = { key: 'operator_snapshot', locale: 'cs' };
  const { id } = await call<{ id: string }>('POST', path, { workspace_id: workspaceId, name: 'Balicí linka 2', template });
  await call('POST', `${path}/${id}/publish`, { rev: 1 });
  return id;
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
  window.bench = { paint: [], kept: [] };
  let touched = 0;
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      touched = timeStamp;
      requestAnimationFrame(() => {
        // A message is heard when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.bench.paint.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const transaction = begin.call(this, stores, mode, options);
    const at = touched;
    // Of the journal only taps of this device are written so.
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
