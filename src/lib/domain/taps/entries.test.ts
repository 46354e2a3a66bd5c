import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { occurrencesOf } from '../time-study/occurrences.ts';
import { byLane, piecesOf } from '../time-study/spans.ts';
import { applyCorrections } from './corrected-taps.ts';
import { computeTimeline, type Timeline } from './entries.ts';
import type { Tap } from './tap.ts';
import { anyTaps, FAULT, LANES, makeTablet, PACKING, PALLET, panel, START, WALKING } from './testing.ts';
import { undoState } from './undo.ts';

const MIN = 60_000;
/** What lasts on a lane, in short: activity and minutes. */
function lane(timeline: Timeline, name = 'worker'): [string | null, number | null][] {
  return timeline.entries
    .filter((entry) => entry.lane === name)
    .map(({ activity, kind, from, to }) => [kind === 'pause' ? 'pause' : activity, to === null ? null : (to - from) / MIN]);
}
const plain = (timeline: Timeline) => JSON.stringify({ ...timeline, counts: [...timeline.counts].sort(), conflicts: null });

describe('entries of a measurement', () => {
  it('end where the next one begins', () => {
    const { begin, tap, wait } = makeTablet();
    const taps = [begin(PACKING)];
    wait(20 * MIN);
    taps.push(begin(WALKING));
    wait(MIN);
    taps.push(tap('pause', { lane: 'worker' }));
    wait(10 * MIN);
    taps.push(begin(PACKING));
    expect(lane(computeTimeline(taps, panel))).toEqual([
      [PACKING, 20],
      [WALKING, 1],
      ['pause', 10],
      [PACKING, null],
    ]);
    wait(4 * MIN);
    taps.push(tap('stop'));
    const { from, to, entries } = computeTimeline(taps, panel);
    expect([from, to]).toEqual([START, START + 35 * MIN]);
    // The machine's lane has no tap, and its time is there all the same.
    expect(entries.filter((entry) => entry.lane === 'machine')).toMatchObject([{ kind: 'unassigned', from, to }]);
  });

  it('that began earlier than the tap take the time from their neighbour', () => {
    const { begin, wait } = makeTablet();
    const taps = [begin(PACKING)];
    wait(20 * MIN);
    taps.push(begin(FAULT, { at: START + 15 * MIN }));
    expect(lane(computeTimeline(taps, panel))).toEqual([
      [PACKING, 15],
      [FAULT, null],
    ]);
  });

  it('are moved, relabelled, rated, split and merged by taps', () => {
    const { begin, tap, wait } = makeTablet();
    const packing = begin(PACKING);
    wait(20 * MIN);
    const walking = begin(WALKING);
    wait(5 * MIN);
    const taps = [packing, walking, tap('stop')];
    const over = (...more: Tap[]) => lane(computeTimeline([...taps, ...more], panel));
    expect(over(tap('move', { target: walking.id, value: -2 * MIN }))).toEqual([
      [PACKING, 18],
      [WALKING, 7],
    ]);
    expect(over(tap('relabel', { target: walking.id, activity: FAULT }))).toEqual([
      [PACKING, 20],
      [FAULT, 5],
    ]);
    // Split: one more boundary. Merge: one less.
    expect(over(begin(PACKING, { at: START + 22 * MIN }))).toEqual([
      [PACKING, 20],
      [WALKING, 2],
      [PACKING, 3],
    ]);
    expect(over(tap('retract', { target: walking.id }))).toEqual([[PACKING, 25]]);
    const rated = computeTimeline(
      [...taps, tap('rate', { target: packing.id, value: 95 }), tap('annotate', { target: packing.id, text: 'new film' })],
      panel,
    );
    expect(rated.entries[0]).toMatchObject({ rating: 95, note: 'new film' });
  });

  it('go on after an interruption, however deep', () => {
    const { begin, tap, wait } = makeTablet();
    const step = (make: () => Tap) => {
      wait(MIN);
      return make();
    };
    const lanes = { lane: 'worker' };
    const taps = [
      begin(PACKING),
      step(() => tap('interrupt', { ...lanes, activity: FAULT })),
      step(() => tap('interrupt', { ...lanes, activity: WALKING })),
      step(() => tap('return', lanes)),
      step(() => tap('return', lanes)),
      step(() => tap('return', lanes)),
    ];
    const timeline = computeTimeline(taps, panel);
    expect(lane(timeline).map(([activity]) => activity)).toEqual([PACKING, FAULT, WALKING, FAULT, PACKING]);
    expect(timeline.entries.filter(({ interrupts }) => interrupts)).toHaveLength(2);
    expect(timeline.conflicts).toEqual([{ kind: 'nothing_to_return_to', tap: taps.at(-1)!.id }]);
  });

  it('know their cycle, and counts never cut them', () => {
    const { begin, tap, wait } = makeTablet();
    const taps: Tap[] = [];
    for (let i = 0; i < 3; i++) {
      taps.push(begin(PACKING), tap('count', { activity: PACKING, value: 4 }));
      wait(MIN);
      taps.push(begin(PALLET));
      wait(MIN);
    }
    taps.push(tap('count', { activity: PACKING, value: -1 }), tap('stop'));
    const { entries, cycles, counts } = computeTimeline(taps, { ...panel, lanes: ['worker'] });
    expect(entries.map(({ cycle }) => cycle)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(cycles.map(({ no, from, to }) => [no, to! - from])).toEqual([
      [1, 2 * MIN],
      [2, 2 * MIN],
      [3, 2 * MIN],
    ]);
    expect(counts.get(PACKING)).toBe(11);
  });

  it('of an element that is interrupted or paused are one reading and one cycle, however often and deep it is cut', () => {
    const cut = fc.constantFrom<'interrupt' | 'pause' | 'deep' | 'paused interruption' | 'switched back'>(
      'interrupt',
      'pause',
      'deep',
      'paused interruption',
      'switched back',
    );
    const element = fc.record({
      activity: fc.constantFrom(PACKING, PALLET),
      parts: fc.array(fc.integer({ min: 1_000, max: 9_000 }), { minLength: 1, maxLength: 4 }),
      cuts: fc.array(cut, { minLength: 3, maxLength: 3 }),
    });
    const on = { lane: 'worker' };
    const lanes = { ...panel, lanes: ['worker'] };
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 8 }), (list) => {
        const [whole, pieces] = [makeTablet(), makeTablet()];
        const plainTaps: Tap[] = [];
        const cutTaps: Tap[] = [];
        const away = (make: () => Tap) => {
          cutTaps.push(make());
          pieces.wait(700);
        };
        for (const { activity, parts, cuts } of list) {
          plainTaps.push(whole.begin(activity));
          whole.wait(parts.reduce((sum, ms) => sum + ms, 0));
          cutTaps.push(pieces.begin(activity));
          for (const [index, ms] of parts.entries()) {
            pieces.wait(ms);
            if (index === parts.length - 1) break;
            const kind = cuts[index]!;
            if (kind === 'pause') away(() => pieces.tap('pause', on));
            else away(() => pieces.tap('interrupt', { ...on, activity: FAULT }));
            if (kind === 'deep') {
              away(() => pieces.tap('interrupt', { ...on, activity: WALKING }));
              away(() => pieces.tap('return', on));
            }
            if (kind === 'paused interruption') {
              away(() => pieces.tap('pause', on));
              away(() => pieces.begin(FAULT));
            }
            const back = kind === 'interrupt' || kind === 'deep';
            cutTaps.push(back ? pieces.tap('return', on) : pieces.begin(activity));
          }
        }
        const one = computeTimeline([...plainTaps, whole.tap('stop')], lanes);
        const other = computeTimeline([...cutTaps, pieces.tap('stop')], lanes);
        const readings = (timeline: Timeline) =>
          [PACKING, PALLET].map((activity) =>
            occurrencesOf(byLane(timeline.entries, ['worker']).get('worker')!, activity).map(({ ms }) => ms),
          );
        expect(other.cycles.length).toBe(one.cycles.length);
        expect(readings(other)).toEqual(readings(one));
        const counts = (timeline: Timeline) =>
          piecesOf(byLane(timeline.entries, ['worker']).get('worker')!, 0)
            .filter(({ activity }) => activity === PACKING || activity === PALLET)
            .map(({ activity, ms, count }) => [activity, ms, count])
            .sort();
        expect(counts(other)).toEqual(counts(one));
      }),
      { numRuns: 300 },
    );
  });

  it('of an element that waits for the end of an interruption have no end and no cycle yet; the end of the measurement ends it', () => {
    const { begin, tap, wait } = makeTablet();
    const taps = [begin(PALLET)];
    wait(MIN);
    taps.push(tap('interrupt', { lane: 'worker', activity: FAULT }));
    wait(MIN);
    const open = computeTimeline(taps, panel);
    expect([open.cycles, open.entries.filter((one) => one.lane === 'worker').map(({ cycle }) => cycle)]).toEqual([[], [1, 1]]);
    expect(occurrencesOf(byLane(open.entries, LANES).get('worker')!, PALLET)).toEqual([]);
    const ended = computeTimeline([...taps, tap('stop')], panel);
    expect(ended.cycles).toMatchObject([
      { no: 1, to: START + MIN },
      { no: 2, to: null },
    ]);
    expect(occurrencesOf(byLane(ended.entries, LANES).get('worker')!, PALLET)).toMatchObject([{ ms: MIN }]);
  });

  it('count pieces down to nothing, never below', () => {
    const { begin, tap, wait } = makeTablet();
    const count = (value: number) => {
      wait(1_000);
      return tap('count', { activity: PACKING, value });
    };
    const few = computeTimeline([begin(PACKING), count(-1), count(-1), count(3), count(-5), count(2)], panel);
    expect([few.counts.get(PACKING), few.counted.map(({ by }) => by)]).toEqual([2, [3, -3, 2]]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 40 }), (steps) => {
        const { counts, counted } = computeTimeline([begin(PACKING), ...steps.map(count)], panel);
        let sum = 0;
        for (const { by } of counted) {
          sum += by;
          expect(sum).toBeGreaterThanOrEqual(0);
        }
        expect(counts.get(PACKING) ?? 0).toBe(sum);
      }),
    );
  });

  it('of a session whose clock was wrong lie where they happened', () => {
    const first = makeTablet('tablet', 'before');
    const second = makeTablet('tablet', 'after');
    const taps = [first.begin(PACKING)];
    // The page was killed, and the clock put forward by an hour meanwhile.
    second.wait(20 * MIN + 60 * MIN);
    taps.push({ ...second.begin(WALKING), n: 10 }, { ...second.tap('clock', { value: -60 * MIN }), n: 11 });
    second.wait(5 * MIN);
    taps.push({ ...second.tap('stop'), n: 12 });
    const timeline = computeTimeline(taps, panel);
    expect(lane(timeline)).toEqual([
      [PACKING, 20],
      [WALKING, 5],
    ]);
    expect(timeline.conflicts).toEqual([{ kind: 'clock', tap: taps[1]!.id, offset: -60 * MIN }]);
  });

  it('keep what came after the end, for review', () => {
    const [tablet, phone] = [makeTablet('tablet'), makeTablet('phone')];
    const taps = [tablet.begin(PACKING)];
    tablet.wait(10 * MIN);
    taps.push(tablet.tap('stop'));
    phone.wait(12 * MIN);
    const late = phone.begin(WALKING);
    const timeline = computeTimeline([...taps, late], panel);
    expect(lane(timeline)).toEqual([[PACKING, 10]]);
    expect(timeline.conflicts).toEqual([{ kind: 'after_stop', tap: late.id }]);
  });

  it('that two tablets contradict each other about are named', () => {
    const [tablet, phone] = [makeTablet('tablet'), makeTablet('phone')];
    const taps = [tablet.begin(PACKING), phone.begin(PACKING)];
    tablet.wait(10 * MIN);
    phone.wait(10 * MIN + 500);
    taps.push(tablet.begin(WALKING), phone.begin(FAULT));
    expect(computeTimeline(taps, panel).conflicts).toEqual([{ kind: 'contradiction', tap: taps[3]!.id, other: taps[2]!.id }]);
  });
});

describe('any taps', () => {
  const shuffled = anyTaps.chain((taps) => fc.tuple(fc.constant(taps), fc.shuffledSubarray(taps, { minLength: taps.length })));

  it('give the same entries in any order of arrival, also when some come twice', () => {
    fc.assert(
      fc.property(shuffled, ([taps, other]) => {
        const twice = [...other, ...taps.slice(0, 5)];
        expect(computeTimeline(twice, panel)).toEqual(computeTimeline(taps, panel));
      }),
      { numRuns: 400 },
    );
  });

  it('that correct each other in a ring count by their own moments', () => {
    const { begin, tap } = makeTablet();
    const [one, two] = [tap('retract'), tap('restore')];
    const ring = [begin(PACKING), { ...one, target: two.id }, { ...two, target: one.id, made_at: one.made_at - MIN }];
    const timelines = [ring, ring.toReversed(), [ring[2]!, ring[0]!, ring[1]!]].map((taps) =>
      applyCorrections(taps).order.map((each) => each.alive),
    );
    expect(new Set(timelines.map(String)).size).toBe(1);
    expect(applyCorrections(ring).order.map(({ tap: { id } }) => id)).toEqual(
      applyCorrections(ring.toReversed()).order.map(({ tap: { id } }) => id),
    );
  });

  it('cover each lane from the start to the end, without overlap or gap', () => {
    fc.assert(
      fc.property(anyTaps, (taps) => {
        const { from, to, entries } = computeTimeline(taps, panel);
        for (const name of LANES) {
          const own = entries.filter((entry) => entry.lane === name);
          if (from === null || from === to) expect(own).toEqual([]);
          else {
            expect([own[0]?.from, own.at(-1)?.to]).toEqual([from, to]);
            for (const [index, entry] of own.entries()) {
              if (index > 0) expect(entry.from).toBe(own[index - 1]!.to);
              if (entry.to !== null) expect(entry.to).toBeGreaterThan(entry.from);
            }
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('are as before when one more is undone, and as after when it is brought back', () => {
    fc.assert(
      fc.property(anyTaps, anyTaps, (taps, [more]) => {
        fc.pre(more !== undefined && more.kind !== 'clock');
        const latest = 10 * 3_600_000;
        const own = { session: 'steady', device: 'desk', wall: START, mono: 0 };
        const extra: Tap = { ...more!, ...own, id: 'extra', made_at: START + latest, n: 1 };
        const last = { ...own, at: START + latest, made_at: START + latest };
        const undo: Tap = { ...last, id: 'undo', kind: 'retract', n: 2, target: 'extra' };
        const redo: Tap = { ...last, id: 'redo', kind: 'restore', n: 3, target: 'extra' };
        expect(plain(computeTimeline([...taps, extra, undo], panel))).toBe(plain(computeTimeline(taps, panel)));
        expect(plain(computeTimeline([redo, ...taps, extra, undo], panel))).toBe(plain(computeTimeline([...taps, extra], panel)));
      }),
      { numRuns: 400 },
    );
  });
});

describe('undo', () => {
  it('goes back step by step without limit, and forward again until something new is done', () => {
    const { begin, tap, wait } = makeTablet();
    const taps: Tap[] = [];
    const next = () => undoState(applyCorrections(taps), 'tablet');
    const add = (made: Tap) => {
      taps.push(made);
      wait(MIN);
      return made;
    };
    const steps = Array.from({ length: 30 }, (_, i) =>
      add(i % 3 === 2 ? tap('count', { activity: PACKING, value: 1 }) : begin(i % 2 ? WALKING : PACKING)),
    );
    for (const step of steps.toReversed()) {
      expect(next().undo).toBe(step);
      add(tap('retract', { target: step.id }));
    }
    expect(next()).toEqual({ undo: null, redo: steps[0] });
    for (const step of steps.slice(0, 10)) {
      expect(next().redo).toBe(step);
      add(tap('restore', { target: step.id }));
    }
    const fresh = add(begin(FAULT));
    expect(next()).toEqual({ undo: fresh, redo: null });
    add(tap('retract', { target: fresh.id }));
    expect(next()).toEqual({ undo: steps[9], redo: fresh });
  });

  it('of one device leaves the steps of the others alone', () => {
    const [tablet, phone] = [makeTablet('tablet'), makeTablet('phone')];
    const mine = tablet.begin(PACKING);
    phone.wait(MIN);
    const theirs = phone.begin(WALKING);
    expect(undoState(applyCorrections([mine, theirs]), 'tablet').undo).toBe(mine);
  });
});
