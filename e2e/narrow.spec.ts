import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { LOCALES } from '../src/lib/constants.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { WHOLE } from './matrix.ts';
import { moving } from './moving.ts';
import { address, expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

const WIDTHS = [320, 390];
/** The narrowest windows in which tables stand as tables, without and with the rail. */
const TABLES = [641, 721];
/** In each run the narrowest window of each kind. */
const LOOKED_AT = WHOLE ? [...WIDTHS, ...TABLES] : [320, 721];
/** A window of 1,280 px at 200 %: zoomed as a whole, and only its letters. */
const ZOOMED = { page: { width: 640, letters: '100%' }, letters: { width: 1280, letters: '200%' } };
/** What hides behind a tab of an address. */
const TABS: Record<string, readonly string[]> = {
  '/dlog/dataloggers/{id}': ['#table', '#received', '#tokens', '#embeds', '#settings'],
  '/org/machines/{id}': ['#loggers', '#measurements', '#files', '#properties', '#history'],
  '/org/workspace/workspace': ['#shifts', '#members', '#equipment'],
  '/org': ['#workspaces', '#people', '#keys', '#webhooks', '#audit'],
  '/tm/screens': ['#activities', '#taxonomies'],
  '/tm/operations/{id}': ['#study', '#elements', '#settings'],
  '/tm/measurements/{id}': ['#elements', '#entries', '#files', '#balance', '#review', '#settings'],
};

for (const locale of LOCALES)
  test(`words of the bar at the bottom keep apart on a phone (${locale})`, async ({ quiet: page, app }) => {
    await signIn(page, app);
    for (const [width, least] of [
      [320, 4],
      [390, 12],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(address(app, '/dlog/dataloggers', locale), { waitUntil: 'load' });
      await expect(page.locator('.bottom a:visible')).toHaveCount(4);
      const apart = await page.locator('.bottom :is(a, button) > span:not([data-count])').evaluateAll((words) => {
        const boxes = words.map((word) => word.getBoundingClientRect()).filter((box) => box.width > 0);
        return boxes.slice(1).map((box, index) => box.left - boxes[index]!.right);
      });
      expect(apart).toHaveLength(4);
      expect(Math.min(...apart)).toBeGreaterThanOrEqual(least);
    }
  });

test('the search over everything fits the narrowest phone, with its way out', async ({ quiet: page, app }) => {
  await signIn(page, app);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(address(app, '/dlog/dataloggers', 'sk'), { waitUntil: 'load' });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').or(palette.getByRole('searchbox')).fill('cold');
  await expect(palette.getByText('LOG-0001').first()).toBeVisible();
  const { x, width } = (await palette.getByRole('button', { name: 'Zavrieť' }).boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(320);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true });

  for (const locale of LOCALES)
    test(`names of lists are read whole on a phone, also beside two buttons (${locale})`, async ({ quiet: page, app }) => {
      await signIn(page, app);
      await page.setViewportSize({ width: 390, height: 700 });
      for (const path of ['/tm/measurements', '/tm/operations', '/tm/allowance-sets', '/dlog/dataloggers'] as const) {
        await page.goto(address(app, path, locale), { waitUntil: 'load' });
        await expect(page.locator('.page-head .btn.primary')).toBeVisible();
        const cut = await page.locator('.page-head h1').evaluate((name) => name.scrollWidth - name.clientWidth);
        expect(cut, path).toBe(0);
      }
    });

  for (const locale of LOCALES)
    test(`the state of a recording is read whole on a phone beside its four buttons (${locale})`, async ({ quiet: page, app }) => {
      await signIn(page, app);
      await page.setViewportSize({ width: 390, height: 700 });
      await page.goto(address(app, '/dlog/recordings2/{id}', locale), { waitUntil: 'load' });
      await expect(page.locator('.page-head .btn')).toHaveCount(4);
      const left = await page
        .locator('.page-head .st')
        .filter({ visible: true })
        .evaluate((state) => {
          let line = state.parentElement!;
          while (!/auto|scroll/.test(getComputedStyle(line).overflowX)) line = line.parentElement!;
          return line.getBoundingClientRect().right - state.getBoundingClientRect().right;
        });
      // A line that goes on fades over its last 24 pixels.
      expect(left).toBeGreaterThanOrEqual(24);
    });

  test('no tool of a chart stands on a line of its own on a phone', async ({ quiet: page, app }) => {
    await signIn(page, app);
    for (const path of [`/dlog/charts?logger=${app.dataloggerId}`, `/dlog/dataloggers/${app.dataloggerId}`])
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        await page.goto(`${app.url}/sk${path}`, { waitUntil: 'load' });
        const link = page.getByRole('button', { name: 'Kopírovať odkaz' });
        await expect(link).toBeVisible();
        const lines = await link.evaluate((one) => [
          ...new Set(
            [...one.parentElement!.querySelectorAll('button')].flatMap((tool) =>
              [...tool.getClientRects()].map(({ top }) => Math.round(top)),
            ),
          ),
        ]);
        expect(lines, `${path} at ${width} px`).toHaveLength(1);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
  });
});

test('code of the handbooks is not cut inside its words on a phone, and is scrolled by keys', async ({ quiet: page, app }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const locale of LOCALES) {
    await page.goto(address(app, '/docs/send-readings', locale), { waitUntil: 'load' });
    const code = page.locator('main pre').first();
    const lines = (await code.innerText()).trimEnd().split('\n').length;
    const { tall, line } = await code.locator('code').evaluate((one) => ({
      tall: one.getBoundingClientRect().height,
      line: Number.parseFloat(getComputedStyle(one).lineHeight),
    }));
    // Inline code is as high as its letters on the first and the last line.
    expect(tall).toBeLessThan((lines + 0.5) * line);
    await code.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => code.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('the reference of the interface needs no scrolling sideways on a phone', async ({ quiet: page, app }) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${app.url}/v1/docs`, { waitUntil: 'load' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

/** Slovak has the longest words nearly everywhere. */
const LANGUAGES: Record<string, readonly ('en' | 'sk')[]> = { '/tm/screens': ['sk', 'en'] };

for (const { path } of ROUTES.filter(({ access }) => access === 'user'))
  test(`${path} needs no scrolling sideways at ${LOOKED_AT.join(', ')} px and at 200 %`, async ({ quiet: page, app }) => {
    await signIn(page, app);
    const views = (LANGUAGES[path] ?? ['sk']).flatMap((locale) => ['', ...(TABS[path] ?? [])].map((hash) => ({ locale, hash })));
    for (const { locale, hash } of views) {
      await page.goto('about:blank');
      await page.goto(address(app, path, locale) + hash, { waitUntil: 'load' });
      await expect(page.locator('main [aria-busy=true], main .skel')).toHaveCount(0);
      const zoomed = WHOLE ? Object.values(ZOOMED) : [ZOOMED.letters];
      const windows = [...LOOKED_AT.map((width) => ({ width, letters: '100%' })), ...zoomed];
      for (const { width, letters } of windows) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, letters);
        await page.setViewportSize({ width, height: 700 });
        // Charts follow the window with the next frames.
        const wide = () =>
          page.evaluate(() => {
            const most = document.documentElement.clientWidth;
            /** Inside a box that scrolls by itself, or that cuts off what is drawn beyond it on purpose. */
            const boxed = (element: Element): boolean => {
              for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
                if (getComputedStyle(at).overflowX !== 'visible') return true;
              return false;
            };
            const beyond = [...document.querySelectorAll('main, main *')].filter(
              (one) => one.getBoundingClientRect().right > most + 1 && one.getClientRects().length > 0 && !boxed(one),
            );
            return [
              ...(document.documentElement.scrollWidth > most ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []),
              ...beyond
                .slice(0, 3)
                .map((one) => `${one.tagName}.${one.getAttribute('class')} ends at ${one.getBoundingClientRect().right}`),
            ];
          });
        await expect.poll(wide, { message: `${locale} ${hash} at ${width} px, letters ${letters}` }).toEqual([]);
        // What rows of filters hold is no higher than they are.
        const cut = await page
          .locator('.filters')
          .evaluateAll((rows) => rows.filter((row) => row.scrollHeight > row.clientHeight + 1).length);
        expect(cut, `${locale} ${hash} at ${width} px, letters ${letters}`).toBe(0);
      }
    }
  });

test('public pages need no scrolling sideways on a phone and at 200 %', async ({ quiet: page, app }) => {
  test.setTimeout(180_000);
  for (const { path } of ROUTES.filter(({ access, layout }) => access === 'public' && layout !== 'Clear')) {
    await page.goto(address(app, path, 'sk'), { waitUntil: 'load' });
    for (const { width, letters } of [{ width: 320, letters: '100%' }, ...Object.values(ZOOMED)]) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, letters);
      await page.setViewportSize({ width, height: 700 });
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.soft.poll(beyond, { message: `${path} at ${width} px, letters ${letters}` }).toBe(0);
    }
  }
});

test('what visitors press is 44 px tall on a phone: menus, buttons, the way home of a page that is not there, lines at the foot', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/', '/login', '/contacts', '/docs/news', '/nowhere', '/signup/invitation/dead', '/signup/reset/dead']) {
    await page.goto(app.url + path, { waitUntil: 'load' });
    for (const menu of await page.locator('header details').all()) await menu.evaluate((one: HTMLDetailsElement) => (one.open = true));
    const small = await page
      .locator('header > a:not(.skip), header :is(summary, details a, details button), footer li a, main :is(.btn, button, nav li a)')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 44)
          .map((one) => `${one.textContent} ${one.getBoundingClientRect().height}`),
      );
    expect(small, path).toEqual([]);
  }
});

test('who asked for less motion sees nothing move before the log-in and while capturing', async ({ quiet: page, app }) => {
  for (const path of ['/login', '/tm/screens/{id}#capture']) {
    // Other pages: `every-route.spec.ts`. Who is signed in is led on from the log-in page.
    if (path !== '/login') await signIn(page, app);
    await page.goto(address(app, path, 'cs'), { waitUntil: 'load' });
    expect.soft(await moving(page), path).toEqual([]);
  }
});

for (const path of [
  '/dlog/dataloggers',
  '/dlog/dataloggers/{id}#received',
  '/dlog/dataloggers/{id}#tokens',
  '/dlog/received-data',
  '/dlog/received-data/{id}',
  '/dlog/sensor-types',
  '/tm/operations',
  '/tm/allowance-sets',
  '/tm/measurements/{id}#entries',
  '/tm/measurements/{id}#elements',
])
  test(`tables of ${path} show all of their columns in every window`, async ({ quiet: page, app }) => {
    await signIn(page, app);
    await page.goto(address(app, path, 'sk'), { waitUntil: 'load' });
    await expect(page.locator('main [aria-busy=true], main .skel')).toHaveCount(0);
    const tables = page.locator('.table-scroll, .tm-scroll, .tm-wide');
    await expect(tables.locator('tbody tr').first()).toBeVisible();
    for (const width of [320, 390, 720, 900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      const beyond = () => tables.evaluateAll((all) => Math.max(...all.map((one) => one.scrollWidth - one.clientWidth)));
      await expect.poll(beyond, { message: `${width} px` }).toBe(0);
    }
  });

test('the tools of the list of machines stand on one line, beside what is looked for, and its buttons beside its name', async ({
  quiet: page,
  app,
}) => {
  await signIn(page, app);
  await page.goto(address(app, '/org/machines', 'sk'), { waitUntil: 'load' });
  for (const width of [900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    const lines = (parts: string) =>
      page.locator(parts).evaluateAll((all) => [
        ...new Set(
          all.map((one) => {
            const { top, height } = one.getBoundingClientRect();
            return Math.round(top + height / 2);
          }),
        ),
      ]);
    await expect.poll(async () => (await lines('.filters > :is(.search-field, .btn, .seg)')).length, { message: `${width} px` }).toBe(1);
    await expect.poll(async () => (await lines('.page-head :is(h1, .btn)')).length, { message: `${width} px` }).toBe(1);
  }
});

test('words of the line to the server take their room in the bar from the beginning', async ({ quiet: page, app }) => {
  await signIn(page, app);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(address(app, '/user/profile', 'en'), { waitUntil: 'load' });
    await expect(page.locator('.live')).toHaveText('Live');
    const widths = await page.locator('.live').evaluate((lamp) => {
      const word = lamp.querySelector('.st')!.lastChild!;
      return ['Live', 'Connecting', 'Interrupted', 'No connection'].map((text) => {
        word.textContent = text;
        return lamp.getBoundingClientRect().width;
      });
    });
    expect(new Set(widths).size, `${width} px: ${widths}`).toBe(1);
  }
});

test('names of channels are read whole where they are changed, on a phone too', async ({ quiet: page, app }) => {
  await signIn(page, app);
  await page.goto(`${address(app, '/dlog/dataloggers/{id}', 'sk')}#settings`, { waitUntil: 'load' });
  for (const width of [320, 390, 900]) {
    await page.setViewportSize({ width, height: 700 });
    await expect
      .poll(() =>
        page
          .locator('.settings tbody td:nth-child(2) input')
          .first()
          .evaluate((field) => field.clientWidth),
      )
      .toBeGreaterThanOrEqual(128);
  }
});

test('what stands in place of a tab of a workspace until it comes fits the narrowest phone', async ({ quiet: page, app }) => {
  await signIn(page, app);
  const come = Promise.withResolvers<void>();
  await page.route('**/_astro/ShiftsTab*.js', async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${address(app, '/org/workspace/workspace', 'cs')}#shifts`, { waitUntil: 'domcontentloaded' });
  const bars = page.locator('[role=tabpanel] .skel');
  await expect(bars).toHaveCount(3);
  const ends = await bars.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...ends)).toBeLessThanOrEqual(320 - 16);
  come.resolve();
  await expect(bars).toHaveCount(0);
});

test.describe('what only some organisations have', () => {
  let server: ServerProcess;
  let folder: string;
  let plant: FirstOrganization;
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'taktlog-narrow-'));
    server = await startServerProcess({ DATA_DIR: folder });
    plant = await firstOrganization(server);
  });
  test.afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const sent = async (path: string, token: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
  };

  test('the devices of a gateway are listed without scrolling sideways, with the logger that each of them is', async ({ quiet: page }) => {
    const { token } = await plant.call<{ token: string }>('POST', `/v1/orgs/${plant.organizationId}/gateways`, {
      workspace_id: plant.workspaceId,
      name: 'Roof',
    });
    const device = (devEui: string) => ({
      end_device_ids: { device_id: 'roof', application_ids: { application_id: 'weather' }, dev_eui: devEui },
      uplink_message: { f_port: 2, decoded_payload: { temperature: 20 } },
    });
    await sent('/v1/ingest/tts', token, device('70B3D57ED005B89A'));
    await signIn(page, { ...plant, url: server.url });
    await page.goto(`${server.url}/sk/org/workspace/workspace#equipment`);
    const waiting = page.getByRole('row', { name: /70B3D57ED005B89A/ });
    for (const width of [320, 390, 900, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      await expect(waiting.getByText('1 správa').locator('visible=true')).toHaveCount(1);
      const beyond = () =>
        page.locator('.table-scroll').evaluateAll((all) => Math.max(...all.map((one) => one.scrollWidth - one.clientWidth)));
      await expect.poll(beyond, { message: `${width} px` }).toBe(0);
    }
  });

  test('four channels stand beside their time, and where they are moved sideways on a phone it stays in sight', async ({ quiet: page }) => {
    const { id, token } = await plant.datalogger('Kotolňa s dlhým názvom');
    await sent('/v1/ingest/json', token, [
      {
        ts: Date.now() - 60_000,
        values: { 'Teplota prívodu': 21.25, 'Teplota spiatočky': 18.5, 'Vlhkosť vzduchu': 41, 'Tlak v okruhu': 1013.25 },
      },
    ]);
    await signIn(page, { ...plant, url: server.url });
    await page.goto(`${server.url}/sk/dlog/dataloggers/${id}#table`);
    const table = page.locator('.table-scroll');
    await expect(table.getByText('1 013,25')).toBeVisible();
    const beyond = () => table.evaluate((one) => one.scrollWidth - one.clientWidth);
    for (const width of [640, 720, 800, 900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(beyond, { message: `${width} px` }).toBe(0);
      // Figures aren't cut.
      expect(await table.locator('td').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(beyond).toBeGreaterThan(0);
    await table.evaluate((one) => one.scrollTo({ left: one.scrollWidth }));
    await expect(table.locator('tbody time')).toBeInViewport({ ratio: 1 });
    await expect(table.getByText('1 013,25')).toBeInViewport({ ratio: 1 });
  });

  test('a recording behind a link is read whole on a phone: no table is moved sideways, letters of its chart are as large as others', async ({
    quiet: page,
  }) => {
    const { id: logger, token } = await plant.datalogger('Chladiace vozidlo s dlhým názvom');
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const rows = Array.from({ length: 180 }, (_, n) => ({
      ts: minute - (240 - n) * 60_000,
      values: { 'Teplota vzduchu': 4 + (n % 40) / 10 },
    }));
    await sent('/v1/ingest/json', token, rows);
    const root = `/v1/orgs/${plant.organizationId}`;
    const { items } = await plant.call<{ items: { id: string }[] }>('GET', `${root}/channels?datalogger_id=${logger}`);
    const limits = { low: 2, high: 6, allowed_above_s: 600, allowed_below_s: 0, coverage: 0.95, kinetic_high: null };
    const { id } = await plant.call<{ id: string }>('POST', `${root}/recordings`, {
      name: 'Rozvoz Brno – Ivančice',
      purpose: 'transport',
      channels: [{ channel_id: items[0]!.id, limits }],
      from: new Date(minute - 240 * 60_000).toISOString(),
      to: new Date(minute - 10 * 60_000).toISOString(),
    });
    const share = await plant.call<{ token: string }>('POST', `${root}/recordings/${id}/shares`, { expires_in_days: 1 });
    await page.goto(`${server.url}/sk/shared/recording/${share.token}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [320, 390, 900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = () =>
        page.locator('.overflow-x-auto').evaluateAll((all) => Math.max(...all.map((one) => one.scrollWidth - one.clientWidth)));
      await expect.poll(beyond, { message: `${width} px` }).toBe(0);
      const chart = page.getByRole('img', { name: 'Teplota vzduchu' });
      await expect.poll(() => chart.evaluate((one: SVGSVGElement) => one.getScreenCTM()?.a), { message: `${width} px` }).toBeCloseTo(1, 2);
    }
    // What missed is hatched.
    await expect(page.locator('figure rect[fill^="url("]')).toHaveCount(1);
    expect(await page.locator('body').evaluate((one) => one.getBoundingClientRect().height)).toBeGreaterThanOrEqual(800);
  });
});
