import { OWN_HEADER } from '../../constants.ts';
import { api, auth } from '../auth/browser.ts';
import type { ConnectionDeps } from '../kernel/connection.ts';
import { createLive, type Live, type LiveMessage } from '../kernel/live.ts';
import { observed } from '../kernel/observed.ts';
import { onPageLeaving } from '../kernel/page-leaving.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** What stores get in a real browser. Nothing here runs before it is called, so islands may be rendered on the server with it. */

const lives = new Map<string, Live>();
const streamFetch = observed((input, init) => fetch(input, init));
/** A server that is silent for so long isn't there, milliseconds. */
const ANSWER_MS = 5_000;

export const timers = {
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

function share(name: string): Pick<Parameters<typeof createLive>[0], 'channel' | 'lead'> {
  // Plain http on a LAN name has no Web Locks; without a leader every tab needs its own stream.
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks) return {};
  const channel = new BroadcastChannel(name);
  return {
    channel: {
      post: (message) => channel.postMessage(message),
      listen(hear) {
        const heard = (event: MessageEvent<LiveMessage>) => hear(event.data);
        channel.addEventListener('message', heard);
        return () => channel.removeEventListener('message', heard);
      },
    },
    lead(work, signal) {
      // Refused only when the page goes away before its turn.
      navigator.locks.request(name, { signal }, work).catch(() => {});
    },
  };
}

/** From which event on the page's data may be older than the organisation's; null = nobody knows. */
function pageMark(organization: string): string | null {
  const [of, id] = document.body.dataset.live?.split(' ') ?? [];
  return of === organization && id !== undefined ? id : null;
}

/** The organisation's live stream in this browser, started at the first call. Browser only. */
export function liveOf(organization: string): Live {
  const known = lives.get(organization);
  if (known) return known;
  const path = `/v1/orgs/${organization}/events`;
  const live = createLive({
    async open(lastEventId, signal) {
      const { headers } = await auth().intercept({ method: 'GET', path, headers: { Accept: 'text/event-stream' } });
      return streamFetch(path, {
        headers: { ...headers, ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }) },
        signal,
        cache: 'no-store',
      });
    },
    from: pageMark(organization),
    refresh: () => auth().refreshTokens(),
    now: () => Date.now(),
    random: () => Math.random(),
    timers,
    wake(run) {
      addEventListener('online', run);
      return () => removeEventListener('online', run);
    },
    ...share(`taktlog.live.${organization}`),
  });
  lives.set(organization, live);
  live.start();
  return live;
}

/** How the line to the server is watched in a real browser. What the browser believes of its network is only a hint to look. */
export const connectionDeps: ConnectionDeps = {
  ask: () =>
    fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
      (answer) => answer.headers.has(OWN_HEADER),
      () => false,
    ),
  now: () => Date.now(),
  random: () => Math.random(),
  timers,
  isSeen: () => document.visibilityState === 'visible',
  hints(run) {
    const ending = new AbortController();
    for (const name of ['online', 'offline']) addEventListener(name, run, ending);
    return () => ending.abort();
  },
};

/** The page's API, for stores of the person himself. */
export const browserCall = ((...input: Parameters<StoreDeps['call']>) => api().call(...input)) as StoreDeps['call'];

/** Dependencies of the stores of one organisation. */
export function browserDeps(organization: string): StoreDeps {
  return {
    organization,
    call: browserCall,
    live: { on: (hear) => liveOf(organization).on(hear), missed: () => liveOf(organization).missed() },
    now: () => Date.now(),
    timers,
    leaving: onPageLeaving,
  };
}
