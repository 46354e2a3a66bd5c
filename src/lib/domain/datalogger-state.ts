import type { DataloggerState } from '../contract/dataloggers.ts';

/**
 * Silence up to which a logger keeps a state: so many expected intervals, but at least so long; where no interval is expected, the
 * fixed time. Milliseconds.
 */
export const SILENCE_MS = {
  online: { intervals: 2, least: 30_000, unknown: 15 * 60_000 },
  late: { intervals: 5, least: 90_000, unknown: 60 * 60_000 },
} as const;

/** Between messages, seconds: a logger's own setting wins over what its type says. */
export interface IntervalFacts {
  expected_interval_s: number | null;
  /** Of its type. */
  type_interval_s: number | null;
}
export const expectedInterval = ({ expected_interval_s, type_interval_s }: IntervalFacts): number | null =>
  expected_interval_s ?? type_interval_s;

/** How long a logger may be silent follows from. */
export interface SilenceFacts extends IntervalFacts {
  /** Expected intervals, of its type; null = as many as usual. */
  offline_after: number | null;
}

/** What the state of a logger follows from; instants as RFC 3339 text or milliseconds. */
export interface StateFacts extends SilenceFacts {
  paused_at: string | number | null;
  last_seen_at: string | number | null;
  /** When a message of which nothing could be stored came last. */
  refused_at: string | number | null;
  /** When a file brought readings last; null = it has none of a file. */
  filed_at: string | number | null;
}

const millis = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at));

/** Silence in milliseconds up to which a logger is online and up to which it is only late. */
export function silenceLimits(expectedIntervalS: number | null, offlineAfter: number | null = null): { online: number; late: number } {
  const limit = ({ least, unknown }: (typeof SILENCE_MS)[keyof typeof SILENCE_MS], intervals: number) =>
    expectedIntervalS === null ? unknown : Math.max(intervals * expectedIntervalS * 1000, least);
  const { online, late } = SILENCE_MS;
  return { online: limit(online, online.intervals), late: limit(late, offlineAfter ?? late.intervals) };
}

/** State of a logger at `now` (milliseconds). A logger whose clock runs ahead counts as just seen. */
export function dataloggerState(facts: StateFacts, now: number): DataloggerState {
  if (facts.paused_at !== null) return 'paused';
  if (facts.last_seen_at === null) {
    if (facts.refused_at !== null) return 'refused';
    return facts.filed_at === null ? 'never' : 'file';
  }
  const limits = silenceLimits(expectedInterval(facts), facts.offline_after);
  const silence = now - millis(facts.last_seen_at);
  if (silence <= limits.online) return 'online';
  return silence <= limits.late ? 'late' : 'offline';
}

/** What of a logger wants attention, the gravest first: the order in which lists begin. */
export const TROUBLES = ['offline', 'refused', 'late', 'failing', 'ahead'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** What the trouble of a logger follows from beside its state. */
export interface TroubleFacts extends StateFacts {
  /** Moment of the newest reading where it was ahead of its receipt. */
  ahead_ts: string | number | null;
  /** How many of its channels fail. */
  failing: number;
  archived_at: string | number | null;
}

/** What wants attention of a logger at `now` (milliseconds); null for one that is as it should be, and for one that nobody waits for. */
export function troubleOf(facts: TroubleFacts, now: number): Trouble | null {
  if (facts.archived_at !== null) return null;
  const state = dataloggerState(facts, now);
  if (state === 'offline' || state === 'refused' || state === 'late') return state;
  if (state === 'paused') return null;
  return facts.failing > 0 ? 'failing' : facts.ahead_ts !== null ? 'ahead' : null;
}

/** Place of a trouble in lists; what is as it should be comes after all of them. */
export const troubleRank = (trouble: Trouble | null): number => (trouble === null ? TROUBLES.length : TROUBLES.indexOf(trouble));
