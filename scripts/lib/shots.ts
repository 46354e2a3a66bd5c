import { setTimeout as pause } from 'node:timers/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Locale } from '../../src/lib/constants.ts';
import { demoThing } from '../../src/lib/server/demo/seed-stopwatch.ts';
import type { ServerProcess } from './server-process.ts';

/** What the makers of pictures share: windows, names of files, the way in, and ids of things that are shown. */

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const DEVICES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  small: { width: 320, height: 640 },
  half: { width: 900, height: 800 },
  print: { width: 1440, height: 900 },
  gone: { width: 1440, height: 900 },
} as const;
export type Device = keyof typeof DEVICES;
export const TOUCH: readonly Device[] = ['phone', 'tablet', 'small'];

/** `/dlog/dataloggers/{id}` → `dlog_dataloggers_id`. */
export function slug(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '_').replace(/[{}]/g, '');
}

/** A path of the table with an id in it: one of the demo's, else one that nothing has. */
export const filled = (path: string, ids: Record<string, string> | undefined): string =>
  path.replace('{id}', ids?.[path] || '01890a5d-ac96-774b-bcce-b302099a8057').replace('{token}', 'invitation-token');

/** What the demo prints when its history is made. */
export async function demoLogin(server: ServerProcess): Promise<{ email: string; password: string }> {
  for (let waited = 0; waited < 60_000; waited += 100) {
    const [, email, password] = /demo login: (\S+) (.+)/.exec(server.output()) ?? [];
    if (email !== undefined && password !== undefined) return { email, password: password.trim() };
    await pause(100);
  }
  throw new Error(`the demo printed no login line:\n${server.output()}`);
}

/** Signs the window in that the requests belong to. */
export async function signInto(
  request: APIRequestContext,
  url: string,
  person: { email: string; password: string },
  locale: Locale,
): Promise<void> {
  await request.post(`${url}/v1/auth/form`, {
    form: { ...person, locale },
    headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
  });
}

/** A thing to show for each `{id}` page that has some. */
export async function demoIds(request: APIRequestContext, url: string): Promise<Record<string, string>> {
  const profile = (await (await request.get(`${url}/v1/auth/profile`)).json()) as {
    links: { organizations: { organization_id: string }[] };
  };
  const organization = profile.links.organizations[0]!.organization_id;
  const base = `${url}/v1/orgs/${organization}`;
  const first = async (query: string) =>
    ((await (await request.get(`${base}/${query}`)).json()) as { items: { id: string }[] }).items[0]?.id ?? '';
  return {
    '/dlog/dataloggers/{id}': await first('dataloggers?q=LOG-0007'),
    '/dlog/received-data/{id}': await first('received-data?limit=1'),
    '/dlog/logger-types/{id}': await first('logger-types'),
    '/dlog/sensor-types/{id}': await first('sensor-types'),
    '/org/machines/{id}': await first('machines?q=M-202'),
    '/tm/screens/{id}': demoThing(organization, 'packing'),
    '/tm/measurements/{id}': demoThing(organization, 'shift'),
  };
}

/** Waits until a page is alive and its letters are there. */
export async function untilShown(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.querySelector('astro-island[ssr], [aria-busy=true]') === null, undefined, { timeout: 5_000 })
    .catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
