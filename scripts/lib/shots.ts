import { setTimeout as pause } from 'node:timers/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { uuidv7 } from '../../src/lib/client/kernel/uuid.ts';
import type { Locale } from '../../src/lib/constants.ts';
import type { Measurement } from '../../src/lib/contract/measurements.ts';
import type { Screen } from '../../src/lib/contract/screens.ts';
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
  const { cookies } = await request.storageState();
  const cookie = (wanted: string) => decodeURIComponent(cookies.find(({ name }) => name === wanted)?.value ?? '');
  const headers = { Authorization: cookie('auth._token.local'), 'X-XSRF-TOKEN': cookie('XSRF-TOKEN') };
  const call = async <T>(method: 'get' | 'post' | 'patch', path: string, data?: object): Promise<T> => {
    const answer = await request[method](`${url}/v1/orgs/${organization}/${path}`, { headers, ...(data ? { data } : {}) });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const first = async (query: string) => (await call<{ items: { id: string }[] }>('get', query)).items[0]?.id ?? '';
  const logger = await first('dataloggers?q=LOG-0007');
  return {
    '/dlog/alarms/{id}': await first('alarms'),
    '/dlog/charts/{id}': await chartOf(call, logger),
    '/dlog/recordings2/{id}': await first('recordings'),
    '/tm/operations/{id}': await first('operations'),
    '/tm/allowance-sets/{id}': await first('allowance-sets'),
    '/dlog/dataloggers/{id}': logger,
    '/dlog/received-data/{id}': await first('received-data?limit=1'),
    '/dlog/logger-types/{id}': await first('logger-types'),
    '/dlog/sensor-types/{id}': await first('sensor-types'),
    '/org/machines/{id}': await first('machines?q=M-202'),
    '/tm/screens/{id}': demoThing(organization, 'packing'),
    '/tm/measurements/{id}': demoThing(organization, 'shift'),
    contradiction: await contradiction(call, demoThing(organization, 'packing')),
  };
}

type Call = <T>(method: 'get' | 'post' | 'patch', path: string, data?: object) => Promise<T>;

/** Keeps a chart of a logger's channels, as people do. */
async function chartOf(call: Call, logger: string): Promise<string> {
  const { items } = await call<{ items: { id: string }[] }>('get', `channels?datalogger_id=${logger}`);
  const ch = items.slice(0, 4).map(({ id }) => id);
  const query = new URLSearchParams({ ch: ch.join('.'), range: '8h' }).toString();
  return (await call<{ id: string }>('post', 'saved-views', { list: 'charts', name: 'LOG-0007', workspace_id: null, query })).id;
}

/** A measurement of which two devices say different things at one moment. */
async function contradiction(call: Call, panel: string): Promise<string> {
  const { version, draft } = await call<Screen>('get', `screens/${panel}`);
  const { id, lanes } = await call<Measurement>('post', 'measurements', { screen_id: panel, screen_version: version, name: 'P-07' });
  const [first, second, third] = draft.buttons.flatMap(({ activity_id }) => activity_id ?? []);
  const start = Date.now() - 3_600_000;
  const tap = (n: number, device: string, activity: string | undefined, at: number) => ({
    ...{ id: uuidv7(at), kind: 'switch', at, made_at: at, wall: at, mono: at - start, device, session: `${device}-1`, n },
    ...{ lane: lanes[0]!.id, activity },
  });
  const taps = [tap(1, 'tablet', first, start), tap(2, 'tablet', second, start + 1_110_000), tap(1, 'phone', third, start + 1_110_900)];
  await call('post', `measurements/${id}/taps`, { taps });
  return id;
}

/** Waits until a page is alive and its letters are there. */
export async function untilShown(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.querySelector('astro-island[ssr], [aria-busy=true]') === null, undefined, { timeout: 5_000 })
    .catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
