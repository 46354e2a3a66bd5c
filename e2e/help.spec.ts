import { readFileSync } from 'node:fs';
import { LOCALES, type Locale } from '../src/lib/constants.ts';
import { violations } from './axe.ts';
import { address, expect, signIn, test } from './test.ts';

/** The help of each page: what it is for, its keys, where to read on. */

const LIST = '/org/machines';
type Words = {
  title: string;
  keys: { title: string; rows: string; zoom: string };
  more: { title: string };
  page: Record<string, Record<'what' | 'first' | 'missing', string>>;
};
const wordsOf = (locale: Locale) => JSON.parse(readFileSync(`locales/${locale}/help.json`, 'utf8')) as Words;

for (const locale of LOCALES)
  test(`a question mark opens the help of the page in ${locale}, and Escape leads back to where one was`, async ({
    signedIn: page,
    app,
  }) => {
    const words = wordsOf(locale);
    await page.goto(address(app, LIST, locale));
    const row = page.locator('#content tr[tabindex="0"]').first();
    await row.focus();
    await page.keyboard.press('?');
    const help = page.getByRole('complementary', { name: words.title });
    await expect(help).toBeFocused();
    await expect(help).toContainText(words.page.org_machines!.what);
    await expect(help).toContainText(words.page.org_machines!.missing);
    await expect(help).toContainText(words.keys.rows);
    await expect(help).not.toContainText(words.keys.zoom);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(row).toBeFocused();
  });

test('the page stays in use beside its help, and the button closes what it opened', async ({ signedIn: page, app }) => {
  await page.goto(address(app, LIST, 'en'));
  const button = page.getByRole('button', { name: /^Help/ });
  await button.click();
  const help = page.getByRole('complementary', { name: 'Help' });
  await expect(help).toBeVisible();
  const filter = page.locator('#content input[type=search]');
  await filter.fill('press?');
  await expect(filter).toHaveValue('press?');
  await expect(help).toBeVisible();
  await button.click();
  await expect(help).toBeHidden();
  await expect(button).toBeFocused();
});

test('the palette knows the help', async ({ signedIn: page, app }) => {
  await page.goto(address(app, '/user/profile', 'sk'));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pomocnik');
  await expect(page.getByRole('menuitem', { name: 'Pomocník' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Pomocník' })).toContainText(wordsOf('sk').page.user_profile!.what);
});

test('on a phone the help comes over the page, and the focus goes back to its button', async ({ signedIn: page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address(app, '/user/dashboard', 'cs'));
  const button = page.getByRole('button', { name: /^Nápověda/ });
  await button.click();
  const help = page.getByRole('dialog', { name: 'Nápověda' });
  await expect(help).toContainText(wordsOf('cs').page.user_dashboard!.first);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(button).toBeFocused();
});

test('a finger has no keys that help would tell of', async ({ browser, app }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'cs-CZ' });
  const page = await context.newPage();
  await signIn(page, app);
  await page.goto(address(app, LIST, 'cs'));
  await page.getByRole('button', { name: /^Nápověda/ }).tap();
  await expect(page.getByRole('heading', { name: wordsOf('cs').more.title })).toBeVisible();
  await expect(page.getByRole('heading', { name: wordsOf('cs').keys.title })).toBeHidden();
  await context.close();
});

test('a dot tells of a release whose news nobody opened here, and goes when the help has shown them', async ({ signedIn: page, app }) => {
  await page.goto(address(app, LIST, 'en'));
  await page.getByRole('button', { name: 'Help, something is new' }).click();
  const help = page.getByRole('complementary', { name: 'Help' });
  await expect(help.getByRole('heading', { level: 3 }).first()).toHaveText('What’s new');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Help', exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(help.getByRole('heading', { level: 3 }).first()).toHaveText('Machines');
});

test('the help leads to a guide that fits the page, in its language', async ({ signedIn: page, app }) => {
  await page.goto(address(app, '/tm/screens', 'sk'));
  await page.keyboard.press('?');
  await page.getByRole('complementary').getByRole('link', { name: 'Meranie práce na tablete' }).click();
  await expect(page).toHaveURL(/\/sk\/docs\/capture$/);
  await expect(page.locator('h1')).toHaveText('Meranie práce na tablete');
});
