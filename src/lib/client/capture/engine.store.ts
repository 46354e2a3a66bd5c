import { atom, type ReadableAtom } from 'nanostores';
import type { Profile } from '../../contract/auth.ts';
import type { Observed } from '../../contract/measurements.ts';
import { getPanel, type Panel } from '../../contract/screens.ts';
import { measuredPanel, type Timeline } from '../../domain/taps/entries.ts';
import type { StoreDeps, Timers } from '../kernel/store-deps.ts';
import { uuidv7 } from '../kernel/uuid.ts';
import { type Capture, createCapture, timelineOfKept } from './capture.store.ts';
import { type Journal, type KeptMeasurement, type KeptPerson, type KeptTap, type Owner, openJournal } from './journal.ts';
import type { Photos, PhotosDeps } from './photos.store.ts';
import { auth, browserCall, type CaptureAuth } from './session.ts';
import { createSteadyClock, type SteadyClock } from './steady-clock.ts';
import { createSync, type Sync } from './sync.ts';

/** The one engine of a capture page: journal, clock, sync, and the measurement that runs. The island shows its state and calls it. */

export type Failure = 'no_panel' | 'unknown_person' | 'not_published' | 'journal';

export type EngineState =
  | { status: 'opening' }
  | { status: 'failed'; why: Failure }
  | { status: 'choosing'; panel: Panel; unfinished: readonly Unfinished[] }
  | { status: 'running'; panel: Panel; capture: Capture };

/** A measurement that was left on this tablet without an end. */
export interface Unfinished {
  measurement: KeptMeasurement;
  /** Its first moment, milliseconds since the epoch; null before the first tap. */
  from: number | null;
  waiting: number;
}

/** What the engine needs of its page. */
export interface EngineDeps {
  call: StoreDeps['call'];
  auth(): CaptureAuth;
  openJournal(): Promise<Journal>;
  /** Milliseconds of the wall clock and of the monotonic one. */
  wall(): number;
  mono(): number;
  random(): number;
  timers: Timers;
  /** Calls `look` each second, and `awake` and `online` when the page is seen again and the network is back. Returns how to stop it. */
  follow(hear: { look(): void; awake(): void; online(): void }): () => void;
  isVisible(): boolean;
  /** Asks the browser not to clear what the page keeps. */
  persist(): void;
  /** What takes, keeps and sends photos: it comes after the panel. Null where it can't. */
  openPhotos(given: Omit<PhotosDeps, 'choose' | 'shrink' | 'upload'>): Promise<Photos | null>;
}

export interface Engine {
  $state: ReadableAtom<EngineState>;
  /** Null until it has come. */
  $photos: ReadableAtom<Photos | null>;
  /** Known once it is `choosing` or `running`. */
  sync(): Sync;
  clock: SteadyClock;
  /** The person as the journal knows him. */
  person(): KeptPerson;
  open(): Promise<void>;
  begin(fields: { name: string; lanes: Observed[]; consent: boolean }): Promise<void>;
  resume(id: string): Promise<void>;
  /** Goes on with one that another tablet began. */
  join(id: string): Promise<void>;
  /** Leaves the running one: it stays on the tablet until all of it is on the server. */
  close(): Promise<void>;
  stop(): void;
}

const TICK_MS = 1_000;
/** What is on the server and was closed so long ago isn't needed on the tablet. */
const KEEP_MS = 3 * 24 * 3_600_000;

const inBrowser = (): EngineDeps => ({
  call: browserCall,
  auth,
  openJournal,
  wall: () => Date.now(),
  mono: () => performance.now(),
  random: () => Math.random(),
  timers: { setTimeout: (work, ms) => setTimeout(work, ms), clearTimeout: (timer) => clearTimeout(timer as number) },
  follow({ look, awake, online }) {
    const tick = setInterval(look, TICK_MS);
    document.addEventListener('visibilitychange', awake);
    addEventListener('online', online);
    return () => {
      clearInterval(tick);
      document.removeEventListener('visibilitychange', awake);
      removeEventListener('online', online);
    };
  },
  isVisible: () => document.visibilityState === 'visible',
  persist: () => void navigator.storage?.persist?.().catch(() => false),
  openPhotos: (given) =>
    import('./photos-browser.ts').then(
      (photos) => photos.openPhotos(given),
      () => null,
    ),
});

const measuredPanelOf = ({ definition, activities }: Panel) => measuredPanel(definition.lanes, activities);
const timelineIn = ({ panel }: KeptMeasurement, taps: readonly KeptTap[]): Timeline => timelineOfKept(taps, measuredPanelOf(panel));

export function createEngine(
  screen: string,
  given: { profile: Profile | null; organization: string | null },
  deps: EngineDeps = inBrowser(),
): Engine {
  const $state = atom<EngineState>({ status: 'opening' });
  const $photos = atom<Photos | null>(null);
  const clock = createSteadyClock({ wall: deps.wall, mono: deps.mono });
  let journal: Journal;
  let person: KeptPerson;
  let owner: Owner;
  let sync: Sync;
  let session: { device: string; first: number; id: string };
  let unfollow: (() => void) | undefined;
  let unlisten: (() => void) | undefined;
  /** What the server said of this page's clock while nothing ran, and the part of the clock that it holds for. */
  let heard: { value: number; part: number } | null = null;
  let gone = false;
  const running = () => {
    const state = $state.get();
    return state.status === 'running' ? state.capture : null;
  };

  /** Who works here: the page's person, else the one whose session the cookies still hold. */
  async function findPerson(): Promise<KeptPerson | null> {
    const profile = given.profile ?? (deps.auth().$user.get() as Profile | null);
    const kept = await journal.person();
    if (!profile) return kept && deps.auth().sessionUser() === kept.user ? kept : null;
    const chosen = given.organization ?? (kept?.user === profile.id ? kept.organization : null);
    const links = profile.links.organizations.map((one) => one.organization_id);
    const organization = chosen ?? links[0];
    if (organization === undefined) return null;
    const link = profile.links.organizations.find((one) => one.organization_id === organization);
    const duration = profile.formats?.duration ?? link?.duration_format;
    const worker = { user: profile.id, organization, locale: profile.locale, name: profile.name, duration };
    await journal.keepPerson(worker);
    return worker;
  }

  async function findPanel(): Promise<Panel | Failure> {
    try {
      const panel = await deps.call(getPanel, { params: { organization_id: owner.organization, id: screen } });
      await journal.keepPanel(owner, panel, deps.wall());
      return panel;
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0;
      if (status === 404 || status === 403) return 'not_published';
      return (await journal.panel(owner, screen)) ?? 'no_panel';
    }
  }

  async function unfinished(): Promise<Unfinished[]> {
    const all = await journal.measurements(owner);
    const notClosed = all.filter((one) => one.screen === screen && one.closed_at === null);
    const unfinishedOrNull = await Promise.all(
      notClosed.map(async (measurement): Promise<Unfinished | null> => {
        const taps = await journal.taps(measurement.id);
        const { from, to } = timelineIn(measurement, taps);
        if (to === null) return { measurement, from, waiting: taps.filter(({ state }) => state === 'waiting').length };
        // It has ended, and the page was left in another way than by its buttons.
        await journal.changeMeasurement(measurement.id, { closed_at: deps.wall() });
        return null;
      }),
    );
    return unfinishedOrNull.filter((one) => one !== null).sort((a, b) => (a.measurement.opened_at < b.measurement.opened_at ? 1 : -1));
  }

  /** A measurement as this tablet first knows it. */
  const fresh = (
    panel: Panel,
    more: Pick<KeptMeasurement, 'id' | 'name' | 'lanes' | 'consent' | 'created' | 'joins'>,
  ): KeptMeasurement => ({
    ...owner,
    ...more,
    workspace: panel.workspace_id,
    screen,
    panel,
    machine: panel.machine_id,
    opened_at: new Date(clock.now().at).toISOString(),
    refused: null,
    since: 0,
    closed_at: null,
    measured: [],
  });

  async function choose(panel: Panel): Promise<void> {
    sync.watch(null);
    $state.set({ status: 'choosing', panel, unfinished: await unfinished() });
  }

  async function run(measurement: KeptMeasurement): Promise<void> {
    const capture = createCapture(
      { journal, clock, owner, session, newId: (at) => uuidv7(at), noted: () => sync.noted(), kept: () => sync.poke() },
      measurement,
      await journal.taps(measurement.id),
      measuredPanelOf(measurement.panel),
    );
    look();
    if (heard?.part === clock.state().parts.length) capture.measured(heard.value);
    $state.set({ status: 'running', panel: measurement.panel, capture });
    sync.watch(measurement.id);
  }

  async function newSession() {
    return { ...(await journal.beginSession(() => uuidv7())), id: uuidv7() };
  }

  const look = () => {
    if (!clock.look()) return;
    // The tablet slept: what comes now has a clock of its own.
    void newSession().then((next) => {
      session = next;
      running()?.renew(next);
    });
  };
  const send = () => {
    void sync?.run();
    void $photos.get()?.run();
  };
  const awake = () => {
    look();
    if (deps.isVisible()) send();
  };

  async function openPhotos(): Promise<void> {
    const { timers, random } = deps;
    const photos = await deps.openPhotos({ journal, owner, timers, random, signedIn });
    if (gone) return photos?.stop();
    $photos.set(photos);
    void photos?.run();
    // A photo goes once the taps of its measurement are there.
    unlisten = sync.$state.listen(({ status }) => {
      if (status === 'synced') void photos?.run();
    });
  }
  const signedIn = () => deps.auth().sessionUser() === owner.user;

  return {
    $state,
    $photos,
    clock,
    sync: () => sync,
    person: () => person,
    async open() {
      $state.set({ status: 'opening' });
      try {
        journal ??= await deps.openJournal();
      } catch {
        return $state.set({ status: 'failed', why: 'journal' });
      }
      await deps.auth().ready();
      const found = await findPerson();
      if (!found) return $state.set({ status: 'failed', why: 'unknown_person' });
      person = found;
      owner = { user: found.user, organization: found.organization };
      session ??= await newSession();
      sync ??= createSync({
        journal,
        call: deps.call,
        owner,
        timers: deps.timers,
        now: () => clock.now(),
        random: deps.random,
        signedIn,
        arrived: (measurement, taps, measured) => {
          const capture = running();
          if (capture?.measurement.id === measurement) capture.merge(taps, measured);
        },
        offset(value) {
          heard = { value, part: clock.state().parts.length };
          return running()?.measured(value);
        },
      });
      if (gone) return sync.stop();
      unfollow ??= deps.follow({ look, awake, online: send });
      const panel = await findPanel();
      if (gone) return;
      if (typeof panel === 'string') return $state.set({ status: 'failed', why: panel });
      void journal.tidy(deps.wall() - KEEP_MS);
      void sync.run();
      await choose(panel);
      if (!$photos.get()) void openPhotos();
    },
    async begin({ name, lanes, consent }) {
      const state = $state.get();
      if (state.status !== 'choosing') return;
      const { panel } = state;
      const measurement = fresh(panel, { id: uuidv7(), name, lanes, consent, created: false });
      await journal.keepMeasurement(measurement);
      // Asked for once there is something to lose: the browser may not clear it by itself then.
      deps.persist();
      await run(measurement);
      void sync.run();
    },
    async join(id) {
      const state = $state.get();
      if (state.status !== 'choosing') return;
      const { panel } = state;
      const other = panel.running.find((one) => one.id === id);
      if (!other) return;
      $state.set({ status: 'opening' });
      // The panel tells who is observed, in the order of the lanes, and leaves out lanes in which nobody is observed.
      const places = panel.definition.lanes.filter(({ kind }) => kind === 'worker');
      const told = other.workers.length === places.length;
      const lanes = panel.definition.lanes.map((lane) => ({
        ...lane,
        worker: told ? (other.workers[places.indexOf(lane)] ?? null) : null,
        worker_name: null,
      }));
      const known = await journal.measurement(id);
      if (!known) await journal.keepMeasurement(fresh(panel, { id, name: other.name, lanes, consent: true, created: false, joins: true }));
      // What the other tablet has noted so far comes first, as far as there is a network; nothing would seem to run otherwise.
      await sync.pull(id);
      const measurement = await journal.measurement(id);
      if (measurement) await run(measurement);
    },
    async resume(id) {
      const measurement = await journal.measurement(id);
      if (measurement) await run(measurement);
    },
    async close() {
      const state = $state.get();
      if (state.status !== 'running') return;
      const { measurement, $running } = state.capture;
      const { timeline, corrected } = $running.get();
      // Nothing was tapped: there is nothing to come back to.
      if (timeline.to !== null || corrected.order.length === 0) await journal.changeMeasurement(measurement.id, { closed_at: deps.wall() });
      await choose(state.panel);
    },
    stop() {
      gone = true;
      unfollow?.();
      unfollow = undefined;
      unlisten?.();
      sync?.stop();
      $photos.get()?.stop();
    },
  };
}
