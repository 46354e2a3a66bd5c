import type { ConditionKind, Verdict } from '../../contract/verdicts.ts';

/**
 * The verdict on the readings of one channel in a recording: of each condition what was measured, what was allowed and what is left, and whether
 * all of them together are met. It is a function of the readings alone: the same readings give the same verdict, whenever it is asked for.
 *
 * `ts` are microseconds, increasing. Between two readings the value lies on the straight line that joins them, but not across a gap: where two
 * neighbours are farther apart than `gap` microseconds, or one between them doesn't count, nothing is known.
 */

export interface VerdictLimits {
  /** In the unit of the values; null = no limit on that side. On the limit is not beyond it. */
  low: number | null;
  high: number | null;
  /** Seconds that the value may be beyond them in all. 0 = not even one reading. */
  allowed_above_s: number;
  allowed_below_s: number;
  /** The part of the window that must be known, 0–1. */
  coverage: number;
  /** Highest mean kinetic temperature, °C; null = none. */
  kinetic_high: number | null;
}

export interface VerdictWindow {
  /** Microseconds; from ≤ ts < to. */
  from: number;
  to: number;
  /** Farther apart than so many microseconds nothing is known between two readings. */
  gap: number;
  limits: VerdictLimits;
}

/** One thing that was asked of the readings. */
export interface Condition {
  kind: ConditionKind;
  /** `above`, `below`: the limit, unit of the values; `coverage`: a part of one; `kinetic`: °C. */
  limit: number;
  /** Seconds beyond the limit that are allowed; null where none are asked for. */
  allowed_s: number | null;
  /** Seconds beyond the limit; a part of one; °C. Null where nothing is known. */
  measured: number | null;
  /** What is left of what is allowed: in seconds, parts of one, °C. Below zero it is exceeded. */
  margin: number | null;
  /** The value farthest towards the limit or beyond it, when that was, and how far from the limit it was (below zero: beyond). */
  worst: number | null;
  worst_at: number | null;
  worst_margin: number | null;
  /** Times beyond the limit: how many, and seconds of the longest one. */
  times: number;
  longest_s: number;
  /** Null = what is known isn't enough to say. */
  met: boolean | null;
}

/** Microseconds. */
export interface Stretch {
  from: number;
  to: number;
}
export interface Excursion extends Stretch {
  side: 'above' | 'below';
}

export interface ChannelVerdict {
  /** Null = there is no limit to judge it by. */
  verdict: Verdict | null;
  conditions: Condition[];
  /** Stretches in which nothing is known, the first {@link MOST_STRETCHES}, how many there are and how long all of them are, microseconds. */
  gaps: Stretch[];
  gap_count: number;
  missing_us: number;
  /** Stretches beyond a limit, the first {@link MOST_STRETCHES} of each side. */
  excursions: Excursion[];
}

/** Stretches that are named; all of them count. */
export const MOST_STRETCHES = 100;

/** Collects what is beyond one limit. `sign` 1 = above, −1 = below: then values and limit are taken with the other sign. */
function side(name: Excursion['side'], sign: 1 | -1, limit: number | null) {
  const at = limit === null ? Number.POSITIVE_INFINITY : limit * sign;
  let run: Stretch | null = null;
  let [us, longest, times] = [0, 0, 0];
  let [worst, worstAt] = [Number.NEGATIVE_INFINITY, 0];
  const spans: Excursion[] = [];
  const close = () => {
    if (run === null) return;
    const length = run.to - run.from;
    us += length;
    longest = Math.max(longest, length);
    times += 1;
    if (spans.length < MOST_STRETCHES) spans.push({ side: name, ...run });
    run = null;
  };
  return {
    close,
    see(ts: number, value: number): void {
      if (value * sign <= worst) return;
      worst = value * sign;
      worstAt = ts;
    },
    /** A straight line of known values. */
    line(from: number, to: number, first: number, last: number): void {
      const [a, b] = [first * sign, last * sign];
      if (a <= at && b <= at) {
        close();
        return;
      }
      const crossing = () => from + ((to - from) * (at - a)) / (b - a);
      const start = a > at ? from : crossing();
      const end = b > at ? to : crossing();
      if (run === null || a <= at) {
        close();
        run = { from: start, to: end };
      } else run.to = end;
      if (b <= at) close();
    },
    spans,
    found: () => ({
      seconds: us / 1e6,
      longest_s: longest / 1e6,
      times,
      worst: worst === Number.NEGATIVE_INFINITY ? null : worst * sign,
      worst_at: worst === Number.NEGATIVE_INFINITY ? null : worstAt,
    }),
  };
}

/**
 * Collects the readings of a window in order of time, and the nearest ones outside of it, which only draw lines to its edges.
 * Needs no more room for a year than for an hour.
 */
export function verdictFold({ from, to, gap, limits }: VerdictWindow) {
  const above = side('above', 1, limits.high);
  const below = side('below', -1, limits.low);
  let before: { ts: number; value: number } | null = null;
  /** Up to where everything is known or told as a gap. */
  let edge = from;
  let [n, known, missing, gapCount] = [0, 0, 0, 0];
  const gaps: Stretch[] = [];
  const unknown = (until: number) => {
    if (until <= edge) return;
    missing += until - edge;
    gapCount += 1;
    if (gaps.length < MOST_STRETCHES) gaps.push({ from: edge, to: until });
    edge = until;
  };
  const apart = () => {
    above.close();
    below.close();
  };

  return {
    add(ts: number, value: number): void {
      const a = before;
      before = { ts, value };
      if (a !== null && ts - a.ts <= gap) {
        const [start, end] = [Math.max(a.ts, from), Math.min(ts, to)];
        if (end > start) {
          unknown(start);
          const valueAt = (us: number) =>
            us === a.ts ? a.value : us === ts ? value : a.value + ((value - a.value) * (us - a.ts)) / (ts - a.ts);
          const [first, last] = [valueAt(start), valueAt(end)];
          known += end - start;
          edge = end;
          for (const one of [above, below]) {
            one.line(start, end, first, last);
            // Where the window cuts a line there is a value without a reading.
            if (a.ts < from) one.see(start, first);
            if (ts > to) one.see(end, last);
          }
        }
      } else apart();
      if (ts < from || ts >= to) return;
      n += 1;
      above.see(ts, value);
      below.see(ts, value);
    },
    /** A reading that doesn't count: nothing is known from the one before it to the one after it. */
    cut(): void {
      before = null;
      apart();
    },
    /** @param kinetic mean kinetic temperature of the readings, °C; null = it has none */
    result(kinetic: number | null): ChannelVerdict {
      apart();
      unknown(to);
      const part = known / (to - from);
      const covered = n > 0 && part >= limits.coverage;
      const conditions: Condition[] = [
        {
          ...NOTHING_BEYOND,
          kind: 'coverage',
          limit: limits.coverage,
          measured: part,
          margin: part - limits.coverage,
          met: covered,
        },
      ];
      const beyond = (kind: 'above' | 'below', limit: number | null, allowed_s: number, found: ReturnType<typeof above.found>) => {
        if (limit === null) return;
        const { seconds, worst } = found;
        const worst_margin = worst === null ? null : kind === 'above' ? limit - worst : worst - limit;
        const exceeded = seconds > allowed_s || (allowed_s === 0 && worst_margin !== null && worst_margin < 0);
        conditions.push({
          kind,
          limit,
          allowed_s,
          measured: n === 0 ? null : seconds,
          margin: n === 0 ? null : allowed_s - seconds,
          worst,
          worst_at: found.worst_at,
          worst_margin,
          times: found.times,
          longest_s: found.longest_s,
          // What is beyond stays beyond, whatever the missing readings say; that nothing is can only be said of what is known.
          met: exceeded ? false : covered ? true : null,
        });
      };
      beyond('above', limits.high, limits.allowed_above_s, above.found());
      beyond('below', limits.low, limits.allowed_below_s, below.found());
      if (limits.kinetic_high !== null)
        conditions.push({
          ...NOTHING_BEYOND,
          kind: 'kinetic',
          limit: limits.kinetic_high,
          measured: kinetic,
          margin: kinetic === null ? null : limits.kinetic_high - kinetic,
          // A mean may become lower with what is missing.
          met: covered && kinetic !== null ? kinetic <= limits.kinetic_high : null,
        });
      return {
        verdict: verdictOf(conditions),
        conditions,
        gaps,
        gap_count: gapCount,
        missing_us: missing,
        excursions: [...above.spans, ...below.spans].sort((a, b) => a.from - b.from),
      };
    },
  };
}

const NOTHING_BEYOND = {
  allowed_s: null,
  worst: null,
  worst_at: null,
  worst_margin: null,
  times: 0,
  longest_s: 0,
} as const;

/** Without enough coverage nothing ever passes. */
function verdictOf(conditions: readonly Condition[]): Verdict | null {
  const limits = conditions.filter(({ kind }) => kind !== 'coverage');
  if (limits.length === 0) return null;
  if (limits.some(({ met }) => met === false)) return 'failed';
  return conditions.every(({ met }) => met === true) ? 'passed' : 'not_decided';
}

/**
 * The verdict on a recording by those of its channels: one that failed fails it, and all that have limits must have passed.
 * @param ended whether its time is over; before that nothing is passed, but what failed has failed
 */
export function recordingVerdict(channels: readonly (Verdict | null)[], ended: boolean): Verdict {
  if (channels.includes('failed')) return 'failed';
  const judged = channels.filter((verdict) => verdict !== null);
  return ended && judged.length > 0 && judged.every((verdict) => verdict === 'passed') ? 'passed' : 'not_decided';
}
