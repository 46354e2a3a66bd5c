import { atom, computed } from 'nanostores';
import type { Live } from './live.ts';
import { hearAnswers } from './observed.ts';
import { createPolling, type PollingDeps } from './polling.ts';

/**
 * What is known of the line to the server, each from what was observed:
 * fine: nothing speaks against it; silent: it was asked and didn't answer, and nothing has come since; requests: it was asked and didn't answer,
 * but the live stream goes on; interrupted: the stream is lost, and the server answers, so that the page asks by itself. `since` is the last answer to a request, or the last sign
 * of the stream, `asOf` the moment until which what is shown was kept true, null while it is; all in milliseconds. `tries` have been in vain.
 */
export type Connection =
  | { status: 'fine'; asOf: null }
  | { status: 'silent'; since: number; asOf: number; tries: number }
  | { status: 'requests'; since: number; asOf: null; tries: number }
  | { status: 'interrupted'; since: number; asOf: number };

export const FINE: Connection = { status: 'fine', asOf: null };
/** Browser only. */
export const $connection = atom<Connection>(FINE);
/** How old what the page shows is: the moment until which it was kept true; null while it is live. Browser only. */
export const $asOf = computed($connection, ({ asOf }) => asOf);

/** What is back within this time was never missed: a server that starts anew, a token that is renewed, milliseconds. */
const GRACE_MS = 2_500;
const LONGEST_WAIT_MS = 30_000;
/** A stream that lives says something more often than that. */
const BEAT_MS = 20_000;

let look: () => Promise<void> = async () => {};
/** Asks the server at once whether it is there; resolves when that is known. */
export const askServer = (): Promise<void> => look();

export interface ConnectionDeps extends PollingDeps {
  /** Does the server itself answer now? */
  ask(): Promise<boolean>;
  /** Calls back when the state of the network may have changed; returns an unsubscribe. */
  hints(run: () => void): () => void;
}

/** Follows requests and the live stream of the organisation that is shown; returns the end of it. */
export function watchConnection(live: Pick<Live, '$live' | 'heard' | 'retry' | 'reset'>, deps: ConnectionDeps): () => void {
  const { now, timers } = deps;
  /** The page itself came from the server. */
  let answered = now();
  let failed: number | null = null;
  let tries = 0;
  let isLost = false;
  let timer: unknown = null;
  let asking: Promise<void> | null = null;
  let over = false;
  const polling = createPolling(deps, live.reset);

  function show(): void {
    const stream = live.$live.get();
    const isInterrupted = tries === 0 && isLost && stream.status === 'offline';
    if (!isInterrupted) polling.end();
    if (tries > 0) {
      const heard = live.heard();
      const lives = stream.status === 'live' && heard > (failed ?? 0) && now() - heard < BEAT_MS;
      const asOf = stream.status === 'offline' ? stream.since : heard;
      $connection.set(
        lives
          ? { status: 'requests', since: answered, asOf: null, tries }
          : { status: 'silent', since: Math.max(answered, asOf), asOf, tries },
      );
    } else if (isInterrupted) {
      polling.begin();
      $connection.set({ status: 'interrupted', since: stream.since, asOf: polling.kept() ?? stream.since });
    } else if ($connection.get() !== FINE) $connection.set(FINE);
  }
  function calm(): void {
    if (timer !== null) timers.clearTimeout(timer);
    timer = null;
  }
  function soon(ms: number): void {
    calm();
    timer = timers.setTimeout(() => void look(), ms);
  }
  function ask(): Promise<void> {
    calm();
    asking ??= deps.ask().then((is) => {
      asking = null;
      if (over) return;
      const { status } = live.$live.get();
      isLost = status === 'offline';
      if (is) settle();
      else {
        failed ??= now();
        tries++;
        show();
        soon(Math.min(GRACE_MS * 1.5 ** tries, LONGEST_WAIT_MS) * (0.75 + deps.random() / 4));
      }
    });
    return asking;
  }
  /** The server is there. */
  function settle(): void {
    const wasGone = tries > 0;
    answered = now();
    failed = null;
    tries = 0;
    polling.answered();
    if (wasGone) calm();
    show();
    if (wasGone && isLost) live.retry();
  }

  hearAnswers((is) => {
    if (is) settle();
    else {
      failed ??= now();
      if (timer === null && asking === null) soon(GRACE_MS);
    }
  });
  look = ask;
  const ends = [
    deps.hints(() => {
      if ($connection.get() !== FINE) void ask();
      else if (timer === null) soon(GRACE_MS);
    }),
    live.$live.subscribe(({ status }) => {
      if (status === 'offline') {
        if (timer === null && asking === null) soon(GRACE_MS);
        show();
      } else {
        isLost = false;
        // Whether this tab opened it or another one of the browser: the server answered just now.
        if (status === 'live') settle();
      }
    }),
  ];
  return () => {
    over = true;
    calm();
    polling.end();
    for (const end of ends) end();
    hearAnswers(null);
    look = async () => {};
    $connection.set(FINE);
  };
}
