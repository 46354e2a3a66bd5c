import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import type { State } from './state.ts';
import { address, awake, expect, test } from './test.ts';

const NOTE = { cs: 'Je tu, co jste rozepsali', en: 'What you typed and did not save', sk: 'Je tu, čo ste rozpísali' };
const drafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length);

/** The API as the owner. */
async function caller(app: State) {
  let token = '';
  const call = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(app.url + path, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return (await answer.json()) as T;
  };
  ({ token } = await call<{ token: string }>('POST', '/v1/auth/login', { email: app.email, password: app.password }));
  return <T>(method: string, path: string, body: unknown) => call<T>(method, `/v1/orgs/${app.organizationId}${path}`, body);
}

/** The tab is closed, and the address opened in a new one. */
async function inNewTab(page: Page): Promise<Page> {
  const url = page.url();
  const context = page.context();
  await page.close({ runBeforeUnload: true });
  const next = await context.newPage();
  await next.goto(url);
  await awake(next);
  return next;
}

test.describe('what was typed into the form of a row', () => {
  test('is there again after the menu, in another language, after a reload and a closed tab; what is saved is no draft', async ({
    signedIn: page,
    app: given,
  }) => {
    const call = await caller(given);
    const { id } = await call<{ id: string }>('POST', '/machines', { name: 'Mill 7', workspace_id: given.workspaceId });
    const app = { ...given, machineId: id };
    const settings = (locale: 'cs' | 'en' | 'sk') => `${address(app, '/org/machines/{id}', locale)}#properties`;
    await page.goto(settings('en'));
    await page.getByLabel('Note').fill('The belt squeals');
    // By the menu, at once, and back.
    await page.getByRole('navigation').getByRole('link', { name: 'Loggers' }).first().click();
    await expect(page).toHaveURL(/dataloggers/);
    await page.goBack();
    await expect(page.getByLabel('Note')).toHaveValue('The belt squeals');
    await expect(page.getByText(NOTE.en)).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.goto(settings('sk'));
    await expect(page.getByText(NOTE.sk)).toBeVisible();
    await expect(page.getByLabel('Poznámka')).toHaveValue('The belt squeals');
    await page.getByLabel('Poznámka').fill('Remeň píska');
    await page.reload();
    await expect(page.getByLabel('Poznámka')).toHaveValue('Remeň píska');
    const next = await inNewTab(page);
    await expect(next.getByLabel('Poznámka')).toHaveValue('Remeň píska');
    await next.getByRole('button', { name: 'Uložiť' }).click();
    await expect(next.getByText(NOTE.sk)).toBeHidden();
    await expect.poll(() => drafts(next)).toBe(0);
    await next.reload();
    await expect(next.getByLabel('Poznámka')).toHaveValue('Remeň píska');
    await expect(next.getByText(NOTE.sk)).toBeHidden();
  });

  test('in two tabs is lost in neither', async ({ signedIn: page, app: given, context }) => {
    const call = await caller(given);
    const { id } = await call<{ id: string }>('POST', '/machines', { name: 'Mill 8', workspace_id: given.workspaceId });
    const url = `${address({ ...given, machineId: id }, '/org/machines/{id}', 'en')}#properties`;
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(url);
      await awake(tab);
    }
    await page.getByLabel('Note').fill('From the first tab');
    await expect.poll(() => drafts(page)).toBe(1);
    await other.getByLabel('Note').fill('From the second tab');
    await expect.poll(() => drafts(page)).toBe(2);
    await page.close({ runBeforeUnload: true });
    await other.close({ runBeforeUnload: true });
    const next = await context.newPage();
    const found: string[] = [];
    for (const _ of [1, 2]) {
      await next.goto(url);
      await expect(next.getByText(NOTE.en)).toBeVisible();
      found.push(await next.getByLabel('Note').inputValue());
      await next.getByRole('button', { name: 'Start over' }).click();
      await expect(next.getByLabel('Note')).toHaveValue('');
      await next.goto('about:blank');
    }
    expect(found.toSorted()).toEqual(['From the first tab', 'From the second tab']);
  });
});

test.describe('what was typed into a dialog', () => {
  test('stays when it is left by Escape, the cross, the menu or with its tab, and goes with "Cancel"', async ({ signedIn: first, app }) => {
    let page = first;
    await page.goto(address(app, '/org/machines', 'en'));
    await awake(page);
    const name = () => page.getByRole('dialog').getByLabel('Name', { exact: true });
    const open = async () => {
      await page.getByRole('button', { name: 'New machine' }).first().click();
      await expect(name()).toBeFocused();
    };
    await open();
    await expect(page.getByRole('dialog').getByText(NOTE.en)).toBeHidden();
    await name().fill('Press 9');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await open();
    await expect(name()).toHaveValue('Press 9');
    await expect(page.getByRole('dialog').getByText(NOTE.en)).toBeVisible();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    page = await inNewTab(page);
    await open();
    await expect(name()).toHaveValue('Press 9');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(name()).toHaveValue('');
    await name().fill('Press 10');
    await page.goto(address(app, '/org/machines', 'cs'));
    await awake(page);
    await page.getByRole('button', { name: 'Nový stroj' }).first().click();
    await expect(page.getByRole('dialog').getByLabel('Název')).toHaveValue('Press 10');
    await page.getByRole('button', { name: 'Zrušit' }).click();
    expect(await drafts(page)).toBe(0);
    await page.getByRole('button', { name: 'Nový stroj' }).first().click();
    await expect(page.getByRole('dialog').getByLabel('Název')).toHaveValue('');
  });

  test('is there again for an activity, new or not, by Escape, in another language and after a closed tab', async ({
    signedIn: first,
    app,
  }) => {
    let page = first;
    const url = (locale: 'cs' | 'en') => `${address(app, '/tm/screens', locale)}#activities`;
    await page.goto(url('en'));
    await awake(page);
    const name = () => page.getByRole('dialog').getByRole('textbox').first();
    await page.getByRole('button', { name: 'New activity' }).first().click();
    await expect(name()).toBeFocused();
    await name().fill('Deburring');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto(url('cs'));
    await awake(page);
    await page.getByRole('button', { name: 'Nová činnost' }).first().click();
    await expect(name()).toHaveValue('Deburring');
    await expect(page.getByRole('dialog').getByText(NOTE.cs)).toBeVisible();
    page = await inNewTab(page);
    await page.getByRole('button', { name: 'Nová činnost' }).first().click();
    await expect(name()).toHaveValue('Deburring');
    await page.getByRole('dialog').getByRole('button', { name: 'Přidat činnost' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(() => drafts(page)).toBe(0);
  });
});

test('a password that was being changed is nowhere kept', async ({ signedIn: page, app }) => {
  await page.goto(address(app, '/user/profile', 'en'));
  await page.locator('input[name=password]').fill('correct horse battery');
  await page.goto(address(app, '/user/dashboard', 'en'));
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('horse');
});

test.describe('what stands outside of forms', () => {
  test('times of the range that were typed and left by Escape are there again, and go with "Cancel" and with what is applied', async ({
    signedIn: page,
    app,
  }) => {
    await page.goto(address(app, '/dlog/dataloggers/{id}', 'en'));
    await awake(page);
    const open = () => page.locator('[role=group] > .btn[aria-haspopup=dialog]').first().click();
    const panel = page.getByRole('dialog');
    const from = panel.getByLabel('From', { exact: true });
    await open();
    const usual = await from.inputValue();
    await expect(panel.getByText(NOTE.en)).toBeHidden();
    await from.fill('05/11/2026 06:30');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.reload();
    await awake(page);
    await open();
    await expect(from).toHaveValue(/^05\/11\/2026\s06:30$/);
    await expect(panel.getByText(NOTE.en)).toBeVisible();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await panel.getByRole('button', { name: 'Start over' }).click();
    await expect(from).not.toHaveValue(/^05\/11\/2026\s06:30$/);
    // A text that is no time yet is kept as it stands.
    await from.fill('05/11/2');
    await page.keyboard.press('Escape');
    await open();
    await expect(from).toHaveValue('05/11/2');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await open();
    await expect(from).toHaveValue(new RegExp(`^${usual.slice(0, 6)}`));
    expect(await drafts(page)).toBe(0);
  });

  test('a table that is longer than any form is there again after Escape and a reload', async ({ signedIn: page, app }) => {
    await page.goto(address(app, '/org/machines', 'en'));
    await awake(page);
    const table = `name\n${Array.from({ length: 1_000 }, (_, no) => `Machine ${no} ${'x'.repeat(80)}`).join('\n')}`;
    const open = async () => {
      await page.getByRole('button', { name: 'Import CSV' }).click();
      return page.getByRole('dialog').getByRole('textbox').last();
    };
    const field = await open();
    await field.fill(table);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.reload();
    await awake(page);
    const again = await open();
    expect((await again.inputValue()).length).toBe(table.length);
    await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
    await expect(again).toHaveValue('');
  });
});
