import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { freePort, type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Activity } from '../src/lib/contract/activities.ts';
import { type Button, type Screen, type ScreenDocument, TEMPLATES, type Template } from '../src/lib/contract/screens.ts';
import { violations, violationsInBothColours } from './axe.ts';
import { addMember } from './members.ts';
import { awake, expect, signIn, test } from './test.ts';
import { KB, weigh } from './weigh.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 1440, height: 900 } });

let server: ServerProcess;
let env: { DATA_DIR: string; PORT: string };
let dataDir: string;
let plant: FirstOrganization & { url: string };
const VIEWER = { email: 'viewer@plant.example', password: 'only looking around' };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-screens-'));
  env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  server = await startServerProcess(env);
  plant = { ...(await firstOrganization(server)), url: server.url };
  await addMember(dataDir, plant, { ...VIEWER, name: 'Viewer', role: 'viewer' });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const at = (path: string) => `${plant.url}/en${path}`;
const api = <T>(method: string, path: string, body?: unknown) => plant.call<T>(method, `/v1/orgs/${plant.organizationId}${path}`, body);
const stored = (id: string) => api<Screen>('GET', `/screens/${id}`);
const STOP: Button = {
  id: 'stop',
  kind: 'stop',
  activity_id: null,
  lane: null,
  interrupts: false,
  label: null,
  hotkey: 'End',
  x: 2,
  y: 5,
  w: 2,
  h: 1,
};
/** A screen from a template, with a stop button below its rows. */
async function make(name: string, key: Template = 'operator_snapshot'): Promise<Screen> {
  const { id, rev, draft } = await api<Screen>('POST', '/screens', {
    name,
    workspace_id: plant.workspaceId,
    template: { key, locale: 'en' },
  });
  return api<Screen>('PATCH', `/screens/${id}`, { rev, draft: { ...draft, buttons: [...draft.buttons, STOP] } });
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const panel = (page: Page) => page.getByRole('application');
const tile = (page: Page, name: string) => panel(page).getByRole('button', { name: new RegExp(`^${name},`) });
const saved = (page: Page) => expect(page.locator('.saved')).toHaveText('Saved');
const buttonOf = async (id: string, button: string): Promise<Button> =>
  (await stored(id)).draft.buttons.find((one) => one.id === button) as Button;

async function open(page: Page, to: string): Promise<void> {
  await page.goto(at(to));
  await awake(page);
}
/** Pulls something by the mouse, as a hand does: in several moves. */
async function pull(page: Page, from: Locator, by: { x: number; y: number }, grip = { x: 0.5, y: 0.5 }): Promise<void> {
  const box = (await from.boundingBox())!;
  const start = { x: box.x + box.width * grip.x, y: box.y + box.height * grip.y };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let n = 1; n <= 5; n++) await page.mouse.move(start.x + (by.x * n) / 5, start.y + (by.y * n) / 5);
  await page.mouse.up();
}

test('the empty list leads to the first screen, from a template', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/tm/screens');
  await page.getByRole('button', { name: 'Make the first panel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make the panel' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Name').fill('Packing line 2');
  await dialog.getByRole('button', { name: 'Make the panel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Packing line 2');
  await awake(page);
  await expect(tile(page, 'Work')).toBeVisible();
});

for (const [name, template] of [
  ['Office day', 'A desk'],
  ['Cycle study', 'Valve V-12'],
  ['Set-up study', 'Press 3'],
  ['Empty', 'From scratch'],
] as const)
  test(`a screen is made from “${name}”`, async ({ quiet: page }) => {
    await signIn(page, plant);
    await open(page, '/tm/screens');
    await page.getByRole('button', { name: 'New panel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: new RegExp(`^${name}`) }).check({ force: true });
    await dialog.getByLabel('Name').fill(template);
    await dialog.getByRole('button', { name: 'Make the panel' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(template);
    await awake(page);
    if (name === 'Empty') await expect(page.getByText('The panel is still empty')).toBeVisible();
    else await expect(panel(page).getByRole('button').nth(6)).toBeVisible();
  });

test('buttons are moved, resized, duplicated and removed by keys, step by step back, and saved by themselves', async ({ quiet: page }) => {
  const screen = await make('By keys');
  const [first] = screen.draft.buttons;
  const count = screen.draft.buttons.length;
  await signIn(page, plant);
  await open(page, `/tm/screens/${screen.id}`);
  const stop = panel(page).locator('[data-id="stop"]');
  await stop.focus();
  await page.keyboard.press('ArrowDown');
  await expect(stop).toHaveAccessibleName(/column 3, row 7/);
  await expect(page.getByRole('status').filter({ hasText: 'Stop: column 3, row 7' })).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(stop).toHaveAccessibleName(/column 2, row 7, width 3/);
  await expect(stop).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'The grid ends here' })).toHaveCount(1);
  await saved(page);
  expect(await buttonOf(screen.id, 'stop')).toMatchObject({ x: 1, y: 6, w: 3, h: 1 });

  await page.keyboard.press('Control+d');
  await expect(panel(page).getByRole('button')).toHaveCount(count + 1);
  await page.keyboard.press('Delete');
  await expect(panel(page).getByRole('button')).toHaveCount(count);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(panel(page).getByRole('button')).toHaveCount(count + 1);
  for (let n = 0; n < 6; n++) await page.keyboard.press('Control+z');
  await expect(stop).toHaveAccessibleName(/column 3, row 6, width 2/);
  await page.keyboard.press('Control+Shift+z');
  await expect(stop).toHaveAccessibleName(/column 3, row 7, width 2/);
  await page.keyboard.press('Control+z');
  await saved(page);
  expect((await stored(screen.id)).draft).toEqual(screen.draft);

  await panel(page).locator(`[data-id="${first!.id}"]`).focus();
  await page.keyboard.press('Enter');
  const properties = page.getByRole('region', { name: 'Properties of the button' });
  await expect(properties.getByLabel('Activity')).toBeFocused();
  await properties.getByLabel('Label').fill('Main work');
  await page.keyboard.press('Tab');
  await expect(tile(page, 'Main work')).toBeVisible();
  await properties.getByRole('textbox', { name: 'Hotkey' }).focus();
  await page.keyboard.press('End');
  await expect(properties.getByText('already belongs to Stop')).toBeVisible();
  await page.keyboard.press('q');
  await saved(page);
  expect(await buttonOf(screen.id, first!.id)).toMatchObject({ label: 'Main work', hotkey: 'q' });
});

test('buttons are moved and resized by the mouse, and refused where there is no room', async ({ quiet: page }) => {
  const screen = await make('By mouse');
  await signIn(page, plant);
  await open(page, `/tm/screens/${screen.id}`);
  const stop = panel(page).locator('[data-id="stop"]');
  const box = (await stop.boundingBox())!;
  await pull(page, stop, { x: 0, y: box.height + 8 });
  await expect(stop).toHaveAccessibleName(/column 3, row 7/);
  await pull(page, stop, { x: -2 * (box.width / 2 + 4), y: 0 });
  await expect(stop).toHaveAccessibleName(/column 1, row 7/);
  await pull(page, stop, { x: box.width / 2 + 4, y: box.height + 8 }, { x: 0.99, y: 0.95 });
  await expect(stop).toHaveAccessibleName(/column 1, row 7, width 3, height 2/);

  const start = (await stop.boundingBox())!;
  await page.mouse.move(start.x + 60, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 60, start.y - 130, { steps: 4 });
  await expect(page.locator('.target.refused')).toBeVisible();
  await expect(page.locator('.canvas-button.blocks').first()).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('status').filter({ hasText: 'No room here' })).toHaveCount(1);
  await expect(stop).toHaveAccessibleName(/column 1, row 7/);
  await saved(page);
  expect(await buttonOf(screen.id, 'stop')).toMatchObject({ x: 0, y: 6, w: 3, h: 2 });

  const redo = page.getByRole('complementary', { name: 'Palette of buttons' }).getByRole('button', { name: 'Add Redo' });
  const from = (await redo.boundingBox())!;
  const end = { x: start.x + start.width * 1.16, y: start.y + 20 };
  await pull(page, redo, { x: end.x - from.x - from.width / 2, y: end.y - from.y - from.height / 2 });
  await expect(tile(page, 'Redo')).toHaveAccessibleName(/column 4, row 7/);
});

test('an activity is made beside the panel and gets its button; lanes run side by side', async ({ quiet: page }) => {
  const screen = await make('Two lanes', 'cycle_study');
  await signIn(page, plant);
  await open(page, `/tm/screens/${screen.id}`);
  await page.getByRole('button', { name: 'New activity' }).click();
  const side = page.getByRole('complementary', { name: 'Properties' });
  await side.getByLabel('Name').fill('Machine runs');
  await side.getByRole('radio', { name: 'cog' }).check({ force: true });
  await side.getByRole('button', { name: 'Add activity' }).click();
  await expect(tile(page, 'Machine runs')).toBeVisible();
  await page.getByRole('button', { name: 'Panel settings' }).click();
  await side.getByRole('button', { name: 'Add a lane' }).click();
  await side.getByLabel('Name of the lane').last().fill('Lathe');
  await tile(page, 'Machine runs').click();
  await side.getByLabel('Lane').selectOption({ label: 'Lathe' });
  await expect(tile(page, 'Machine runs')).toHaveAccessibleName(/Lathe/);
  await saved(page);
  const { draft } = await stored(screen.id);
  expect(draft.lanes).toMatchObject([{ kind: 'worker' }, { kind: 'machine', name: 'Lathe' }]);
  const { items } = await api<{ items: Activity[] }>('GET', `/activities?workspace_id=${plant.workspaceId}&q=runs`);
  expect(items).toMatchObject([{ name: 'Machine runs', icon: 'cog', kind: 'state' }]);
  expect(draft.buttons.find((one) => one.activity_id === items[0]!.id)).toMatchObject({ lane: draft.lanes[1]!.id });
});

test('buttons are on pages: one is added, named, filled, put first, printed, taken away and brought back; an empty one isn’t published', async ({
  quiet: page,
}) => {
  const screen = await make('In pages');
  await signIn(page, plant);
  await open(page, `/tm/screens/${screen.id}`);
  const side = page.getByRole('complementary', { name: 'Properties' });
  const tabs = page.getByRole('radiogroup', { name: 'Pages of buttons' });
  const settings = page.getByRole('button', { name: 'Panel settings' });
  const pageOf = async (id: string) => (await buttonOf(screen.id, id)).page;
  await expect(tabs).toHaveCount(0);
  await settings.click();
  await side.getByRole('button', { name: 'Pages of buttons' }).click();
  await side.getByRole('button', { name: 'Add a page' }).click();
  await expect(tabs.getByRole('radio')).toHaveText(['Page 1', 'Page 2']);
  await expect(tabs.getByRole('radio', { name: 'Page 2' })).toBeChecked();
  await expect(panel(page).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'A page has no button' })).toBeVisible();
  await side.getByLabel('Name of the page').last().fill('Losses');
  await side.getByLabel('Name of the page').last().press('Tab');
  await expect(tabs.getByRole('radio')).toHaveText(['Page 1', 'Losses']);

  // A button goes there into the same cells, and the page with it; a step back brings both.
  await tabs.getByRole('radio', { name: 'Page 1' }).click();
  await tile(page, 'Breakdown').click();
  const place = await tile(page, 'Breakdown').getAttribute('aria-label');
  await side.getByLabel('Page', { exact: true }).selectOption({ label: 'Losses' });
  await expect(tabs.getByRole('radio', { name: 'Losses' })).toBeChecked();
  await expect(panel(page).getByRole('button')).toHaveCount(1);
  expect(await tile(page, 'Breakdown').getAttribute('aria-label')).toBe(place);
  await page.keyboard.press('Control+z');
  await expect(tabs.getByRole('radio', { name: 'Page 1' })).toBeChecked();
  await page.keyboard.press('Control+Shift+z');
  await expect(tile(page, 'Work')).toHaveCount(0);
  // What comes from the palette or is doubled is on the page in sight.
  await page.getByRole('button', { name: /^Add Note/ }).click();
  await page.keyboard.press('Escape');
  await tile(page, 'Breakdown').focus();
  await page.keyboard.press('Control+d');
  await expect(panel(page).getByRole('button')).toHaveCount(3);
  await saved(page);
  const { draft } = await stored(screen.id);
  const second = draft.pages![1]!.id;
  expect(draft.pages!.map(({ name }) => name)).toEqual(['', 'Losses']);
  expect(draft.buttons.filter((one) => one.page === second).length).toBe(3);
  expect(await violations(page)).toEqual([]);

  await settings.click();
  await side.getByRole('button', { name: 'Move page Losses up' }).click();
  await expect(tabs.getByRole('radio')).toHaveText(['Losses', 'Page 2']);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Losses' })).toBeVisible();
  await expect(page.locator('section', { has: page.getByRole('heading', { name: 'Losses' }) }).locator('.panel-face')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Page 2' })).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await side.getByRole('button', { name: 'Remove page Losses and its buttons' }).click();
  await expect(tabs).toHaveCount(0);
  await expect(tile(page, 'Breakdown')).toHaveCount(0);
  await saved(page);
  expect((await stored(screen.id)).draft).not.toHaveProperty('pages');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(tabs.getByRole('radio')).toHaveText(['Losses', 'Page 2']);
  await saved(page);
  expect(await pageOf('stop')).toBe(draft.pages![0]!.id);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Version 1 is published')).toBeVisible();
});

test('publishing names what is missing, then makes a version that stays', async ({ quiet: page }) => {
  const screen = await make('Ready to go');
  await api('PATCH', `/screens/${screen.id}`, { rev: screen.rev, draft: { ...screen.draft, buttons: [STOP] } });
  await signIn(page, plant);
  await open(page, `/tm/screens/${screen.id}`);
  await expect(page.getByRole('link', { name: 'Capture' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'at least one lasting activity is missing' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Work', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Version 1 is published')).toBeVisible();
  // Capture lies over the editor, with its own look, and going back leads to the editor again.
  await page.getByRole('link', { name: 'Capture' }).click();
  await expect(page.getByRole('button', { name: 'Open the panel' })).toBeVisible();
  await expect(page.locator('.cap-start')).toHaveCSS('position', 'fixed');
  await page.locator('.cap-start header a').click();
  await expect(page.locator('.cap-start')).toHaveCount(0);
  await expect(page.getByText('changes not published')).toHaveCount(0);
  await tile(page, 'Stop').focus();
  await page.keyboard.press('ArrowDown');
  await saved(page);
  // What people decided wears no lamp.
  const version = page.getByText('Version 1 · changes not published');
  await expect(version).toBeVisible();
  await expect(version.locator('.lamp')).toHaveCount(0);
  await open(page, '/tm/screens');
  await expect(rowOf(page, 'Ready to go')).toContainText('changes not published');
  await expect(rowOf(page, 'Ready to go').locator('.lamp')).toHaveCount(0);
});

// Not the quiet page: the browser itself reports the refusal that makes the conflict.
test('words of a panel are whole on the narrowest phone', async ({ quiet: page }) => {
  await signIn(page, plant);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const key of TEMPLATES) {
    const { id } = await api<Screen>('POST', '/screens', {
      name: `Úzky panel ${key}`,
      workspace_id: plant.workspaceId,
      template: { key, locale: 'sk' },
    });
    await page.goto(`${plant.url}/sk/tm/screens/${id}`, { waitUntil: 'load' });
    const words = page.locator('.canvas-button b:visible');
    await expect(words.first()).toBeVisible();
    const cut = await words.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute('data-text') ?? one.textContent),
    );
    expect(cut, key).toEqual([]);
  }
});

test('two who change the same panel choose between their drafts, and the other one is a step away', async ({ page }) => {
  const screen = await make('Two editors');
  await signIn(page, plant);
  await open(page, `/tm/screens/${screen.id}`);
  await page.route('**/v1/orgs/*/events', (route) => route.abort());
  await page.reload();
  await awake(page);
  const stop = panel(page).locator('[data-id="stop"]');
  const count = screen.draft.buttons.length;
  const buttons = screen.draft.buttons.slice(1);
  await api('PATCH', `/screens/${screen.id}`, { rev: screen.rev, draft: { ...screen.draft, buttons } });
  await stop.focus();
  await page.keyboard.press('ArrowDown');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Somebody else');
  await expect(dialog).toContainText(`${count - 1} buttons`);
  await expect(dialog).toContainText(`${count} buttons`);
  await dialog.getByRole('button', { name: 'Drop my changes' }).or(dialog.locator('footer button').first()).first().click();
  await expect(panel(page).getByRole('button')).toHaveCount(count - 1);
  await saved(page);
  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  await expect(panel(page).getByRole('button')).toHaveCount(count);
  await saved(page);
  expect((await buttonOf(screen.id, 'stop')).y).toBe(6);
});

test('steps that did not reach the server are there again after the menu and a closed tab, and are saved then', async ({ page }) => {
  const made = await make('Line without a line');
  await signIn(page, plant);
  const context = page.context();
  // What a page sends while it is left passes by `page.route`, so that its own `fetch` fails.
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (input, init) => (init?.method === 'PATCH' ? Promise.reject(new TypeError('no line')) : send(input, init));
  });
  await open(page, `/tm/screens/${made.id}`);
  const label = made.draft.buttons.length;
  await panel(page).getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await expect(panel(page).getByRole('button')).toHaveCount(label - 1);
  await page.getByRole('navigation').getByRole('link', { name: 'Loggers' }).first().click();
  await expect(page).toHaveURL(/dataloggers/);
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect((await stored(made.id)).draft.buttons).toHaveLength(label);
  const next = await context.newPage();
  await next.goto(at(`/tm/screens/${made.id}`));
  await awake(next);
  await expect(panel(next).getByRole('button')).toHaveCount(label - 1);
  await saved(next);
  await expect.poll(async () => (await stored(made.id)).draft.buttons.length).toBe(label - 1);
});

test('a renamed screen keeps its panel, and the list its order of things to do with it', async ({ quiet: page }) => {
  const screen = await make('Old name');
  await signIn(page, plant);
  await open(page, `/tm/screens/${screen.id}`);
  await page.getByRole('button', { name: 'Rename Old name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('New name');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('New name');
  await open(page, '/tm/screens');
  await page.getByRole('button', { name: 'Actions for New name' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(rowOf(page, 'New name – copy')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for New name', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByText('New name: archived')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New name', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('link', { name: 'New name', exact: true })).toBeVisible();
});

test('a screen goes out as a file and comes back as another one; what is no screen is refused with its reason', async ({ quiet: page }) => {
  const screen = await make('Round trip', 'setup_study');
  await signIn(page, plant);
  await open(page, '/tm/screens');
  await page.getByRole('button', { name: 'Actions for Round trip' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export to a file' }).click()]);
  expect(download.suggestedFilename()).toBe('round-trip.json');
  const file = join(dataDir, 'round-trip.json');
  await download.saveAs(file);

  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const bad = join(dataDir, 'bad.json');
  for (const [text, reason] of [
    ['hello', 'not a JSON file'],
    ['{"name":"x"}', 'no Taktlog panel in this file'],
    ['{"taktlog":"screen","format":1}', 'is damaged at'],
  ] as const) {
    writeFileSync(bad, text);
    await dialog.locator('input[type="file"]').setInputFiles(bad);
    await expect(dialog.getByRole('alert').filter({ hasText: reason })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Make the panel' })).toBeDisabled();
  }
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await expect(dialog.getByLabel('Name')).toHaveValue('Round trip');
  await dialog.getByLabel('Name').fill('Come back');
  await dialog.getByRole('button', { name: 'Make the panel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Come back');
  const { items } = await api<{ items: Screen[] }>('GET', '/screens?q=come');
  expect(items[0]!.draft).toEqual(screen.draft);
  const document = (await (await import('node:fs/promises')).readFile(file, 'utf8')) as string;
  expect((JSON.parse(document) as ScreenDocument).activities[0]).not.toHaveProperty('categories');
});

test('the catalogue: an activity is changed and archived, a taxonomy gets a category', async ({ quiet: page }) => {
  await signIn(page, plant);
  await open(page, '/tm/screens#activities');
  await page.getByRole('searchbox', { name: 'Name of the activity…' }).fill('waiting');
  await page.getByRole('button', { name: 'Waiting', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Short label').fill('Wait');
  await dialog.getByRole('radio', { name: 'Colour 8' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Waiting')).toContainText('Wait');
  await page.getByRole('button', { name: 'Actions for Waiting', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: 'Waiting', exact: true })).toHaveCount(0);
  // It is there, and hidden: that there is none would be wrong.
  await page.getByRole('button', { name: 'Show archived ones' }).click();
  await expect(rowOf(page, 'Waiting')).toContainText('archived');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Waiting', exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Taxonomies' }).click();
  await expect(page.getByText('to be checked by your work-measurement specialist')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Value added' }).click();
  await dialog.getByRole('button', { name: 'Add category' }).click();
  await dialog.getByLabel('English').last().fill('Learning');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Value added' })).toContainText('Learning');
});

test('whoever may only read sees the panel and changes nothing', async ({ quiet: page }) => {
  const screen = await make('Only to read');
  await signIn(page, { ...VIEWER, url: plant.url });
  await open(page, '/tm/screens');
  await expect(rowOf(page, 'Only to read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New panel' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Only to read' }).click();
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await open(page, `/tm/screens/${screen.id}`);
  await expect(page.getByText('You can look at this panel, not change it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
  const grid = page.getByRole('group', { name: /Grid of buttons/ });
  const stop = grid.getByRole('button', { name: /^Stop/ });
  await stop.focus();
  await page.keyboard.press('ArrowDown');
  await expect(stop).toHaveAccessibleName(/row 6/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Properties of the button' }).getByLabel('Label')).toBeDisabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });

  test('the version of a panel is read whole beside three buttons', async ({ quiet: page }) => {
    const screen = await make('Read on a phone');
    await api('POST', `/screens/${screen.id}/publish`, { rev: screen.rev });
    await signIn(page, plant);
    for (const locale of ['en', 'sk']) {
      await page.goto(`${plant.url}/${locale}/tm/screens/${screen.id}`);
      const head = page.locator('.page-head');
      await expect(head.locator('.head-actions .btn')).toHaveCount(3);
      const tag = (await head.locator('.tag').boundingBox())!;
      const line = (await head.locator('.head-line').last().boundingBox())!;
      // Where the line goes on, its last 24 px fade.
      expect(tag.x + tag.width, locale).toBeLessThanOrEqual(line.x + line.width - 24);
      expect(tag.y + tag.height, locale).toBeLessThanOrEqual(line.y + line.height);
      expect((await head.boundingBox())!.height, locale).toBeLessThanOrEqual(120);
    }
  });

  test('properties of a button come as a sheet below the panel, and go by its grip, by a pull and by Escape', async ({ quiet: page }) => {
    const screen = await make('On a phone');
    await signIn(page, plant);
    await open(page, `/tm/screens/${screen.id}`);
    const side = page.getByRole('complementary', { name: 'Properties' });
    const stop = tile(page, 'Stop');
    await expect(side).toBeHidden();
    await stop.tap();
    await expect(page.getByRole('region', { name: 'Properties of the button' })).toBeVisible();
    await expect(side).toBeFocused();
    // Over the lower half at most; the button stays in sight above it.
    const sheet = (await side.boundingBox())!;
    expect(sheet.y + sheet.height).toBeCloseTo(700, 0);
    expect(sheet.height).toBeLessThanOrEqual(350);
    const chosen = (await stop.boundingBox())!;
    expect(chosen.y + chosen.height).toBeLessThanOrEqual(sheet.y);
    expect(await violations(page)).toEqual([]);
    await side.getByLabel('Label').fill('End of work');
    await page.keyboard.press('Enter');
    await saved(page);
    await page.keyboard.press('Escape');
    await expect(side).toBeHidden();
    const renamed = tile(page, 'End of work');
    await expect(renamed).toBeFocused();

    await renamed.tap();
    const grip = side.getByRole('button', { name: 'Close' });
    await grip.tap();
    await expect(side).toBeHidden();
    await renamed.tap();
    const { x, y, width } = (await grip.boundingBox())!;
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 60, { steps: 3 });
    await page.mouse.up();
    await expect(side).toBeHidden();

    // The panel as a whole, by its own button; what is tapped beside a button puts it away.
    await page.getByRole('button', { name: 'Panel settings' }).tap();
    await expect(side.getByRole('region', { name: 'Panel settings' })).toBeVisible();
    await panel(page).locator('.cell').last().dispatchEvent('pointerdown');
    await expect(side).toBeHidden();
  });
});

test('lists, dialogs and the editor are accessible in either colour', async ({ quiet: page }) => {
  test.setTimeout(180_000);
  const screen = await make('Seen in both', 'cycle_study');
  await signIn(page, plant);
  const examine = async (what: string) => {
    expect(await violationsInBothColours(page), what).toEqual([]);
  };
  await open(page, '/tm/screens');
  await examine('list');
  await page.getByRole('button', { name: 'New panel' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
  await examine('new');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Activities' }).click();
  await page.getByRole('button', { name: 'Check', exact: true }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Short label')).toBeVisible();
  await examine('activity');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Taxonomies' }).click();
  await page.getByRole('button', { name: 'Edit Value added' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click();
  await examine('taxonomy');
  await open(page, `/tm/screens/${screen.id}`);
  await examine('panel');
  await tile(page, 'Stop').click();
  await expect(page.getByRole('region', { name: 'Properties of the button' })).toBeVisible();
  await examine('button');
  const { id, rev } = await make('Read in both');
  await api('POST', `/screens/${id}/publish`, { rev });
  await open(page, `/tm/screens/${id}`);
  await page.getByRole('button', { name: 'QR code' }).click();
  const dialog = page.getByRole('dialog');
  // A camera reads dark on light only; whoever has none reads the address, to its end.
  await expect(dialog.getByRole('img')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await dialog.getByLabel('Address').evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1);
  }
});

test.describe('weight', () => {
  // What a worker of the page fetches is no request of the page, and wouldn't be weighed.
  test.use({ serviceWorkers: 'block' });

  test('the editor stays within 210 kB of JavaScript', async ({ quiet: page }) => {
    const screen = await make('To be weighed');
    await signIn(page, plant);
    const { script } = await weigh(page, at(`/tm/screens/${screen.id}`));
    await expect(tile(page, 'Stop')).toBeVisible();
    test.info().annotations.push({ type: 'JavaScript kB', description: (script / KB).toFixed(1) });
    console.log(`the editor: ${(script / KB).toFixed(1)} kB`);
    expect(script).toBeLessThanOrEqual(210 * KB);
  });
});
