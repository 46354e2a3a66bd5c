import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Browser, chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { entryOf } from './entry.ts';
import { type Figure, report } from './report.ts';

/**
 * `npm run bench:buttons [-- <folder>]`: how long a phone waits until the buttons of a page work, from asking for it, with nothing of the site
 * kept: processor 4 times slower, 120 ms for each answer. Beside it the same of another checkout, built, whose folder is given, in turns; without one the
 * moment at which the page is painted.
 */

const TURNS = 7;
const SLOWER = 4;
const LATENCY_MS = 120;
const PHONE = { width: 390, height: 844 };
const LOGGERS = 30;
const FAVORITES = 6;

interface Side {
  url: string;
  organization: FirstOrganization;
  pages: Record<string, string>;
}
interface Times {
  painted: number;
  alive: number;
}
declare global {
  interface Window {
    /** Milliseconds after which the island with the page's own buttons, and the one of the top bar, listened. */
    alive?: number;
  }
}

const [other] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'taktlog-buttons-'));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  const browser = await chromium.launch(config.use?.launchOptions);
  closing.push(() => browser.close());
  console.log(`Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
  const ours = await side('ours');
  const before = other === undefined ? null : await side('before', other);
  const figures: Figure[] = [];
  for (const page of Object.keys(ours.pages)) {
    // The first page of a server is slower.
    for (const one of [ours, before]) if (one) await opened(browser, one, page);
    const turns: { ours: Times; before: Times | null }[] = [];
    for (let turn = 0; turn < TURNS; turn += 1)
      turns.push({ ours: await opened(browser, ours, page), before: before && (await opened(browser, before, page)) });
    const mine = median(turns.map((turn) => turn.ours.alive));
    const raw = median(turns.map((turn) => turn.before?.alive ?? turn.ours.painted));
    const note = `painted after ${Math.round(median(turns.map((turn) => turn.ours.painted)))} ms`;
    figures.push({ name: `Buttons of ${page} work`, unit: 'ms', ours: mine, raw, ratio: raw / mine, budget: null, note });
  }
  report(figures);
} finally {
  for (const close of closing.reverse()) await close();
}

/** A server with an organisation of its own: loggers with a day of readings, some of them favourites. */
async function side(name: string, cwd = process.cwd()): Promise<Side> {
  const server = await startServerProcess({ DATA_DIR: join(folder, name), LOG_LEVEL: 'error' }, entryOf(cwd), cwd);
  closing.push(() => server.kill());
  const organization = await firstOrganization(server);
  const { call, organizationId } = organization;
  let first = '';
  for (let n = 0; n < LOGGERS; n += 1) {
    const { id, token } = await organization.datalogger(`Logger ${n}`);
    if (n === 0) first = id;
    const rows = Array.from({ length: 288 }, (_, i) => ({
      ts: Date.now() - i * 300_000,
      values: { temperature: 20 + Math.sin(i / 20 + n), pressure: 6 + (i % 7) / 10, power: i % 60 },
    }));
    const answer = await fetch(`${server.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(rows),
    });
    if (!answer.ok) throw new Error(`readings were answered ${answer.status}: ${await answer.text()}`);
    if (n < FAVORITES) await call('PUT', `/v1/orgs/${organizationId}/favorites`, { entity: 'dataloggers', entity_id: id, marked: true });
  }
  return {
    url: server.url,
    organization,
    pages: {
      'the list of loggers': '/dlog/dataloggers',
      "a logger's chart": `/dlog/dataloggers/${first}`,
      'the dashboard': '/user/dashboard',
    },
  };
}

async function opened(browser: Browser, { url, organization: { email, password }, pages }: Side, name: string): Promise<Times> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'cs-CZ', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.request.post(`${url}/v1/auth/form`, {
    form: { email, password, locale: 'cs' },
    headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url + pages[name], { waitUntil: 'commit' });
  await page.waitForFunction(() => window.alive !== undefined, undefined, { polling: 100 });
  const times = await page.evaluate(() => ({
    alive: window.alive ?? 0,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await context.close();
  return times;
}

/** Runs in the page before anything else. */
function watch(): void {
  type Notes = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } };
  const listens = (island: Element) => {
    const key = Object.keys(island).find((one) => one.startsWith('__reactContainer$'));
    return key !== undefined && (island as unknown as Record<string, Notes>)[key]?.stateNode.current.memoizedState?.isDehydrated !== true;
  };
  const look = () => {
    const islands = document.querySelectorAll('astro-island');
    if (document.readyState !== 'loading' && islands.length > 1 && [...islands].every(listens)) window.alive = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
