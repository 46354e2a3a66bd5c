import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import config from '../playwright.config.ts';
import { LOCALE_TAGS, LOCALES, type Locale } from '../src/lib/constants.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { startServerProcess } from './lib/server-process.ts';
import { DEVICES, type Device, demoIds, demoLogin, filled, signInto, slug, THEMES, type Theme, TOUCH, untilShown } from './lib/shots.ts';

/**
 * `npm run shots:compare -- before [FILTER]` makes pictures of the build as it is; after a change and a build, `npm run shots:compare -- [FILTER]`
 * makes them again and says which differ and by how many points; what differs is drawn red in `shots/still/diff`. Of each page all tabs, menus
 * and dialogs are pictured. Both runs look at the same plant at the same moment: it is made once (`shots/still/plant-…`), no device of it
 * sends, and clocks almost stand. FILTER: words of `path locale theme device`, of which a word matches when it is the same, or a beginning
 * with `*`; where it names no language, theme or device, they are cs, both themes, desktop and phone.
 */
const words = process.argv.slice(2);
const isBefore = words[0] === 'before';
const filter = isBefore ? words.slice(1) : words;
const FOLDER = join('shots', 'still');
const into = join(FOLDER, isBefore ? 'before' : 'after');
const PASSWORD = 'pictures of the demo';
/** What a button opens over the page. */
const OPENS = '[role=dialog], [role=menu], [role=listbox]';
/** As long as a page may take until two pictures of it in a row are the same. */
const STILL_MS = 6_000;

const chosen = <T extends string>(all: readonly T[], usual: readonly T[]): readonly T[] => {
  const named = all.filter((one) => filter.includes(one));
  return named.length > 0 ? named : usual;
};
const locales = chosen<Locale>(LOCALES, ['cs']);
const themes = chosen<Theme>(THEMES, THEMES);
const devices = chosen<Device>(['desktop', 'phone', 'tablet', 'small', 'half'], ['desktop', 'phone']);
const paths = filter.filter((word) => word.startsWith('/'));
const isWanted = (path: string) =>
  paths.length === 0 || paths.some((word) => (word.endsWith('*') ? path.startsWith(word.slice(0, -1)) : path === word));

mkdirSync(into, { recursive: true });
const browser = await chromium.launch(config.use?.launchOptions);
const made: string[] = [];

/** The data of a demo, with the moment at which its devices fell silent. */
async function plant(locale: Locale): Promise<{ folder: string; at: number; email: string }> {
  const folder = join(FOLDER, `plant-${locale}`);
  const note = join(folder, 'still.json');
  if (!existsSync(note)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const demo = await startServerProcess({ DATA_DIR: folder, DEMO_PASSWORD: PASSWORD, DEMO_LOCALE: locale }, 'scripts/demo.ts');
    const { email } = await demoLogin(demo);
    // The demo's devices begin within eight seconds.
    await pause(12_000);
    await demo.stop();
    writeFileSync(note, JSON.stringify({ at: Date.now(), email }));
  }
  return { folder, ...(JSON.parse(readFileSync(note, 'utf8')) as { at: number; email: string }) };
}

async function pictures(locale: Locale): Promise<void> {
  const { folder, at, email } = await plant(locale);
  const copy = mkdtempSync(join(tmpdir(), 'taktlog-still-'));
  cpSync(folder, copy, { recursive: true });
  const clock = pathToFileURL(join(import.meta.dirname, 'lib', 'slow-clock.ts')).href;
  const server = await startServerProcess({ DATA_DIR: copy, STILL_AT: String(at), NODE_OPTIONS: `--import=${clock}` });
  try {
    for (const device of devices)
      for (const theme of themes)
        for (const visitor of [false, true]) {
          const context = await browser.newContext({
            viewport: DEVICES[device],
            colorScheme: theme,
            locale: LOCALE_TAGS[locale],
            timezoneId: 'Europe/Prague',
            reducedMotion: 'reduce',
            hasTouch: TOUCH.includes(device),
            isMobile: TOUCH.includes(device),
            // A page that the worker keeps would be the last build's.
            serviceWorkers: 'block',
          });
          await context.clock.setFixedTime(at);
          const ids = visitor ? {} : await enter(context, server.url, email, locale);
          for (const { path, access } of ROUTES) {
            if ((access === 'public') !== visitor || !isWanted(path)) continue;
            const name = `${slug(path)}-${locale}-${theme}-${device}`;
            await explore(await context.newPage(), server.url + localePath(filled(path, ids), locale), name);
          }
          await context.close();
        }
  } finally {
    await server.stop();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function enter(context: BrowserContext, url: string, email: string, locale: Locale): Promise<Record<string, string>> {
  await signInto(context.request, url, { email, password: PASSWORD }, locale);
  return demoIds(context.request, url);
}

/** The page, each of its tabs, and on each what its menus and its first button open. */
async function explore(page: Page, url: string, name: string): Promise<void> {
  // Nothing is changed by looking.
  await page.route('**/v1/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));
  await page.goto(url, { waitUntil: 'load' });
  await untilShown(page);
  await keep(page, name);
  await openEach(page, page.locator('header button[aria-haspopup]'), `${name}-bar`);
  const tabs = page.locator('main [role=tab]');
  const count = await tabs.count();
  if (count === 0) await openInside(page, name);
  for (let at = 0; at < count; at++) {
    if (!(await press(page, tabs.nth(at)))) continue;
    await untilShown(page);
    if (at > 0) await keep(page, `${name}-tab${at}`);
    await openInside(page, `${name}-tab${at}`);
  }
  await page.close();
}
async function openInside(page: Page, name: string): Promise<void> {
  await openEach(page, page.locator('main button[aria-haspopup]'), `${name}-menu`, 4);
  await openEach(page, page.locator('main .btn.primary'), `${name}-new`, 1);
}
/** @param most rows of a list have a menu each, all alike */
async function openEach(page: Page, buttons: Locator, name: string, most = 8): Promise<void> {
  const count = Math.min(await buttons.count(), most);
  for (let at = 0; at < count; at++) {
    if (!(await press(page, buttons.nth(at)))) continue;
    // Some come with a script of their own.
    const opened = await page.waitForSelector(OPENS, { timeout: 2_000 }).catch(() => null);
    if (opened) await keep(page, `${name}${at}`);
    await page.keyboard.press('Escape');
    // What is still on its way out must not pass for what is opened next.
    await page.waitForFunction((opens) => document.querySelector(opens) === null, OPENS, { timeout: 2_000 }).catch(() => {});
  }
}
const press = (page: Page, button: Locator): Promise<boolean> =>
  button.click({ timeout: 1_500 }).then(
    () => true,
    () => page.keyboard.press('Escape').then(() => false),
  );

/** Keeps the picture once two in a row are the same. */
async function keep(page: Page, name: string): Promise<void> {
  let last: Buffer | undefined;
  for (let waited = 0; waited <= STILL_MS; waited += 300) {
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true });
    if (last?.equals(picture)) break;
    last = picture;
    await pause(300);
  }
  if (last) writeFileSync(join(into, `${name}.png`), last);
  made.push(name);
}

function compare(): void {
  const diff = join(FOLDER, 'diff');
  rmSync(diff, { recursive: true, force: true });
  mkdirSync(diff, { recursive: true });
  const known = new Set(readdirSync(join(FOLDER, 'before')).map((file) => file.replace(/\.png$/, '')));
  const rows = made.map((name) => ({ name, points: known.has(name) ? difference(name, diff) : Number.POSITIVE_INFINITY }));
  for (const { name, points } of rows.filter((row) => row.points > 0).sort((a, b) => b.points - a.points))
    console.log(`${points === Number.POSITIVE_INFINITY ? 'new' : points}\t${name}`);
  console.log(`${rows.length} pictures, ${rows.filter(({ points }) => points > 0).length} differ`);
}

/** Points that differ; pictures of another size differ in all that only one of them has. */
function difference(name: string, diff: string): number {
  const read = (folder: string) => PNG.sync.read(readFileSync(join(FOLDER, folder, `${name}.png`)));
  const [a, b] = [read('before'), read('after')];
  const width = Math.max(a.width, b.width);
  const height = Math.max(a.height, b.height);
  const out = new PNG({ width, height });
  const points = pixelmatch(onto(a, width, height).data, onto(b, width, height).data, out.data, width, height, { threshold: 0.05 });
  if (points > 0) writeFileSync(join(diff, `${name}.png`), PNG.sync.write(out));
  return points;
}
function onto(picture: PNG, width: number, height: number): PNG {
  const sheet = new PNG({ width, height });
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, 0, 0);
  return sheet;
}

try {
  for (const locale of locales) await pictures(locale);
} finally {
  await browser.close();
}
if (!isBefore) compare();
