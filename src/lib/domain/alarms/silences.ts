import type { AlarmSpan, RuleVersion } from './rule.ts';
import { versionAt } from './rule.ts';

/**
 * Silences of a channel: times without a reading that are longer than the delay of the version under which they begin. A silence begins with a
 * reading, or where the rule or a version of it begins, and ends with the next reading; the last one is judged by the clock.
 */

/** Microseconds; `to` is the next reading, null = there is none until now. */
interface Gap {
  from: number;
  to: number | null;
  now: number;
}

/** Alarms of the time between two readings. */
export function silencesOf(versions: readonly RuleVersion[], gap: Gap): AlarmSpan[] {
  const spans: AlarmSpan[] = [];
  const until = gap.to ?? gap.now;
  let from = Math.max(gap.from, versions[0]?.validFrom ?? Number.POSITIVE_INFINITY);
  while (from < until) {
    const version = versionAt(versions, from)!;
    const next = versions.find(({ validFrom }) => validFrom > from)?.validFrom ?? Number.POSITIVE_INFINITY;
    const activeAt = firstCounting(version, from + version.delays.onDelay, Math.min(until, next));
    if (activeAt !== null) {
      // Once active it stays with its version until the next reading.
      spans.push(spanOf(version.version, from, activeAt, gap));
      break;
    }
    from = next;
  }
  return spans;
}

/** Does a silence that begins then go on with the one before it? One of another version is another alarm. */
export const goesOn = (versions: readonly RuleVersion[], { version, overAt }: AlarmSpan, since: number): boolean =>
  overAt !== null && since - overAt < (versions.find((one) => one.version === version)?.coolDown ?? 0);

/** Puts a silence behind those before it: one that comes within the cool-down goes on with the last, under its beginning and with the longer silence. */
export function putSilence(versions: readonly RuleVersion[], spans: AlarmSpan[], span: AlarmSpan): void {
  const last = spans.at(-1);
  if (!last || last.version !== span.version || !goesOn(versions, last, span.since)) spans.push(span);
  else
    spans[spans.length - 1] = { ...last, overAt: span.overAt, ...(span.peak > last.peak ? { peak: span.peak, peakAt: span.peakAt } : {}) };
}

/** Its measure is the silence itself, in seconds. */
function spanOf(version: number, since: number, activeAt: number, { to }: Gap): AlarmSpan {
  const peakAt = to ?? activeAt;
  const seconds = Math.round((peakAt - since) / 1e6);
  return { version, since, activeAt, backAt: null, overAt: to, peak: seconds, peakAt };
}

/** Hours of a schedule begin and end with multiples of it, on every clock. */
const STEP = 300e6;
/** No schedule has a week in which it never counts. */
const LONGEST = 8 * 86_400e6;

/** The first moment from `at` on, before `until`, at which the version counts. */
function firstCounting({ delays }: RuleVersion, at: number, until: number): number | null {
  const { counts } = delays;
  if (at >= until) return null;
  if (!counts || counts(at)) return at;
  for (let ts = Math.ceil((at + 1) / STEP) * STEP; ts < Math.min(until, at + LONGEST); ts += STEP) if (counts(ts)) return ts;
  return null;
}
