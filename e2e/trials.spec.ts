import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { LOCALES, type Locale } from '../src/lib/constants.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { violations } from './axe.ts';
import { WHOLE } from './matrix.ts';
import { insertDayScreen, makeDay } from './measurements-day.ts';
import { addMember } from './members.ts';
import { expect, signIn, test } from './test.ts';

/** What a new user wants of the product, done as he does it, in each language, at a desk and on a phone; every press is counted. */

const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** The words of one language, as the screens have them. */
function wordsOf(locale: Locale): (key: string) => string {
  const files = new Map<string, unknown>();
  return (key) => {
    const [file, path] = key.split(':') as [string, string];
    if (!files.has(file)) files.set(file, JSON.parse(readFileSync(`locales/${locale}/${file}.json`, 'utf8')));
    const found = path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], files.get(file));
    if (typeof found !== 'string') throw new Error(`no word ${key} in ${locale}`);
    return found;
  };
}

/** The hand of the user: counts presses and fields. */
class Hand {
  presses = 0;
  fields = 0;
  /** Keys that only led there. */
  steps = 0;
  readonly #began = Date.now();
  async press(what: Locator): Promise<void> {
    this.presses += 1;
    await what.click();
  }
  async write(what: Locator, text: string): Promise<void> {
    this.fields += 1;
    await what.fill(text);
  }
  report(trial: string): void {
    const seconds = ((Date.now() - this.#began) / 1000).toFixed(1);
    const way = this.steps > 0 ? `, ${this.steps} keys on the way` : '';
    const description = `${trial}: ${this.presses} presses, ${this.fields} fields${way}, ${seconds} s`;
    test.info().annotations.push({ type: 'trial', description });
    console.log(description);
  }
}

/** The hand without a mouse: what it wants is reached by Tab, in a menu by the arrows. */
class Keys extends Hand {
  override async press(what: Locator): Promise<void> {
    this.presses += 1;
    await this.#reach(what);
    await what.press('Enter');
  }
  override async write(what: Locator, text: string): Promise<void> {
    this.fields += 1;
    await this.#reach(what);
    await what.page().keyboard.type(text);
  }
  async #reach(what: Locator): Promise<void> {
    await what.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      const at = await what.evaluate((one) =>
        one === document.activeElement ? 'it' : document.activeElement?.closest('[role=menu]') ? 'menu' : '',
      );
      if (at === 'it') return;
      this.steps += 1;
      await what.page().keyboard.press(at === 'menu' ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`not reached by ${MOST_TABS} tabs: ${what}`);
  }
}
const MOST_TABS = 120;

/** A plant with a night shift, a cold room that fell silent in it, and the study of a morning. */
let server: ServerProcess;
let folder: string;
let plant: FirstOrganization & { url: string };
const COLLEAGUE = { email: 'petr@pila.example', password: 'kolega z noční směny' };
const MINUTE = 60_000;
const STUDY = 'Pásovka, ranní směna';
const SILENT = 'Chladírna 2';
const SILENCE = 180 * MINUTE;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-trials-'));
  server = await startServerProcess({ DATA_DIR: folder });
  plant = { ...(await firstOrganization(server)), url: server.url };
  await addMember(folder, plant, { ...COLLEAGUE, name: 'Petr', role: 'viewer' });
  const shift = (name: string, start: string, end: string) => ({ name, start, end, days: [1, 2, 3, 4, 5, 6, 7], breaks: [] });
  await plant.call('PUT', `/v1/orgs/${plant.organizationId}/workspaces/${plant.workspaceId}/shift-calendar`, {
    rev: 0,
    shifts: [shift('Ranní', '06:00', '14:00'), shift('Odpolední', '14:00', '22:00'), shift('Noční', '22:00', '06:00')],
    exceptions: [],
  });
  let silentId = '';
  for (const name of ['Chladírna 1', SILENT, 'Sušárna']) {
    const { id, token } = await plant.datalogger(name, { expected_interval_s: 60 });
    if (name === SILENT) silentId = id;
    const silent = name === SILENT ? SILENCE : 0;
    const rows = Array.from({ length: 24 * 12 }, (_, n) => ({
      ts: Date.now() - silent - n * 5 * MINUTE,
      values: { air: 4 + (n % 20) / 10 },
    }));
    const answer = await fetch(`${server.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(rows),
    });
    expect(answer.status).toBe(200);
  }
  const screen = systemIds.uuid();
  const db = openDatabase({ dataDir: folder, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  const place = { organization_id: plant.organizationId, workspace_id: plant.workspaceId, id: screen };
  await db.write(plant.organizationId, async (writer) => {
    await insertDayScreen(writer, place, systemClock.now());
    // What came is received now, whatever its time: the silence has to be told.
    const last_seen_at = systemClock.now() - SILENCE * 1_000;
    await writer
      .updateTable('dataloggers')
      .set({ last_seen_at })
      .where('organization_id', '=', plant.organizationId)
      .where('id', '=', silentId)
      .execute();
  });
  await db.close();
  await makeDay(plant, screen, Date.now() - 1_440 * MINUTE, STUDY);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What stands there now is accessible, the open dialog or the page: asked in one of the languages, of what the hand does. */
async function accessible(page: Page, locale: Locale, by: typeof Hand): Promise<void> {
  if (locale !== 'sk' || by !== Hand) return;
  // A pointer that rests where a window stood may call up the tip of what lies below; a finger doesn't.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  if ((await page.getByRole('dialog').count()) > 0) {
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    return;
  }
  // What is only coming has no heading yet; that of a page below it can't be reached any more.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
}

const WAYS = LOCALES.flatMap((locale) => (['desk', 'phone'] as const).flatMap((size) => [Hand, Keys].map((by) => ({ locale, size, by }))));
/** In each run each language, each size and each way of working once. */
const EACH_RUN = ['cs phone hand', 'en desk keys', 'sk desk hand'];
const nameOf = ({ locale, size, by }: (typeof WAYS)[number]) => `${locale} ${size} ${by === Keys ? 'keys' : 'hand'}`;
for (const { locale, size, by } of WAYS.filter((way) => WHOLE || EACH_RUN.includes(nameOf(way)))) {
  const viewport = SIZES[size];
  /** Without a mouse the whole is gone through once, a protocol is put on paper everywhere. */
  const isWhole = by === Hand || (locale === 'en' && size === 'desk');
  test.describe(`${locale}, ${size}, ${by === Keys ? 'keys' : 'hand'}`, () => {
    test.use({
      viewport,
      hasTouch: size === 'phone',
      locale: locale === 'en' ? 'en-GB' : locale,
    });
    if (isWhole)
      test('the logger in trouble is found, its last night is seen and shown to a colleague', async ({ page, browser }) => {
        const t = wordsOf(locale);
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await signIn(page, plant);
        await page.goto(plant.url + localePath('/user/dashboard', locale));
        const hand = new by();
        await accessible(page, locale, by);
        await hand.press(page.getByRole('link', { name: SILENT }).first());
        const control = page.getByRole('group', { name: t('range:label') });
        await hand.press(control.locator('[aria-expanded]'));
        await expect(page.getByRole('dialog')).toBeVisible();
        await accessible(page, locale, by);
        await hand.press(page.getByRole('dialog').getByRole('button', { name: /Noční/ }));
        await expect(page).toHaveURL(/from=/);
        await expect(page.locator('.pane canvas').first()).toBeVisible();
        await accessible(page, locale, by);
        await hand.press(page.getByRole('button', { name: t('range:copy_link') }));
        await expect(page.getByText(t('range:link_copied'))).toBeVisible();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const theirs = await (await browser.newContext({ viewport })).newPage();
        await signIn(theirs, { url: plant.url, ...COLLEAGUE });
        hand.presses += 1;
        await theirs.goto(link);
        await expect(theirs.locator('h1')).toContainText(SILENT);
        await expect(theirs.getByRole('group', { name: t('range:label') })).toContainText(/22[.:]00 – /);
        await expect(theirs.locator('.pane canvas').first()).toBeVisible();
        await theirs.context().close();
        hand.report(`${test.info().titlePath[1]}: last night to a colleague`);
        expect(hand.presses).toBeLessThanOrEqual(6);
      });

    test('the protocol of a shift is put on paper', async ({ page }) => {
      const t = wordsOf(locale);
      await page.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', '');
      });
      await signIn(page, plant);
      await page.goto(plant.url + localePath('/user/dashboard', locale));
      const hand = new by();
      await hand.press(page.locator(size === 'phone' ? '.bottom' : '.rail').getByRole('link', { name: t('routes:tm_measurements.name') }));
      await accessible(page, locale, by);
      await hand.press(page.getByRole('row').filter({ hasText: STUDY }));
      await expect(page.locator('.tm-plot')).toBeVisible();
      await accessible(page, locale, by);
      await hand.press(page.getByRole('button', { name: t('ui:shell.user').replace('{{name}}', 'Owner') }));
      await hand.press(page.getByRole('menuitem', { name: t('ui:shell.print') }));
      await expect(page.locator('html')).toHaveAttribute('data-printed', '');
      hand.report(`${test.info().titlePath[1]}: a protocol on paper`);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await expect(page.locator('[data-paper="place"]')).toContainText('Plant / Hall');
      await expect(page.locator('[data-paper="printed"]')).toContainText('Owner');
      await expect(page.getByText(t('ui:paper.signature'))).toBeVisible();
      await expect(page.getByRole('heading', { name: STUDY })).toBeVisible();
    });

    if (isWhole)
      test('an organisation, a logger, a colleague and a panel are there without a word of documentation', async ({ page, request }) => {
        const t = wordsOf(locale);
        // The longest way: on a slow machine it takes more than the others may.
        test.setTimeout(240_000);
        const folder = mkdtempSync(join(tmpdir(), 'taktlog-trial-'));
        const server = await startServerProcess({ DATA_DIR: folder });
        try {
          const hand = new by();
          const token = /\/signup\/setup#(\S+)/.exec(server.output())![1];
          await page.goto(`${server.url}${localePath('/signup/setup', locale)}#${token}`);
          const field = (name: string) => page.getByLabel(name, { exact: true });
          await hand.write(field(t('auth:setup.organization')), 'Pila');
          await hand.write(field(t('auth:setup.workspace')), 'Hala 1');
          await hand.write(field(t('auth:setup.name')), 'Jana');
          await hand.write(field(t('auth:setup.email')), 'jana@pila.example');
          await hand.write(field(t('auth:setup.password')), 'silné heslo na pilu');
          await hand.write(field(t('auth:setup.password_again')), 'silné heslo na pilu');
          await hand.press(page.locator('button[type=submit]'));
          await page.waitForURL(/dashboard/);
          await accessible(page, locale, by);
          // The logger.
          const dialog = page.getByRole('dialog');
          await hand.press(page.getByRole('link', { name: t('dashboard:steps.logger.action'), exact: true }));
          await hand.write(dialog.getByLabel(t('dataloggers:new.name')).first(), 'Sušárna');
          await accessible(page, locale, by);
          await hand.press(dialog.locator('button[type=submit]'));
          const curl = dialog.getByText(/curl .*\/v1\/ingest\/json/s).first();
          await expect(curl).toBeVisible();
          const key = /tk_[\w-]{43}/.exec((await curl.textContent()) ?? '')![0];
          const sent = await request.post(`${server.url}/v1/ingest/json`, {
            headers: { Authorization: `Bearer ${key}` },
            data: { temperature: 61.5 },
          });
          expect(sent.status()).toBe(200);
          await expect(dialog.getByText(/61[.,]5/)).toBeVisible();
          await accessible(page, locale, by);
          await hand.press(dialog.getByRole('button', { name: t('dataloggers:token.done') }));
          // The colleague.
          const dashboard = async () => {
            const way = page.locator(size === 'phone' ? '.bottom' : '.rail').getByRole('link', { name: t('dashboard:title'), exact: true });
            await hand.press(way);
            await page.waitForURL(/dashboard/);
          };
          await dashboard();
          await accessible(page, locale, by);
          await hand.press(page.getByRole('link', { name: t('dashboard:steps.people.title'), exact: true }));
          await hand.write(dialog.getByLabel(t('people:invite.emails')), 'petr@pila.example');
          await accessible(page, locale, by);
          await hand.press(dialog.locator('button[type=submit]'));
          await expect(dialog.getByText(/signup\/invitation/).or(dialog.locator('input[value*="/signup/"]'))).toBeVisible();
          await accessible(page, locale, by);
          await hand.press(dialog.getByRole('button', { name: t('people:invite.done'), exact: true }));
          // The panel.
          await dashboard();
          await hand.press(page.getByRole('link', { name: t('dashboard:steps.screen.title'), exact: true }));
          await hand.write(dialog.getByLabel(t('screens:field.name')), 'Pásovka');
          await accessible(page, locale, by);
          await hand.press(dialog.locator('button[type=submit]'));
          await page.waitForURL(/tm\/screens\/.+/);
          await accessible(page, locale, by);
          await hand.press(page.getByRole('button', { name: t('screens:publish'), exact: true }));
          await hand.press(page.getByRole('link', { name: t('screens:capture'), exact: true }));
          await expect(page.locator('.cap-start h1')).toBeVisible();
          await accessible(page, locale, by);
          hand.report(`${test.info().titlePath[1]}: from nothing to a panel`);
        } finally {
          // The stream of the open page would keep the server for as long as it lasts.
          await page.close();
          await server.stop();
          rmSync(folder, { recursive: true, force: true });
        }
      });
  });
}
