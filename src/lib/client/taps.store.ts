import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../contract/events.ts';
import { measurementTaps, sendTaps } from '../contract/measurements.ts';
import { MAX_TAPS } from '../contract/tap-events.ts';
import { type Entry, type Frame, type Timeline, timelineOf } from '../taps/entries.ts';
import { type SettledTap, settle } from '../taps/settle.ts';
import type { Tap } from '../taps/tap.ts';
import { byLane } from '../time-study/spans.ts';
import { ApiError, type ApiErrorCode } from './api.ts';
import { createPen, type Draft, type Ground, inverse } from './corrections.ts';
import { Cancelled, debounce, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

export interface Computed extends Ground {
  timeline: Timeline;
  entries: ReadonlyMap<string, Entry>;
  /** The tap that ended the measurement. */
  stop: string | null;
  /** Everything that was tapped, in the order in which it was made. */
  order: readonly { tap: Tap; alive: boolean }[];
}

export type TapsState = { status: 'loading'; count: number } | ({ status: 'ready' } & Computed) | { status: 'error'; code: ApiErrorCode };

/** One correction of this page, however many taps it took. `label` says what it was. */
export interface Step<L> {
  label: L;
  taps: readonly Tap[];
}
export interface Steps<L> {
  undo: Step<L> | null;
  redo: Step<L> | null;
}

export interface TapsStore<L = string> {
  $state: ReadableAtom<TapsState>;
  $steps: ReadableAtom<Steps<L>>;
  /** Corrections that are on their way. */
  $sending: ReadableAtom<number>;
  start(): () => void;
  load(): Promise<void>;
  /** What the entries are computed against; nothing is shown before it is known. */
  frame(frame: Frame): void;
  /** Applies corrections at once and sends them; takes them back when that fails. @throws ApiError */
  correct(drafts: readonly Draft[], label: L): Promise<Step<L> | null>;
  /** Takes back a step, the last one by itself. @throws ApiError */
  undo(step?: Step<L>): Promise<Step<L> | null>;
  redo(): Promise<Step<L> | null>;
}

const PAGE = 5_000;
const CHANGES_MS = 150;

/** Taps of one measurement and the entries computed from them: read by pages, then only what is new; corrected optimistically. */
export function createTaps<L = string>(deps: StoreDeps, id: string, random: () => string): TapsStore<L> {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization, id };
  const pen = createPen(deps.now, random);
  const $state = atom<TapsState>({ status: 'loading', count: 0 });
  const $steps = atom<Steps<L>>({ undo: null, redo: null });
  const $sending = atom(0);
  const stored = new Map<string, Tap>();
  /** Applied here, not yet seen among those that came from the server. */
  const pending = new Map<string, Tap>();
  let seq = 0;
  let complete = false;
  let frame: Frame | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  let done: Step<L>[] = [];
  let undone: Step<L>[] = [];

  function compute(): void {
    if (!complete || !frame) return;
    const settled = settle([...stored.values(), ...pending.values()]);
    const timeline = timelineOf(settled, frame);
    $state.set({
      status: 'ready',
      timeline,
      lanes: byLane(timeline.entries, timeline.lanes.length > 0 ? timeline.lanes : frame.lanes),
      entries: new Map(timeline.entries.map((entry) => [entry.id, entry])),
      taps: new Map(settled.taps.map((one): [string, SettledTap] => [one.tap.id, one])),
      stop: settled.taps.findLast(({ tap }) => tap.kind === 'stop')?.tap.id ?? null,
      order: settled.order,
      newId: pen.id,
    });
  }

  async function readOn(): Promise<void> {
    let fresh = false;
    for (;;) {
      const page = await view.call(measurementTaps, { params, query: { since: String(seq), limit: String(PAGE) } });
      for (const { seq: place, user_id: _, ...tap } of page.items) {
        fresh = true;
        seq = Math.max(seq, place);
        stored.set(tap.id, tap);
        pending.delete(tap.id);
      }
      if (page.items.length === 0 || seq >= page.seq) break;
      if (!complete) $state.set({ status: 'loading', count: stored.size });
    }
    if (fresh || !complete) {
      complete = true;
      compute();
    }
  }

  /** Asked again while it reads, it reads on once more afterwards. */
  async function load(): Promise<void> {
    if (reading) {
      again = true;
      return reading;
    }
    if ($state.get().status === 'error') $state.set({ status: 'loading', count: stored.size });
    reading = (async () => {
      try {
        do {
          again = false;
          await readOn();
        } while (again);
      } catch (error) {
        if (!(error instanceof Cancelled) && $state.get().status !== 'ready') $state.set({ status: 'error', code: failureCode(error) });
      } finally {
        reading = null;
      }
    })();
    return reading;
  }
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && event.data.entity === 'measurements' && event.data.id === id) following.call();
  }

  async function send(drafts: readonly Draft[]): Promise<Tap[]> {
    const taps = pen.write(drafts);
    for (const tap of taps) pending.set(tap.id, tap);
    compute();
    $sending.set($sending.get() + 1);
    try {
      for (let at = 0; at < taps.length; at += MAX_TAPS) {
        const { results } = await deps.call(sendTaps, { params, body: { taps: taps.slice(at, at + MAX_TAPS) } });
        const failed = results.find(({ status }) => status === 'failed');
        if (failed) throw new ApiError(failed.code ?? 'internal', null);
      }
      // Stored; they stay pending only until they come back with their place.
      return taps;
    } catch (error) {
      for (const tap of taps) pending.delete(tap.id);
      compute();
      // Some of many may have been stored before the rest failed.
      following.call();
      throw error;
    } finally {
      $sending.set($sending.get() - 1);
    }
  }
  /** What was asked for before has to be a step before it can be taken back. */
  let asked: Promise<unknown> = Promise.resolve();
  function after<T>(work: () => Promise<T>): Promise<T> {
    const mine = asked.then(work);
    asked = mine.catch(() => undefined);
    return mine;
  }
  const tell = () => $steps.set({ undo: done.at(-1) ?? null, redo: undone.at(-1) ?? null });

  return {
    $state,
    $steps,
    $sending,
    start() {
      const end = view.start(hear, { isShown: () => complete, load });
      return () => {
        following.cancel();
        end();
      };
    },
    load,
    frame(next) {
      frame = next;
      compute();
    },
    correct(drafts, label) {
      if (drafts.length === 0) return Promise.resolve(null);
      const sending = send(drafts);
      const before = asked;
      const mine = sending.then(async (taps) => {
        await before;
        const step = { label, taps };
        done.push(step);
        undone = [];
        tell();
        return step;
      });
      asked = mine.catch(() => undefined);
      return mine;
    },
    undo: (given) =>
      after(async () => {
        const step = given ?? done.at(-1);
        if (!step || !done.includes(step)) return null;
        // Not twice while it is on its way.
        done = done.filter((one) => one !== step);
        try {
          undone.push({ label: step.label, taps: await send(inverse(step.taps)) });
        } catch (error) {
          done.push(step);
          throw error;
        } finally {
          tell();
        }
        return step;
      }),
    redo: () =>
      after(async () => {
        const step = undone.pop();
        if (!step) return null;
        try {
          done.push({ label: step.label, taps: await send(inverse(step.taps)) });
        } catch (error) {
          undone.push(step);
          throw error;
        } finally {
          tell();
        }
        return step;
      }),
  };
}
