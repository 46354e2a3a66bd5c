import type { Alarm } from '../../lib/contract/alarms.ts';
import type { Span } from '../../lib/domain/time/range.ts';

/** The least time before and after an alarm that its chart shows, milliseconds. */
const LEAST_MS = 30 * 60_000;

/** What a chart of an alarm shows: all of it, with as much before, and as much after where it is over. */
export function around(
  { since, over_at, withdrawn_at, peak_at }: Pick<Alarm, 'since' | 'over_at' | 'withdrawn_at' | 'peak_at'>,
  now: number,
): Span {
  const from = Date.parse(since);
  const runs = over_at === null && withdrawn_at === null;
  const to = runs ? Math.max(now, from) : Math.max(from, Date.parse(peak_at), over_at === null ? from : Date.parse(over_at));
  const beside = Math.max(LEAST_MS, to - from);
  return { from: from - beside, to: runs ? to : to + beside };
}
