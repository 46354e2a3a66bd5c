import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { PDF, phonePhoto, png } from '../src/lib/server/files/testing.ts';
import { violations } from './axe.ts';
import { awake, expect, signIn, test } from './test.ts';

// Once a worker answers for the page, its requests can neither be held up nor seen.
test.use({ serviceWorkers: 'block' });

let server: ServerProcess;
let dataDir: string;
let plant: { url: string; email: string; password: string; organizationId: string; workspaceId: string };
let machine: (name: string) => Promise<string>;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-files-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  const { email, password, organizationId, workspaceId, call } = await firstOrganization(server);
  plant = { url: server.url, email, password, organizationId, workspaceId };
  machine = async (name) => {
    const body = { workspace_id: workspaceId, name };
    return (await call<{ id: string }>('POST', `/v1/orgs/${organizationId}/machines`, body)).id;
  };
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const at = (id: string) => `${plant.url}/en/org/machines/${id}#files`;

async function filesOf(page: Page, id: string): Promise<void> {
  await signIn(page, plant);
  await page.goto(at(id));
  await awake(page);
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible();
}
/** What is chosen in the browser's own window. */
const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files);
const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await phonePhoto(800, 600) });
const pdf = { name: 'Manual.pdf', mimeType: 'application/pdf', buffer: PDF };
const command = async (page: Page, file: string, name: string) => {
  await page.getByRole('button', { name: `More for ${file}` }).click();
  await page.getByRole('menuitem', { name }).click();
};
/** Is the picture there, and not only its frame? */
const drawn = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(selector)
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);

test('a photo and a manual come to a machine, the photo stands for it, and what is taken away comes back', async ({ page }) => {
  const id = await machine('Press 7');
  await filesOf(page, id);
  await expect(page.getByText('No files yet')).toBeVisible();
  await choose(page, await photo('IMG_1.jpg'), pdf);
  await expect(page.getByText('2 files added.')).toBeVisible();
  await drawn(page, '.photo img');
  await expect(page.getByRole('button', { name: 'Manual.pdf', exact: true })).toBeVisible();

  // The first photo of a machine is shown at once, without being chosen.
  await drawn(page, '.page-head img');
  await expect(page.getByText('Main photo', { exact: true })).toBeVisible();
  await command(page, 'IMG_1.jpg', 'No longer the main photo');
  await expect(page.locator('.page-head img')).toHaveCount(0);
  await command(page, 'IMG_1.jpg', 'Use as the main photo');
  await expect(page.getByText('Main photo', { exact: true })).toBeVisible();
  await drawn(page, '.page-head img');
  await page.reload();
  await expect(page.getByText('Main photo', { exact: true })).toBeVisible();

  await command(page, 'IMG_1.jpg', 'Remove');
  await expect(page.getByText('IMG_1.jpg was removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open IMG_1.jpg' })).toHaveCount(0);
  await expect(page.locator('.page-head img')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await drawn(page, '.photo img');
  await drawn(page, '.page-head img');

  await command(page, 'Manual.pdf', 'Rename');
  await page.getByRole('textbox', { name: 'Name of the file' }).fill('Service manual.pdf');
  await page.keyboard.press('Enter');
  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Service manual.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Service manual.pdf');
  expect(readFileSync(await download.path())).toEqual(PDF);
});

test('what is not accepted says why, file by file, and holds up nothing else', async ({ page }) => {
  await filesOf(page, await machine('Press 8'));
  await choose(
    page,
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: (await phonePhoto(300, 200)).subarray(0, 4_000) },
    { name: 'huge.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(21 * 1_048_576) },
    pdf,
  );
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await expect(uploads.filter({ hasText: 'page.jpg' })).toContainText('This type of file is not accepted.');
  await expect(uploads.filter({ hasText: 'broken.jpg' })).toContainText('The picture could not be read.');
  await expect(uploads.filter({ hasText: 'huge.pdf' })).toContainText('The file is 21.0');
  await expect(page.getByText('1 file added.')).toBeVisible();
  await page.getByRole('button', { name: 'Close the message about page.jpg' }).click();
  await expect(uploads).toHaveCount(2);
});

test('an upload shows how far it is and can be stopped', async ({ page }) => {
  await filesOf(page, await machine('Press 9'));
  await page.route('**/files?entity=*&name=*', () => undefined);
  await choose(page, pdf);
  await expect(page.getByRole('progressbar', { name: 'Upload of Manual.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the upload of Manual.pdf' }).click();
  await expect(page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')).toHaveCount(0);
  await expect(page.getByText('No files yet')).toBeVisible();
});

test('uploads go on when their tab is left, and one that fails then says so and can be tried again', async ({ page }) => {
  await filesOf(page, await machine('Press 13'));
  const refusing = Promise.withResolvers<void>();
  let broken = true;
  await page.route('**/files?entity=*&name=*', async (route) => {
    if (!broken) return route.fallback();
    await refusing.promise;
    await route.abort('connectionreset');
  });
  await choose(page, pdf);
  await expect(page.getByRole('progressbar', { name: 'Upload of Manual.pdf' })).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Overview' })).toBeVisible();
  refusing.resolve();
  await expect(page.getByRole('alert').filter({ hasText: '1 file was not added.' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Show why' }).click();
  const upload = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await expect(upload).toContainText('Manual.pdf');
  await upload.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('1 file added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Manual.pdf', exact: true })).toBeVisible();
});

test('a file may be dropped or pasted, and another tab sees it come', async ({ page, context }) => {
  const id = await machine('Press 10');
  await filesOf(page, id);
  const other = await context.newPage();
  await other.goto(at(id));
  await expect(other.getByText('No files yet')).toBeVisible();
  const bytes = [...(await png())];
  for (const [kind, name] of [
    ['paste', 'pasted.png'],
    ['drop', 'dropped.png'],
  ] as const) {
    await page.evaluate(
      ([type, title, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(content as number[])], title as string, { type: 'image/png' }));
        const target = type === 'paste' ? document.body : document.querySelector('.files-tab')!;
        const event =
          type === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        target.dispatchEvent(event);
      },
      [kind, name, bytes] as const,
    );
    await expect(page.getByRole('button', { name: `Open ${name}` })).toBeVisible();
    await expect(other.getByRole('button', { name: `Open ${name}` })).toBeVisible();
  }
});

test('photos are looked through with the keyboard alone', async ({ page }) => {
  await filesOf(page, await machine('Press 11'));
  await choose(page, await photo('first.jpg'));
  await expect(page.getByRole('button', { name: 'Open first.jpg' })).toBeVisible();
  await choose(page, await photo('second.jpg'));
  await page.getByRole('button', { name: 'Open second.jpg' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Photo second.jpg' })).toBeVisible();
  await drawn(page, '.lightbox img');
  await page.keyboard.press('ArrowRight');
  const dialog = page.getByRole('dialog', { name: 'Photo first.jpg' });
  await expect(dialog).toContainText('2 of 2');
  expect(await violations(page, { within: '.lightbox' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open first.jpg' })).toBeFocused();
});

test('on a phone there is the camera, everything fits, and it reads out well in both modes', async ({ browser }) => {
  const id = await machine('Press 12');
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
    const page = await context.newPage();
    await filesOf(page, id);
    await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible();
    await choose(page, await photo(`${colorScheme} with a name that is much too long for the width of a telephone.jpg`), pdf);
    await expect(page.getByText('2 files added.')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await violations(page, { within: '.files-tab' })).toEqual([]);
    await context.close();
  }
});

test('a page asks before it is left while a file is on its way, says how far it is, and lets go when it has arrived', async ({ page }) => {
  const id = await machine('Press 12');
  await filesOf(page, id);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/files?entity=*&name=*', async (route) => {
    await promise;
    await route.fallback();
  });
  await choose(page, pdf);
  await expect(page.getByRole('progressbar', { name: 'Upload of Manual.pdf' })).toBeVisible();
  const asked = page.waitForEvent('dialog');
  const leaving = page.goto(`${plant.url}/en/org/machines`).catch(() => null);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await leaving;
  await expect(page).toHaveURL(new RegExp(id));
  resolve();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByText('Manual.pdf').first()).toBeVisible();
  await page.goto(`${plant.url}/en/org/machines`);
  await expect(page.getByRole('link', { name: 'Press 12' }).first()).toBeVisible();
});
