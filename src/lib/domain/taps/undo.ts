import { applyCorrections, type CorrectedTaps } from './corrected-taps.ts';
import type { Tap } from './tap.ts';

/** What can be taken back and brought back, from the taps alone: it outlives the page on which they were made. */

/** What is taken back as one. */
export interface UndoStep {
  /** Id of its first tap. */
  id: string;
  taps: readonly Tap[];
  /** Ids of those in force. */
  alive: readonly string[];
  /** Ids of what took it back, by whoever made it. */
  undoneBy: readonly string[];
}

export interface UndoHistory {
  /** The last one is undone next. */
  done: readonly UndoStep[];
  /** The last one comes back next. */
  undone: readonly UndoStep[];
}

interface StepRule {
  /** Does the tap only say of others whether they are in force? All other taps are steps. */
  isWord(tap: Tap): boolean;
  /** Taps that were made at once have the same key. */
  actOf(tap: Tap): string;
}

interface UndoStepSoFar extends UndoStep {
  taps: Tap[];
  alive: string[];
  undoneBy: string[];
  /** Of the last word about it. */
  place: number;
}

/**
 * Steps are undone from the last one on, without limit, and come back in turn until something new is done. What somebody else took back
 * isn't here to come back.
 * @param ofMaker taps of whoever asks, in the order in which they were made
 */
function historyOf(ofMaker: readonly { tap: Tap; alive: boolean }[], { isWord, actOf }: StepRule): UndoHistory {
  const steps = new Map<string, UndoStepSoFar>();
  const byTap = new Map<string, UndoStepSoFar>();
  let newest = -1;
  for (const [place, { tap, alive }] of ofMaker.entries()) {
    if (isWord(tap)) continue;
    newest = place;
    const step = steps.get(actOf(tap)) ?? { id: tap.id, taps: [], alive: [], undoneBy: [], place };
    steps.set(actOf(tap), step);
    byTap.set(tap.id, step);
    step.taps.push(tap);
    if (alive) step.alive.push(tap.id);
  }
  /** Steps by the act that takes them back: one of its taps names the step, others may name what kept it in force. */
  const undone = new Map<string, UndoStepSoFar>();
  for (const { tap } of ofMaker) {
    const step = isWord(tap) && tap.kind === 'retract' ? byTap.get(tap.target ?? '') : undefined;
    if (step) undone.set(actOf(tap), step);
  }
  const byUndo = new Map<string, UndoStepSoFar>();
  for (const [place, { tap, alive }] of ofMaker.entries()) {
    if (!isWord(tap)) continue;
    const step = undone.get(actOf(tap));
    if (step) byUndo.set(tap.id, step);
    const about = step ?? byTap.get(tap.target ?? '') ?? byUndo.get(tap.target ?? '');
    // What took back a step that is in force again has been overruled.
    if (!about || !alive || (step !== undefined) === about.alive.length > 0) continue;
    if (step && place < newest) continue;
    if (step) step.undoneBy.push(tap.id);
    about.place = place;
  }
  const all = [...steps.values()].sort((a, b) => a.place - b.place);
  return {
    done: all.filter(({ alive }) => alive.length > 0),
    undone: all.filter(({ alive, undoneBy }) => alive.length === 0 && undoneBy.length > 0),
  };
}

/** What one tablet would take back next, and what it would bring back. */
export interface UndoState {
  undo: Tap | null;
  redo: Tap | null;
}

/** Each tap of a tablet is a step. Taking back and bringing back are no steps: they speak of one. */
const ALONE: StepRule = { isWord: ({ kind }) => kind === 'retract' || kind === 'restore', actOf: ({ id }) => id };

/** @param before a counter of the tablet: what another page of it counts from there on is that page's */
export function undoState({ order }: Pick<CorrectedTaps, 'order'>, device: string, before = Number.POSITIVE_INFINITY): UndoState {
  const own = order.filter(({ tap }) => tap.device === device && tap.n < before && tap.kind !== 'clock').sort((a, b) => a.tap.n - b.tap.n);
  const { done, undone } = historyOf(own, ALONE);
  return { undo: done.at(-1)?.taps[0] ?? null, redo: undone.at(-1)?.taps[0] ?? null };
}

/** Text of a `retract` that takes a correction back, or brings it back: joining two entries retracts a tap as well, and is a step. */
export const UNDO = 'undo';

/** Taps of one correction are stamped with one moment. */
const CORRECTIONS: StepRule = {
  isWord: ({ kind, text }) => kind === 'retract' && text === UNDO,
  actOf: ({ device, made_at }) => `${device} ${made_at}`,
};

/**
 * Somebody's own corrections, on whichever page he made them.
 * @param own his taps in the order in which they arrived: it is one for all his pages, whatever their clocks say
 */
export function correctionHistory({ order }: Pick<CorrectedTaps, 'order'>, own: readonly Tap[]): UndoHistory {
  const wanted = new Set(own.map(({ id }) => id));
  const dead = new Set(order.flatMap(({ tap, alive }) => (!alive && wanted.has(tap.id) ? [tap.id] : [])));
  return historyOf(
    own.map((tap) => ({ tap, alive: !dead.has(tap.id) })),
    CORRECTIONS,
  );
}

export interface Verdict {
  kind: 'retract' | 'restore';
  target: string;
}

/**
 * What has to be said for taps to be in force, or not to be. Usually one word about each; but the last word counts, and an earlier one may
 * be stamped later than any new one, by a clock that was ahead: then that word is taken back too.
 * @param write makes taps of verdicts, later than those before
 * @returns the taps it made
 */
export function decide(taps: readonly Tap[], targets: readonly string[], alive: boolean, write: (verdicts: Verdict[]) => Tap[]): Tap[] {
  const wanted = new Map(targets.map((target) => [target, alive]));
  const made = write(targets.map((target) => ({ kind: alive ? 'restore' : 'retract', target })));
  for (;;) {
    const { order } = applyCorrections([...taps, ...made]);
    const contrary = new Set(
      order.filter((one) => wanted.has(one.tap.id) && wanted.get(one.tap.id) !== one.alive).map(({ tap }) => tap.id),
    );
    if (contrary.size === 0) return made;
    const last = new Map<string, string>();
    for (const { tap, alive: counts } of order)
      if (counts && (tap.kind === 'retract' || tap.kind === 'restore') && tap.target && contrary.has(tap.target))
        last.set(tap.target, tap.id);
    // Only malice, corrections in a ring, leaves nothing more to be said.
    const more = [...last.values()].filter((id) => !wanted.has(id));
    if (more.length === 0) return made;
    for (const id of more) wanted.set(id, false);
    made.push(...write(more.map((target) => ({ kind: 'retract', target }))));
  }
}
