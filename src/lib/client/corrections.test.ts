import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, timelineOf } from '../taps/entries.ts';
import { settle } from '../taps/settle.ts';
import type { Tap } from '../taps/tap.ts';
import { anyTaps, device, FAULT, frame, PACKING, START, WALKING } from '../taps/testing.ts';
import { byLane } from '../time-study/spans.ts';
import {
  annotate,
  areNeighbours,
  createPen,
  type Draft,
  edgeAt,
  type Ground,
  inverse,
  merge,
  move,
  rate,
  relabel,
  split,
} from './corrections.ts';

const MIN = 60_000;
const LATER = START + 100 * MIN;

/** A day that can be corrected, and shown in short. */
function study(taps: readonly Tap[]) {
  const pen = createPen(
    () => LATER,
    () => 'test',
  );
  const ground = (all: readonly Tap[]) => {
    const settled = settle(all);
    const timeline = timelineOf(settled, frame);
    const made: Ground = {
      lanes: byLane(timeline.entries, timeline.lanes),
      taps: new Map(settled.taps.map((one) => [one.tap.id, one])),
      newId: pen.id,
    };
    return { ...made, timeline, stop: settled.taps.findLast(({ tap }) => tap.kind === 'stop')?.tap.id ?? null };
  };
  let all = [...taps];
  return {
    now: () => ground(all),
    worker: () => ground(all).lanes.get('worker')!,
    apply(drafts: readonly Draft[]) {
      const written = pen.write(drafts);
      all = [...all, ...written];
      return written;
    },
  };
}
const short = (entries: readonly Entry[]) =>
  entries.map(({ kind, activity, from }) => [kind === 'state' ? activity : kind, (from - START) / MIN]);

/** Packing 0, walking 10, a fault that interrupts it 20–30, packing 40, end 60. */
function morning() {
  const { tap, begin, wait } = device();
  const taps: Tap[] = [begin(PACKING)];
  wait(10 * MIN);
  taps.push(begin(WALKING));
  wait(10 * MIN);
  taps.push(tap('interrupt', { lane: 'worker', activity: FAULT }));
  wait(10 * MIN);
  taps.push(tap('return', { lane: 'worker' }));
  wait(10 * MIN);
  taps.push(begin(PACKING));
  wait(20 * MIN);
  taps.push(tap('stop'));
  return study(taps);
}

describe('corrections', () => {
  it('move an edge, so that both neighbours change, from the original moment each time', () => {
    const day = morning();
    const edge = edgeAt(day.now(), 'worker', 1, day.now().stop, LATER)!;
    expect([edge.before?.activity, edge.after?.activity, (edge.least - START) / 1_000, (edge.most - START) / 1_000]).toEqual([
      PACKING,
      WALKING,
      1,
      1_199,
    ]);
    day.apply(move(day.now(), edge.tap, START + 12 * MIN));
    day.apply(move(day.now(), edge.tap, START + 13 * MIN));
    expect(short(day.worker()).slice(0, 2)).toEqual([
      [PACKING, 0],
      [WALKING, 13],
    ]);
    expect(day.worker()[0]!.to).toBe(START + 13 * MIN);
  });

  it('move the end of everything', () => {
    const day = morning();
    const edge = edgeAt(day.now(), 'worker', 5, day.now().stop, LATER)!;
    expect(edge.after).toBeNull();
    day.apply(move(day.now(), edge.tap, START + 65 * MIN));
    expect(day.now().timeline.to).toBe(START + 65 * MIN);
    expect(edgeAt(day.now(), 'worker', 6, day.now().stop, LATER)).toBeNull();
  });

  it('rename many entries, a pause and time that nobody assigned as well', () => {
    const day = morning();
    day.apply(relabel(day.now(), day.worker().slice(0, 2), { kind: 'state', activity: FAULT }));
    // What was interrupted goes on as what it was renamed to.
    expect(short(day.worker())).toEqual([
      [FAULT, 0],
      [FAULT, 10],
      [FAULT, 20],
      [FAULT, 30],
      [PACKING, 40],
    ]);
    day.apply(relabel(day.now(), [day.worker()[4]!], { kind: 'pause' }));
    expect(short(day.worker()).at(-1)).toEqual(['pause', 40]);
    day.apply(relabel(day.now(), [day.worker()[4]!], { kind: 'state', activity: WALKING }));
    expect(short(day.worker()).at(-1)).toEqual([WALKING, 40]);
    day.apply(relabel(day.now(), day.worker().slice(0, 1), { kind: 'unassigned' }));
    expect(short(day.worker())[0]).toEqual(['unassigned', 0]);
    const machine = day.now().lanes.get('machine')!;
    day.apply(relabel(day.now(), machine, { kind: 'state', activity: PACKING }));
    expect(short(day.now().lanes.get('machine')!)).toEqual([[PACKING, 0]]);
    expect(day.now().timeline.conflicts).toEqual([]);
  });

  it('cut an entry in two without disturbing what follows, also inside an interruption', () => {
    const day = morning();
    day.apply(split(day.now(), day.worker()[0]!, START + 4 * MIN, { kind: 'state', activity: WALKING }));
    day.apply(split(day.now(), day.worker()[3]!, START + 25 * MIN));
    expect(short(day.worker())).toEqual([
      [PACKING, 0],
      [WALKING, 4],
      [WALKING, 10],
      [FAULT, 20],
      [FAULT, 25],
      [WALKING, 30],
      [PACKING, 40],
    ]);
    expect(day.now().timeline.conflicts).toEqual([]);
  });

  it('join neighbours: all become what the first is', () => {
    const day = morning();
    const [first, second, third] = day.worker();
    expect([areNeighbours(day.now(), [first!, second!]), areNeighbours(day.now(), [first!, third!])]).toEqual([true, false]);
    day.apply(merge(day.now(), [second!, third!]));
    // The return after the interruption that is gone stands by itself.
    expect(short(day.worker())).toEqual([
      [PACKING, 0],
      [WALKING, 10],
      [WALKING, 30],
      [PACKING, 40],
    ]);
    expect(day.now().timeline.conflicts).toEqual([]);
  });

  it('rate and annotate, also where no tap began an entry', () => {
    const day = morning();
    day.apply(rate(day.now(), day.worker().slice(0, 2), 95));
    day.apply(annotate(day.now(), [day.worker()[0]!], ' Přepálené těsnění '));
    day.apply(annotate(day.now(), [day.now().lanes.get('machine')![0]!], 'stála'));
    expect(day.worker()[0]).toMatchObject({ rating: 95, note: 'Přepálené těsnění' });
    expect(day.now().lanes.get('machine')![0]).toMatchObject({ note: 'stála', kind: 'unassigned' });
    day.apply(rate(day.now(), day.worker().slice(0, 1), null));
    expect(day.worker()[0]!.rating).toBeNull();
  });

  it('and what takes them back leave what was there before, whatever was tapped', () => {
    const what = fc.constantFrom('split', 'merge', 'relabel', 'pause', 'move', 'rate');
    fc.assert(
      fc.property(anyTaps, what, fc.nat(), fc.double({ min: 0.1, max: 0.9, noNaN: true }), (taps, kind, place, share) => {
        const day = study(taps);
        const ground = day.now();
        const entries = ground.timeline.entries;
        if (entries.length === 0) return;
        const entry = entries[place % entries.length]!;
        const lane = ground.lanes.get(entry.lane)!;
        const index = lane.indexOf(entry);
        const at = entry.from + Math.max(1, Math.round(((entry.to ?? LATER) - entry.from) * share));
        const drafts = {
          split: () => split(ground, entry, at),
          merge: () => merge(ground, lane.slice(index, index + 2)),
          relabel: () => relabel(ground, [entry], { kind: 'state', activity: FAULT }),
          pause: () => relabel(ground, [entry], { kind: 'pause' }),
          move: () => move(ground, entry.id, at),
          rate: () => rate(ground, [entry], 90),
        }[kind]!();
        const made = day.apply(drafts);
        const again = day.apply(inverse(made));
        expect(day.now().timeline).toEqual(ground.timeline);
        day.apply(inverse(again));
        day.apply(inverse(day.apply([])));
      }),
      { numRuns: 300 },
    );
  });

  it('cut without changing what anything else is, whatever was tapped', () => {
    fc.assert(
      fc.property(anyTaps, fc.nat(), fc.double({ min: 0.1, max: 0.9, noNaN: true }), (taps, place, share) => {
        const day = study(taps);
        const ground = day.now();
        const long = ground.timeline.entries.filter(({ from, to }) => to !== null && to - from > 10);
        if (long.length === 0) return;
        const entry = long[place % long.length]!;
        const at = Math.round(entry.from + (entry.to! - entry.from) * share);
        day.apply(split(ground, entry, at));
        const shape = (list: readonly Entry[]) => list.map(({ lane, kind, activity, from, to }) => [lane, kind, activity, from, to]);
        const expected = ground.timeline.entries.flatMap((one) =>
          one === entry
            ? [
                { ...one, to: at },
                { ...one, from: at },
              ]
            : [one],
        );
        expect(shape(day.now().timeline.entries)).toEqual(shape(expected));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the pen of a page', () => {
  it('stamps taps that come in their order, with a session that has no clock of its own', () => {
    const pen = createPen(
      () => LATER,
      () => 'abc',
    );
    const [first, second] = pen.write([
      { kind: 'retract', target: 'x' },
      { kind: 'switch', lane: 'worker', activity: PACKING, at: START },
    ]);
    expect(first).toMatchObject({ device: 'desk-abc', session: 'desk-abc.1', n: 1, at: LATER, made_at: LATER, target: 'x' });
    expect(second).toMatchObject({ n: 2, at: START, made_at: LATER });
  });
});
