import { type BrowserContext, test as base, expect, type Page, type Request, type Response } from '@playwright/test';
import { localePath } from '../src/lib/i18n/href.ts';
import { type State, state } from './state.ts';

/** Contexts in which no island will ever listen. */
const scriptless = new WeakSet<BrowserContext>();

/**
 * `app` is the server that all journeys share; a `quiet` page fails its test when the browser's console says anything or a request is
 * refused by the content security policy; `signedIn` is a quiet page of the owner.
 */
export const test = base.extend<{ app: State; quiet: Page; signedIn: Page }>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        if (options?.javaScriptEnabled === false) scriptless.add(context);
        context.on('page', waitUntilAwake);
        const written = writes(context);
        const close = context.close.bind(context);
        context.close = async (reason) => {
          await written();
          await close(reason);
        };
        return context;
      };
      await use(browser);
      browser.newContext = open;
    },
    { scope: 'worker' },
  ],
  context: async ({ context, javaScriptEnabled }, use) => {
    if (!javaScriptEnabled) scriptless.add(context);
    await use(context);
  },
  app: async ({ baseURL: _ }, use) => {
    await use(state());
  },
  quiet: async ({ page }, use) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(`error: ${error.message}`));
    await use(page);
    expect(said.filter((line) => !expectedNoise(line))).toEqual([]);
  },
  signedIn: async ({ quiet, app }, use) => {
    await signIn(quiet, app);
    await use(quiet);
  },
});
export { expect };

/**
 * The browser itself reports documents that are answered 404, and workers that a journey keeps out; pages that test that are not noisy.
 * On a busy machine a page may be shown before the picture of the one before it is there: Chromium gives up the passage between
 * them with a rejection that no script is given a hold of.
 */
const expectedNoise = (line: string): boolean =>
  /Failed to load resource: the server responded with a status of (404|401|403|422)|Service Worker registration blocked by Playwright|Transition was aborted because of invalid state\. Page already revealed/.test(
    line,
  );

/**
 * Follows what is written in a context. A screen shows a change before the server has answered; a browser that is closed at once may take the
 * request along, and the next journey of the file finds the row as it was.
 *
 * @returns waits until all is answered; a journey that holds answers back isn't waited for for long
 */
function writes(context: BrowserContext): () => Promise<void> {
  const open = new Set<Request>();
  const over = (request: Request) => open.delete(request);
  context.on('request', (request) => request.method() !== 'GET' && open.add(request));
  context.on('requestfinished', over);
  context.on('requestfailed', over);
  return () =>
    expect
      .poll(() => open.size, { timeout: 3000, intervals: [10, 50] })
      .toBe(0)
      .catch(() => undefined);
}

/** Signs in by the plain door, without waiting for the login page. */
export async function signIn(
  page: Pick<Page, 'request'>,
  { url, email, password }: Pick<State, 'url' | 'email' | 'password'>,
): Promise<void> {
  const answer = await page.request.post(`${url}/v1/auth/form`, {
    form: { email, password, locale: 'cs' },
    headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
}

/** The address of a route of the table in one language. */
export function address(state: State, path: string, locale: 'cs' | 'en' | 'sk'): string {
  const rows: [start: string, id: string][] = [
    ['/dlog/received-data', state.receivedId],
    ['/dlog/dataloggers', state.dataloggerId],
    ['/dlog/sensor-types', state.sensorTypeId],
    ['/dlog/logger-types', state.loggerTypeId],
    ['/org/machines', state.machineId],
    ['/tm/screens', state.screenId],
    ['/tm/measurements', state.measurementId],
    ['/tm/operations', state.operationId],
    ['/tm/allowance-sets', state.allowanceSetId],
    ['/dlog/recordings2', state.recordingId],
    ['/dlog/alarms', state.alarmId],
    ['/dlog/charts', state.chartId],
  ];
  const id = rows.find(([start]) => path.startsWith(start))?.[1] ?? '01890a5d-ac96-774b-bcce-b302099a8057';
  return state.url + localePath(path.replace('{id}', id).replace('{token}', 'invitation-token'), locale);
}

/**
 * Waits until every island of the page listens: a press before that does nothing, and what is typed is lost. The attribute goes when React
 * is asked to take the island over; whether it has done so only its own notes on the element say.
 */
export async function awake(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]:not([client=visible])')).toHaveCount(0);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('astro-island')].every((island) => {
      const key = Object.keys(island).find((one) => one.startsWith('__reactContainer$'));
      type Notes = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } };
      return key === undefined || (island as unknown as Record<string, Notes>)[key]?.stateNode.current.memoizedState?.isDehydrated !== true;
    }),
  );
}

/**
 * Makes the page wait for its islands whenever it is led somewhere. Who asks for less than a loaded document
 * (`waitUntil: 'domcontentloaded'` or `'commit'`) has it as it comes.
 */
function waitUntilAwake(page: Page): void {
  const { goto, reload, goBack } = page;
  type Until = { waitUntil?: 'commit' | 'domcontentloaded' | 'load' | 'networkidle' } | undefined;
  const whenAwake = async (options: Until, answer: Response | null) => {
    const early = options?.waitUntil === 'commit' || options?.waitUntil === 'domcontentloaded';
    if (!early && !scriptless.has(page.context())) await awake(page);
    return answer;
  };
  page.goto = async (url, options) => whenAwake(options, await goto.call(page, url, options));
  page.reload = async (options) => whenAwake(options, await reload.call(page, options));
  page.goBack = async (options) => whenAwake(options, await goBack.call(page, options));
}
