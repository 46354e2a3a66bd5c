import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { hashPassword } from '../src/lib/server/auth/passwords.ts';
import { createIds, systemClock } from '../src/lib/server/kernel/ids.ts';
import { violations } from './axe.ts';
import { expect, signIn, test } from './test.ts';

test.describe.configure({ mode: 'serial' });
let server: ServerProcess;
let dataDir: string;
let plant: { url: string; email: string; password: string; organizationId: string; workspaceId: string };
let root: string;
let technician: { id: string; email: string; password: string };

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-people-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  const { email, password, organizationId, workspaceId, datalogger } = await firstOrganization(server);
  await datalogger('Cold room 1');
  plant = { url: server.url, email, password, organizationId, workspaceId };
  root = `${server.url}/v1/orgs/${organizationId}`;
  technician = await secondPerson('Tom Technician', 'technician');
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** Somebody with one role in the workspace, as an accepted invitation would have made him. */
async function secondPerson(name: string, role: string) {
  const ids = createIds(systemClock);
  const person = { id: ids.uuid(), email: 'tom@plant.example', password: 'kladivo a kovadlina' };
  const now = systemClock.now();
  const db = new DatabaseSync(join(dataDir, 'taktlog.db'));
  db.exec('pragma busy_timeout = 10000');
  db.prepare('insert into users (id, email, name, locale, password_hash, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)').run(
    person.id,
    person.email,
    name,
    'en',
    await hashPassword(person.password, { log2N: 4, r: 8, p: 1 }),
    now,
    now,
  );
  db.prepare('insert into people (organization_id, id, created_at, updated_at) values (?, ?, ?, ?)').run(
    plant.organizationId,
    person.id,
    now,
    now,
  );
  db.prepare(
    'insert into memberships (organization_id, id, user_id, workspace_id, role, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
  ).run(plant.organizationId, ids.uuid(), person.id, plant.workspaceId, role, now, now);
  db.close();
  return person;
}

/** A browser of its own in which somebody is signed in; it fails the test when its console says anything. */
async function browserOf(browser: Browser, who: { email: string; password: string } = plant): Promise<Page> {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => expect(error).toBeUndefined());
  await signIn(page, { ...plant, ...who });
  return page;
}

const at = (path: string) => `${plant.url}/en${path}`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** A button that was pending has announced itself by its label, which is gone with its dialog; the announcement goes a little later. */
const seen = (page: Page) => violations(page, { without: '[data-live-announcer]' });

test('the owner changes roles in a workspace, and takes it back from the toast', async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto(at('/org#people'));
  await expect(rowOf(page, 'Tom Technician')).toContainText('Hall: Technician');
  expect(await seen(page)).toEqual([]);
  await page.getByRole('button', { name: 'Actions for Tom Technician' }).click();
  await page.getByRole('menuitem', { name: 'Change roles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roles of Tom Technician' });
  await dialog.getByRole('checkbox', { name: 'Auditor' }).check({ force: true });
  await dialog.getByRole('button', { name: /^Hall: Technician/ }).click();
  await page.getByRole('menuitem', { name: /Analyst/ }).click();
  await page.keyboard.press('Escape');
  expect(await seen(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'Tom Technician')).toContainText('Auditor');
  await expect(rowOf(page, 'Tom Technician')).toContainText('Hall: Technician and Analyst');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Tom Technician')).not.toContainText('Auditor');
});

test('the last owner keeps the role, and the screen says why', async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto(at('/org#people'));
  await page.getByRole('button', { name: 'Actions for Owner' }).click();
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Change roles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roles of Owner' });
  await dialog.getByRole('checkbox', { name: 'Owner' }).uncheck({ force: true });
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The last owner can neither leave nor lose the role.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, plant.email)).toContainText('Owner');
});

test('two people change the roles of one: the second chooses place by place', async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto(at('/org#people'));
  await page.getByRole('button', { name: 'Actions for Tom Technician' }).click();
  await page.getByRole('menuitem', { name: 'Change roles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roles of Tom Technician' });
  await dialog.getByRole('checkbox', { name: 'Auditor' }).check({ force: true });
  // Through the API itself, as a colleague in another place would.
  const headers = { Authorization: `Bearer ${await tokenOf(plant)}`, 'Content-Type': 'application/json' };
  const { rev, roles } = (await (await fetch(`${root}/people/${technician.id}`, { headers })).json()) as {
    rev: number;
    roles: { workspaces: unknown[] };
  };
  const body = JSON.stringify({ rev, roles: { ...roles, organization: ['member'] } });
  expect((await fetch(`${root}/people/${technician.id}`, { method: 'PATCH', headers, body })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed it meanwhile' });
  await expect(conflict).toContainText('Member');
  await expect(conflict).toContainText('Auditor');
  await conflict.getByRole('button', { name: 'Save the chosen' }).click();
  await expect(rowOf(page, 'Tom Technician')).toContainText('Auditor');
  await expect(rowOf(page, 'Tom Technician')).toContainText('Hall: Technician');
});

test('several people are invited at once; one who is there already doesn’t stop the others', async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto(at('/org#people'));
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to the organisation' });
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(`Eva <eva@plant.example>, ${technician.email}`);
  // The least that is of use is chosen already; whoever takes it away is told.
  const place = dialog.getByRole('button', { name: /Hall.*Viewer/ });
  await place.click();
  await page.getByRole('menuitem', { name: /Viewer/ }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Choose at least one role' })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Member' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  const outcome = page.getByRole('dialog', { name: 'How it went' });
  await expect(outcome.getByRole('listitem').filter({ hasText: technician.email })).toContainText('in the organisation already');
  // No mail server is set here: the link is handed over.
  await expect(outcome.getByRole('textbox', { name: 'eva@plant.example' })).toHaveValue(/\/signup\/invitation\/[\w-]{43}$/);
  await outcome.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'eva@plant.example')).toContainText('7 days left');
  expect(await seen(page)).toEqual([]);
  await page.getByRole('button', { name: 'Revoke the invitation: eva@plant.example' }).click();
  await rowOf(page, 'eva@plant.example').getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'eva@plant.example')).toContainText('7 days left');
});

test('a deactivated person loses access in another browser, and has it again when brought back', async ({ browser }) => {
  const tom = await browserOf(browser, technician);
  await tom.goto(at('/dlog/dataloggers'));
  await expect(tom.getByText('Cold room 1').first()).toBeVisible();
  const asTom = { Authorization: `Bearer ${await tokenOf(technician)}`, 'Content-Type': 'application/json' };
  const read = async () => (await fetch(`${root}/dataloggers`, { headers: asTom })).status;
  const write = async () =>
    (
      await fetch(`${root}/dataloggers`, {
        method: 'POST',
        headers: asTom,
        body: JSON.stringify({ name: 'Cold room 2', workspace_id: plant.workspaceId }),
      })
    ).status;
  expect(await read()).toBe(200);

  const page = await browserOf(browser);
  await page.goto(at('/org#people'));
  await page.getByRole('button', { name: 'Actions for Tom Technician' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(rowOf(page, 'Tom Technician')).toHaveCount(0);
  await expect(page.getByText('Tom Technician no longer has access to the organisation.')).toBeVisible();
  expect(await write()).toBe(401);
  expect(await read()).toBe(401);
  // His page is on its way out by itself, and two navigations of one tab interrupt each other: he tries in another.
  const elsewhere = await tom.context().newPage();
  await elsewhere.goto(at('/dlog/dataloggers'));
  await expect(elsewhere.getByText('Cold room 1')).toHaveCount(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Tom Technician')).toContainText('Hall: Technician');
  const again = await browserOf(browser, technician);
  await again.goto(at('/dlog/dataloggers'));
  await expect(again.getByText('Cold room 1').first()).toBeVisible();
});

test('a key is shown once, works, is revoked, and works no more; the trail tells both with what changed', async ({ browser }) => {
  const page = await browserOf(browser);
  await page.goto(at('/org#keys'));
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  expect(await seen(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  const token = await dialog.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
  expect(token).toMatch(/^tlk_[\w-]{43}$/);
  await expect(dialog.getByRole('textbox', { name: 'Try it' })).toHaveValue(new RegExp(`curl .*dataloggers[\\s\\S]*Bearer ${token}`));
  expect(await seen(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  expect(await page.content()).not.toContain(token);

  const asked = () => fetch(`${root}/dataloggers`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await asked()).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke the key Warehouse' }).click();
  await expect(rowOf(page, 'Warehouse')).toContainText('being revoked');
  await expect(rowOf(page, 'Warehouse').getByText('revoked', { exact: true })).toBeVisible();
  const refused = await asked();
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'key_unknown']);

  await page.getByRole('tab', { name: /audit/i }).click();
  const event = page.locator('details').filter({ hasText: 'Warehouse' }).first();
  await expect(event).toContainText('Service key, revoked');
  await event.locator('summary').click();
  const revoked = event.getByRole('row').filter({ hasText: 'Revoked' });
  await expect(revoked).toContainText('nothing');
  await expect(event.getByRole('row').filter({ hasText: 'End of the key' })).toHaveCount(0);
  expect(await seen(page)).toEqual([]);

  await page.getByRole('button', { name: 'What everything' }).click();
  await page.getByRole('menuitem', { name: 'Data logger', exact: true }).click();
  await expect(page).toHaveURL(/entity=dataloggers/);
  await expect(page.locator('details').filter({ hasText: 'Warehouse' })).toHaveCount(0);
  await expect(page.locator('details').filter({ hasText: 'Cold room 1' }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^taktlog-audit-\d{4}-\d\d-\d\d\.csv$/);
});

test('the trail reads older changes as one scrolls, and nothing shows as on its way before', async ({ browser }) => {
  const headers = { Authorization: `Bearer ${await tokenOf(plant)}`, 'Content-Type': 'application/json' };
  for (let number = 1; number <= 101; number += 1) {
    const body = JSON.stringify({ name: `Machine ${number}`, workspace_id: plant.workspaceId });
    expect((await fetch(`${root}/machines`, { method: 'POST', headers, body })).status).toBe(201);
  }
  const page = await browserOf(browser);
  await page.goto(at('/org#audit'));
  const rows = page.locator('details');
  await expect(rows).toHaveCount(100);
  await expect(page.locator('main [aria-busy=true], main .skel')).toHaveCount(0);
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows.nth(100)).toBeAttached();
  await expect(page.locator('details').filter({ hasText: 'Cold room 1' }).first()).toBeAttached();
});

test('a key being revoked can be kept from wherever its toast stands; a page that is left revokes it', async ({ browser }) => {
  const headers = { Authorization: `Bearer ${await tokenOf(plant)}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Scales', scopes: ['dlog:read'], expires_in_days: 30 });
  const { token } = (await (await fetch(`${root}/api-keys`, { method: 'POST', headers, body })).json()) as { token: string };
  const status = async () => (await fetch(`${root}/dataloggers`, { headers: { Authorization: `Bearer ${token}` } })).status;
  const page = await browserOf(browser);
  await page.goto(at('/org#keys'));
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const revoke = () => page.getByRole('button', { name: 'Revoke the key Scales' }).click();
  await revoke();
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(page.getByLabel('Short name')).toBeVisible();
  await page.getByRole('tab', { name: /keys/i }).click();
  await expect(rowOf(page, 'Scales')).toContainText('being revoked');
  await page.getByRole('tab', { name: 'General' }).click();
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('tab', { name: /keys/i }).click();
  await expect(rowOf(page, 'Scales')).not.toContainText('being revoked');
  expect(await status()).toBe(200);

  await revoke();
  await expect(toasts.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goto(at('/user/profile'));
  await expect.poll(status, { timeout: 5_000 }).toBe(401);
});

async function tokenOf({ email, password }: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${plant.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}
