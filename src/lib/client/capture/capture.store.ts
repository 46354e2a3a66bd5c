import { atom, type ReadableAtom } from 'nanostores';
import type { ReferenceField, TapKind } from '../../contract/tap-kinds.ts';
import { applyCorrections, type CorrectedTaps, lastWord } from '../../domain/taps/corrected-taps.ts';
import { computeTimeline, type MeasuredPanel, type Timeline, timelineOf } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { decide, type UndoState, undoState } from '../../domain/taps/undo.ts';
import { type Journal, type KeptMeasurement, type KeptTap, type Owner, PER_SESSION, type Session } from './journal.ts';
import { clocksBefore, type Heard, isNewOffset, isSameClock, type Now, sessionsOf } from './session-clocks.ts';
import { JUMP_MS, type Moment, type SteadyClock } from './steady-clock.ts';

/** One running measurement on this tablet. Every gesture is a tap; what the screen shows is computed from all of them. */

export interface Running {
  timeline: Timeline;
  corrected: CorrectedTaps;
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
  /** A tap is on its way to the disk. */
  noted(): void;
  /** It is there, or could not be written. */
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
  /**
   * A state begins that lasts while its button is held; what a button held on the lane until now ends. Says whether it did: what runs
   * already isn't held.
   */
  hold(lane: string, activity: string, gesture?: Gesture): boolean;
  /** It is let go: what was before goes on, unless something else has begun meanwhile. Says whether it was held. */
  release(lane: string, activity: string, gesture?: Gesture): boolean;
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
  /** Which order, product or batch the work is for from what runs now on: on all lanes, or before the first tap; null clears it. */
  refer(field: ReferenceField, value: string | null): void;
  /** What a photo that is taken now is of: the moment by the session's clock, and what runs on the lane. */
  moment(lane: string): { at: number; session: string; entry: string | null };
  stop(gesture?: Gesture): void;
  undo(): boolean;
  redo(): boolean;
  /** Taps that came from elsewhere, or whose fate is known now, and sessions whose clocks are measured. */
  merge(taps: readonly KeptTap[], measured?: readonly string[]): void;
  /** What a sync measured of the clock. Returns the sessions whose clocks are measured with it. */
  measured(offset: number): readonly string[];
  /** After sleep: a new session with its own clock. */
  renew(session: Session & { id: string }): void;
}

/** A second touch of what was touched last within it is a slip of the finger. */
export const GUARD_MS = 700;

export function createCapture(deps: CaptureDeps, measurement: KeptMeasurement, taps: readonly KeptTap[], panel: MeasuredPanel): Capture {
  const { journal, clock, owner, newId } = deps;
  const tapsById = new Map<string, Tap>();
  /** Those that the server will never take; they are kept, and nothing follows from them. */
  const refused = new Set<string>();
  /** Sessions whose clocks were measured by answers of the server. */
  const sure = new Set(measurement.measured);
  /** What the server said of a session's clock before the first tap of it. */
  const foretold = new Map<string, number>();
  keep(taps);
  let session = deps.session;
  let n = nextOf(session);
  let lost = 0;
  /** What was touched last, and when by the steady clock. */
  let last = { what: '', at: Number.NEGATIVE_INFINITY };
  /** What a button holds on each lane, the tap that began it, and the kind of the tap that brings back what was before. */
  const held = new Map<string, { activity: string; entry: string; back: 'return' | 'pause' }>();
  /** Sessions of this page, one for each part of its clock: the last one is in force. */
  const sessionsOfPage: { id: string; start: Moment }[] = [];
  /** What the tablet had noted when this page began; another page of it may note more meanwhile. */
  const ended = sessionsOf(tapsById.values(), session.device);
  /** Sessions before the last one that nobody has measured. */
  let unsure: readonly Heard[] = [];
  let part = clock.state().parts.length - 1;

  /** Says whether that changes what is in force. */
  function keep(fresh: readonly KeptTap[]): boolean {
    let isNew = false;
    for (const { tap, state } of fresh) {
      const fails = state === 'failed';
      isNew ||= fails ? tapsById.has(tap.id) && !refused.has(tap.id) : !tapsById.has(tap.id);
      tapsById.set(tap.id, tap);
      if (fails) refused.add(tap.id);
    }
    return isNew;
  }
  const inForce = (): Tap[] => [...tapsById.values()].filter(({ id }) => !refused.has(id));
  /** A page that goes on with a measurement it has left counts on. */
  function nextOf({ device, first }: Session): number {
    let next = first;
    for (const tap of tapsById.values()) if (tap.device === device && tap.n < first + PER_SESSION) next = Math.max(next, tap.n + 1);
    return next;
  }
  const computed = (): Running => {
    const corrected = applyCorrections(inForce());
    return { corrected, timeline: timelineOf(corrected, panel), undo: undoState(corrected, session.device, n), lost };
  };
  const $running = atom<Running>(computed());
  const offsetOf = (id: string): number => $running.get().corrected.offsets.get(id) ?? foretold.get(id) ?? 0;
  const current = () => sessionsOfPage.at(-1)!;
  /** Also before the first tap of a part of the clock that only goes on. */
  const offset = (): number => (isSameClock(clock.now(), current().start) ? offsetOf(current().id) : 0);

  function make(kind: TapKind, gesture: Gesture, more: Partial<Tap> = {}): Tap {
    const { at, wall, mono } = clock.now(gesture.mono);
    const stamp = { device: session.device, session: current().id };
    return { id: newId(at), kind, at, made_at: at, wall, mono, ...stamp, n: more.n ?? n++, ...more };
  }
  /** With the first tap of a session goes what was heard of its clock before: there was nothing to correct until now. */
  function withClock(fresh: readonly Tap[]): readonly Tap[] {
    const id = sessionsOfPage.at(-1)?.id;
    const value = id === undefined ? undefined : foretold.get(id);
    if (id === undefined || value === undefined || fresh.every((tap) => tap.session !== id)) return fresh;
    foretold.delete(id);
    return fresh.some((tap) => tap.kind === 'clock' && tap.session === id) ? fresh : [...fresh, make('clock', {}, { value })];
  }
  function write(given: readonly Tap[]): void {
    const fresh = withClock(given);
    if (fresh.length === 0) return;
    for (const tap of fresh) {
      // On its way to the disk before anybody hears of it.
      deps.noted();
      journal.add({ ...owner, id: tap.id, measurement: measurement.id, tap, state: 'waiting', code: null }).then(deps.kept, () => {
        deps.kept();
        lost += 1;
        $running.set({ ...$running.get(), lost });
      });
      tapsById.set(tap.id, tap);
    }
    $running.set(computed());
  }
  function add(kind: TapKind, gesture: Gesture, more: Partial<Tap> = {}): void {
    awake();
    const tap = make(kind, gesture, more);
    const after = lastWord($running.get().corrected, [tap]) - offset();
    write([tap.made_at > after ? tap : { ...tap, made_at: after + 1 }]);
  }
  /** Takes a step back, or brings it back, whatever was said about it before. */
  function say(target: Tap, alive: boolean): void {
    write(decide(inForce(), [target.id], alive, (verdicts) => verdicts.map(({ kind, ...more }) => make(kind, {}, more))));
  }

  /** Before anything is noted: nobody may have looked at the clock since the tablet woke, and a finger is faster than the disk. */
  function awake(): void {
    clock.look();
    for (const start of clock.state().parts.slice(part + 1)) enter(++part, start);
  }
  /** From here on another clock is in force; what is known of the others must agree with it. */
  function enter(which: number, start: Moment): void {
    const id = which === 0 ? session.id : `${session.id}.${which}`;
    const heard = new Map(sessionsOf(tapsById.values(), session.device).map((one) => [one.session, one]));
    const before = sessionsOfPage.map(
      (one): Heard => heard.get(one.id) ?? { session: one.id, first: one.start, last: { ...one.start, n: 0 } },
    );
    const earlier = [...ended.filter((one) => one.session !== id), ...before];
    sessionsOfPage.push({ id, start });
    unsure = earlier.filter((one) => !sure.has(one.session));
    // The same steady clock goes on, or it begins after what the server knows to have been: until it is measured itself.
    const same = earlier.findLast((one) => isSameClock(one.last, start));
    const ahead = Math.max(...earlier.flatMap(({ session: one, last: { at } }) => (sure.has(one) ? at + offsetOf(one) - start.at : [])));
    const value = same ? offsetOf(same.session) : ahead >= JUMP_MS ? ahead : 0;
    if (isNewOffset(value, offsetOf(id))) write([make('clock', {}, { value })]);
    correctClocksBefore({ ...start, offset: offsetOf(id), measured: false });
  }
  function correctClocksBefore(now: Now): void {
    const clocks = clocksBefore(unsure, now, offsetOf);
    write(
      unsure.flatMap(({ session: id, last: { n: place } }) => {
        const value = clocks.get(id)!;
        // A part of the clock without taps has nothing to be corrected.
        return place > 0 && isNewOffset(value, offsetOf(id)) ? [make('clock', {}, { session: id, n: place, value })] : [];
      }),
    );
  }
  enter(part, clock.now());

  /** False for a slip: the same thing touched twice. */
  function isMeant(what: string, gesture: Gesture): boolean {
    awake();
    const { at } = clock.now(gesture.mono);
    const slip = last.what === what && at - last.at < GUARD_MS;
    last = { what, at };
    return !slip;
  }
  const runningOn = (lane: string) => {
    const { timeline } = $running.get();
    return timeline.to === null ? timeline.entries.findLast((entry) => entry.lane === lane && entry.to === null) : undefined;
  };

  function release(lane: string, gesture: Gesture): boolean {
    const before = held.get(lane);
    held.delete(lane);
    if (before === undefined) return false;
    // Taken back, ended, or followed by another touch: there is nothing left to end.
    if (runningOn(lane)?.id === before.entry) add(before.back, gesture, { lane });
    return true;
  }

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
    hold(lane, activity, gesture = {}) {
      awake();
      // A second touch of what is held lets it go.
      const isHeld = held.get(lane)?.activity === activity;
      release(lane, gesture);
      const current = runningOn(lane);
      if (isHeld || $running.get().timeline.to !== null) return false;
      if (current?.kind === 'state' && current.activity === activity) {
        // Left on by an undo, or by a page that died under the finger: this release ends it.
        if (current.interrupts) held.set(lane, { activity, entry: current.id, back: 'return' });
        return current.interrupts;
      }
      // A pause is nothing that a `return` comes back to.
      const isPause = current?.kind === 'pause';
      add(isPause ? 'switch' : 'interrupt', gesture, { lane, activity });
      const entry = runningOn(lane)?.id;
      if (entry !== undefined) held.set(lane, { activity, entry, back: isPause ? 'pause' : 'return' });
      return true;
    },
    release(lane, activity, gesture = {}) {
      return held.get(lane)?.activity === activity && release(lane, gesture);
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
      if (!current || current.to !== null || !tapsById.has(current.id)) return;
      const floor = own.at(-2)?.from ?? current.from;
      moveTo(current.id, Math.max(current.from - ms, floor));
    },
    sinceLastTap(lane) {
      const own = $running.get().timeline.entries.filter((entry) => entry.lane === lane);
      const [before, current] = own.slice(-2);
      if (before && current && current.to === null && tapsById.has(current.id)) moveTo(current.id, before.from);
    },
    rate(entry, value) {
      if (tapsById.has(entry)) add('rate', {}, { target: entry, value });
    },
    note(text, lane) {
      if (text.trim() !== '') add('note', {}, { text: text.trim(), lane });
    },
    refer(field, value) {
      // What is known of one lane holds for the others by its moment.
      const entry = panel.lanes[0] === undefined ? undefined : runningOn(panel.lanes[0])?.id;
      const target = entry !== undefined && tapsById.has(entry) ? { target: entry } : {};
      add('reference', {}, { field, text: value, lane: null, ...target });
    },
    moment(lane) {
      awake();
      return { at: clock.now().at, session: current().id, entry: runningOn(lane)?.id ?? null };
    },
    stop(gesture = {}) {
      if ($running.get().timeline.to === null) add('stop', gesture);
    },
    undo() {
      awake();
      const { undo } = $running.get().undo;
      if (undo) say(undo, false);
      return undo !== null;
    },
    redo() {
      awake();
      const { redo } = $running.get().undo;
      if (redo) say(redo, true);
      return redo !== null;
    },
    merge(fresh, measured = []) {
      const isNew = keep(fresh);
      for (const session of measured) sure.add(session);
      if (isNew) $running.set(computed());
    },
    measured(value) {
      awake();
      const { id, start } = current();
      const isNew = isNewOffset(value, offsetOf(id));
      if (isNew) {
        if ([...tapsById.values()].some((tap) => tap.session === id)) write([make('clock', {}, { value })]);
        else foretold.set(id, value);
      }
      sure.add(id);
      correctClocksBefore({ ...start, offset: isNew ? value : offsetOf(id), measured: true });
      const seenTo = [...sessionsOfPage.map((one) => one.id), ...unsure.map((one) => one.session)];
      unsure = [];
      return seenTo;
    },
    renew(next) {
      session = next;
      n = next.first;
      part = clock.state().parts.length - 1;
      enter(part, clock.now());
      $running.set(computed());
    },
  };

  /** @param at corrected milliseconds; the tap keeps its own moment, so what is moved is the difference */
  function moveTo(target: string, at: number): void {
    const tap = tapsById.get(target)!;
    const own = tap.at + ($running.get().corrected.offsets.get(tap.session) ?? 0);
    if (at !== own) add('move', {}, { target, value: Math.round(at - own) });
  }
}

/** The timeline of a kept measurement without capturing it. */
export const timelineOfKept = (taps: readonly KeptTap[], panel: MeasuredPanel): Timeline =>
  computeTimeline(
    taps.filter(({ state }) => state !== 'failed').map(({ tap }) => tap),
    panel,
  );
