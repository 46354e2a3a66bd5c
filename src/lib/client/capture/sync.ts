import { atom, type ReadableAtom } from 'nanostores';
import { createMeasurement, listTaps, sendTaps } from '../../contract/measurements.ts';
import { type Api, ApiError } from '../kernel/api.ts';
import type { Timers } from '../kernel/store-deps.ts';
import type { KeptMeasurement, KeptTap } from './journal.ts';
import { createPasses, LONGEST_WAIT_MS } from './passes.ts';
import { createServerClock, type ServerClockDeps } from './server-clock.ts';

/** Brings taps to the server and those of other tablets here. It never takes anything from the journal that the server hasn't. */

export type SyncState =
  | { status: 'synced'; waiting: 0 }
  | { status: 'waiting'; waiting: number }
  /** `since`: milliseconds since the epoch, of the first try that failed. */
  | { status: 'offline'; waiting: number; since: number }
  /** The session is over: signing in again goes on. */
  | { status: 'signed_out'; waiting: number }
  /** The server refuses for good; taps stay here. */
  | { status: 'refused'; waiting: number; code: string };

export interface SyncDeps extends ServerClockDeps {
  call: Api['call'];
  timers: Timers;
  random(): number;
  /** Is there a session that may send? */
  signedIn(): boolean;
  /** Taps of other tablets, or own ones that the server knows now, have come into the journal; `measured` are sessions, as it has them. */
  arrived(measurement: string, taps: readonly KeptTap[], measured?: readonly string[]): void;
}

export interface Sync {
  $state: ReadableAtom<SyncState>;
  /** A tap is on its way to the disk: from now on not everything is sent. */
  noted(): void;
  /** It is on the disk, or never will be: what waits is sent soon. */
  poke(): void;
  /** One whole pass now. */
  run(): Promise<void>;
  /** Looks for taps of other tablets from now on, until it is called again without. */
  watch(measurement: string | null): void;
  /** Joins a measurement that another tablet began and fetches its taps now; without network it leaves things as they are. */
  pull(measurement: string): Promise<void>;
  stop(): void;
}

const WATCH_MS = 5_000;
const BATCH = 200;

/** What trying again can't mend. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status);

export function createSync(deps: SyncDeps): Sync {
  const { journal, call, owner } = deps;
  /** Milliseconds since the epoch by the page's steady clock. */
  const now = () => deps.now().at;
  const $state = atom<SyncState>({ status: 'synced', waiting: 0 });
  const params = (id: string) => ({ organization_id: owner.organization, id });
  let watched: string | null = null;
  let since: number | null = null;
  /** Taps on their way to the disk. */
  let unwritten = 0;
  const passes = createPasses({ timers: deps.timers, random: deps.random, pass, failed });
  const { timed, noteClocks } = createServerClock(deps, () => watched);

  /** Makes it there, or joins what another tablet made. */
  async function create({ id, screen, panel, name, machine, lanes, consent, opened_at }: KeptMeasurement): Promise<void> {
    await call(createMeasurement, {
      params: { organization_id: owner.organization },
      body: { id, screen_id: screen, screen_version: panel.version, name, machine_id: machine, lanes, consent, opened_at },
    });
    await journal.changeMeasurement(id, { created: true });
  }

  async function send(measurement: string, batch: readonly KeptTap[]): Promise<void> {
    const { answer, measured } = await timed(() =>
      call(sendTaps, { params: params(measurement), body: { taps: batch.map(({ tap }) => tap) } }),
    );
    const { results } = answer;
    const byId = new Map(results.map((one) => [one.id, one]));
    const answered = batch.flatMap((kept): KeptTap[] => {
      const result = byId.get(kept.id);
      if (!result) return [];
      return [{ ...kept, state: result.status === 'failed' ? 'failed' : 'stored', code: result.code ?? null }];
    });
    await journal.put(answered);
    deps.arrived(measurement, answered);
    if (measured) await noteClocks(measurement, batch, measured);
  }

  async function receive(measurement: string): Promise<void> {
    const known = await journal.measurement(measurement);
    if (!known?.created || known.refused) return;
    const inJournal = new Set((await journal.taps(measurement)).map(({ id }) => id));
    let place = known.since;
    for (;;) {
      const { answer } = await timed(() => call(listTaps, { params: params(measurement), query: { since: String(place) } }));
      const { items, seq } = answer;
      const came = items.map(
        ({ seq: _, user_id: __, ...tap }): KeptTap => ({ ...owner, id: tap.id, measurement, tap, state: 'stored', code: null }),
      );
      const fresh = came.filter(({ id }) => !inJournal.has(id));
      if (fresh.length > 0) await journal.put(fresh);
      if (came.length > 0) deps.arrived(measurement, came);
      place = items.at(-1)?.seq ?? place;
      await journal.changeMeasurement(measurement, { since: place });
      if (items.length === 0 || place >= seq) return;
    }
  }

  async function readAgain(measurement: string): Promise<void> {
    const known = await journal.measurement(measurement);
    deps.arrived(measurement, await journal.taps(measurement), known?.measured);
  }

  async function pass(): Promise<void> {
    // Another page of this tablet may have written, or fetched what this one won't be told again; also without network.
    if (watched !== null) await readAgain(watched);
    const waiting = await journal.waiting(owner);
    if (waiting.length > 0 && $state.get().status === 'synced') $state.set({ status: 'waiting', waiting: waiting.length + unwritten });
    if (!deps.signedIn()) {
      $state.set({ status: 'signed_out', waiting: waiting.length + unwritten });
      return passes.later(LONGEST_WAIT_MS);
    }
    let refused: string | null = null;
    for (const measurement of await journal.measurements(owner)) {
      const own = waiting.filter((kept) => kept.measurement === measurement.id);
      if (measurement.refused) refused = own.length > 0 ? measurement.refused : refused;
      // It begins with its first tap: a panel that was only opened is no measurement.
      const begins = own.length > 0 || (measurement.joins === true && measurement.closed_at === null);
      if (measurement.refused || (own.length === 0 && (measurement.created || !begins))) continue;
      try {
        if (!measurement.created) await create(measurement);
        for (let at = 0; at < own.length; at += BATCH) await send(measurement.id, own.slice(at, at + BATCH));
      } catch (error) {
        if (!isFinal(error)) throw error;
        refused = error.code;
        // Only what its creation said is for good: rights that are missing today may be there tomorrow.
        if (error.status === 409 || error.status === 422) await journal.changeMeasurement(measurement.id, { refused: error.code });
      }
    }
    if (watched !== null)
      await receive(watched).catch((error: unknown) => {
        if (!isFinal(error)) throw error;
      });
    const left = (await journal.waiting(owner)).length + unwritten;
    since = null;
    if (refused !== null && left > 0) $state.set({ status: 'refused', waiting: left, code: refused });
    else $state.set(left === 0 ? { status: 'synced', waiting: 0 } : { status: 'waiting', waiting: left });
    if (refused !== null) passes.later(LONGEST_WAIT_MS);
    else if (left > 0) passes.ask();
    else if (watched !== null) passes.later(WATCH_MS);
  }

  async function failed(): Promise<void> {
    since ??= now();
    const waiting = await journal.waiting(owner).then(
      (list) => list.length + unwritten,
      () => $state.get().waiting,
    );
    $state.set(deps.signedIn() ? { status: 'offline', waiting, since } : { status: 'signed_out', waiting });
  }

  return {
    $state,
    run: passes.run,
    noted() {
      unwritten += 1;
      const state = $state.get();
      if (state.status === 'synced') $state.set({ status: 'waiting', waiting: 1 });
      else $state.set({ ...state, waiting: state.waiting + 1 } as SyncState);
    },
    poke() {
      unwritten -= 1;
      passes.ask();
    },
    async pull(measurement) {
      const known = await journal.measurement(measurement);
      try {
        if (known && !known.created && !known.refused) await create(known);
        await receive(measurement);
      } catch {
        // The next pass tries again.
      }
    },
    watch(measurement) {
      watched = measurement;
      if (measurement !== null) void passes.run();
    },
    stop: passes.stop,
  };
}
