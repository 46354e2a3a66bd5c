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
  /** Microseconds of a change that stands for the value; missing or 0 = the value itself. */
  window?: number;
  /** Microseconds after an alarm within which a breach goes on with it. */
  coolDown?: number;
}

/** The fold of a rule; `version` is that of the breach, null while everything is normal. */
export interface RuleState {
  version: number | null;
  state: AlarmState;
  /** The alarm that is over while a breach would go on with it; its version is the alarm's own. */
  former?: AlarmSpan;
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

/** What a version makes of a sample; null = nothing, it is none for it. */
function seenBy({ window }: RuleVersion, sample: AlarmSample): AlarmSample | null {
  if (!window) return sample;
  const value = sample.change?.(window) ?? null;
  return value === null ? null : { ts: sample.ts, value };
}

/** Folds one sample in; gives the alarm that is over for good: no breach goes on with it any more. */
export function foldSample(
  versions: readonly RuleVersion[],
  before: RuleState,
  sample: AlarmSample,
): { now: RuleState; over: AlarmSpan | null } {
  const { former } = before;
  if (former && before.version === null && !joins(versions, former, sample.ts)) {
    return { ...foldSample(versions, RULE_NORMAL, sample), over: former };
  }
  const version = before.version === null ? versionAt(versions, sample.ts) : versions.find((one) => one.version === before.version);
  if (!version) return { now: former ? { ...RULE_NORMAL, former } : RULE_NORMAL, over: null };
  const seen = seenBy(version, sample);
  if (!seen || (before.version === null && !version.condition.breaches(seen.value))) return { now: before, over: null };
  const { state, events } = nextState(version.condition, version.delays, before.state, seen);
  const end = before.state.phase === 'active' && state.phase === 'normal' ? events[0] : undefined;
  if (end && before.state.phase === 'active') {
    const { since, peak, peakAt, ts: overAt } = end;
    const over: AlarmSpan = { version: version.version, since, activeAt: before.state.activeAt, backAt: null, overAt, peak, peakAt };
    return version.coolDown ? { now: { ...RULE_NORMAL, former: over }, over: null } : { now: RULE_NORMAL, over };
  }
  if (former && state.phase === 'active') return { now: { version: version.version, state: joined(version, former, state) }, over: null };
  const now = state.phase === 'normal' ? RULE_NORMAL : { version: version.version, state };
  return { now: former ? { ...now, former } : now, over: null };
}

/** Would a breach that begins then go on with the alarm? One of another version is another alarm. */
function joins(versions: readonly RuleVersion[], former: AlarmSpan, ts: number): boolean {
  const version = versionAt(versions, ts);
  return version?.version === former.version && ts - former.overAt! < (version.coolDown ?? 0);
}

function joined({ condition }: RuleVersion, { since, activeAt, peak, peakAt }: AlarmSpan, state: Extract<AlarmState, { phase: 'active' }>) {
  const isWorse = condition.beyond(state.peak) > condition.beyond(peak);
  return { ...state, since, activeAt: activeAt!, ...(isWorse ? {} : { peak, peakAt }) };
}

/** The breach that isn't over; null when everything is normal. */
export function openSpan({ version, state }: RuleState): AlarmSpan | null {
  if (version === null || state.phase === 'normal') return null;
  const { since, peak, peakAt } = state;
  const active = state.phase === 'active';
  return { version, since, activeAt: active ? state.activeAt : null, backAt: active ? state.back : null, overAt: null, peak, peakAt };
}

/** What a state still holds: the alarm that a breach would go on with, and the breach. */
export const lastSpans = (now: RuleState): AlarmSpan[] => [now.former ?? null, openSpan(now)].filter((span) => span !== null);

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
export function surelyNormal(versions: readonly RuleVersion[], sample: AlarmSample): boolean {
  const { ts } = sample;
  return versions.every((version, at) => {
    const { validFrom, condition, delays } = version;
    const validTo = versions[at + 1]?.validFrom ?? Number.POSITIVE_INFINITY;
    if (validFrom > ts || validTo <= ts - delays.onDelay || delays.counts?.(ts) === false) return true;
    const seen = seenBy(version, sample);
    return seen !== null && !condition.breaches(seen.value);
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
  return [...spans, ...lastSpans(state)];
}
