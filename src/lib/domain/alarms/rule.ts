import type { AlarmCondition } from './condition.ts';
import { type AlarmDelays, type AlarmSample, type AlarmState, NORMAL, nextState } from './fold.ts';

/**
 * A rule over the versions it had: each counts from its moment on, by the time of readings, until the next one begins. A breach stays with the
 * version under which it began, so that a change of the rule neither ends an alarm nor begins it anew.
 */

export interface RuleVersion {
  version: number;
  /** Microseconds. */
  validFrom: number;
  condition: AlarmCondition;
  delays: AlarmDelays;
}

/** The fold of a rule; `version` is that of the breach, null while everything is normal. */
export interface RuleState {
  version: number | null;
  state: AlarmState;
}

export const RULE_NORMAL: RuleState = { version: null, state: NORMAL };

/** An alarm that was active, or a breach that waits for its delay (`activeAt` is null). Microseconds. */
export interface AlarmSpan {
  version: number;
  since: number;
  activeAt: number | null;
  backAt: number | null;
  overAt: number | null;
  peak: number;
  peakAt: number;
}

/** @param versions in their order */
export function versionAt(versions: readonly RuleVersion[], ts: number): RuleVersion | undefined {
  return versions.findLast(({ validFrom }) => validFrom <= ts);
}

/** Folds one sample in; gives the alarm that it ended. */
export function foldSample(
  versions: readonly RuleVersion[],
  before: RuleState,
  sample: AlarmSample,
): { now: RuleState; over: AlarmSpan | null } {
  const version = before.version === null ? versionAt(versions, sample.ts) : versions.find((one) => one.version === before.version);
  if (!version) return { now: RULE_NORMAL, over: null };
  if (before.version === null && !version.condition.breaches(sample.value)) return { now: before, over: null };
  const { state, events } = nextState(version.condition, version.delays, before.state, sample);
  const end = before.state.phase === 'active' && state.phase === 'normal' ? events[0] : undefined;
  return {
    now: state.phase === 'normal' ? RULE_NORMAL : { version: version.version, state },
    over:
      end && before.state.phase === 'active'
        ? {
            version: version.version,
            since: end.since,
            activeAt: before.state.activeAt,
            backAt: null,
            overAt: end.ts,
            peak: end.peak,
            peakAt: end.peakAt,
          }
        : null,
  };
}

/** The breach that isn't over; null when everything is normal. */
export function openSpan({ version, state }: RuleState): AlarmSpan | null {
  if (version === null || state.phase === 'normal') return null;
  const { since, peak, peakAt } = state;
  const active = state.phase === 'active';
  return { version, since, activeAt: active ? state.activeAt : null, backAt: active ? state.back : null, overAt: null, peak, peakAt };
}

/** The state that {@link openSpan} was made of. */
export function stateOf({ version, since, activeAt, backAt, peak, peakAt }: Omit<AlarmSpan, 'overAt'>): RuleState {
  const breach = { since, peak, peakAt };
  return {
    version,
    state: activeAt === null ? { phase: 'pending', ...breach } : { phase: 'active', ...breach, activeAt, back: backAt },
  };
}

/**
 * Is everything surely normal after this sample, whatever was before it, unless it lies within an active alarm? A version that ended may still
 * own a breach that waits for its delay.
 */
export function surelyNormal(versions: readonly RuleVersion[], { ts, value }: AlarmSample): boolean {
  return versions.every(({ validFrom, condition, delays }, at) => {
    const validTo = versions[at + 1]?.validFrom ?? Number.POSITIVE_INFINITY;
    return validFrom > ts || validTo <= ts - delays.onDelay || !condition.breaches(value);
  });
}

/** Every alarm that the samples make, in order of time, the open one last. */
export function alarmsOf(versions: readonly RuleVersion[], samples: Iterable<AlarmSample>): AlarmSpan[] {
  const spans: AlarmSpan[] = [];
  let state = RULE_NORMAL;
  for (const sample of samples) {
    const { now, over } = foldSample(versions, state, sample);
    state = now;
    if (over) spans.push(over);
  }
  const open = openSpan(state);
  return open ? [...spans, open] : spans;
}
