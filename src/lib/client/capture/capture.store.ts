import { atom, type ReadableAtom } from 'nanostores';
import type { TapKind } from '../../contract/tap-kinds.ts';
import { computeTimeline, type Frame, type Timeline, timelineOf } from '../../taps/entries.ts';
import { type Settled, settle } from '../../taps/settle.ts';
import type { Tap } from '../../taps/tap.ts';
import { type UndoState, undoState } from '../../taps/undo.ts';
import type { Journal, KeptMeasurement, KeptTap, Owner, Session } from './journal.ts';
import type { SteadyClock } from './steady-clock.ts';
import { isNewOffset } from './sync.ts';

/** One running measurement on this device. Every gesture is a tap; what the screen shows is computed from all of them. */

export interface Running {
  timeline: Timeline;
  settled: Settled;
  undo: UndoState;
  /** Taps that could not be written to the disk: the screen must say so at once. */
  lost: number;
}

export interface CaptureDeps {
  journal: Journal;
  clock: SteadyClock;
  owner: Owner;
  session: Session & { id: string };
  newId(at: number): string;
  /** A tap is on the disk. */
  kept(): void;
}

export interface Gesture {
  /** Milliseconds of the monotonic clock at the touch, from the event. */
  mono?: number | undefined;
}

export interface Capture {
  $running: ReadableAtom<Running>;
  measurement: KeptMeasurement;
  /** Milliseconds since the epoch, corrected by what is known of the clock. */
  now(): number;
  /** A state begins, unless it runs already; says whether it did. */
  begin(lane: string, activity: string, gesture?: Gesture & { interrupts?: boolean }): boolean;
  pause(lane: string, gesture?: Gesture): boolean;
  count(activity: string, value: number, gesture?: Gesture): void;
  point(activity: string, lane: string | null, gesture?: Gesture): boolean;
  cycle(lane: string | null, gesture?: Gesture): boolean;
  /** The running entry of a lane began so many milliseconds earlier; its neighbour ends there. */
  startedEarlier(lane: string, ms: number): void;
  /** The running entry takes all the time since the tap before it. */
  sinceLastTap(lane: string): void;
  rate(entry: string, value: number | null): void;
  note(text: string, lane: string | null): void;
  stop(gesture?: Gesture): void;
  undo(): boolean;
  redo(): boolean;
  /** Taps that came from elsewhere, or whose fate is known now. */
  merge(taps: readonly KeptTap[]): void;
  /** What a sync measured of the clock. */
  measured(offset: number): void;
  /** After sleep: a new session with its own clock. */
  renew(session: Session & { id: string }): void;
}

/** A second touch of what was touched last within it is a slip of the finger. */
export const GUARD_MS = 700;

export function createCapture(deps: CaptureDeps, measurement: KeptMeasurement, taps: readonly KeptTap[], frame: Frame): Capture {
  const { journal, clock, owner, newId } = deps;
  const known = new Map<string, Tap>(taps.map(({ tap }) => [tap.id, tap]));
  let session = deps.session;
  let n = session.first;
  let lost = 0;
  /** What was touched last, and when by the steady clock. */
  let last = { what: '', at: Number.NEGATIVE_INFINITY };

  const computed = (): Running => {
    const settled = settle([...known.values()]);
    return { settled, timeline: timelineOf(settled, frame), undo: undoState(settled, session.device), lost };
  };
  const $running = atom<Running>(computed());
  const offset = (): number => $running.get().settled.offsets.get(session.id) ?? 0;

  function add(kind: TapKind, gesture: Gesture, more: Partial<Tap> = {}): Tap {
    const { at, wall, mono } = clock.now(gesture.mono);
    const tap: Tap = { id: newId(at), kind, at, made_at: at, wall, mono, device: session.device, session: session.id, n: n++, ...more };
    // On its way to the disk before anybody hears of it.
    journal.add({ ...owner, id: tap.id, measurement: measurement.id, tap, state: 'waiting', code: null }).then(deps.kept, () => {
      lost += 1;
      $running.set({ ...$running.get(), lost });
    });
    known.set(tap.id, tap);
    $running.set(computed());
    return tap;
  }
  /** False for a slip: the same thing touched twice. */
  function isMeant(what: string, gesture: Gesture): boolean {
    const { at } = clock.now(gesture.mono);
    const slip = last.what === what && at - last.at < GUARD_MS;
    last = { what, at };
    return !slip;
  }
  const runningOn = (lane: string) => {
    const { timeline } = $running.get();
    return timeline.to === null ? timeline.entries.findLast((entry) => entry.lane === lane && entry.to === null) : undefined;
  };

  return {
    $running,
    measurement,
    now: () => clock.now().at + offset(),
    begin(lane, activity, gesture = {}) {
      const meant = isMeant(`state ${lane} ${activity}`, gesture);
      const current = runningOn(lane);
      if (current?.activity === activity && current.kind === 'state') {
        // The interruption is over: what was before goes on.
        if (!gesture.interrupts || !current.interrupts || !meant) return false;
        add('return', gesture, { lane });
        return true;
      }
      add(gesture.interrupts && current?.kind === 'state' ? 'interrupt' : 'switch', gesture, { lane, activity });
      return true;
    },
    pause(lane, gesture = {}) {
      if (!isMeant(`pause ${lane}`, gesture) || runningOn(lane)?.kind === 'pause') return false;
      add('pause', gesture, { lane });
      return true;
    },
    count(activity, value, gesture = {}) {
      add('count', gesture, { activity, value });
    },
    point(activity, lane, gesture = {}) {
      if (!isMeant(`point ${activity}`, gesture)) return false;
      add('point', gesture, { activity, lane });
      return true;
    },
    cycle(lane, gesture = {}) {
      if (!isMeant(`cycle ${lane}`, gesture)) return false;
      add('cycle', gesture, { lane });
      return true;
    },
    startedEarlier(lane, ms) {
      const { timeline } = $running.get();
      const own = timeline.entries.filter((entry) => entry.lane === lane);
      const current = own.at(-1);
      if (!current || current.to !== null || !known.has(current.id)) return;
      const floor = own.at(-2)?.from ?? current.from;
      moveTo(current.id, Math.max(current.from - ms, floor));
    },
    sinceLastTap(lane) {
      const own = $running.get().timeline.entries.filter((entry) => entry.lane === lane);
      const [before, current] = own.slice(-2);
      if (before && current && current.to === null && known.has(current.id)) moveTo(current.id, before.from);
    },
    rate(entry, value) {
      if (known.has(entry)) add('rate', {}, { target: entry, value });
    },
    note(text, lane) {
      if (text.trim() !== '') add('note', {}, { text: text.trim(), lane });
    },
    stop(gesture = {}) {
      if ($running.get().timeline.to === null) add('stop', gesture);
    },
    undo() {
      const { undo } = $running.get().undo;
      if (undo) add('retract', {}, { target: undo.id });
      return undo !== null;
    },
    redo() {
      const { redo } = $running.get().undo;
      if (redo) add('restore', {}, { target: redo.id });
      return redo !== null;
    },
    merge(fresh) {
      const before = known.size;
      for (const { tap } of fresh) known.set(tap.id, tap);
      if (known.size !== before) $running.set(computed());
    },
    measured(value) {
      // Before the first tap there is nothing to correct.
      const own = [...known.values()].some((tap) => tap.session === session.id && tap.kind !== 'clock');
      if (own && isNewOffset(value, $running.get().settled.offsets.get(session.id) ?? null)) add('clock', {}, { value });
    },
    renew(next) {
      session = next;
      n = next.first;
      $running.set(computed());
    },
  };

  /** @param at corrected milliseconds; the tap keeps its own moment, so what is moved is the difference */
  function moveTo(target: string, at: number): void {
    const tap = known.get(target)!;
    const own = tap.at + ($running.get().settled.offsets.get(tap.session) ?? 0);
    if (at !== own) add('move', {}, { target, value: Math.round(at - own) });
  }
}

/** The timeline of a kept measurement without capturing it. */
export const timelineOfKept = (taps: readonly KeptTap[], frame: Frame): Timeline =>
  computeTimeline(
    taps.map(({ tap }) => tap),
    frame,
  );
