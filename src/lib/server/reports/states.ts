import type { RecordedChannel } from '../../contract/recordings.ts';
import type { Gap } from '../../domain/readings/find-gaps.ts';
import { readableChannel } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { longRead } from '../kernel/long-read.ts';
import { LEFT_OUT } from '../kernel/reading-store.ts';
import { correctedReader, overlayOf } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';

/** What a channel of states or words was in, and for how long: exact, from its readings. */

type StateValue = number | string;
interface StateRun {
  value: StateValue;
  /** Microseconds. */
  from: number;
  to: number;
}
interface StateTime {
  value: StateValue;
  /** Microseconds in all, and the longest of its stretches. */
  length: number;
  longest: number;
  times: number;
}
export interface States {
  /** What lasted longest first. */
  times: readonly StateTime[];
  /** For a lane: of very many only those that can be seen. */
  runs: readonly StateRun[];
}

/** Readings of one statement. */
const PAGE = 20_000;
/** Of more readings nothing is told one by one. */
const MOST_READINGS = 2_000_000;
/** Stretches that a lane draws. */
const MOST_RUNS = 800;

/** Takes readings by time: each value lasts until the next one, except where the channel was silent. */
export function statesFold({ from, to, gaps }: { from: number; to: number; gaps: readonly Gap[] }) {
  const runs: StateRun[] = [];
  const times = new Map<StateValue, StateTime>();
  let now: { value: StateValue; since: number } | null = null;
  let gap = 0;
  /** Of a stretch of one value what the channel was not silent in. */
  function lasts(value: StateValue, since: number, until: number): void {
    let start = Math.max(from, since);
    const end = Math.min(to, until);
    while (gap < gaps.length && gaps[gap]!.to <= start) gap++;
    for (let at = gap; start < end; at++) {
      const silent = gaps[at];
      const stop = silent && silent.from < end ? silent.from : end;
      if (stop > start) add(value, start, stop);
      start = silent && silent.from < end ? silent.to : end;
    }
  }
  function add(value: StateValue, start: number, end: number): void {
    const last = runs.at(-1);
    const goesOn = last !== undefined && last.value === value && last.to === start;
    if (goesOn) last.to = end;
    else runs.push({ value, from: start, to: end });
    const time = times.get(value) ?? { value, length: 0, longest: 0, times: 0 };
    time.length += end - start;
    time.longest = Math.max(time.longest, end - runs.at(-1)!.from);
    if (!goesOn) time.times++;
    times.set(value, time);
  }
  return {
    /** @param value null = it is not known from here on */
    take(ts: number, value: StateValue | null): void {
      if (now !== null) lasts(now.value, now.since, ts);
      now = value === null ? null : { value, since: ts };
    },
    result(): States {
      if (now !== null) lasts(now.value, now.since, to);
      now = null;
      const least = runs.length > MOST_RUNS ? (to - from) / (MOST_RUNS * 2) : 0;
      return {
        times: [...times.values()].sort((a, b) => b.length - a.length),
        runs: runs.filter((run) => run.to - run.from >= least).slice(0, MOST_RUNS),
      };
    },
  };
}

/**
 * @param gaps in which it was silent
 * @returns null where it has too many readings
 * @throws AppError not_found, over_read_budget
 */
export async function statesOf(
  ctx: Ctx,
  { channel_id, interval_s }: Pick<RecordedChannel, 'channel_id' | 'interval_s'>,
  { from, to, gaps }: { from: number; to: number; gaps: readonly Gap[] },
): Promise<States | null> {
  const channel = await readableChannel(ctx, channel_id);
  if ((to - from) / 1e6 / (interval_s ?? 1) > MOST_READINGS) return null;
  return longRead(ctx, async (db) => {
    const overlay = await overlayOf(db, ctx.organization.id, channel);
    const reader = correctedReader(readingReader({ db, organization_no: ctx.organization.no }), overlay);
    const fold = statesFold({ from, to, gaps });
    // What it was in when the time began.
    const earlier = await reader.newest(channel.no, { without: LEFT_OUT, to: from });
    if (earlier) fold.take(earlier.ts, earlier.num ?? earlier.text);
    for (let since = from; ; ) {
      const page = await reader.range(channel.no, { from: since, to, limit: PAGE });
      for (const { ts, num, text, quality } of page) fold.take(ts, (quality & LEFT_OUT) === 0 ? (num ?? text) : null);
      if (page.length < PAGE) return fold.result();
      since = page.at(-1)!.ts + 1;
    }
  });
}
