import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent, LiveEventName } from '../../contract/events.ts';
import { createEventParser } from './event-stream.ts';

/**
 * connecting: the first stream is being opened; offline: it broke, and is tried again. `since` is the last moment at which anything came from
 * the server, milliseconds: so old is what the page shows.
 */
export type LiveState = { status: 'connecting' } | { status: 'live' } | { status: 'offline'; since: number };

/** What tabs of one browser tell each other about the one stream they share. */
export type LiveMessage =
  | { type: 'event'; event: LiveEvent; id: string | null }
  | { type: 'state'; state: LiveState; id: string | null }
  | { type: 'hello' }
  | { type: 'retry' };

export interface LiveDeps {
  /** Opens the stream with fresh headers; rejects when the server can't be reached. */
  open(lastEventId: string | null, signal: AbortSignal): Promise<{ status: number; body: ReadableStream<Uint8Array> | null }>;
  /** The event from which on the page's data may be old; null = from the beginning. */
  from?: string | null;
  /** Makes the access token new; rejects when that is not possible. */
  refresh(): Promise<unknown>;
  now(): number;
  /** 0 ≤ x < 1. */
  random(): number;
  timers: { setTimeout(run: () => void, ms: number): unknown; clearTimeout(timer: unknown): void };
  /** Tabs of the same browser and organisation; needs `lead`. */
  channel?: { post(message: LiveMessage): void; listen(hear: (message: LiveMessage) => void): () => void };
  /** Runs `work` when this tab becomes the only leader; the leadership ends when the promise settles or `signal` aborts. */
  lead?(work: () => Promise<void>, signal: AbortSignal): void;
  /** Calls back when the network may be there again; returns an unsubscribe. */
  wake?(run: () => void): () => void;
}

export interface Live {
  $live: ReadableAtom<LiveState>;
  /** Every event as it comes; `reset` also when this tab joins the stream and events may have passed since its page was made. Returns an unsubscribe. */
  on(hear: (event: LiveEvent) => void): () => void;
  /**
   * What a view has missed that listens from now on: events since its page was made, or `reset` where nobody knows them all; nothing while the
   * stream isn't open, since they come with it.
   */
  missed(): readonly LiveEvent[];
  start(): void;
  stop(): void;
  /** Tries again now, instead of waiting on. */
  retry(): void;
  /** Tells this tab's hearers that events may have been missed, so that they read anew. */
  reset(): void;
  /** The last moment at which anything came over the stream, in this tab or the one that has it, milliseconds. */
  heard(): number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A stream without even a comment for this long is dead, whatever the socket believes. */
const SILENCE_MS = 70_000;
/** A connection that lasted this long was a good one: after its loss the waits begin with the shortest again. */
const STEADY_MS = 5_000;
/** Views come one after the other while a page begins to live. Later ones have data of their own. */
const BEGINNING_MS = 30_000;
const MOST_MISSED = 50;
const RESET: LiveEvent = { name: 'reset', data: {} };
/** The other tabs are told of a stream that is quiet and lives no more often than this. */
const BEAT_MS = 5_000;

/** Wait before attempt `attempt` (0 = first retry): doubling from 1 s to 30 s, half of it by chance, so that clients don't come back at once. */
export function backoff(attempt: number, random: () => number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
  return Math.round(longest / 2 + (longest / 2) * random());
}

/** The names alone: the shapes of the contract would weigh a kilobyte on every page, and the server parses what it sends. */
const NAMES: Record<LiveEventName, true> = { values: true, received: true, changed: true, reset: true, expired: true };

function toLiveEvent(name: string, data: string): LiveEvent | null {
  if (!Object.hasOwn(NAMES, name)) return null;
  try {
    return { name: name as LiveEventName, data: JSON.parse(data) } as LiveEvent;
  } catch {
    return null;
  }
}

/** Does a stream that stands at `id` bring everything after `from`? Ids are `process-serial`. */
function isWithin(id: string | null, from: string | null): boolean {
  const [process, serial] = id?.split('-') ?? [];
  const [own, mark] = from?.split('-') ?? [];
  return process !== undefined && process === own && Number(serial) <= Number(mark);
}

/**
 * The live stream of one organisation: one connection per browser, shared by all tabs, opened again after every loss and after each
 * new token. Without `channel` and `lead` every tab has its own.
 */
export function createLive(deps: LiveDeps): Live {
  const $live = atom<LiveState>({ status: 'connecting' });
  const hearers = new Set<(event: LiveEvent) => void>();
  const shared = deps.channel && deps.lead ? { channel: deps.channel, lead: deps.lead } : null;
  const from = deps.from ?? null;
  let run: AbortController | null = null;
  let lastId: string | null = null;
  let leading = false;
  let unlisten: (() => void) | null = null;
  /** The page came from the server a moment ago. */
  let heard = deps.now();
  let hurry: (() => void) | null = null;
  let beaten = 0;

  const made = deps.now();
  /** All events since the page was made; null = some are missing. */
  let since: LiveEvent[] | null = from === null ? null : [];
  /** Everything after it comes, or has come. */
  const place = () => lastId ?? from;
  const emit = (event: LiveEvent) => {
    since = event.name === 'reset' || since?.length === MOST_MISSED ? null : since && [...since, event];
    for (const hear of hearers) hear(event);
  };
  const setState = (state: LiveState) => {
    const before = $live.get();
    if (before.status === state.status) return;
    $live.set(state);
    if (leading) shared?.channel.post({ type: 'state', state, id: place() });
  };

  /** Resolves after `ms`, at a sign that the network is back, or when the run ends. */
  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        deps.timers.clearTimeout(timer);
        hurry = null;
        unwake?.();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = deps.timers.setTimeout(done, ms);
      const unwake = deps.wake?.(done);
      signal.addEventListener('abort', done);
      hurry = done;
      if (signal.aborted) done();
    });
  }

  /** One connection from opening to its end. Resolves to why it ended. */
  async function connect(signal: AbortSignal): Promise<'expired' | 'refused' | 'ended'> {
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal.addEventListener('abort', abort);
    let watchdog: unknown;
    const alive = () => {
      heard = deps.now();
      if (heard - beaten >= BEAT_MS && $live.get().status === 'live') {
        beaten = heard;
        shared?.channel.post({ type: 'state', state: $live.get(), id: place() });
      }
      deps.timers.clearTimeout(watchdog);
      watchdog = deps.timers.setTimeout(abort, SILENCE_MS);
    };
    try {
      watchdog = deps.timers.setTimeout(abort, SILENCE_MS);
      const answer = await deps.open(place(), connection.signal);
      if (answer.status === 401) return 'expired';
      if (answer.status !== 200 || !answer.body) return 'refused';
      alive();
      setState({ status: 'live' });
      if (place() === null) emit(RESET);
      let expired = false;
      const push = createEventParser((event) => {
        lastId = event.id ?? lastId;
        const live = toLiveEvent(event.name, event.data);
        if (!live) return;
        if (live.name === 'expired') expired = true;
        else announce(live);
      }, alive);
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        push(decoder.decode(value, { stream: true }));
        if (expired) {
          await reader.cancel();
          break;
        }
      }
      return expired ? 'expired' : 'ended';
    } finally {
      deps.timers.clearTimeout(watchdog);
      signal.removeEventListener('abort', abort);
      connection.abort();
    }
  }

  function announce(event: LiveEvent): void {
    shared?.channel.post({ type: 'event', event, id: place() });
    emit(event);
  }

  /** Connections one after another until the run ends. */
  async function keepConnected(signal: AbortSignal): Promise<void> {
    let attempt = 0;
    let renewed = false;
    while (!signal.aborted) {
      const opened = deps.now();
      let reason: 'expired' | 'refused' | 'ended' | 'lost' = 'lost';
      try {
        reason = await connect(signal);
      } catch {
        // The loss itself is what matters; the state says it.
      }
      const lasted = deps.now() - opened;
      if (lasted >= STEADY_MS) attempt = 0;
      // A token that is refused right after it was renewed must not be renewed in a tight circle.
      if (reason === 'expired' && !signal.aborted && (!renewed || lasted >= STEADY_MS)) {
        renewed = await deps.refresh().then(
          () => true,
          () => false,
        );
        if (renewed) continue;
      }
      if (signal.aborted) return;
      renewed = false;
      setState({ status: 'offline', since: heard });
      await pause(backoff(attempt, deps.random), signal);
      attempt++;
    }
  }

  function hear(message: LiveMessage): void {
    if (message.type === 'retry') {
      hurry?.();
      return;
    }
    if (message.type === 'hello') {
      if (leading) shared?.channel.post({ type: 'state', state: $live.get(), id: place() });
      return;
    }
    if (leading) return;
    // A loss that is told is no sign of life.
    if (message.type === 'event' || message.state.status === 'live') heard = deps.now();
    const joined = lastId === null && $live.get().status !== 'live';
    lastId = message.id ?? lastId;
    if (message.type === 'state') {
      if ($live.get().status !== message.state.status) $live.set(message.state);
      if (joined && message.state.status === 'live' && !isWithin(message.id, from)) emit(RESET);
    } else {
      if ($live.get().status !== 'live') $live.set({ status: 'live' });
      if (joined) emit(RESET);
      emit(message.event);
    }
  }

  return {
    $live,
    on(listener) {
      hearers.add(listener);
      return () => hearers.delete(listener);
    },
    missed() {
      if ($live.get().status !== 'live') return [];
      return since !== null && deps.now() - made <= BEGINNING_MS ? since : [RESET];
    },
    start() {
      if (run) return;
      const current = new AbortController();
      run = current;
      if (!shared) {
        void keepConnected(current.signal);
        return;
      }
      unlisten = shared.channel.listen(hear);
      shared.channel.post({ type: 'hello' });
      shared.lead(async () => {
        leading = true;
        try {
          await keepConnected(current.signal);
        } finally {
          leading = false;
        }
      }, current.signal);
    },
    stop() {
      run?.abort();
      run = null;
      unlisten?.();
      unlisten = null;
      $live.set({ status: 'connecting' });
    },
    retry() {
      if (hurry) hurry();
      else shared?.channel.post({ type: 'retry' });
    },
    reset: () => emit(RESET),
    heard: () => heard,
  };
}
