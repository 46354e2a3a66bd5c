import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { freePort, type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { BUILD_POLL_MS } from '../src/lib/constants.ts';
import { awake, signIn } from './test.ts';

// Requests that a worker of the page lets through are not seen from here.
test.use({ serviceWorkers: 'block' });

/** A site that is replaced by a newer build while its pages are open: one port, one database, two builds made from two sources. */
test.describe.configure({ mode: 'serial' });

const FIRST = resolve(process.env.OUT_DIR || 'dist');
const NEXT_ID = 'e2e-next';
const LIST = '/en/dlog/dataloggers';
/** The script of this island is another one in the second build. */
const CHANGED = 'src/islands/dataloggers/NewDatalogger.tsx';

let place: string;
let port: number;
let server: ServerProcess | undefined;
let serving: 'first' | 'next' | undefined;
let owner: FirstOrganization;

/** Builds the project once more, from a copy whose one island differs. @returns the folder of the built site */
function buildNext(): string {
  const copy = join(place, 'next');
  for (const name of [
    'src',
    'locales',
    'public',
    'scripts',
    'astro.config.mjs',
    'astro-i18next.config.cjs',
    'tailwind.config.mjs',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  appendFileSync(join(copy, CHANGED), "\nif (typeof document !== 'undefined') document.documentElement.dataset.island = 'next';\n");
  const { OUT_DIR: _, ...env } = process.env;
  const built = spawnSync(process.execPath, ['scripts/prepare.mjs', 'build'], {
    cwd: copy,
    env: { ...env, BUILD_ID: NEXT_ID },
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
  return join(copy, 'dist');
}

/** Puts one of the builds behind the address, as a deployment would. */
async function serve(build: 'first' | 'next'): Promise<string> {
  if (serving !== build) {
    await server?.stop();
    server = await startServerProcess({
      PORT: String(port),
      DATA_DIR: join(place, 'data'),
      OUT_DIR: build === 'first' ? FIRST : join(place, 'next', 'dist'),
    });
    serving = build;
  }
  return server!.url;
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  place = mkdtempSync(join(tmpdir(), 'taktlog-builds-'));
  port = await freePort();
  buildNext();
  await serve('first');
  owner = await firstOrganization(server!);
  await owner.datalogger('Cold room 1');
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(place, { recursive: true, force: true });
});

const buildOf = (page: Page) => page.locator('meta[name=build]').getAttribute('content');
/** Opens the list of loggers, signed in, with every island alive. */
async function openList(page: Page, url: string): Promise<void> {
  await signIn(page, { url, email: owner.email, password: owner.password });
  await page.goto(url + LIST);
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
  await awake(page);
  // The star comes last, by itself: a part that is still on its way when the server goes would be missed, and said so.
  await expect(page.getByRole('button', { name: 'Add to favourites: Cold room 1' }).first()).toBeEnabled();
}

/** Counts the documents that the page has loaded. */
function loads(page: Page): () => number {
  let count = 0;
  page.on('domcontentloaded', () => {
    count += 1;
  });
  return () => count;
}

/** Keeps the hourly work of a signed-in page, to be run by the test: moving its clock would end its session. */
async function holdHours(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript((hour) => {
    const every = window.setInterval.bind(window);
    const held: (() => void)[] = [];
    Object.assign(window, {
      hours: held,
      setInterval: (work: () => void, ms: number) => (ms === hour ? held.push(work) : every(work, ms)),
    });
  }, BUILD_POLL_MS);
  return async () => {
    const answered = page.waitForResponse(/\/builds\/latest\.json\?\d+$/);
    await page.evaluate(() => {
      for (const work of (window as unknown as { hours: (() => void)[] }).hours) work();
    });
    await answered;
  };
}

test('a signed-in page says once and quietly that there is a newer build, and its button brings it', async ({ page }) => {
  const passAnHour = await holdHours(page);
  await openList(page, await serve('first'));
  const first = await buildOf(page);
  const notice = page.getByText('There is a new version of Taktlog.');
  await passAnHour();
  await expect(notice).toHaveCount(0);

  await serve('next');
  await passAnHour();
  await expect(notice).toBeVisible();
  await passAnHour();
  await expect(notice).toHaveCount(1);
  expect(await buildOf(page)).toBe(first);

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('meta[name=build]')).toHaveAttribute('content', NEXT_ID);
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await passAnHour();
  await expect(notice).toHaveCount(0);
});

test('a check that nobody answers is passed over in silence, and the next one counts', async ({ page }) => {
  const passAnHour = await holdHours(page);
  await openList(page, await serve('first'));
  await serve('next');
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ status: 503 }));
  await passAnHour();
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.unroute('**/builds/latest.json?*');
  await passAnHour();
  await expect(page.locator('.toast')).toHaveCount(1);
});

for (const [path, words, reload] of [
  ['/pricing', 'Je tu nová verze Taktlogu.', 'Načíst znovu'],
  ['/en/login', 'There is a new version of Taktlog.', 'Reload'],
  ['/sk', 'Je tu nová verzia Taktlogu.', 'Načítať znova'],
] as const)
  test(`${path} says after an hour that there is a newer build`, async ({ page }) => {
    await page.clock.install();
    await page.goto((await serve('first')) + path, { referer: `http://127.0.0.1:${port}/` });
    const first = await buildOf(page);
    await serve('next');
    await expect(page.getByText(words)).toHaveCount(0);
    await page.clock.fastForward(BUILD_POLL_MS);
    await expect(page.getByText(words)).toBeVisible();
    expect(await buildOf(page)).toBe(first);
    await page.getByRole('button', { name: reload }).click();
    await expect(page.locator('meta[name=build]')).toHaveAttribute('content', NEXT_ID);
    await expect(page.getByText(words)).toHaveCount(0);
  });

test('an island whose script the new build has replaced brings the page back, and then works', async ({ page }) => {
  await openList(page, await serve('first'));
  const loaded = loads(page);
  await serve('next');
  await page.getByRole('button', { name: 'New logger' }).first().click();
  await expect(page.locator('meta[name=build]')).toHaveAttribute('content', NEXT_ID);
  await expect.poll(loaded).toBe(1);
  await awake(page);
  await page.getByRole('button', { name: 'New logger' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-island', 'next');
  expect(loaded()).toBe(1);
});

test('while no server answers a page keeps what it has and says what is missing', async ({ page }) => {
  await openList(page, await serve('first'));
  const loaded = loads(page);
  await server?.stop();
  serving = undefined;
  await page.getByRole('button', { name: 'New logger' }).first().click();
  const notice = page.getByText('A part of this page could not be loaded.');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(notice).toHaveCount(1);
  await expect(page.getByText('Cold room 1').first()).toBeVisible();
  expect(loaded()).toBe(0);

  await serve('next');
  await page.getByRole('button', { name: 'New logger' }).first().click();
  await expect(page.locator('meta[name=build]')).toHaveAttribute('content', NEXT_ID);
  // The head is there before the document is whole.
  await expect.poll(loaded).toBe(1);
});

test('a script that stays away reloads the page once, not in a loop, and then the page says so', async ({ page }) => {
  await page.route('**/_astro/NewDatalogger*.js', (route) => route.abort());
  await openList(page, await serve('next'));
  const add = page.getByRole('button', { name: 'New logger' }).first();
  const loaded = loads(page);
  await add.click();
  await expect.poll(loaded).toBe(1);
  await awake(page);
  await add.click();
  await expect(page.getByText('A part of this page could not be loaded.')).toBeVisible();
  // The button keeps to the guard as well: its notice comes again.
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('A part of this page could not be loaded.')).toBeVisible();
  expect(loaded()).toBe(1);
});

test('an island that cannot be brought to life at all reloads the page once', async ({ page }) => {
  const url = await serve('next');
  await signIn(page, { url, email: owner.email, password: owner.password });
  await page.addInitScript(() => {
    addEventListener('astro:hydration-error', () => {
      document.documentElement.dataset.dead = '';
    });
  });
  await page.route('**/_astro/TopBar*.js*', (route) => route.abort());
  const loaded = loads(page);
  await page.goto(url + LIST);
  await expect.poll(loaded).toBe(2);
  await expect(page.locator('html[data-dead]')).toHaveCount(1);
  expect(loaded()).toBe(2);
});

test('a script that was only wanted early and is gone raises the event, and nothing else happens', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('vite:preloadError', () => {
      document.documentElement.dataset.preload = 'failed';
    });
  });
  const loaded = loads(page);
  await page.goto(`${await serve('next')}/en/login`);
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.locator('input[name=email]').fill('somebody@plant.example');
  await expect(page.locator('html')).toHaveAttribute('data-preload', 'failed');
  await page.locator('input[name=password]').fill('not the password');
  await expect(page.locator('input[name=email]')).toHaveValue('somebody@plant.example');
  expect(loaded()).toBe(1);
  // The form goes its plain way.
  await page.unroute('**/_astro/*.js');
  await page.locator('button[type=submit]').click();
  await expect(page.getByRole('alert')).toBeVisible();
});

/** Addresses of the payloads that the page asks for, without the origin. */
function payloads(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/_payload.json')) asked.push(pathname + search);
  });
  return asked;
}
const flag = (page: Page) => page.locator('[data-figure] svg:visible [data-flag] text');

test('payloads of visible links are fetched once, and the page that the link leads to takes its figures from there', async ({ page }) => {
  const url = await serve('first');
  const asked = payloads(page);
  await page.goto(`${url}/pricing`);
  const first = await buildOf(page);
  await expect
    .poll(() => [...asked].sort())
    .toEqual(expect.arrayContaining([`/_payload.json?${first}`, `/contacts/_payload.json?${first}`]));
  // The footer comes into sight: its links are new, those of the header are not.
  expect(asked).not.toContain(`/gdpr/_payload.json?${first}`);
  await page.locator('footer').scrollIntoViewIfNeeded();
  await expect.poll(() => asked).toEqual(expect.arrayContaining([`/gdpr/_payload.json?${first}`, `/en/pricing/_payload.json?${first}`]));
  await page.locator('header').first().scrollIntoViewIfNeeded();
  expect(new Set(asked).size).toBe(asked.length);
  for (const one of asked) expect(one).toMatch(new RegExp(`^(/[\\w./-]+)?/_payload\\.json\\?${first}$`));

  asked.length = 0;
  await page.locator('header > a').click();
  await expect(page).toHaveURL(`${url}/`);
  expect(await page.content()).not.toContain('"jaw":[');
  const shown = await flag(page).textContent();
  await page.locator('[data-figure] svg:visible').hover({ position: { x: 200, y: 200 } });
  await expect(flag(page)).not.toHaveText(shown ?? '');
  expect(asked.filter((one) => one === `/_payload.json?${first}`)).toHaveLength(1);
  // It had come with the page before.
  const sent = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\d\/_payload\.json/.test(name))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  );
  expect(sent).toEqual([0]);
  await page.mouse.move(0, 0);
  await expect(flag(page)).toHaveText(shown ?? '');
});

test('the figure of the home page is read with the arrow keys, from the payload, and one request serves prefetch and use', async ({
  page,
}) => {
  const url = await serve('first');
  const asked = payloads(page);
  await page.route('**/en/_payload.json?*', async (route) => {
    const answer = await route.fetch();
    const payload = await answer.json();
    payload.data.shift.power.value.fill(7.77);
    await route.fulfill({ response: answer, json: payload });
  });
  await page.goto(`${url}/en`);
  // The name in the header leads to the page itself.
  await expect.poll(() => asked.some((one) => one.startsWith('/en/_payload.json'))).toBe(true);
  const range = page.getByRole('slider', { name: 'Time on the axis of the shift' });
  await range.focus();
  await expect(range).toHaveAttribute('aria-valuetext', /^10:26:40, .*kW/);
  await range.press('Home');
  await expect(range).toHaveAttribute('aria-valuetext', /^06:00:00, .*: Set-up, .*: Check, .*: 7\.77\skW, /);
  await expect(flag(page)).toHaveText('06:00:00');
  expect(asked.filter((one) => one.startsWith('/en/_payload.json'))).toHaveLength(1);
});

test('a payload of another build leaves the picture as it is', async ({ page }) => {
  const url = await serve('first');
  await page.goto(`${url}/en`);
  const shown = await flag(page).textContent();
  await serve('next');
  const answer = page.waitForResponse(/\/en\/_payload\.json/);
  await page.getByRole('slider').focus();
  await (await answer).finished();
  await page.getByRole('slider').press('Home');
  await expect(flag(page)).toHaveText(shown ?? '');
});

test('whoever saves data or has a slow line is spared the payloads', async ({ page }) => {
  const url = await serve('next');
  for (const connection of [{ saveData: true }, { effectiveType: '2g' }]) {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value, configurable: true }), connection);
    const asked = payloads(page);
    const manifest = page.waitForResponse(/\/builds\/meta\//);
    await page.goto(`${url}/pricing`);
    await (await manifest).finished();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
    expect(asked).toEqual([]);
  }
});
