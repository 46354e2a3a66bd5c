import { describe, expect, it } from 'vitest';
import { tap as tapShape } from '../../contract/tap-events.ts';
import { computeTimeline, type Timeline } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { DEMO_LOGGERS, historyMoments } from './model.ts';
import { cycleStudy, meanwhile, studyBegin, underWay, workDay } from './stopwatch.ts';

const KEYS = ['work', 'handling', 'setting', 'checking', 'waiting', 'breakdown', 'walking', 'break', 'pieces', 'rejects'];
const STUDY_KEYS = ['take', 'load', 'process', 'check', 'put-away', 'foreign'];
const uuid = (key: string) => `019d0000-0000-7000-8000-0000000000${10 + [...KEYS, ...STUDY_KEYS].indexOf(key)}`;
const frame = {
  lanes: ['worker'],
  activities: new Map([...KEYS, ...STUDY_KEYS].map((key) => [uuid(key), { ends_cycle: key === 'put-away' }])),
};
const timelineOf = (taps: readonly Tap[]) => computeTimeline(taps, frame);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Mornings of working days, in winter time and in summer time. */
const MORNINGS = [Date.UTC(2026, 10, 16, 5), Date.UTC(2026, 5, 15, 4)].flatMap((monday) =>
  Array.from({ length: 5 }, (_, day) => monday + day * 24 * HOUR),
);
const line = DEMO_LOGGERS.find(({ code }) => code === 'LOG-0014')!;
const channel = (key: string) => line.channels.find((one) => one.key === key)!;
/** Mean of the line's readings, minute by minute, while the operator does one thing. */
function mean(key: string, doing: string, { entries }: Timeline): number {
  const values: number[] = [];
  for (const { activity, from, to } of entries)
    if (activity === uuid(doing))
      for (let at = Math.ceil(from / MINUTE) * MINUTE; at < to!; at += MINUTE) values.push(Number(channel(key).at(at / 1_000)));
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
const total = ({ entries }: Timeline, key: string) =>
  entries.reduce((sum, { activity, from, to }) => sum + (activity === uuid(key) ? to! - from : 0), 0) / MINUTE;
const kinds = (taps: readonly Tap[], kind: string) => taps.filter((one) => one.kind === kind).length;

describe.each(MORNINGS)('the work day of the morning shift %i', (begin) => {
  const taps = workDay(begin, uuid);
  const timeline = timelineOf(taps);

  it('covers the shift without a gap, in more than two hundred taps that the contract takes', () => {
    expect([timeline.from, timeline.to]).toEqual([begin, begin + 8 * HOUR]);
    for (const [index, { from, to, kind }] of timeline.entries.entries()) {
      expect([kind, from]).toEqual(['state', timeline.entries[index - 1]?.to ?? begin]);
      expect(to! - from).toBeGreaterThan(3_000);
    }
    expect(taps.length).toBeGreaterThan(200);
    expect(taps.length).toBeLessThanOrEqual(500);
    for (const one of taps) expect(tapShape.safeParse(one)).toMatchObject({ success: true });
    expect(new Set(taps.map(({ id }) => id)).size).toBe(taps.length);
    expect(timeline.conflicts).toEqual([]);
  });

  it('agrees with what the logger of the line reads', () => {
    expect(mean('power', 'work', timeline)).toBeGreaterThan(3 * mean('power', 'breakdown', timeline));
    for (const standing of ['waiting', 'break'])
      expect(mean('power', 'work', timeline)).toBeGreaterThan(3 * mean('power', standing, timeline));
    expect(mean('jaws', 'work', timeline)).toBeGreaterThan(mean('jaws', 'breakdown', timeline) + 25);
  });

  it('is one that an analyst would believe', () => {
    expect(total(timeline, 'work')).toBeGreaterThan(270);
    expect(total(timeline, 'break')).toBeCloseTo(30, 0);
    expect(total(timeline, 'walking')).toBeLessThan(30);
    expect(total(timeline, 'breakdown')).toBeGreaterThan(15);
    expect(total(timeline, 'waiting')).toBeGreaterThan(12);
    const brought = timeline.entries.filter(({ activity }) => activity === uuid('handling')).map(({ from }) => from);
    expect(brought.length).toBeGreaterThanOrEqual(9);
    expect(timeline.counts.get(uuid('pieces'))).toBeGreaterThan(15_000);
    expect(timeline.counts.get(uuid('rejects'))).toBeGreaterThan(0);
  });

  it('was corrected once, taken back once, rated and noted', () => {
    expect([kinds(taps, 'move'), kinds(taps, 'retract'), kinds(taps, 'note'), kinds(taps, 'stop')]).toEqual([1, 1, 2, 1]);
    expect(timeline.entries.filter(({ rating }) => rating !== null).length).toBeGreaterThanOrEqual(3);
    expect(taps.map(({ n }) => n)).toEqual(taps.map((_, index) => index + 1));
    // The breakdown begins within seconds of the fall of the power, where the boundary was moved.
    const { from } = timeline.entries.find(({ activity }) => activity === uuid('breakdown'))!;
    expect(channel('mode').at(Math.floor(from / 1_000))).toBe('prostoj');
    expect(channel('mode').at(Math.floor(from / 1_000) - 10)).toBe('provoz');
  });
});

describe('the study of a cycle', () => {
  it('has thirty whole cycles, most of them alike and a few not, while the machine runs', () => {
    const begin = studyBegin(MORNINGS.slice(0, 5).reverse())!;
    const taps = cycleStudy(begin, uuid);
    const { cycles, conflicts, entries, to } = timelineOf(taps);
    expect(conflicts).toEqual([]);
    expect(cycles).toHaveLength(30);
    expect(cycles.at(-1)!.to).toBe(to);
    const lasts = cycles.map((one) => (one.to! - one.from) / 1_000).toSorted((a, b) => a - b);
    expect(lasts[15]).toBeGreaterThan(142);
    expect(lasts[15]).toBeLessThan(155);
    expect(lasts.filter((one) => one > lasts[15]! + 12).length).toBeGreaterThanOrEqual(3);
    expect(lasts[24]! - lasts[3]!).toBeLessThan(14);
    expect(entries.filter(({ interrupts }) => interrupts)).toHaveLength(2);
    expect(entries.filter(({ rating }) => rating !== null).length).toBeGreaterThan(8);
    const mode = DEMO_LOGGERS.find(({ code }) => code === 'LOG-0021')!.channels.find(({ key }) => key === 'mode')!;
    for (const { from } of entries) expect(mode.at(Math.floor(from / 1_000))).toBe('provoz');
    expect(taps.length).toBeLessThanOrEqual(500);
  });
});

describe('the measurement under way', () => {
  it('is in a state that began a few minutes ago, whatever the hour', () => {
    for (let hour = 0; hour < 7 * 24; hour++) {
      const now = MORNINGS[0]! + hour * HOUR + 17 * MINUTE;
      const taps = underWay(now - 95 * MINUTE, now, uuid);
      const { entries, from, to, conflicts } = timelineOf(taps);
      expect([from, to, conflicts]).toEqual([now - 95 * MINUTE, null, []]);
      const last = entries.at(-1)!;
      expect(now - last.from).toBeLessThanOrEqual(30 * MINUTE);
      expect(taps.at(-1)!.made_at).toBeLessThanOrEqual(now);
      const stands = last.activity === uuid('work') ? 'provoz' : undefined;
      if (stands) expect(channel('mode').at(last.from / 1_000)).toBe(stands);
    }
  });

  it('begins with its first state, just after midnight too', () => {
    const now = Date.UTC(2026, 10, 18, 23, 0, 20);
    expect(timelineOf(underWay(now - 20_000, now, uuid)).entries).toMatchObject([{ from: now - 20_000, to: null, kind: 'state' }]);
  });
});

describe('the plant', () => {
  it('keeps the last days of the line by the minute, and works by its own clock', () => {
    const now = Date.UTC(2026, 10, 21, 21) / 1_000;
    const friday = Date.UTC(2026, 10, 20, 5) / 1_000;
    const moments = historyMoments(line, now).filter((s) => s >= friday && s < friday + 8 * 3_600);
    expect(moments.length).toBeGreaterThan(4 * 60);
    for (const begin of MORNINGS) {
      expect(channel('mode').at(begin / 1_000 - 1)).toBe('vypnuto');
      expect(channel('mode').at(begin / 1_000)).toBe('prostoj');
    }
  });
});

describe('the meter of the packing line', () => {
  it.each(MORNINGS)('counts what the power draws, and stands nearly still in the break: %i', (begin) => {
    const meter = (at: number) => Number(channel('energy').at(at / 1_000));
    let drawn = 0;
    for (let at = begin + MINUTE / 2; at < begin + 8 * HOUR; at += MINUTE) drawn += Number(channel('power').at(at / 1_000)) / 60;
    const counted = meter(begin + 8 * HOUR) - meter(begin);
    expect(counted / drawn).toBeGreaterThan(0.96);
    expect(counted / drawn).toBeLessThan(1.04);
    const inBreak = meter(begin + 4.4 * HOUR) - meter(begin + 4.1 * HOUR);
    expect(inBreak).toBeLessThan(drawn / 100);
    for (let at = begin; at < begin + 8 * HOUR; at += 7 * MINUTE) expect(meter(at + 7 * MINUTE)).toBeGreaterThanOrEqual(meter(at));
  });
});

describe.each(MORNINGS)('what is tapped while somebody looks, on %i', (begin) => {
  it('is the same whether it is asked for every minute or once', () => {
    const until = begin + 3 * HOUR;
    const said = (taps: readonly Tap[]) => taps.map(({ kind, at, activity, value }) => ({ kind, at, activity, value }));
    const minutes: Tap[] = [];
    for (let at = begin; at < until; at += MINUTE) minutes.push(...meanwhile(begin, at, at + MINUTE, uuid));
    expect(said(minutes)).toEqual(said(meanwhile(begin, begin, until, uuid)));
    expect(minutes.length).toBeGreaterThan(40);
    for (const one of minutes) expect(tapShape.safeParse(one)).toMatchObject({ success: true });
  });
});
