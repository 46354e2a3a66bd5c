import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { LOCALES, type Locale } from '../src/lib/constants.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { startServerProcess } from './lib/server-process.ts';

/**
 * `npm run shots [-- FILTER]`: pictures of every route × locale × theme × device in `shots/`, from a demo server of its own. FILTER is a part
 * of `path locale theme device`, e.g. `-- "/dlog/dataloggers cs light"`.
 */

const filter = process.argv.slice(2).join(' ');
const THEMES = ['light', 'dark'] as const;
const DEVICES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const wanted = (...words: string[]): boolean => filter.split(' ').every((part) => part === '' || words.includes(part));

const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-shots-'));
const server = await startServerProcess({ DATA_DIR: dataDir, DEMO_PASSWORD: 'pictures of the demo' }, 'scripts/demo.ts');
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const login = await loginLine();
  mkdirSync('shots', { recursive: true });
  let ids: Record<string, string> | undefined;
  for (const device of Object.keys(DEVICES) as (keyof typeof DEVICES)[])
    for (const theme of THEMES) {
      const context = await browser.newContext({
        viewport: DEVICES[device],
        colorScheme: theme,
        deviceScaleFactor: device === 'phone' ? 2 : 1,
        locale: 'cs-CZ',
        timezoneId: 'Europe/Prague',
        hasTouch: device === 'phone',
        isMobile: device === 'phone',
      });
      const page = await context.newPage();
      const signIn = () =>
        page.request.post(`${server.url}/v1/auth/form`, {
          form: { email: login[1]!, password: login[2]!.trim(), locale: 'cs' },
          headers: { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
        });
      await signIn();
      ids ??= await rowIds(page.request, server.url);
      // Pages for everybody are shown as a visitor sees them; the log-in sends a signed-in person home.
      for (const visitor of [false, true]) {
        if (visitor) await context.clearCookies();
        for (const locale of LOCALES)
          for (const { path, access } of ROUTES)
            if ((access === 'public') === visitor && wanted(path, locale, theme, device))
              await shot(path, locale, `${slug(path)}-${locale}-${theme}-${device}`);
      }
      await context.close();

      async function shot(path: string, locale: Locale, name: string): Promise<void> {
        const filled = path.replace('{id}', ids?.[path] ?? '01890a5d-ac96-774b-bcce-b302099a8057').replace('{token}', 'invitation-token');
        await page.goto(server.url + localePath(filled, locale), { waitUntil: 'load' });
        await page
          .waitForFunction(() => document.querySelector('astro-island[ssr], [aria-busy=true]') === null, undefined, { timeout: 5_000 })
          .catch(() => {});
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        // Charts ask for their series once they know their width, and nothing in the page says that the last line is drawn.
        if (path.startsWith('/dlog')) await pause(1_500);
        await page.screenshot({ path: join('shots', `${name}.png`) });
      }
    }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** What the demo prints when its history is made. */
async function loginLine(): Promise<RegExpExecArray> {
  for (let waited = 0; waited < 60_000; waited += 100) {
    const login = /demo login: (\S+) (.+)/.exec(server.output());
    if (login) return login;
    await pause(100);
  }
  throw new Error(`the demo printed no login line:\n${server.output()}`);
}

function slug(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '_').replace(/[{}]/g, '');
}

/** A row to show for each `{id}` page that has rows. */
async function rowIds(request: { get(url: string): Promise<{ json(): Promise<unknown> }> }, url: string): Promise<Record<string, string>> {
  const profile = (await (await request.get(`${url}/v1/auth/profile`)).json()) as {
    links: { organizations: { organization_id: string }[] };
  };
  const base = `${url}/v1/orgs/${profile.links.organizations[0]!.organization_id}`;
  const loggers = (await (await request.get(`${base}/dataloggers?q=Chlad%C3%ADrna%202`)).json()) as { items: { id: string }[] };
  const received = (await (await request.get(`${base}/received-data?limit=1`)).json()) as { items: { id: string }[] };
  return { '/dlog/dataloggers/{id}': loggers.items[0]?.id ?? '', '/dlog/received-data/{id}': received.items[0]?.id ?? '' };
}
