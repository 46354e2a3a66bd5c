import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { LOCALE_TAGS, LOCALES, type Locale } from '../src/lib/constants.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { faultsOf } from './lib/faults.ts';
import { startServerProcess } from './lib/server-process.ts';
import { DEVICES, type Device, demoIds, demoLogin, filled, signInto, slug, THEMES, type Theme, TOUCH, untilShown } from './lib/shots.ts';

/**
 * `npm run shots [-- FILTER]`: pictures of every route × locale × theme × device in `shots/`, from a demo of each language. FILTER is a part
 * of `path locale theme device`, e.g. `-- "/dlog/dataloggers cs light"`; a word that ends with `*` is a beginning: `-- "/tm* cs"`. Several of
 * them stand behind commas: `-- "cs light desktop, en dark phone"`.
 * Made only when they are named: the devices `small` (320 px), `half` (900 px), `tablet` (1,024 px), `print` (a PDF of signed-in pages) and `gone`
 * (what a page shows after its server ended). What a script can see of a broken page (words cut, beyond the window, in each other) is said at the
 * end.
 */

const filters = process.argv
  .slice(2)
  .join(' ')
  .split(',')
  .map((one) => one.trim().split(' '));
/** Devices that are looked at only when somebody names one. */
const ON_REQUEST: readonly Device[] = ['small', 'half', 'print', 'gone'];
/** The tablet shows what hides behind an address without being asked, other pages only by its name. */
const ON_TABLET = filters.flat().includes('tablet');
/** Seconds after which a page has noticed that its server is gone. */
const NOTICED_S = 40;
interface View {
  path: string;
  hash: string;
  name: string;
  devices: readonly string[];
  click?: string;
  until?: string;
  /** Another thing than the one that is shown at that path. */
  of?: string;
}
/** What hides behind an address, and on which devices it is looked at; other pages have no picture of a tablet. */
const VIEWS: readonly View[] = [
  { path: '/tm/measurements/{id}', of: 'contradiction', hash: '#review', name: 'tm_review', devices: ['desktop', 'phone'] },
  { path: '/org', hash: '#webhooks', name: 'org_webhooks', devices: ['desktop', 'phone'] },
  { path: '/dlog/dataloggers/{id}', hash: '#settings', name: 'dlog_settings', devices: ['desktop', 'phone'] },
  { path: '/tm/operations/{id}', hash: '#study', name: 'tm_operation_study', devices: ['desktop', 'phone'] },
  { path: '/tm/operations/{id}', hash: '#elements', name: 'tm_operation_elements', devices: ['desktop', 'phone'] },
  { path: '/tm/operations/{id}', hash: '#settings', name: 'tm_operation_settings', devices: ['desktop', 'phone'] },
  { path: '/tm/screens', hash: '#activities', name: 'tm_activities', devices: ['desktop', 'phone'] },
  { path: '/tm/screens', hash: '#taxonomies', name: 'tm_taxonomies', devices: ['desktop', 'phone'] },
  { path: '/tm/measurements/{id}', hash: '#elements', name: 'tm_elements', devices: ['desktop', 'phone'] },
  { path: '/tm/measurements/{id}', hash: '#entries', name: 'tm_entries', devices: ['desktop', 'phone'] },
  { path: '/tm/measurements/{id}', hash: '#settings', name: 'tm_settings', devices: ['desktop', 'phone'] },
  { path: '/tm/screens/{id}', hash: '#capture', name: 'tm_capture_start', devices: ['phone', 'tablet'] },
  // The first list of the page before a measurement begins holds what runs already.
  {
    path: '/tm/screens/{id}',
    hash: '#capture',
    name: 'tm_capture',
    devices: ['phone', 'tablet'],
    click: '.cap-start li button',
    until: '.cap-now',
  },
];
/** Views are named for two kinds of windows. */
const LIKE: Partial<Record<Device, string>> = { small: 'phone', half: 'desktop', print: 'desktop', gone: 'desktop' };
const wanted = (...words: string[]): boolean =>
  filters.some((parts) =>
    parts.every((part) =>
      words.some((word) => (part.endsWith('*') || part === '' ? word.startsWith(part.replace('*', '')) : word === part)),
    ),
  );

const faults: string[] = [];
const browser = await chromium.launch(config.use?.launchOptions);
mkdirSync('shots', { recursive: true });
try {
  for (const locale of LOCALES) if (plan(locale).length > 0) await pictures(locale);
} finally {
  await browser.close();
}
for (const fault of faults) console.log(fault);

interface Picture {
  path: string;
  device: Device;
  theme: Theme;
  visitor: boolean;
  name: string;
  view?: View;
}
/** What is wanted of a language. Pages for everybody are shown as a visitor sees them; the log-in sends a signed-in person home. */
function plan(locale: Locale): Picture[] {
  const devices = (Object.keys(DEVICES) as Device[]).filter((device) => !ON_REQUEST.includes(device) || filters.flat().includes(device));
  return devices.flatMap((device) =>
    THEMES.flatMap((theme) => [
      ...ROUTES.filter(({ path }) => (device !== 'tablet' || ON_TABLET) && wanted(path, locale, theme, device))
        .filter(({ access }) => access !== 'public' || (device !== 'print' && device !== 'gone'))
        .map(({ path, access }) => ({
          ...{ path, device, theme, visitor: access === 'public' },
          name: `${slug(path)}-${locale}-${theme}-${device}`,
        })),
      ...VIEWS.filter((view) => view.devices.includes(LIKE[device] ?? device))
        .filter((view) => wanted(view.name, view.path + view.hash, locale, theme, device))
        .map((view) => ({
          ...{ path: view.path, device, theme, visitor: false, view },
          name: `${view.name}-${locale}-${theme}-${device}`,
        })),
    ]),
  );
}

/** Makes the pictures of a language, with a demo that speaks it. */
async function pictures(locale: Locale): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-shots-'));
  const env = { DATA_DIR: dataDir, DEMO_PASSWORD: 'pictures of the demo', DEMO_LOCALE: locale };
  const server = await startServerProcess(env, 'scripts/demo.ts');
  try {
    const login = await demoLogin(server);
    // The demo's devices begin within eight seconds; before, some look late.
    await pause(9_000);
    let ids: Record<string, string> | undefined;
    const left: { page: Page; name: string }[] = [];
    for (const { device, theme, visitor, group } of grouped(plan(locale))) {
      const context = await browser.newContext({
        viewport: DEVICES[device],
        colorScheme: theme,
        deviceScaleFactor: device === 'phone' || device === 'small' ? 2 : 1,
        locale: LOCALE_TAGS[locale],
        timezoneId: 'Europe/Prague',
        hasTouch: TOUCH.includes(device),
        isMobile: TOUCH.includes(device),
      });
      const page = await context.newPage();
      if (!visitor) {
        await signInto(page.request, server.url, login, locale);
        ids ??= await demoIds(page.request, server.url);
      }
      for (const { path, name, view } of group) {
        const shown = device === 'gone' ? await context.newPage() : page;
        await open(
          shown,
          server.url + localePath(filled(path, view?.of ? { [path]: ids?.[view.of] ?? '' } : ids), locale) + (view?.hash ?? ''),
          { path, view },
        );
        if (device === 'gone') left.push({ page: shown, name });
        else if (device === 'print') await shown.pdf({ path: join('shots', `${name}.pdf`), format: 'A4', printBackground: true });
        else {
          await shown.screenshot({ path: join('shots', `${name}.png`) });
          for (const fault of await faultsOf(shown, TOUCH.includes(device))) faults.push(`${name}: ${fault}`);
        }
      }
      if (device !== 'gone') await context.close();
    }
    if (left.length > 0) {
      await server.stop();
      await pause(NOTICED_S * 1_000);
      for (const { page, name } of left) await page.screenshot({ path: join('shots', `${name}.png`) });
      for (const { page } of left) await page.context().close();
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Pictures that one browser's window makes after one another. */
function grouped(all: readonly Picture[]): (Pick<Picture, 'device' | 'theme' | 'visitor'> & { group: Picture[] })[] {
  const groups = new Map<string, Picture[]>();
  for (const one of all) {
    const key = `${one.device} ${one.theme} ${one.visitor}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => ({ ...group[0]!, group }));
}

/** Opens a page and waits until all of it is drawn. */
async function open(page: Page, url: string, { path, view }: Pick<Picture, 'path' | 'view'>): Promise<void> {
  // The same address with another hash would be no new page.
  if (view) await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'load' });
  await untilShown(page);
  // Charts ask for their series once they know their width, and nothing in the page says that the last line is drawn.
  if (path.startsWith('/dlog') || path.startsWith('/tm/measurements/') || view) await pause(1_500);
  if (view?.hash === '#capture') await page.waitForSelector('.cap-start:not([aria-busy]), .capture');
  if (view?.click && view.until && !(await page.isVisible(view.until))) {
    await page.click(view.click);
    await page.waitForSelector(view.until);
  }
}
