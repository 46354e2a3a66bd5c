import { api, auth, documentCookies } from '../../lib/client/auth/browser.ts';
import { changes, type Snapshot, snapshot, type Words } from '../../lib/client/playground.ts';
import { REFRESH_LIFE_S } from '../../lib/constants.ts';
import { getProfile } from '../../lib/contract/auth.ts';
import { colorMode } from './color.ts';
import { pageBuilds } from './new-build.ts';
import { prefs } from './session.ts';

/** The developers' page in a real browser: rows that follow the session, a log of what changed, buttons. */

const LOGGED = 50;
const TICK_MS = 500;
/** Characters of a value in the log; the rows show it whole. */
const BRIEF = 80;
const LATEST = '/builds/latest.json';

const brief = (text: string): string => (text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text);

const stores = {
  user: () => auth().$user.get(),
  logged_in: () => auth().$loggedIn.get(),
  busy: () => auth().$busy.get(),
  prefs: () => prefs().$prefs.get(),
  preference: () => colorMode().$preference.get(),
  color: () => colorMode().$value.get(),
  forced: () => colorMode().$forced.get(),
  build: () => pageBuilds().$newBuild.get(),
};

/** The end of a token moved to this moment, as if its time had come. */
function expire(...tokens: ('_token' | '_refresh_token')[]): void {
  const cookies = documentCookies();
  for (const token of tokens)
    if (cookies.get(`auth.${token}.local`) !== null)
      cookies.set(`auth.${token}_expiration.local`, String(Date.now()), { maxAge: REFRESH_LIFE_S });
}

/** One look for a newer build is answered as if there were one. */
async function pretendBuild(): Promise<void> {
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    String(input).startsWith(LATEST)
      ? Promise.resolve(Response.json({ id: `pretended-${Date.now()}`, timestamp: Date.now() }))
      : real(input, init);
  try {
    await pageBuilds().check();
  } finally {
    globalThis.fetch = real;
  }
}

async function health(cell: HTMLElement): Promise<void> {
  const started = performance.now();
  const answer = await fetch(cell.dataset.health ?? '').catch(() => null);
  cell.textContent = answer ? `${answer.status} · ${Math.round(performance.now() - started)} ms` : '–';
  cell.toggleAttribute('data-bad', !answer?.ok);
}

export function startPlayground(root: HTMLElement): void {
  const words = JSON.parse(root.dataset.words ?? '{}') as Words;
  const rows = [...root.querySelectorAll<HTMLElement>('[data-live]')];
  const log = root.querySelector<HTMLElement>('[data-log]')!;
  const names = new Map(rows.map((row) => [row.dataset.live ?? '', row.previousElementSibling?.textContent ?? '']));
  let shown: Snapshot | undefined;

  function note(name: string, from: string, to: string): void {
    const line = document.createElement('p');
    const time = document.createElement('time');
    time.textContent = new Date().toLocaleTimeString(document.documentElement.lang);
    line.append(time, ` ${name}: ${brief(from)} → ${brief(to)}`);
    log.prepend(line);
    log.children[LOGGED]?.remove();
  }
  function show(): void {
    const next = snapshot({ auth: auth(), cookie: documentCookies().get, now: Date.now, stores }, words);
    for (const row of rows) row.textContent = next[row.dataset.live ?? ''] ?? words.none;
    for (const { name, from, to } of shown ? changes(shown, next) : []) note(names.get(name) ?? name, from, to);
    shown = next;
  }

  const actions: Record<string, () => unknown> = {
    access: () => expire('_token'),
    both: () => expire('_token', '_refresh_token'),
    build: pretendBuild,
    request: () =>
      api()
        .call(getProfile)
        .catch(() => undefined),
  };
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-action]'))
    button.addEventListener('click', async () => {
      await actions[button.dataset.action ?? '']?.();
      show();
    });
  for (const cell of root.querySelectorAll<HTMLElement>('[data-health]')) void health(cell);
  show();
  setInterval(show, TICK_MS);
}
