import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import { listTaps, sendTaps } from '../../contract/measurements.ts';
import { MAX_TAPS } from '../../contract/tap-events.ts';
import { applyCorrections, type CorrectedTap, lastWord } from '../../domain/taps/corrected-taps.ts';
import { type Entry, type MeasuredPanel, type Timeline, timelineOf } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { correctionHistory, type UndoHistory, type UndoStep } from '../../domain/taps/undo.ts';
import { byLane } from '../../domain/time-study/spans.ts';
import { ApiError, type ApiErrorCode } from '../kernel/api.ts';
import { Cancelled, debounce, failureCode, type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { createPen, type Draft, type Ground, isFromDesk, takeBack } from './pen.ts';

export interface Computed extends Ground {
  timeline: Timeline;
  entries: ReadonlyMap<string, Entry>;
  /** The tap that ended the measurement. */
  stop: string | null;
  /** Everything that was tapped, in the order in which it was made. */
  order: readonly { tap: Tap; alive: boolean; at: number }[];
}

export type TapsState = { status: 'loading'; count: number } | ({ status: 'ready' } & Computed) | { status: 'error'; code: ApiErrorCode };

/** One correction, however many taps it took. `label` says what it was; null when it was made on a page that is gone. */
export interface Correction<L> {
  id: string;
  label: L | null;
  taps: readonly Tap[];
}
export interface NextCorrections<L> {
  undo: Correction<L> | null;
  redo: Correction<L> | null;
}

export interface TapsStore<L = string> {
  $state: ReadableAtom<TapsState>;
  $steps: ReadableAtom<NextCorrections<L>>;
  /** Corrections that are on their way. */
  $sending: ReadableAtom<number>;
  start(): () => void;
  load(): Promise<void>;
  /** What the entries are computed against; nothing is shown before it is known. */
  measuredOn(panel: MeasuredPanel): void;
  /** Applies corrections at once and sends them; takes them back when that fails. @throws ApiError */
  correct(drafts: readonly Draft[], label: L): Promise<Correction<L> | null>;
  /** Takes back a correction of this person, on whichever page he made it; the last one by itself. @throws ApiError */
  undo(correction?: Correction<L>): Promise<Correction<L> | null>;
  redo(): Promise<Correction<L> | null>;
}

const PAGE = 5_000;
const CHANGES_MS = 150;

/**
 * Taps of one measurement and the entries computed from them: read by pages, then only what is new; corrected optimistically.
 * @param user whose corrections can be taken back here; without him, only those of this page
 */
export function createTaps<L = string>(deps: StoreDeps, id: string, random: () => string, user: string | null = null): TapsStore<L> {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization, id };
  const pen = createPen(deps.now, random);
  const $state = atom<TapsState>({ status: 'loading', count: 0 });
  const $steps = atom<NextCorrections<L>>({ undo: null, redo: null });
  const $sending = atom(0);
  /** In the order of their arrival. */
  const stored = new Map<string, Tap>();
  /** Stored corrections of the person, in the same order. */
  const ofPerson: Tap[] = [];
  const labels = new Map<string, L>();
  let history: UndoHistory = { done: [], undone: [] };
  /** Applied here, not yet seen among those that came from the server. */
  const pending = new Map<string, Tap>();
  let seq = 0;
  let complete = false;
  let panel: MeasuredPanel | null = null;
  let reading: Promise<void> | null = null;
  let again = false;

  function compute(): void {
    if (!complete || !panel) return;
    const corrected = applyCorrections([...stored.values(), ...pending.values()]);
    history = correctionHistory(corrected, [...ofPerson, ...pending.values()]);
    const timeline = timelineOf(corrected, panel);
    $state.set({
      status: 'ready',
      timeline,
      lanes: byLane(timeline.entries, timeline.lanes.length > 0 ? timeline.lanes : panel.lanes),
      entries: new Map(timeline.entries.map((entry) => [entry.id, entry])),
      taps: new Map(corrected.taps.map((one): [string, CorrectedTap] => [one.tap.id, one])),
      stop: corrected.taps.findLast(({ tap }) => tap.kind === 'stop')?.tap.id ?? null,
      order: corrected.order,
      newId: pen.id,
    });
    $steps.set({ undo: labelled(history.done.at(-1)), redo: labelled(history.undone.at(-1)) });
  }
  function labelled(step: UndoStep | undefined): Correction<L> | null {
    return step ? { id: step.id, label: labels.get(step.id) ?? null, taps: step.taps } : null;
  }

  async function readOn(): Promise<void> {
    let fresh = false;
    for (;;) {
      const page = await view.call(listTaps, { params, query: { since: String(seq), limit: String(PAGE) } });
      for (const { seq: place, user_id, ...tap } of page.items) {
        fresh = true;
        seq = Math.max(seq, place);
        if (!stored.has(tap.id) && (tap.device === pen.device || (user !== null && user_id === user && isFromDesk(tap))))
          ofPerson.push(tap);
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

  async function send(taps: readonly Tap[]): Promise<void> {
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
  /** What was asked for before has to be done before it can be taken back. */
  let asked: Promise<unknown> = Promise.resolve();
  function after<T>(work: () => Promise<T>): Promise<T> {
    const result = asked.then(work);
    asked = result.catch(() => undefined);
    return result;
  }
  async function turn(step: UndoStep | undefined, targets: readonly string[] = []): Promise<Correction<L> | null> {
    const correction = labelled(step);
    if (correction) await send(takeBack([...stored.values(), ...pending.values()], targets, pen));
    return correction;
  }

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
    measuredOn(next) {
      panel = next;
      compute();
    },
    correct(drafts, label) {
      if (drafts.length === 0) return Promise.resolve(null);
      const state = $state.get();
      const taps = pen.write(drafts, state.status === 'ready' ? lastWord(state, drafts) : undefined);
      const correction = { id: taps[0]!.id, label, taps };
      labels.set(correction.id, label);
      const before = asked;
      const sent = send(taps).then(async () => {
        await before;
        return correction;
      });
      asked = sent.catch(() => undefined);
      return sent;
    },
    undo: (given) =>
      after(() => {
        const step = given ? history.done.find((one) => one.id === given.id) : history.done.at(-1);
        return turn(step, step?.alive);
      }),
    redo: () =>
      after(() => {
        const step = history.undone.at(-1);
        return turn(step, step?.undoneBy);
      }),
  };
}
