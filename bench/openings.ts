import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import config from '../playwright.config.ts';
import { median, type Plant, processorMs, startPlant } from './plant.ts';

/**
 * `npm run bench:openings [-- <folder> [turns]]`: what it costs the server that somebody opens a page: the page and all that the page asks for
 * until it has what it shows, in a browser that has the site's files already. Beside it the same of another checkout, built, in turns, when its folder
 * is given. Linux only, see `processorMs`.
 */

const WARM_UP = 12;
const OPENINGS = 4;
/** A page that has asked for nothing for so long has all it wants, milliseconds. */
const QUIET_MS = 400;

interface Side extends Plant {
  context: BrowserContext;
  page: Page;
}
interface Opening {
  ms: number;
  /** Of the API, besides the page. */
  requests: number;
}

const [other, turns = '7', only = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'taktlog-openings-'));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  const browser = await chromium.launch(config.use?.launchOptions);
  closing.push(() => browser.close());
  console.log(`Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
  const side = async (name: string, cwd: string): Promise<Side> => {
    const plant = await startPlant(join(folder, name), cwd);
    closing.push(() => plant.kill());
    const context = await browser.newContext({ locale: 'cs-CZ', serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
    const { email, password } = plant.organization;
    await context.request.post(`${plant.url}/v1/auth/form`, {
      form: { email, password, locale: 'cs' },
      headers: { Origin: plant.url, 'Sec-Fetch-Site': 'same-origin' },
      maxRedirects: 0,
    });
    return { ...plant, context, page: await context.newPage() };
  };
  const ours = await side('ours', process.cwd());
  const sides = other === undefined ? [ours] : [await side('before', other), ours];
  const names: string[] = [];
  for (const name of Object.keys(ours.asked).filter((one) => one.startsWith('/') && one.includes(only))) {
    const answers = await Promise.all(sides.map(({ context, url, asked }) => context.request.get(url + asked[name]!)));
    if (answers.every((answer) => answer.ok())) names.push(name);
    else console.log(`${name} isn't known to both`);
  }
  for (const name of names) for (const one of sides) for (let n = 0; n < WARM_UP; n += 1) await opened(one, name);
  const taken = new Map(names.map((name) => [name, sides.map((): Opening[] => [])]));
  for (let turn = 0; turn < Number(turns); turn += 1)
    for (const name of names)
      for (const [at, one] of turn % 2 ? [...sides.entries()].reverse() : [...sides.entries()])
        taken.get(name)![at]!.push(await round(one, name));
  console.log('| Opened | Before, ms | Now, ms | Ratio | Requests |\n|---|---:|---:|---:|---:|');
  const ratios: number[] = [];
  for (const [name, [first, second]] of taken) {
    const now = second ?? first!;
    const was = second ? first! : null;
    const ratio = was && median(was.map(({ ms }, turn) => ms / now[turn]!.ms));
    if (ratio !== null) ratios.push(ratio);
    const ms = (of: Opening[]) => median(of.map((one) => one.ms)).toFixed(2);
    const requests = (of: Opening[]) => String(median(of.map((one) => one.requests)));
    console.log(
      `| ${name} | ${was ? ms(was) : '–'} | ${ms(now)} | ${ratio === null ? '–' : `×${ratio.toFixed(2)}`} | ${was ? `${requests(was)} → ` : ''}${requests(now)} |`,
    );
  }
  if (ratios.length > 0) console.log(`\nThe middle: ×${median(ratios).toFixed(2)}; the least: ×${Math.min(...ratios).toFixed(2)}`);
} finally {
  for (const close of closing.reverse()) await close();
}

/** What one opening takes the processor of the server, as a mean of some. */
async function round(side: Side, name: string): Promise<Opening> {
  const before = processorMs(side.pid);
  let requests = 0;
  for (let n = 0; n < OPENINGS; n += 1) requests += await opened(side, name);
  return { ms: (processorMs(side.pid) - before) / OPENINGS, requests: requests / OPENINGS };
}

/** Opens a page and waits until it asks for nothing more. @returns how often it asked the API */
async function opened({ page, url, asked }: Side, name: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const underWay = new Set<Request>();
  let requests = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    clearTimeout(timer);
    if (underWay.size === 0) timer = setTimeout(resolve, QUIET_MS);
  };
  const begins = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) requests += 1;
    // Live events go on as long as the page is open.
    if (!pathname.endsWith('/events')) underWay.add(request);
    look();
  };
  const ends = (request: Request) => {
    underWay.delete(request);
    look();
  };
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  const answer = await page.goto(url + asked[name]!);
  if (answer?.status() !== 200) throw new Error(`${name} was answered ${answer?.status()}`);
  await promise;
  page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  return requests;
}
