import type { AlarmCondition } from './condition.ts';

/**
 * Alarms are a fold over the readings of a channel in the order of their own time: what came late, twice or in another order gives the same
 * alarms, and a fold may begin again at any reading before which everything was normal.
 */

export interface AlarmDelays {
  /** Microseconds for which every reading must breach before an alarm is active. */
  onDelay: number;
  /** Microseconds for which every reading must be back before it is over. */
  offDelay: number;
  /** May a breach begin or wait for its delay at that moment? Missing = always. What is active goes on outside as well. */
  counts?: (ts: number) => boolean;
}

/** Microseconds; `peak` is the value farthest beyond the limit since the breach began. */
interface Breach {
  since: number;
  peak: number;
  peakAt: number;
}

export type AlarmState =
  | { phase: 'normal' }
  | ({ phase: 'pending' } & Breach)
  /** `back`: since when all readings are back; null = the newest one isn't. */
  | ({ phase: 'active'; activeAt: number; back: number | null } & Breach);

export const NORMAL: AlarmState = { phase: 'normal' };

/** `cancelled`: back before the delay was over. */
export interface AlarmEvent extends Breach {
  kind: 'pending' | 'cancelled' | 'active' | 'over';
  /** The reading that made it so. */
  ts: number;
}

export interface AlarmSample {
  ts: number;
  value: number;
  /** By how much the value changed within so many microseconds; null = nothing is known of so long ago. Of rules of changes. */
  change?: (window: number) => number | null;
}

/**
 * What a reading makes of the state before it.
 * @param sample newer than every one before it; sensor errors and excluded readings are no samples
 */
export function nextState(
  condition: AlarmCondition,
  delays: AlarmDelays,
  before: AlarmState,
  sample: AlarmSample,
): { state: AlarmState; events: AlarmEvent[] } {
  if (before.phase === 'active') return whileActive(condition, delays, before, sample);
  const { ts } = sample;
  if (!condition.breaches(sample.value) || delays.counts?.(ts) === false) {
    if (before.phase === 'normal') return { state: before, events: [] };
    return { state: NORMAL, events: [{ kind: 'cancelled', ts, ...breachOf(before) }] };
  }
  const breach = before.phase === 'pending' ? farther(condition, before, sample) : { since: ts, peak: sample.value, peakAt: ts };
  const events: AlarmEvent[] = before.phase === 'normal' ? [{ kind: 'pending', ts, ...breach }] : [];
  if (ts - breach.since < delays.onDelay) return { state: { phase: 'pending', ...breach }, events };
  return {
    state: { phase: 'active', activeAt: ts, back: null, ...breach },
    // Without a delay nothing was pending.
    events: [...(delays.onDelay === 0 ? [] : events), { kind: 'active', ts, ...breach }],
  };
}

function whileActive(
  condition: AlarmCondition,
  delays: AlarmDelays,
  before: Extract<AlarmState, { phase: 'active' }>,
  sample: AlarmSample,
): { state: AlarmState; events: AlarmEvent[] } {
  const breach = farther(condition, before, sample);
  const back = condition.isBack(sample.value) ? (before.back ?? sample.ts) : null;
  if (back !== null && sample.ts - back >= delays.offDelay) return { state: NORMAL, events: [{ kind: 'over', ts: sample.ts, ...breach }] };
  return { state: { ...before, ...breach, back }, events: [] };
}

const breachOf = ({ since, peak, peakAt }: Breach): Breach => ({ since, peak, peakAt });

function farther(condition: AlarmCondition, breach: Breach, { ts, value }: AlarmSample): Breach {
  return condition.beyond(value) > condition.beyond(breach.peak) ? { since: breach.since, peak: value, peakAt: ts } : breachOf(breach);
}

/** All events of samples that are in the order of time, and the state after the last. */
export function foldAlarms(
  condition: AlarmCondition,
  delays: AlarmDelays,
  samples: Iterable<AlarmSample>,
  from: AlarmState = NORMAL,
): { state: AlarmState; events: AlarmEvent[] } {
  let state = from;
  const events: AlarmEvent[] = [];
  for (const sample of samples) {
    const next = nextState(condition, delays, state, sample);
    state = next.state;
    events.push(...next.events);
  }
  return { state, events };
}
