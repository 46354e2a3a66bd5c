import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { JOURNAL_NAME } from '../src/lib/client/capture/unsent.ts';
import { phonePhoto } from '../src/lib/server/files/testing.ts';
import { violations } from './axe.ts';
import { WHOLE } from './matrix.ts';
import { addMember } from './members.ts';
import { GLOVE, misplaced, smallerThan } from './panel-places.ts';
import { expect, signIn, test } from './test.ts';
import { KB, weigh } from './weigh.ts';

/** Capturing with a panel on a tablet and on a phone: an operator, who may do nothing else. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let folder: string;
let plant: FirstOrganization;
let screen: { id: string; draft: { buttons: { id: string; activity_id: string | null; kind: string }[] } };
/** Four columns, an interruption, buttons without pictures, seven ratings. */
let crowded: { id: string };
const OPERATOR = { email: 'operator@plant.example', password: 'hrnek na parapetu' };
const TABLET = { width: 1180, height: 820 };
const PHONE = { width: 390, height: 844 };

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-capture-'));
  server = await startServerProcess({ DATA_DIR: folder });
  plant = await firstOrganization(server);
  const path = `/v1/orgs/${plant.organizationId}/screens`;
  screen = await plant.call('POST', path, {
    workspace_id: plant.workspaceId,
    name: 'Balicí linka 2',
    template: { key: 'operator_snapshot', locale: 'cs' },
  });
  await plant.call('POST', `${path}/${screen.id}/publish`, { rev: 1 });
  await makeCrowded(path);
  await addMember(folder, plant, { ...OPERATOR, role: 'operator', locale: 'cs' });
});
async function makeCrowded(path: string): Promise<void> {
  type Draft = { columns: number; ratings: number[]; buttons: Record<string, unknown>[] };
  const made = await plant.call<{ id: string; rev: number; draft: Draft }>('POST', path, {
    workspace_id: plant.workspaceId,
    name: 'Těsná',
    template: { key: 'operator_snapshot', locale: 'cs' },
  });
  crowded = made;
  const { items: activities } = await plant.call<{ items: { id: string; name: string }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/activities?limit=100`,
  );
  const idOf = (name: string) => activities.find((one) => one.name === name)!.id;
  const phone = await plant.call<{ id: string }>('POST', `/v1/orgs/${plant.organizationId}/activities`, {
    workspace_id: plant.workspaceId,
    name: 'Telefon',
    kind: 'state',
    color: 3,
  });
  const kinds: [kind: string, activity: string | null][] = [
    ...['Práce', 'Porucha', 'Chůze', 'Seřizování stroje'].map((name): [string, string] => ['activity', idOf(name)]),
    ['activity', phone.id],
    ['rating', null],
    ['undo', null],
    ['pause', null],
  ];
  const buttons = kinds.map(([kind, activity_id], index) => ({
    id: `k${index}`,
    kind,
    activity_id,
    lane: null,
    interrupts: activity_id === phone.id,
    label: kind === 'rating' ? 'Stupeň výkonu' : null,
    hotkey: null,
    x: index % 4,
    y: Math.floor(index / 4),
    w: 1,
    h: 1,
  }));
  const phrases = ['Došla fólie', 'Čeká na vozík'];
  const draft = { ...made.draft, columns: 4, ratings: [85, 90, 95, 100, 105, 110, 115], buttons, phrases };
  const saved = await plant.call<{ rev: number }>('PATCH', `${path}/${made.id}`, { rev: made.rev, draft });
  await plant.call('POST', `${path}/${made.id}/publish`, { rev: saved.rev });
}
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const address = (prefix = '') => `${server.url}${prefix}/tm/screens/${screen.id}`;
const key = (page: Page, name: string) => page.locator('.cap-key', { has: page.locator(`b:text-is("${name}")`) });

/** Signed in as the operator, on the panel, before its first touch. */
async function panel(page: Page): Promise<void> {
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(address());
  await page.getByLabel('Pracovník').fill('P-07');
  await page.getByRole('button', { name: 'Otevřít panel' }).click();
  await expect(page.locator('.cap-pad')).toBeVisible();
}
const now = (page: Page) => page.locator('.cap-now h2');
const undo = (page: Page) => page.locator('.cap-foot button').first();

/** Ends what runs and waits until the server knows it: other journeys list what still runs. */
async function endMeasurement(page: Page): Promise<void> {
  await page.locator('.cap-foot .stop').hover();
  await page.mouse.down();
  await expect(page.getByText('Měření je ukončené.')).toBeVisible();
  await page.mouse.up();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
}

test('an operator chooses his panel, and captures with a thumb: switch, count, undo, earlier, the end', async ({ quiet: page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(`${server.url}/tm/screens`);
  await page.getByRole('link', { name: 'Balicí linka 2' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Pracovník').fill('P-07');
  await page.getByRole('button', { name: 'Otevřít panel' }).click();
  await expect(now(page)).toHaveText('Zatím neběží nic');
  for (const box of await page.locator('.cap-key').all()) {
    const size = await box.boundingBox();
    expect(Math.min(size!.width, size!.height)).toBeGreaterThanOrEqual(64);
  }
  await key(page, 'Práce').click();
  await expect(now(page)).toHaveText('Práce');
  await expect(key(page, 'Práce')).toHaveAttribute('aria-pressed', 'true');
  // What runs already can be touched again: nothing happens.
  await key(page, 'Práce').click();
  await page.locator('.cap-key').getByText('Dobré kusy +1').click();
  await page.locator('.cap-key').getByText('Dobré kusy +1').click();
  await key(page, 'Porucha').click();
  await expect(now(page)).toHaveText('Porucha');
  await expect(undo(page)).toContainText('Práce → Porucha');
  await undo(page).click();
  await expect(now(page)).toHaveText('Práce');
  await expect(undo(page)).toContainText('Dobré kusy +1');
  await page.getByRole('button', { name: 'Znovu' }).click();
  await expect(now(page)).toHaveText('Porucha');
  expect(await violations(page)).toEqual([]);

  // Held, it asks when it began; all the time since the last touch was it.
  await key(page, 'Chůze').hover();
  await page.mouse.down();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.mouse.up();
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'celé' }).click();
  await expect(undo(page)).toContainText('dřívější začátek');

  await page.getByRole('button', { name: 'Poznámka' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Došla folie');
  await page.getByRole('button', { name: 'Uložit poznámku' }).click();

  // A touch is no end, only holding it is.
  const stop = page.locator('.cap-foot .stop');
  await stop.click();
  await expect(now(page)).toHaveText('Chůze');
  await stop.hover();
  await page.mouse.down();
  await expect(page.getByText('Měření je ukončené.')).toBeVisible();
  await page.mouse.up();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
  expect(await violations(page)).toEqual([]);
  const { items } = await plant.call<{ items: { id: string; state: string; lanes: { worker: string }[] }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/measurements?sort=-created_at&limit=1`,
  );
  expect(items).toMatchObject([{ state: 'finished', lanes: [{ worker: 'P-07' }] }]);
  await page.getByRole('button', { name: 'Pokračovat v měření' }).click();
  await expect(now(page)).toHaveText('Chůze');
});

test('a phone that lies, however wide, keeps what runs, its buttons and the end in sight', async ({ quiet: page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await panel(page);
  await key(page, 'Práce').click();
  for (const [width, height] of [
    [844, 390],
    [900, 400],
    [932, 430],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.locator('.cap-foot .stop')).toBeInViewport({ ratio: 1 });
    await expect(now(page)).toBeInViewport({ ratio: 1 });
    await expect(key(page, 'Práce')).toBeInViewport({ ratio: 1 });
    const [strip, foot] = await Promise.all(['.cap-day', '.cap-foot'].map((one) => page.locator(one).boundingBox()));
    expect(strip!.y + strip!.height, `${width} × ${height}`).toBeLessThanOrEqual(foot!.y);
    expect(await misplaced(page), `${width} × ${height}`).toEqual([]);
    expect(await smallerThan(page, GLOVE), `${width} × ${height}`).toEqual([]);
  }
  await endMeasurement(page);
});

for (const [device, size] of [
  ['phone', PHONE],
  ['tablet', TABLET],
  ['upright tablet', { width: 820, height: 1180 }],
] as const)
  test(`everything of the panel has its place on a ${device}, also over the editor and for a second device`, async ({
    quiet: page,
    browser,
  }) => {
    await page.setViewportSize(size);
    await panel(page);
    await key(page, 'Práce').click();
    await key(page, 'Porucha').click();
    expect(await misplaced(page)).toEqual([]);
    await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');

    const context = await browser.newContext({ viewport: size, locale: 'en-GB', timezoneId: 'Europe/Prague' });
    const chief = await context.newPage();
    await signIn(chief, { ...plant, url: server.url });
    await chief.goto(`${address('/en')}#capture`);
    // The newest stands first.
    await chief.locator('.cap-start li', { hasText: 'P-07' }).first().getByRole('button', { name: 'Join' }).click();
    // He sees at once what the first device noted.
    await expect(chief.locator('.capture, .cap-start[aria-busy]')).toBeVisible();
    await expect(now(chief)).toHaveText('Porucha');
    await expect(chief.locator('.cap-bar .about')).toContainText('P-07');
    expect(await misplaced(chief)).toEqual([]);
    // The editor lies under it: no key comes there, and it is whole again behind the panel.
    const isThere = () => chief.evaluate(() => !document.activeElement?.matches('body, .capture *, .cap-start *'));
    for (let times = 0; times < 25; times++) {
      await chief.keyboard.press('Tab');
      expect(await isThere()).toBe(false);
    }
    await chief.evaluate(() => {
      location.hash = '';
    });
    const top = chief.locator('header button:visible').first();
    await top.focus();
    await expect(top).toBeFocused();
    await context.close();
    await endMeasurement(page);
  });

/** The measurement that was opened last, also before its first tap. */
const newest = async () => {
  const path = `/v1/orgs/${plant.organizationId}/measurements?sort=-created_at&limit=1&untapped=1`;
  return (await plant.call<{ items: { id: string; name: string }[] }>('GET', path)).items[0];
};

for (const [device, size] of [
  ['phone', PHONE],
  ['tablet', { width: 1024, height: 768 }],
] as const)
  test(`fingers on a ${device}: a swipe is no tap, what is held counts from the touch, and a rating lets the next element be tapped`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: size, hasTouch: true, locale: 'cs-CZ', timezoneId: 'Europe/Prague' });
    const page = await context.newPage();
    const last = await newest();
    await signIn(page, { url: server.url, ...OPERATOR });
    await page.goto(`${server.url}/tm/screens/${crowded.id}`);
    await page.getByRole('button', { name: 'Otevřít panel' }).click();
    await expect(page.locator('.cap-pad')).toBeVisible();
    const finger = await context.newCDPSession(page);
    const at = async (name: string) => {
      const box = (await key(page, name).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: { x: number; y: number; id?: number }[] = []) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const swipe = async (name: string, dx: number, dy: number) => {
      const { x, y } = await at(name);
      await send('touchStart', [{ x, y }]);
      for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', [{ x: x + dx * part, y: y + dy * part }]);
      await send('touchEnd');
    };
    // Whole names, and nothing smaller than a thumb.
    expect(await cutNames(page)).toEqual([]);
    for (const box of await page.locator('.cap-key, .cap-chips button').all()) {
      const size = await box.boundingBox();
      if (size) expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(63.9);
    }

    await swipe('Práce', 0, -120);
    await swipe('Práce', 90, 0);
    await expect(now(page)).toHaveText('Zatím neběží nic');
    // It was only opened: the server knows nothing of it.
    expect((await newest())?.id).toBe(last?.id);

    await key(page, 'Práce').tap();
    await expect(now(page)).toHaveText('Práce');
    await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
    expect((await newest())?.id).not.toBe(last?.id);
    // Seen while the finger is down, taken when it leaves.
    const fault = await at('Porucha');
    await send('touchStart', [fault]);
    await expect(key(page, 'Porucha')).toHaveClass(/down/);
    await expect(now(page)).toHaveText('Práce');
    await send('touchEnd');
    await expect(now(page)).toHaveText('Porucha');

    // The rating of what has ended stays while the next one begins.
    await key(page, 'Stupeň výkonu').tap();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('Práce');
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await key(page, 'Chůze').tap();
    await expect(now(page)).toHaveText('Chůze');
    await expect(sheet).toContainText('Práce');
    await sheet.getByRole('button', { name: '110' }).tap();
    await expect(sheet).toBeHidden();
    await expect(undo(page)).toContainText('110');

    // Held, what interrupts goes on: the question is when it began.
    await key(page, 'Telefon').tap();
    await expect(now(page)).toHaveText('Telefon');
    await send('touchStart', [await at('Telefon')]);
    await expect(sheet).toBeVisible();
    await send('touchEnd');
    await expect(now(page)).toHaveText('Telefon');
    // Another touch is taken, and the question is gone with what it was about.
    await key(page, 'Telefon').tap();
    await expect(now(page)).toHaveText('Chůze');
    await expect(sheet).toBeHidden();

    // The end is when the finger came down, not when it had been held.
    const stop = (await page.locator('.cap-foot .stop').boundingBox())!;
    await page.evaluate(() => {
      addEventListener('pointerdown', () => sessionStorage.setItem('down', String(Date.now())), { capture: true, once: true });
    });
    await send('touchStart', [{ x: stop.x + stop.width / 2, y: stop.y + stop.height / 2 }]);
    await expect(page.getByText('Měření je ukončené.')).toBeVisible();
    await send('touchEnd');
    await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
    const down = Number(await page.evaluate(() => sessionStorage.getItem('down')));
    const { items: taps } = await plant.call<{ items: { kind: string; at: number }[] }>(
      'GET',
      `/v1/orgs/${plant.organizationId}/measurements/${(await newest())!.id}/taps?limit=500`,
    );
    const end = taps.find(({ kind }) => kind === 'stop')!;
    expect(end.at - down).toBeLessThan(400);
    await context.close();
  });

/** Names of buttons of which a part can't be seen. */
const cutNames = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.cap-key b')]
      .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1 || one.clientWidth < 40)
      .map(({ textContent }) => textContent),
  );

/** Words that no line holds whole. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.cap-key:not(.counter) b')].flatMap((name) => {
      const text = name.firstChild as Text;
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

for (const [device, size] of [
  ['the smallest phone', { width: 320, height: 568 }],
  ['a phone', PHONE],
  ['a phone that lies', { width: 844, height: 390 }],
  ['a tablet', { width: 1024, height: 768 }],
] as const)
  test(`gloves find nothing smaller than 64 px on ${device}`, async ({ quiet: page }) => {
    await page.setViewportSize(size);
    await signIn(page, { url: server.url, ...OPERATOR });
    await page.goto(`${server.url}/tm/screens/${crowded.id}`);
    await expect(page.getByRole('button', { name: 'Otevřít panel' })).toBeVisible();
    expect(await smallerThan(page, GLOVE), 'before it begins').toEqual([]);
    await page.getByRole('button', { name: 'Otevřít panel' }).click();
    await key(page, 'Práce').click();
    await key(page, 'Porucha').click();
    expect(await smallerThan(page, GLOVE), 'while it runs').toEqual([]);
    // Three rows of buttons are in sight at once.
    const pad = (await page.locator('.cap-pad').boundingBox())!;
    expect(pad.height).toBeGreaterThanOrEqual(3 * 64 + 2 * 6);
    expect(await misplaced(page), 'while it runs').toEqual([]);
    await key(page, 'Stupeň výkonu').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await smallerThan(page, GLOVE), 'the rating').toEqual([]);
    await page.getByRole('dialog').getByRole('button').first().click();
    await page.locator('.cap-foot').getByRole('button', { name: 'Poznámka' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await smallerThan(page, GLOVE), 'the note').toEqual([]);
    await page.keyboard.press('Escape');
    const stop = (await page.locator('.cap-foot .stop').boundingBox())!;
    await page.mouse.move(stop.x + 20, stop.y + 20);
    await page.mouse.down();
    await expect(page.locator('.cap-start')).toBeVisible();
    await page.mouse.up();
    expect(await smallerThan(page, GLOVE), 'behind the end').toEqual([]);
  });

test('on the smallest phone words stay whole, what is asked beside the pad fits, and chips stand in even rows', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await panel(page);
  expect(await brokenWords(page)).toEqual([]);
  await page.goto(`${server.url}/tm/screens/${crowded.id}`);
  await page.getByRole('button', { name: 'Otevřít panel' }).click();
  await key(page, 'Práce').click();
  await key(page, 'Porucha').click();
  await key(page, 'Porucha').hover();
  await page.mouse.down();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await page.mouse.up();
  const boxes = await sheet.locator('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  // Beside the way out the camera.
  expect(boxes.length).toBe(2 + 5 + 7);
  for (const { left, right, width, height } of boxes) {
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(63.9);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
  }
  const rows = [...Map.groupBy(boxes.slice(2), ({ top }) => Math.round(top)).values()].map((row) => row.length);
  expect(rows).toEqual([3, 2, 4, 3]);
});

test('a tablet without network says once how much waits', async ({ page, context }) => {
  await page.setViewportSize(TABLET);
  await panel(page);
  await context.setOffline(true);
  await key(page, 'Práce').click();
  const lamp = page.locator('[data-sync="offline"]');
  await expect(lamp).toBeVisible();
  expect((await lamp.innerText()).match(/\d+(?=\s*zápis|$)/gm)).toEqual(['1']);
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
});

test.describe('weight', () => {
  // What a worker of the page fetches is no request of the page, and wouldn't be weighed.
  test.use({ serviceWorkers: 'block' });

  test('the panel stays within 140 kB of JavaScript', async ({ quiet: page }) => {
    await signIn(page, { url: server.url, ...OPERATOR });
    const { script } = await weigh(page, address());
    await expect(page.getByRole('button', { name: 'Otevřít panel' })).toBeVisible();
    test.info().annotations.push({ type: 'JavaScript kB', description: (script / KB).toFixed(1) });
    expect(script).toBeLessThanOrEqual(140 * KB);
  });
});

test('keys of the panel do what its buttons do, in the words of the language', async ({ quiet: page }) => {
  await page.setViewportSize(TABLET);
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(address('/en'));
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await expect(page.locator('.cap-pad')).toBeVisible();
  await page.keyboard.press('F1');
  await expect(now(page)).toHaveText('Práce');
  await page.keyboard.press('F5');
  await expect(now(page)).toHaveText('Čekání');
  await page.keyboard.press('Control+z');
  await expect(now(page)).toHaveText('Práce');
  await page.keyboard.press('Control+Shift+z');
  await expect(now(page)).toHaveText('Čekání');
  await expect(page.locator('.cap-lamp').first()).toHaveText('Everything sent');
  expect(await violations(page)).toEqual([]);
});

test('what is written before the panel opens is there again after a reload and in a new tab, and goes once it has opened', async ({
  quiet: page,
}) => {
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(address());
  const worker = page.getByLabel('Pracovník').first();
  const kept = page.getByText('Je tu, co jste rozepsali');
  await worker.fill('P-31');
  await expect(kept).toBeHidden();
  await page.reload();
  await expect(worker).toHaveValue('P-31');
  await expect(kept).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Název měření').fill('Noční');
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: true });
  await next.goto(address());
  await expect(next.getByLabel('Název měření')).toHaveValue('Noční');
  await next.getByRole('button', { name: 'Otevřít panel' }).click();
  await expect(next.locator('.cap-pad')).toBeVisible();
  await expect.poll(() => next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
});

test('a note that was left by Escape or with its tab is there again; "Zrušit" throws it away', async ({ quiet: page }) => {
  await page.setViewportSize(TABLET);
  await panel(page);
  await key(page, 'Práce').click();
  const sheet = (on: Page) => on.getByRole('dialog', { name: 'Poznámka' });
  const text = (on: Page) => sheet(on).getByRole('textbox');
  await page.getByRole('button', { name: 'Poznámka' }).first().click();
  await text(page).fill('Došla fólie');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  const url = page.url();
  const context = page.context();
  await page.close({ runBeforeUnload: true });
  const next = await context.newPage();
  await next.goto(url);
  await next.getByRole('button', { name: 'Pokračovat' }).first().click();
  await expect(next.locator('.cap-pad')).toBeVisible();
  await next.getByRole('button', { name: 'Poznámka' }).first().click();
  await expect(text(next)).toHaveValue('Došla fólie');
  await expect(sheet(next).getByText('Je tu, co jste rozepsali')).toBeVisible();
  expect(await violations(next)).toEqual([]);
  await sheet(next).getByRole('button', { name: 'Zrušit' }).click();
  await next.getByRole('button', { name: 'Poznámka' }).first().click();
  await expect(text(next)).toHaveValue('');
});

test('taps outlive the session: signed out and in again, they go out; a deliberate sign-out asks first', async ({ page, context }) => {
  await panel(page);
  await key(page, 'Práce').click();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
  // The session ends elsewhere: the page stays, and keeps what is touched.
  await context.clearCookies({ name: /^auth\./ });
  await key(page, 'Porucha').click();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'signed_out');
  await expect(now(page)).toHaveText('Porucha');

  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(`${server.url}/user/profile`);
  await page.locator('.tools .avatar').click();
  await page.getByRole('menuitem', { name: 'Odhlásit' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 zápis');
  expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
  await page.getByRole('button', { name: 'Zůstat' }).click();

  await page.goto(address());
  await page.getByRole('button', { name: 'Pokračovat' }).first().click();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
  await expect(now(page)).toHaveText('Porucha');
});

test('lists leave a name its room at every width', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'cs-CZ', timezoneId: 'Europe/Prague' });
  const page = await context.newPage();
  await signIn(page, { ...plant, url: server.url });
  for (const path of ['/tm/measurements', '/tm/screens', '/tm/screens#activities']) {
    for (const width of [320, 390, 860, 900, 1024, 1180, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${server.url}${path}`);
      await page.reload();
      const name = page.locator('.table-scroll tbody tr td').first();
      await expect(name).toBeVisible();
      const box = await page.evaluate(() => {
        const free = [...document.querySelectorAll<HTMLElement>('.table-scroll col')].findIndex((one) => one.style.width === '');
        return document.querySelectorAll('.table-scroll th')[free]?.getBoundingClientRect().width ?? 0;
      });
      expect(box, `${path} at ${width} px`).toBeGreaterThanOrEqual(width < 700 ? 112 : 160);
    }
  }
  await context.close();
});

/** Takes the place of the server's clock: the browser's day passes in a minute. */
interface Earth {
  /** Milliseconds since the epoch, the true time. */
  now: number;
}

/** What a stopwatch that never errs would have. */
interface TrueEntry {
  name: string;
  at: number;
}

const DEVICES = [
  ['tablet', TABLET],
  ['phone', PHONE],
] as const;
/** Ten hours on both in the whole matrix, which takes minutes. */
const TAPS = WHOLE ? 600 : 150;
for (const [device, size] of WHOLE ? DEVICES : DEVICES.slice(0, 1))
  test(`${TAPS / 60} hours and ${TAPS} taps on a ${device}: no network now and then, the page killed, the clock moved`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const random = randomOf(device === 'tablet' ? 7 : 11);
    const earth: Earth = { now: Date.UTC(2026, 10, 19, 5) };
    const context = await browser.newContext({ viewport: size, locale: 'cs-CZ', timezoneId: 'Europe/Prague', hasTouch: true });
    await signInContext(context);
    let moved = 0;
    let opened = await openPage(context, earth, moved);
    let { page } = opened;
    // The server's clock goes with the invented day as the page's monotonic one does: nobody sets that, not even between two steps of an answer.
    await context.route('**/v1/orgs/*/measurements/*/taps*', async (route) => {
      try {
        const asking = opened;
        const answer = await route.fetch();
        const body = (await answer.json()) as { server_time?: number };
        const now = Math.round(asking.zero + (await asking.page.evaluate(() => performance.now())));
        await route.fulfill({ response: answer, json: body.server_time === undefined ? body : { ...body, server_time: now } });
      } catch {
        // The page was killed.
        await route.abort().catch(() => undefined);
      }
    });
    await page.getByLabel('Pracovník').fill('P-07');
    await page.getByRole('button', { name: 'Otevřít panel' }).click();
    await expect(page.locator('.cap-pad')).toBeVisible();
    const names = ['Práce', 'Seřizování stroje', 'Kontrola kvality', 'Čekání', 'Porucha', 'Chůze', 'Přestávka'];
    const truth: TrueEntry[] = [];
    let online = true;
    for (let count = 0; count < TAPS; count++) {
      const wait = 60_000 + Math.round((random() - 0.5) * 40_000);
      earth.now += wait;
      await page.clock.fastForward(wait);
      if (random() < 0.04) {
        online = !online;
        await context.setOffline(!online);
      }
      if (count % 150 === 75) {
        // The battery is dead; without network the shell comes from the device. The last touch had its moment to reach the disk.
        await expect.poll(() => switchesOnDisk(page)).toBe(truth.length);
        await page.close();
        earth.now += 30_000;
        opened = await openPage(context, earth, moved);
        ({ page } = opened);
        await page.getByRole('button', { name: 'Pokračovat' }).first().click();
        await expect(page.locator('.cap-pad')).toBeVisible();
      }
      if (count === TAPS / 2 + 20) {
        moved = 3_600_000;
        await page.clock.setSystemTime(earth.now + moved);
        await page.clock.runFor(1_500);
        earth.now += 1_500;
      }
      const name = names.filter((one) => one !== truth.at(-1)?.name)[Math.floor(random() * (names.length - 1))]!;
      await tap(page, name);
      truth.push({ name, at: earth.now });
    }
    await context.setOffline(false);
    earth.now += 60_000;
    await page.clock.fastForward(60_000);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.clock.resume();
    await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced', { timeout: 60_000 });
    const list = await plant.call<{ items: { id: string; tap_count: number }[] }>(
      'GET',
      `/v1/orgs/${plant.organizationId}/measurements?sort=-created_at&limit=1`,
    );
    const [measurement] = list.items as [{ id: string; tap_count: number }];
    const path = `/v1/orgs/${plant.organizationId}/measurements/${measurement.id}`;
    const { items: taps } = await plant.call<{ items: { id: string; kind: string }[] }>('GET', `${path}/taps?limit=5000`);
    expect(new Set(taps.map(({ id }) => id)).size).toBe(taps.length);
    expect(taps.filter(({ kind }) => kind === 'switch')).toHaveLength(TAPS);
    const { items: entries } = await plant.call<{ items: { activity_id: string; from: string; to: string | null }[] }>(
      'GET',
      `${path}/entries?limit=5000`,
    );
    const { activities } = await plant.call<{ activities: { id: string; name: string }[] }>(
      'GET',
      `/v1/orgs/${plant.organizationId}/screens/${screen.id}/versions/1`,
    );
    const nameOf = new Map(activities.map(({ id, name }) => [id, name]));
    expect(entries.map(({ activity_id }) => nameOf.get(activity_id))).toEqual(truth.map(({ name }) => name));
    for (const [index, entry] of entries.entries()) {
      expect(Math.abs(Date.parse(entry.from) - truth[index]!.at), `entry ${index}`).toBeLessThan(2_001);
      expect(entry.to).toBe(entries[index + 1]?.from ?? null);
    }
    await context.close();
  });

/** A touch as fast as a finger's: asked for step by step, six hundred would take minutes. */
const tap = (page: Page, name: string): Promise<void> =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll('.cap-key')].find((one) => one.querySelector('b')?.textContent === wanted);
    if (!found) throw new Error(`No button ${wanted}`);
    for (const kind of ['pointerdown', 'pointerup'])
      found.dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, button: 0, pointerId: 1 }));
  }, name);

/** Switches that the tablet would still have if it died now. */
const switchesOnDisk = (page: Page): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('taps').objectStore('taps').getAll();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result.filter(({ tap }) => tap.kind === 'switch').length);
          };
        };
      }),
    JOURNAL_NAME,
  );

/** The same sequence each time: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function signInContext(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await signIn(page, { url: server.url, ...OPERATOR });
  // With the true clock, so that the service worker has kept the shell.
  await page.goto(address());
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(async () => (await caches.match('/~capture-shell/cs')) !== undefined)).toBe(true);
  await page.close();
}

/** Longer than any opening of a page takes. */
const OPENING_MS = 60_000;

/** A page whose clock is the earth's, moved by somebody who set the tablet's; `zero` is the true time of its monotonic clock's zero. */
async function openPage(context: BrowserContext, earth: Earth, moved: number, to = address()): Promise<{ page: Page; zero: number }> {
  const page = await context.newPage();
  page.on('pageerror', (error) => expect(error).toBeUndefined());
  await page.clock.install({ time: earth.now + moved - OPENING_MS });
  await page.goto(to, { waitUntil: 'domcontentloaded' });
  await expect(page.locator('.cap-start h2').first()).toBeVisible();
  // From now on its time passes only when the test says so.
  await page.clock.pauseAt(earth.now + moved);
  return { page, zero: earth.now - (await page.evaluate(() => performance.now())) };
}

/** A panel of a study: eight elements, of which the last one ends the cycle, and the button of ratings. */
async function makeStudy(ratings: readonly number[]): Promise<{ id: string; elements: { id: string; name: string }[] }> {
  const root = `/v1/orgs/${plant.organizationId}`;
  const elements: { id: string; name: string }[] = [];
  for (let no = 1; no <= 8; no++)
    elements.push(
      await plant.call('POST', `${root}/activities`, {
        ...{ workspace_id: plant.workspaceId, name: `Úkon ${no}`, kind: 'state', color: no, element: true, ends_cycle: no === 8 },
      }),
    );
  const made = await plant.call<{ id: string; rev: number; draft: object }>('POST', `${root}/screens`, {
    ...{ workspace_id: plant.workspaceId, name: 'Osm úkonů', method: 'study', template: { key: 'cycle_study', locale: 'cs' } },
  });
  const keys = [
    ...elements.map(({ id }) => ({ kind: 'activity', activity_id: id, label: null })),
    { kind: 'rating', activity_id: null, label: 'Výkon' },
  ];
  const buttons = keys.map((one, index) => ({
    ...{ id: `e${index}`, lane: null, interrupts: false, hotkey: null, ...one },
    ...{ x: index % 3, y: Math.floor(index / 3), w: 1, h: 1 },
  }));
  const draft = { ...made.draft, columns: 3, ratings, buttons };
  const saved = await plant.call<{ rev: number }>('PATCH', `${root}/screens/${made.id}`, { rev: made.rev, draft });
  await plant.call('POST', `${root}/screens/${made.id}/publish`, { rev: saved.rev });
  return { id: made.id, elements };
}

/** Of eight elements: fifty in the whole matrix (`npm run test:all`), which takes minutes. */
const CYCLES = WHOLE ? 50 : 6;
test(`eight elements of two to four seconds, each rated, ${CYCLES} times on a phone: no tap is lost, and none is 20 ms off`, async ({
  browser,
}) => {
  test.setTimeout(CYCLES * 20_000);
  const RATINGS = [85, 90, 95, 100, 105, 110, 115];
  const study = await makeStudy(RATINGS);
  const random = randomOf(23);
  const earth: Earth = { now: Date.UTC(2026, 10, 19, 5) };
  const context = await browser.newContext({ viewport: PHONE, locale: 'cs-CZ', timezoneId: 'Europe/Prague', hasTouch: true });
  const signing = await context.newPage();
  await signIn(signing, { url: server.url, ...OPERATOR });
  await signing.close();
  const opened = await openPage(context, earth, 0, `${server.url}/tm/screens/${study.id}`);
  const { page, zero } = opened;
  // The server's clock goes with the page's, as in a day of ten hours above.
  await context.route('**/v1/orgs/*/measurements/*/taps*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { server_time?: number };
    const now = Math.round(zero + (await page.evaluate(() => performance.now())));
    await route.fulfill({ response: answer, json: body.server_time === undefined ? body : { ...body, server_time: now } });
  });
  await page.getByRole('button', { name: 'Otevřít panel' }).click();
  await expect(page.locator('.cap-pad')).toBeVisible();
  /** The middle of a control that a finger reaches there, whatever stands around it. */
  const place = (selector: string, text: string) =>
    page.evaluate(
      ([wanted, said]) => {
        const found = [...document.querySelectorAll(wanted!)].find((one) => (one.querySelector('b') ?? one).textContent === said);
        if (!found) throw new Error(`Nothing says ${said}`);
        const box = found.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (!found.contains(document.elementFromPoint(x, y))) throw new Error(`${said} can't be reached`);
        return { x, y };
      },
      [selector, text] as const,
    );
  const touch = async (selector: string, text: string) => {
    const { x, y } = await place(selector, text);
    await page.touchscreen.tap(x, y);
  };
  const pass = async (ms: number) => {
    earth.now += ms;
    await page.clock.fastForward(ms);
  };
  const truth: { name: string; at: number; rating: number | null }[] = [];
  const sheet = page.getByRole('dialog');
  const rate = async (entry: number) => {
    const rating = RATINGS[Math.floor(random() * RATINGS.length)]!;
    await touch('[role=dialog] button', String(rating));
    await expect(sheet).toBeHidden();
    truth[entry]!.rating = rating;
  };
  const laps = page.getByRole('region', { name: 'Poslední zápisy' });
  const place0 = await laps.boundingBox();
  /** An entry about which the sheet still asks while the next element goes on. */
  let asked: number | null = null;
  await pass(2_000);
  for (let count = 0; count < CYCLES * 8; count++) {
    const { name } = study.elements[count % 8]!;
    await touch('.cap-key', name);
    await expect(now(page)).toHaveText(name);
    truth.push({ name, at: earth.now, rating: null });
    let left = 2_000 + Math.round(random() * 2_000);
    const wait = async (ms: number) => {
      left -= ms;
      await pass(ms);
    };
    if (asked !== null) {
      await wait(400);
      await rate(asked);
      asked = null;
    }
    if (count > 0) {
      await wait(300 + Math.round(random() * 300));
      await touch('.cap-key', 'Výkon');
      await expect(sheet).toContainText(truth[count - 1]!.name);
      // Every other time the next element begins while the sheet is open.
      if (random() < 0.5) asked = count - 1;
      else {
        await wait(300);
        await rate(count - 1);
      }
    }
    await pass(left);
  }
  if (asked !== null) await rate(asked);
  await expect(page.locator('.cap-now [role=timer]')).toHaveText(/^0:\d\d,\d\d$/);
  // What was measured last stands on top, in hundredths, in the place that the list has had all the time, and no button lies below it.
  const [last, next] = truth.slice(-2);
  const length = ((next!.at - last!.at) / 1_000).toFixed(2).replace('.', ',').padStart(5, '0');
  await expect(laps.getByRole('listitem').first()).toHaveText(new RegExp(`${CYCLES}${last!.name}0:${length}.*${last!.rating}$`));
  await expect(laps.getByRole('listitem')).toHaveCount(Math.min(50, CYCLES * 8 - 1));
  const box = (await laps.boundingBox())!;
  expect(box).toEqual(place0);
  expect(box.y + box.height).toBeLessThanOrEqual((await page.locator('.cap-pad').boundingBox())!.y);
  await laps.getByRole('list').evaluate((list) => list.scrollTo({ top: 60 }));
  await touch('.cap-bar button:last-child', '');
  await expect(laps).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.clock.resume();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced', { timeout: 60_000 });
  const list = await plant.call<{ items: { id: string }[] }>(
    'GET',
    `/v1/orgs/${plant.organizationId}/measurements?sort=-created_at&limit=1`,
  );
  const path = `/v1/orgs/${plant.organizationId}/measurements/${list.items[0]!.id}`;
  const { items: taps } = await plant.call<{ items: { kind: string }[] }>('GET', `${path}/taps?limit=5000`);
  expect(taps.filter(({ kind }) => kind === 'switch')).toHaveLength(CYCLES * 8);
  expect(taps.filter(({ kind }) => kind === 'rate')).toHaveLength(CYCLES * 8 - 1);
  type Read = { activity_id: string; from: string; duration_ms: number | null; rating: number | null; cycle: number };
  const { items: entries } = await plant.call<{ items: Read[] }>('GET', `${path}/entries?limit=5000`);
  const nameOf = new Map(study.elements.map(({ id, name }) => [id, name]));
  expect(entries.map(({ activity_id, rating, cycle }) => [nameOf.get(activity_id), rating, cycle])).toEqual(
    truth.map(({ name, rating }, count) => [name, rating, Math.floor(count / 8) + 1]),
  );
  for (const [index, { duration_ms }] of entries.slice(0, -1).entries()) {
    const length = truth[index + 1]!.at - truth[index]!.at;
    expect(length).toBeGreaterThanOrEqual(2_000);
    expect(length).toBeLessThanOrEqual(4_000);
    expect(Math.abs(duration_ms! - length), `reading ${index + 1}`).toBeLessThanOrEqual(20);
  }
  await context.close();
});

test('a button that is held records while the finger is down, however it leaves; Enter switches it on and off', async ({ browser }) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const drop = await plant.call<{ id: string }>('POST', `${root}/activities`, {
    ...{ workspace_id: plant.workspaceId, name: 'Pád dílu', kind: 'state', color: 4 },
  });
  const made = await plant.call<{ id: string; rev: number; draft: { buttons: Record<string, unknown>[] } }>('POST', `${root}/screens`, {
    ...{ workspace_id: plant.workspaceId, name: 'S držením', template: { key: 'operator_snapshot', locale: 'cs' } },
  });
  const [work] = made.draft.buttons;
  const held = { ...work, id: 'held', activity_id: drop.id, label: null, hotkey: 'd', hold: true, y: 39, h: 1 };
  const draft = { ...made.draft, buttons: [work, held] };
  const saved = await plant.call<{ rev: number }>('PATCH', `${root}/screens/${made.id}`, { rev: made.rev, draft });
  await plant.call('POST', `${root}/screens/${made.id}/publish`, { rev: saved.rev });
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'cs-CZ', timezoneId: 'Europe/Prague' });
  const page = await context.newPage();
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(`${server.url}/tm/screens/${made.id}`);
  await page.getByRole('button', { name: 'Otevřít panel' }).click();
  await key(page, 'Práce').tap();
  await expect(now(page)).toHaveText('Práce');
  const finger = await context.newCDPSession(page);
  const box = (await key(page, 'Pád dílu').boundingBox())!;
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const end of ['touchEnd', 'touchCancel'] as const) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await expect(now(page)).toHaveText('Pád dílu');
    // It rolls off the button, which would scroll the pad from another one.
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: at.x, y: at.y - box.height }] });
    await expect(now(page)).toHaveText('Pád dílu');
    await finger.send('Input.dispatchTouchEvent', { type: end, touchPoints: [] });
    await expect(now(page)).toHaveText('Práce');
  }
  await page.keyboard.down('d');
  await page.keyboard.down('d');
  await expect(now(page)).toHaveText('Pád dílu');
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(now(page)).toHaveText('Práce');
  await page.keyboard.up('d');
  await key(page, 'Pád dílu').focus();
  // The second one is the key that repeats.
  for (let count = 0; count < 2; count++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(now(page)).toHaveText('Pád dílu');
  await page.getByRole('button', { name: 'Poslední zápisy' }).click();
  const laps = page.getByRole('region', { name: 'Poslední zápisy' }).getByRole('listitem');
  await expect(laps).toHaveText([/^Práce/, /^Pád dílu/, /^Práce/, /^Pád dílu/, /^Práce/, /^Pád dílu/, /^Práce/]);
  expect(await violations(page)).toEqual([]);
  await key(page, 'Pád dílu').focus();
  await page.keyboard.press('Enter');
  await expect(now(page)).toHaveText('Práce');
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
  const { items: taps } = await plant.call<{ items: { kind: string }[] }>(
    'GET',
    `${root}/measurements/${(await newest())!.id}/taps?limit=500`,
  );
  expect(taps.map(({ kind }) => kind).filter((kind) => kind !== 'clock')).toEqual([
    'switch',
    ...['interrupt', 'return', 'interrupt', 'return', 'interrupt', 'return', 'interrupt', 'return'],
  ]);
  await context.close();
});

/** A published panel with buttons on pages: what is made on the first, losses on the second, a button that is held on the third. */
async function pagedScreen(names: readonly string[]): Promise<string> {
  const root = `/v1/orgs/${plant.organizationId}`;
  const made = await plant.call<{ id: string; rev: number; draft: { buttons: Record<string, unknown>[] } }>('POST', `${root}/screens`, {
    ...{ workspace_id: plant.workspaceId, name: 'Se stranami', template: { key: 'operator_snapshot', locale: 'cs' } },
  });
  const { items } = await plant.call<{ items: { id: string; name: string }[] }>('GET', `${root}/activities?limit=100`);
  const button = (activity: string, page: number, x: number, over: object = {}) => ({
    ...{ ...made.draft.buttons[0], id: `${page}-${x}`, activity_id: items.find(({ name }) => name === activity)!.id },
    ...{ hotkey: null, page: `p${page}`, x, y: 0, w: 2, h: 1, ...over },
  });
  const buttons = [
    ...[button('Práce', 1, 0), button('Chůze', 1, 2)],
    ...[button('Porucha', 2, 0, { hotkey: 'f' }), button('Čekání', 2, 2)],
    ...names.slice(2).map((_, at) => button('Kontrola kvality', at + 3, 0, at === 0 ? { hold: true, h: 1 } : {})),
  ];
  const pages = names.map((name, at) => ({ id: `p${at + 1}`, name }));
  const draft = { ...made.draft, columns: 4, pages, buttons };
  const saved = await plant.call<{ rev: number }>('PATCH', `${root}/screens/${made.id}`, { rev: made.rev, draft });
  await plant.call('POST', `${root}/screens/${made.id}/publish`, { rev: saved.rev });
  return `${server.url}/tm/screens/${made.id}`;
}

test('pages of buttons are turned by a touch, a swipe and keys; no tap is lost, what runs is seen on its tab, also without network', async ({
  browser,
}) => {
  const to = await pagedScreen(['Výroba', 'Poruchy', '']);
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'cs-CZ', timezoneId: 'Europe/Prague' });
  const page = await context.newPage();
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(to);
  await page.getByRole('button', { name: 'Otevřít panel' }).click();
  const tab = (name: string) => page.getByRole('tab', { name });
  const isInSight = (name: string) => expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  await isInSight('Výroba');
  await expect(page.getByRole('tab')).toHaveText(['Výroba', 'Poruchy', 'Strana 3']);
  await expect(key(page, 'Porucha')).toBeHidden();
  const finger = await context.newCDPSession(page);
  const middle = async (of: Locator) => {
    const box = (await of.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number; id?: number }[] = []) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  const swipe = async (from: string, dx: number, dy = 0) => {
    const { x, y } = await middle(key(page, from));
    await send('touchStart', [{ x, y }]);
    for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', [{ x: x + dx * part, y: y + dy * part }]);
    await send('touchEnd');
  };

  // A swipe turns the page and taps nothing; one that scrolls turns nothing.
  await swipe('Práce', 20, -120);
  await isInSight('Výroba');
  await swipe('Chůze', -120);
  await isInSight('Poruchy');
  await expect(now(page)).toHaveText('Zatím neběží nic');
  await key(page, 'Porucha').tap();
  await expect(now(page)).toHaveText('Porucha');
  await swipe('Porucha', 120);
  await isInSight('Výroba');
  await swipe('Práce', 120);
  await isInSight('Výroba');
  // What runs has its button elsewhere: its tab says so, and one touch leads there.
  await expect(now(page)).toHaveText('Porucha');
  await expect(tab('Poruchy')).toHaveAccessibleName('Poruchy běží: Porucha');
  expect(await violations(page)).toEqual([]);
  await tab('Poruchy').tap();
  await expect(key(page, 'Porucha')).toHaveAttribute('aria-pressed', 'true');

  // Keys: of buttons on every page, and for turning.
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await isInSight('Výroba');
  await key(page, 'Práce').tap();
  await page.keyboard.press('f');
  await expect(now(page)).toHaveText('Porucha');
  await isInSight('Výroba');
  await tab('Výroba').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Poruchy')).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(tab('Výroba')).toBeFocused();

  // Whatever is down when the page is turned counts when it is let go: a mouse, a finger, and a button that is held.
  await key(page, 'Práce').hover();
  await page.mouse.down();
  await page.keyboard.press('PageDown');
  await isInSight('Poruchy');
  await page.mouse.move(5, 400);
  await page.mouse.up();
  // It was drawn off the button, so it was none.
  await expect(now(page)).toHaveText('Porucha');
  await page.keyboard.press('PageUp');
  await key(page, 'Práce').hover();
  await page.mouse.down();
  await page.keyboard.press('PageDown');
  await isInSight('Poruchy');
  const { x, y } = await middle(page.locator('.cap-pad:not(.invisible) .cap-key').first());
  await page.mouse.move(x + 3, y + 3);
  await page.mouse.up();
  await expect(now(page)).toHaveText('Práce');
  await page.keyboard.press('PageUp');
  const walking = { ...(await middle(key(page, 'Chůze'))), id: 1 };
  const other = { ...(await middle(tab('Strana 3'))), id: 2 };
  await send('touchStart', [walking]);
  await send('touchStart', [walking, other]);
  await isInSight('Strana 3');
  await send('touchEnd');
  await expect(now(page)).toHaveText('Chůze');
  const held = { ...(await middle(key(page, 'Kontrola kvality'))), id: 1 };
  await send('touchStart', [held]);
  await expect(now(page)).toHaveText('Kontrola kvality');
  const first = { ...(await middle(tab('Výroba'))), id: 2 };
  await send('touchStart', [held, first]);
  await isInSight('Výroba');
  await expect(now(page)).toHaveText('Kontrola kvality');
  await send('touchEnd');
  await expect(now(page)).toHaveText('Chůze');

  // Without network the panel opens on the page of what runs.
  await tab('Poruchy').tap();
  await key(page, 'Čekání').tap();
  await tab('Výroba').tap();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.goto('about:blank');
  await page.goto(to);
  await page.getByRole('button', { name: 'Pokračovat' }).first().click();
  await isInSight('Poruchy');
  await expect(now(page)).toHaveText('Čekání');
  await tab('Výroba').tap();
  await key(page, 'Práce').tap();
  await expect(now(page)).toHaveText('Práce');
  await context.close();
});

for (const [device, size, least] of [
  ['the smallest phone', { width: 320, height: 640 }, 48],
  ['a phone that lies', { width: 844, height: 390 }, 48],
  ['a tablet', { width: 1024, height: 768 }, 64],
] as const)
  test(`six pages have whole names on ${device}, and tabs that a finger hits`, async ({ quiet: page }) => {
    await page.setViewportSize(size);
    await signIn(page, { url: server.url, ...OPERATOR });
    await page.goto(await pagedScreen(['Výroba', 'Poruchy a prostoje', 'Manipulace', 'Kvalita', 'Ostatní práce', '']));
    await page.getByRole('button', { name: 'Otevřít panel' }).click();
    await key(page, 'Práce').click();
    expect(await misplaced(page)).toEqual([]);
    const cut = await page.getByRole('tab').evaluateAll((all) =>
      all.flatMap((one) => {
        const name = one.querySelector('span')!;
        return name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1 ? [name.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
    for (const tab of await page.getByRole('tab').all()) {
      const box = (await tab.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(least);
    }
    // Under the tabs at least two rows of buttons are in sight.
    expect((await page.locator('.cap-pad:not(.invisible)').boundingBox())!.height).toBeGreaterThanOrEqual(2 * 64 + 6);
  });

test('a phrase of the panel comes into the note by one tap, the next one on a line of its own', async ({ quiet: page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(`${server.url}/tm/screens/${crowded.id}`);
  await page.getByRole('button', { name: 'Otevřít panel' }).click();
  await key(page, 'Práce').click();
  await page.getByRole('button', { name: 'Poznámka' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Poznámka' });
  await sheet.getByRole('button', { name: 'Došla fólie' }).click();
  await sheet.getByRole('button', { name: 'Čeká na vozík' }).click();
  await expect(sheet.getByRole('textbox')).toHaveValue('Došla fólie\nČeká na vozík');
  expect(await violations(page, { within: 'dialog' })).toEqual([]);
  await sheet.getByRole('button', { name: 'Uložit poznámku' }).click();
  await expect(undo(page)).toContainText('poznámka');
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
  const path = `/v1/orgs/${plant.organizationId}/measurements/${(await newest())!.id}/taps`;
  const { items: taps } = await plant.call<{ items: { kind: string; text?: string }[] }>('GET', path);
  expect(taps.filter(({ kind }) => kind === 'note').map(({ text }) => text)).toEqual(['Došla fólie\nČeká na vozík']);
});

test('photos are taken without network, outlive the page, go once it is back, and stand at the entry that they show', async ({
  browser,
}) => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'cs-CZ', timezoneId: 'Europe/Prague' });
  const page = await context.newPage();
  await panel(page);
  const note = (on: Page) => on.getByRole('button', { name: 'Poznámka' }).first();
  const sheet = (on: Page) => on.getByRole('dialog', { name: 'Poznámka' });
  // Before the first tap there is nothing that a photo could be of.
  await note(page).click();
  await expect(sheet(page).getByRole('button', { name: 'Vyfotit' })).toBeHidden();
  await sheet(page).getByRole('button', { name: 'Zrušit' }).click();
  await key(page, 'Práce').tap();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'synced');
  await context.setOffline(true);
  const take = async (on: Page, button: Locator, name: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([on.waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles({ name, mimeType: 'image/jpeg', buffer });
  };
  const photo = await phonePhoto(2_400, 1_800);
  // From the sheet of a button that is held.
  await key(page, 'Porucha').hover();
  await page.mouse.down();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.mouse.up();
  await take(page, page.getByRole('dialog').getByRole('button', { name: 'Vyfotit' }), 'IMG_1.JPG', photo);
  await expect(page.locator('[data-photos="waiting"]')).toBeVisible();
  // Buttons answer while a photo is made smaller, and what was no picture is said.
  await note(page).click();
  await take(page, sheet(page).getByRole('button', { name: 'Vyfotit' }), 'IMG_2.JPG', photo);
  await expect(sheet(page).locator('[data-photo="waiting"]')).toHaveCount(2);
  expect(await violations(page, { within: 'dialog' })).toEqual([]);
  await take(page, sheet(page).getByRole('button', { name: 'Vyfotit' }), 'IMG_3.JPG', Buffer.from('no picture'));
  await sheet(page).getByRole('button', { name: 'Zrušit' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Fotografii se nepodařilo přečíst' }).click();
  await expect(page.getByText('Fotografii se nepodařilo přečíst')).toBeHidden();
  // The page is gone before the network is back.
  const url = page.url();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  let refuses = true;
  await next.route(/\/files\?/, (route) =>
    refuses ? route.fulfill({ status: 413, json: { code: 'files_over_quota', status: 413, request_id: 'r' } }) : route.continue(),
  );
  await next.goto(url);
  await next.getByRole('button', { name: 'Pokračovat' }).first().click();
  await expect(next.locator('[data-photos="refused"]')).toBeVisible();
  await note(next).click();
  await expect(sheet(next).locator('[data-photo="failed"]').first()).toContainText('odmítnuto: ');
  expect(await violations(next, { within: 'dialog' })).toEqual([]);
  refuses = false;
  for (let left = 2; left > 0; left--) {
    await sheet(next).getByRole('button', { name: 'Odeslat znovu' }).first().click();
    await expect(sheet(next).locator('[data-photo="stored"]')).toHaveCount(3 - left);
  }
  await sheet(next).getByRole('button', { name: 'Zrušit' }).click();
  await expect(next.locator('[data-photos]')).toBeHidden();
  await context.close();

  const measurement = (await newest())!.id;
  const { items: files } = await plant.call<{
    items: { name: string; media_type: string; width: number; height: number; taken_at: string; entry_id: string }[];
  }>('GET', `${root}/files?entity=measurements&entity_id=${measurement}`);
  const { items: taps } = await plant.call<{ items: { id: string; kind: string }[] }>('GET', `${root}/measurements/${measurement}/taps`);
  const fault = taps.filter(({ kind }) => kind === 'switch').at(-1)!.id;
  expect(files).toHaveLength(2);
  // Upright, as the camera said, and no larger than it was made here.
  for (const file of files)
    expect(file).toMatchObject({ name: expect.stringMatching(/^Fotografie /), width: 1_200, height: 1_600, entry_id: fault });
  expect(files.every(({ taken_at }) => Math.abs(Date.parse(taken_at) - Date.now()) < 120_000)).toBe(true);

  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'cs-CZ', timezoneId: 'Europe/Prague' });
  const wide = await desk.newPage();
  await signIn(wide, { url: server.url, ...plant });
  await wide.goto(`${server.url}/tm/measurements/${measurement}#entries`);
  await wide.getByRole('button', { name: 'Porucha: 2 fotografie' }).click();
  await expect(wide.locator('.lightbox img')).toBeVisible();
  await expect(wide.locator('.lightbox')).toContainText('1 z 2');
  await wide.keyboard.press('Escape');
  await wide.getByRole('tab', { name: 'Soubory' }).click();
  await expect(wide.locator('.photo')).toHaveCount(2);
  await expect(wide.getByText(/ · Porucha$/)).toHaveCount(2);
  expect(await violations(wide)).toEqual([]);
  await desk.close();
});

test('before the panel opens, one may read how to measure; the panel gives no place away for it', async ({ page }) => {
  await signIn(page, { url: server.url, ...OPERATOR });
  await page.goto(address('/en'));
  await page.getByText('How to measure').click();
  await expect(page.getByText('Hold Stop to end the measurement.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await expect(page.locator('.cap-pad')).toBeVisible();
  await expect(page.getByText('How to measure')).toBeHidden();
});
