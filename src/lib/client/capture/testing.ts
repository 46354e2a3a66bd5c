import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { StoredTap } from '../../contract/tap-events.ts';
import { type MeasuredPanel, measuredPanel } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { ApiError } from '../kernel/api.ts';
import { uuidv7 } from '../kernel/uuid.ts';
import { type Capture, createCapture } from './capture.store.ts';
import { type Journal, type KeptMeasurement, type Owner, openJournal } from './journal.ts';
import { createSteadyClock, type SteadyClock } from './steady-clock.ts';
import { createSync, type Sync, type SyncDeps } from './sync.ts';

/** The true time, a server, tablets whose clocks somebody sets, and pages on them that are killed: for tests of capturing. */

export const START = Date.UTC(2026, 10, 19, 5);
export const MIN = 60_000;
export const OWNER: Owner = { user: 'u1', organization: 'o1' };
export const [PACKING, WALKING, FAULT] = ['packing', 'walking', 'fault'] as const;
export const panelWith = (...lanes: string[]): MeasuredPanel =>
  measuredPanel(
    lanes.map((id) => ({ id })),
    [PACKING, WALKING, FAULT].map((id) => ({ id, ends_cycle: id === FAULT })),
  );

const measurement = (id: string, joins: boolean): KeptMeasurement => ({
  ...OWNER,
  id,
  workspace: 'w1',
  screen: 's1',
  panel: { version: 1 } as KeptMeasurement['panel'],
  name: 'Morning',
  machine: null,
  lanes: [],
  consent: false,
  opened_at: new Date(START).toISOString(),
  created: false,
  joins,
  refused: null,
  since: 0,
  closed_at: null,
  measured: [],
});

interface Asked {
  params: { id: string };
  body?: { id: string; taps?: Tap[] };
  query?: { since: string };
}

/** The true time, and a server that keeps every tap once. */
export function world() {
  let truth = START;
  const stored: StoredTap[] = [];
  const tablets: Tablet[] = [];
  const refused = (status: number, code: string) => new ApiError(code as 'conflict', { status, data: { code } });
  const state = {
    refuse: null as ApiError | null,
    /** Taps that it will never take. */
    refuseTap: (_: Tap): boolean => false,
    /** Measurements that were made or joined. */
    created: [] as string[],
    /** Milliseconds from a question to the server, and as many back. */
    way: 0,
  };
  const store = (tap: Tap) => stored.push({ ...tap, seq: stored.length + 1, user_id: null });
  const earth = {
    stored,
    store,
    state,
    refused,
    truth: () => truth,
    wait(ms: number) {
      truth += ms;
    },
    /** A tablet with its own disk, wall clock and network. */
    tablet(name = 'tablet'): Tablet {
      const one: Tablet = { name, factory: new IDBFactory(), online: true, loseAnswers: false, wallOffset: 0, slept: 0, pages: [] };
      tablets.push(one);
      return one;
    },
    async call(tablet: Tablet, { path, method }: { path: string; method: string }, { body, query }: Asked) {
      if (!tablet.online) throw new ApiError('network', null);
      if (state.refuse) throw state.refuse;
      truth += state.way;
      let answer: object;
      if (method === 'GET')
        answer = { items: stored.filter(({ seq }) => seq > Number(query?.since)), seq: stored.length, server_time: truth };
      else if (!path.includes('taps')) {
        state.created.push(body!.id);
        answer = { id: body!.id };
      } else {
        const results = body!.taps!.map((tap) => {
          if (stored.some(({ id }) => id === tap.id)) return { id: tap.id, status: 'duplicate' };
          if (state.refuseTap(tap)) return { id: tap.id, status: 'failed', code: 'forbidden' };
          store(tap);
          return { id: tap.id, status: 'accepted' };
        });
        answer = { results, seq: stored.length, server_time: truth };
      }
      truth += state.way;
      if (tablet.loseAnswers) throw new ApiError('network', null);
      return structuredClone(answer);
    },
    /** Closes whatever was left open. */
    end() {
      for (const { pages } of tablets) for (const one of pages.splice(0)) one.kill();
    },
  };
  return earth;
}
export type World = ReturnType<typeof world>;

export interface Tablet {
  name: string;
  factory: IDBFactory;
  online: boolean;
  /** The server hears, and its answers are lost. */
  loseAnswers: boolean;
  /** Milliseconds by which the wall clock is ahead of the truth. */
  wallOffset: number;
  /** Milliseconds that the monotonic clock has missed asleep. */
  slept: number;
  pages: Page[];
}

export interface Page {
  tablet: Tablet;
  journal: Journal;
  clock: SteadyClock;
  readonly capture: Capture;
  sync: Sync;
  /** The true moment at which each tap was made here. */
  made: ReadonlyMap<string, number>;
  /** Taps that are on the disk. */
  kept: ReadonlySet<string>;
  /** Taps that are still on their way to the disk. */
  unwritten(): number;
  /** What the page does every second, and when it comes back. */
  look(): void;
  /** Leaves the measurement and goes on with it. */
  again(): Promise<Capture>;
  /** Leaves it for good: nothing runs here any more, and what waits still goes out. */
  leave(): void;
  /** Everything is on the disk. */
  onDisk(): Promise<void>;
  /** A page that is gone: nothing of it works on. */
  kill(): void;
}

function clockOf(earth: World, tablet: Tablet): SteadyClock {
  const opened = earth.truth() - tablet.slept;
  return createSteadyClock({ wall: () => earth.truth() + tablet.wallOffset, mono: () => earth.truth() - tablet.slept - opened });
}

function syncOf(
  earth: World,
  tablet: Tablet,
  journal: Journal,
  clock: SteadyClock,
  hears: Pick<SyncDeps, 'signedIn' | 'arrived' | 'offset'>,
): Sync {
  return createSync({
    journal,
    call: ((endpoint: { path: string; method: string }, asked: Asked) => earth.call(tablet, endpoint, asked)) as never,
    owner: OWNER,
    timers: { setTimeout: () => 0, clearTimeout: () => undefined },
    now: () => clock.now(),
    random: () => 0.5,
    ...hears,
  });
}

/** A page is opened on which nothing is captured: what waits on the tablet is sent. */
export async function deliver(earth: World, tablet: Tablet): Promise<void> {
  globalThis.indexedDB = tablet.factory;
  const journal = await openJournal();
  const clock = clockOf(earth, tablet);
  const sync = syncOf(earth, tablet, journal, clock, { signedIn: () => true, arrived: () => undefined, offset: () => undefined });
  await sync.run();
  await sync.run();
  journal.close();
}

/** A page on which a measurement is captured. */
export async function page(
  earth: World,
  tablet: Tablet,
  {
    id = 'm1',
    joins = true,
    signedIn = () => true,
    panel = panelWith('worker'),
  }: {
    id?: string;
    /** Another tablet began it; one of its own begins with the first tap. */
    joins?: boolean;
    signedIn?: () => boolean;
    panel?: MeasuredPanel;
  } = {},
): Promise<Page> {
  globalThis.indexedDB = tablet.factory;
  const journal = await openJournal();
  const clock = clockOf(earth, tablet);
  const newSession = async () => ({ ...(await journal.beginSession(() => tablet.name)), id: uuidv7(earth.truth()) });
  const session = await newSession();
  if (!(await journal.measurement(id))) await journal.keepMeasurement(measurement(id, joins));
  const pending = new Set<Promise<unknown>>();
  const made = new Map<string, number>();
  const kept = new Set<string>();
  let alive = true;
  let runs = true;
  let unwritten = 0;
  const hold = (work: Promise<unknown>) => {
    const done = work.catch(() => undefined).finally(() => pending.delete(done));
    pending.add(done);
  };
  const sync = syncOf(earth, tablet, journal, clock, {
    signedIn,
    arrived: (measurement, taps, measured) => {
      if (alive && measurement === id) capture.merge(taps, measured);
    },
    offset: (value) => (alive && runs ? capture.measured(value) : undefined),
  });
  const open = async () =>
    createCapture(
      {
        journal: {
          ...journal,
          add(tap) {
            made.set(tap.id, earth.truth());
            const done = journal.add(tap);
            hold(done.then(() => kept.add(tap.id)));
            return done;
          },
        },
        clock,
        owner: OWNER,
        session,
        newId: (at) => uuidv7(at),
        noted: () => void unwritten++,
        kept: () => void unwritten--,
      },
      (await journal.measurement(id))!,
      await journal.taps(id),
      panel,
    );
  let capture = await open();
  const one: Page = {
    tablet,
    journal,
    clock,
    get capture() {
      return capture;
    },
    sync,
    made,
    kept,
    unwritten: () => unwritten,
    look() {
      if (clock.look()) hold(newSession().then((fresh) => alive && capture.renew(fresh)));
    },
    leave() {
      runs = false;
      sync.watch(null);
    },
    async again() {
      capture = await open();
      return capture;
    },
    async onDisk() {
      while (pending.size > 0) await Promise.all(pending);
    },
    kill() {
      alive = false;
      sync.stop();
      journal.close();
      tablet.pages = tablet.pages.filter((other) => other !== one);
    },
  };
  tablet.pages.push(one);
  sync.watch(id);
  await sync.run();
  return one;
}
