import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCorrections, lastWord } from '../../domain/taps/corrected-taps.ts';
import { type Entry, timelineOf } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { anyTaps, FAULT, makeTablet, PACKING, panel, START, WALKING } from '../../domain/taps/testing.ts';
import { correctionHistory, type UndoStep } from '../../domain/taps/undo.ts';
import { byLane } from '../../domain/time-study/spans.ts';
import { annotate, merge, move, rate, refer, relabel, split, summaryOf } from './corrections.ts';
import { areNeighbours, edgeAt } from './edges.ts';
import { createPen, type Draft, type Ground, isFromDesk, takeBack } from './pen.ts';

const MIN = 60_000;
const LATER = START + 100 * MIN;

/** A day that can be corrected, and shown in short. */
function study(taps: readonly Tap[]) {
  let pages = 0;
  let pen = createPen(
    () => LATER,
    () => 'test',
  );
  const ground = (all: readonly Tap[]) => {
    const corrected = applyCorrections(all);
    const timeline = timelineOf(corrected, panel);
    const made: Ground = {
      lanes: byLane(timeline.entries, timeline.lanes),
      taps: new Map(corrected.taps.map((one) => [one.tap.id, one])),
      newId: () => pen.id(),
    };
    return { ...made, timeline, stop: corrected.taps.findLast(({ tap }) => tap.kind === 'stop')?.tap.id ?? null };
  };
  let all = [...taps];
  return {
    now: () => ground(all),
    worker: () => ground(all).lanes.get('worker')!,
    apply(drafts: readonly Draft[]) {
      const written = pen.write(drafts, lastWord(applyCorrections(all), drafts));
      all = [...all, ...written];
      return written;
    },
    /** What a page that reads these taps for the first time offers to take back. */
    history: () =>
      correctionHistory(
        applyCorrections(all),
        all.filter((tap) => isFromDesk(tap) && tap.device !== 'desk-other'),
      ),
    turn(step: UndoStep | undefined, alive: boolean) {
      if (step) all = [...all, ...takeBack(all, alive ? step.undoneBy : step.alive, pen)];
      return step?.id ?? null;
    },
    taps: () => all,
    /** The page is loaded anew, on a computer whose clock says so. */
    reload(now: number) {
      pages += 1;
      pen = createPen(
        () => now,
        () => `test${pages}`,
      );
    },
    /** Somebody else at his desk. */
    colleague(now: number, drafts: readonly Draft[]) {
      const other = createPen(
        () => now,
        () => 'other',
      );
      all = [...all, ...other.write(drafts)];
    },
  };
}
const short = (entries: readonly Entry[]) =>
  entries.map(({ kind, activity, from }) => [kind === 'state' ? activity : kind, (from - START) / MIN]);

/** Packing 0, walking 10, a fault that interrupts it 20–30, packing 40, end 60. */
function morning() {
  const { tap, begin, wait } = makeTablet();
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
        day.apply(drafts);
        const after = day.now().timeline;
        const made = day.history();
        expect(made.done.length).toBe(drafts.length > 0 ? 1 : 0);
        if (drafts.length === 0) return;
        day.turn(made.done.at(-1), false);
        expect(day.now().timeline).toEqual(ground.timeline);
        expect(day.history()).toMatchObject({ done: [], undone: [{ id: made.done[0]!.id }] });
        day.turn(day.history().undone.at(-1), true);
        expect(day.now().timeline).toEqual(after);
        expect(day.history()).toMatchObject({ done: [{ id: made.done[0]!.id }], undone: [] });
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

describe('own corrections', () => {
  const action = fc.record({
    what: fc.constantFrom(
      'split',
      'merge',
      'relabel',
      'pause',
      'move',
      'rate',
      'undo',
      'undo',
      'redo',
      'redo',
      'reload',
      'colleague',
      'strike',
      'unstrike',
    ),
    place: fc.nat({ max: 40 }),
    share: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    /** Minutes by which the next computer's clock, or the colleague's, is wrong. */
    wrong: fc.constantFrom(-90, 0, 0, 90),
  });

  function isAsWithout(day: ReturnType<typeof study>, gone: ReadonlySet<string>): void {
    const never = timelineOf(applyCorrections(day.taps().filter(({ id }) => !gone.has(id))), panel);
    expect({ ...day.now().timeline, conflicts: null }).toEqual({ ...never, conflicts: null });
  }

  it('go back and forth as on one page, whoever corrected between, however often the page was loaded and whatever its clock said', () => {
    fc.assert(
      fc.property(anyTaps, fc.array(action, { maxLength: 25 }), (taps, actions) => {
        const day = study(taps);
        const stepTaps = new Map<string, readonly string[]>();
        const done: string[] = [];
        let undone: string[] = [];
        for (const { what, place, share, wrong } of actions) {
          const ground = day.now();
          const entries = ground.timeline.entries;
          const entry = entries[place % (entries.length || 1)];
          const history = day.history();
          // What a later correction of his own has put out of force can't be taken back before that one.
          const dead = new Set(applyCorrections(day.taps()).order.flatMap(({ tap, alive }) => (alive ? [] : [tap.id])));
          const inForce = done.filter((id) => stepTaps.get(id)!.some((tap) => !dead.has(tap)));
          expect([history.done.map(({ id }) => id), history.undone.map(({ id }) => id)]).toEqual([inForce, undone]);
          if (what === 'reload') day.reload(LATER + wrong * MIN);
          else if (what === 'undo') {
            const step = history.done.at(-1);
            expect(day.turn(step, false)).toBe(inForce.at(-1) ?? null);
            if (!step) continue;
            done.splice(done.indexOf(step.id), 1);
            undone.push(step.id);
            isAsWithout(day, new Set(step.taps.map(({ id }) => id)));
          } else if (what === 'redo') {
            const step = history.undone.at(-1);
            expect(day.turn(step, true)).toBe(undone.at(-1) ?? null);
            if (!step) continue;
            done.push(undone.pop()!);
            isAsWithout(day, new Set(step.undoneBy));
          } else if (what === 'strike' || what === 'unstrike') {
            const target = stepTaps.get(done[place % (done.length || 1)] ?? '')?.[0];
            if (target) day.colleague(LATER + wrong * MIN, [{ kind: what === 'strike' ? 'retract' : 'restore', target }]);
          } else if (entry) {
            const lane = ground.lanes.get(entry.lane)!;
            const at = entry.from + Math.max(1, Math.round(((entry.to ?? LATER) - entry.from) * share));
            const drafts = {
              split: () => split(ground, entry, at),
              merge: () => merge(ground, lane.slice(lane.indexOf(entry), lane.indexOf(entry) + 2)),
              relabel: () => relabel(ground, [entry], { kind: 'state', activity: FAULT }),
              pause: () => relabel(ground, [entry], { kind: 'pause' }),
              move: () => move(ground, entry.id, at),
              rate: () => rate(ground, [entry], place),
              colleague: () => [...move(ground, entry.id, at), ...rate(ground, [entry], 50 + place)],
            }[what]();
            if (what === 'colleague') {
              day.colleague(LATER + wrong * MIN, drafts);
              continue;
            }
            const made = day.apply(drafts).map(({ id }) => id);
            if (made.length === 0) continue;
            stepTaps.set(made[0]!, made);
            done.push(made[0]!);
            undone = [];
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('hold against what somebody whose clock is ahead said before', () => {
    const day = morning();
    const walking = day.worker()[1]!.id;
    day.colleague(LATER + 90 * MIN, move(day.now(), walking, START + 12 * MIN));
    day.apply(move(day.now(), walking, START + 15 * MIN));
    expect(short(day.worker())[1]).toEqual([WALKING, 15]);
    day.turn(day.history().done.at(-1), false);
    expect(short(day.worker())[1]).toEqual([WALKING, 12]);
    // He takes back what was said; it is brought back all the same.
    day.turn(day.history().undone.at(-1), true);
    expect(short(day.worker())[1]).toEqual([WALKING, 15]);
  });

  it('tell a joined entry from one that was cut and is whole again', () => {
    const day = morning();
    day.apply(split(day.now(), day.worker()[0]!, START + 4 * MIN));
    const [first, second] = day.worker();
    day.apply(merge(day.now(), [first!, second!]));
    const cut = [
      [PACKING, 0],
      [PACKING, 4],
    ];
    expect(day.history().undone).toEqual([]);
    day.turn(day.history().done.at(-1), false);
    expect(short(day.worker()).slice(0, 2)).toEqual(cut);
    day.turn(day.history().done.at(-1), false);
    expect(short(day.worker()).slice(0, 2)).toEqual([cut[0], [WALKING, 10]]);
    day.turn(day.history().undone.at(-1), true);
    expect(short(day.worker()).slice(0, 2)).toEqual(cut);
    day.turn(day.history().undone.at(-1), true);
    expect(short(day.worker()).slice(0, 2)).toEqual([cut[0], [WALKING, 10]]);
  });

  it('are known by their taps when their page is gone', () => {
    const day = morning();
    const said = (drafts: readonly Draft[]) => summaryOf(day.apply(drafts), day.now());
    const worker = (place: number) => day.worker()[place]!;
    expect(said(move(day.now(), worker(1).id, START + 12 * MIN))).toMatchObject({ kind: 'moved', at: START + 12 * MIN });
    expect(said(split(day.now(), worker(0), START + 4 * MIN))).toMatchObject({ kind: 'split', at: START + 4 * MIN });
    expect(said(merge(day.now(), day.worker().slice(0, 2)))).toMatchObject({ kind: 'merged', count: 2 });
    const label = { kind: 'state', activity: FAULT } as const;
    expect(said(relabel(day.now(), day.worker().slice(0, 2), label))).toMatchObject({ kind: 'relabelled', count: 2, label });
    expect(said(relabel(day.now(), [worker(0)], { kind: 'pause' }))).toMatchObject({
      kind: 'relabelled',
      count: 1,
      label: { kind: 'pause' },
    });
    expect(said(rate(day.now(), day.worker().slice(0, 3), 90))).toMatchObject({ kind: 'rated', count: 3 });
    expect(said(annotate(day.now(), [day.now().lanes.get('machine')![0]!], 'idle'))).toMatchObject({ kind: 'noted' });
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

describe('what entries belong to', () => {
  /** Four entries; order 17 was said while the second ran. */
  function orders() {
    const { begin, tap, wait } = makeTablet();
    const taps: Tap[] = [];
    for (const [index, activity] of [PACKING, WALKING, FAULT, PACKING].entries()) {
      const one = begin(activity);
      taps.push(one);
      wait(MIN);
      if (index === 1) taps.push(tap('reference', { lane: null, target: one.id, field: 'order', text: '17' }));
      wait(MIN);
    }
    const day = study(taps);
    return { ...day, said: () => day.worker().map(({ references }) => references?.order ?? null) };
  }

  it('is corrected for the chosen entries, and for no others', () => {
    const day = orders();
    expect(day.said()).toEqual([null, '17', '17', '17']);
    const written = day.apply(refer(day.now(), [day.worker()[2]!], 'order', '18'));
    expect(day.said()).toEqual([null, '17', '18', '17']);
    expect(summaryOf(written, day.now())).toMatchObject({ kind: 'referred' });
    day.apply(refer(day.now(), day.worker().slice(0, 2), 'order', null));
    expect(day.said()).toEqual([null, null, '18', '17']);
    day.apply(refer(day.now(), day.worker(), 'order', '19'));
    expect(day.said()).toEqual(['19', '19', '19', '19']);
    // Nothing was said of the other lane but while capturing.
    expect(
      day
        .now()
        .lanes.get('machine')!
        .map(({ references }) => references?.order),
    ).toEqual(['17']);
    day.turn(day.history().done.at(-1), false);
    expect(day.said()).toEqual([null, null, '18', '17']);
  });

  it('is that of the first of entries that are joined, and those after them keep theirs', () => {
    const day = orders();
    day.apply(merge(day.now(), day.worker().slice(0, 2)));
    expect(day.said()).toEqual([null, '17', '17']);
    day.apply(refer(day.now(), [day.worker()[1]!], 'order', '18'));
    day.apply(merge(day.now(), day.worker().slice(1, 3)));
    expect(day.said()).toEqual([null, '18']);
  });

  it('goes on in both parts of an entry that is cut', () => {
    const day = orders();
    const [, walking] = day.worker();
    day.apply(split(day.now(), walking!, walking!.from + MIN / 2));
    expect(day.said()).toEqual([null, '17', '17', '17', '17']);
  });
});
