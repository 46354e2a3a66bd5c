import { applyCorrections } from '../../lib/domain/taps/corrected-taps.ts';
import { computeTimeline, type Entry, measuredPanel } from '../../lib/domain/taps/entries.ts';
import type { Tap } from '../../lib/domain/taps/tap.ts';
import { undoState } from '../../lib/domain/taps/undo.ts';
import { balanceOf } from '../../lib/domain/time-study/balance.ts';
import { piecesOf } from '../../lib/domain/time-study/spans.ts';

/**
 * Two minutes of somebody's own taps. They are the same taps, and entries and balance are computed by the same code, as in a measurement
 * that counts; only nothing is kept. Moments are milliseconds of the page's steady clock. Pure.
 */

export const TRIAL_MS = 120_000;
const LANE = 'own';
const DEVICE = 'here';

export type Taps = readonly Tap[];

export interface Trial {
  /** Null before the first tap. */
  from: number | null;
  /** The end of what is shown: now, or when the two minutes were over. */
  to: number;
  over: boolean;
  entries: readonly Entry[];
  /** What runs; after the end what ran last. */
  current: Entry | null;
  /** Seconds and per mille by activity, which add up to those of the whole. */
  shares: ReadonlyMap<string, { seconds: number; permille: number }>;
  seconds: number;
  permille: number;
  /** What would be taken back next. */
  undo: Tap | null;
}

const activitiesOf = (taps: Taps) => taps.flatMap(({ activity }) => (activity ? [{ id: activity, ends_cycle: false }] : []));

export function trialOf(taps: Taps, now: number): Trial {
  const timeline = computeTimeline(taps, measuredPanel([{ id: LANE }], activitiesOf(taps)));
  const { from } = timeline;
  const to = from === null ? now : Math.min(now, from + TRIAL_MS);
  // What was tapped is on the strip even if the clock of the picture is a little behind the finger.
  const span = { from: from ?? now, to };
  const { groups, seconds, permille } = balanceOf(piecesOf(timeline.entries, to, span), () => null, []);
  return {
    from,
    to,
    over: from !== null && now - from >= TRIAL_MS,
    entries: timeline.entries,
    current: timeline.entries.at(-1) ?? null,
    shares: new Map(groups.flatMap(({ parts }) => parts.map((one) => [one.activity ?? '', one]))),
    seconds,
    permille,
    undo: undoState(applyCorrections(taps), DEVICE).undo,
  };
}

function added(taps: Taps, kind: Tap['kind'], at: number, more: Partial<Tap>): Taps {
  const n = taps.length + 1;
  // One finger, one clock: a tap never comes before the one that was made before it.
  const made_at = Math.max(Math.round(at), taps.at(-1)?.made_at ?? 0);
  return [
    ...taps,
    { id: `tap-${n}`, kind, at: made_at, made_at, wall: made_at, mono: made_at, device: DEVICE, session: DEVICE, n, ...more },
  ];
}

/** A state begins, unless it runs already or the time is over. */
export function begin(taps: Taps, activity: string, at: number): Taps {
  const { current, over } = trialOf(taps, at);
  return over || current?.activity === activity ? taps : added(taps, 'switch', at, { lane: LANE, activity });
}

/** What runs began earlier, at most when the one before it began; its neighbour ends there. */
export function beganEarlier(taps: Taps, ms: number, at: number): Taps {
  const { entries } = trialOf(taps, at);
  const [before, current] = entries.slice(-2);
  if (!before || !current) return taps;
  const tap = taps.find(({ id }) => id === current.id)!;
  const moved = Math.max(current.from - ms, before.from);
  return moved === current.from ? taps : added(taps, 'move', at, { target: tap.id, value: moved - tap.at });
}

/** Takes the last step back, which is one more tap. */
export function undone(taps: Taps, at: number): Taps {
  const { undo } = trialOf(taps, at);
  return undo ? added(taps, 'retract', at, { target: undo.id }) : taps;
}
