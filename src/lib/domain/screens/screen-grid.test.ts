import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Button, Definition } from '../../contract/screens.ts';
import {
  addButton,
  duplicate,
  freeId,
  freePlace,
  inOrder,
  moveBy,
  putBack,
  putInto,
  rectangleOf,
  resizeBy,
  rowsOf,
  standingIn,
  withColumns,
  withoutButton,
  withoutLane,
} from './screen-grid.ts';
import { draftProblems, MAX_ROWS, overlaps } from './screen-rules.ts';

const button = (id: string, x: number, y: number, w = 1, h = 1, over: Partial<Button> = {}): Button => ({
  id,
  kind: 'note',
  activity_id: null,
  lane: null,
  interrupts: false,
  label: null,
  hotkey: null,
  x,
  y,
  w,
  h,
  ...over,
});
const draft = (buttons: Button[], columns = 4): Definition => ({
  columns,
  hand: 'left',
  lanes: [{ id: 'worker', name: '', kind: 'worker' }],
  buttons,
  ratings: [],
});
const isSound = (one: Definition) => draftProblems(one, new Map()).length === 0;

/** Drafts as they come about: buttons put down one after another, wherever there is room. */
const someDraft = fc
  .record({
    columns: fc.integer({ min: 1, max: 12 }),
    sizes: fc.array(fc.record({ w: fc.integer({ min: 1, max: 12 }), h: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 14 }),
  })
  .map(({ columns, sizes }) =>
    sizes.reduce(
      (made, size, index) => {
        const outcome = addButton(made, { ...button(`b${index}`, 0, 0), ...size });
        return outcome.status === 'done' ? outcome.draft : made;
      },
      draft([], columns),
    ),
  )
  .filter(({ buttons }) => buttons.length > 0);
const way = fc.constantFrom<readonly [-1 | 0 | 1, -1 | 0 | 1]>([-1, 0], [1, 0], [0, -1], [0, 1]);
type Act = (from: Definition, id: string) => Definition;
const act: fc.Arbitrary<Act> = fc.oneof(
  way.map(
    ([dx, dy]): Act =>
      (from, id) => {
        const outcome = moveBy(from, id, dx, dy);
        return outcome.status === 'done' ? outcome.draft : from;
      },
  ),
  way.map(
    ([dw, dh]): Act =>
      (from, id) => {
        const outcome = resizeBy(from, id, dw, dh);
        return outcome.status === 'done' ? outcome.draft : from;
      },
  ),
  fc.constant<Act>((from, id) => {
    const outcome = duplicate(from, id, freeId(from.buttons, 'b'));
    return outcome.status === 'done' ? outcome.draft : from;
  }),
  fc.record({ x: fc.integer({ min: -2, max: 13 }), y: fc.integer({ min: -2, max: 41 }) }).map(
    ({ x, y }): Act =>
      (from, id) => {
        const own = from.buttons.find((one) => one.id === id)!;
        const outcome = putInto(from, id, { ...rectangleOf(own), x, y });
        return outcome.status === 'done' ? outcome.draft : from;
      },
  ),
  fc.integer({ min: 1, max: 12 }).map(
    (columns): Act =>
      (from) =>
        withColumns(from, columns),
  ),
);

describe('the grid of a screen', () => {
  it('never lets buttons overlap or leave it, whatever is done', () => {
    fc.assert(
      fc.property(someDraft, fc.array(fc.tuple(act, fc.nat()), { maxLength: 40 }), (first, acts) => {
        let now = first;
        for (const [one, which] of acts) {
          const chosen = now.buttons[which % now.buttons.length]!;
          const next = one(now, chosen.id);
          expect(isSound(next)).toBe(true);
          expect(next.buttons.length).toBeGreaterThanOrEqual(now.buttons.length);
          now = next;
        }
      }),
    );
  });

  it('leaves the draft that was as it was, so that a step back finds it', () => {
    fc.assert(
      fc.property(someDraft, fc.array(fc.tuple(act, fc.nat()), { maxLength: 20 }), (first, acts) => {
        const written = JSON.stringify(first);
        const past: Definition[] = [];
        let now = first;
        for (const [one, which] of acts) {
          past.push(now);
          now = one(now, now.buttons[which % now.buttons.length]!.id);
        }
        while (past.length > 0) now = past.pop()!;
        expect(JSON.stringify(now)).toBe(written);
      }),
    );
  });

  it('puts a button that was taken away back into its place', () => {
    fc.assert(
      fc.property(someDraft, fc.nat(), (first, which) => {
        const gone = first.buttons[which % first.buttons.length]!;
        const outcome = putBack(withoutButton(first, gone.id), gone);
        expect(outcome.status).toBe('done');
        if (outcome.status === 'done') expect(inOrder(outcome.draft.buttons)).toEqual(inOrder(first.buttons));
      }),
    );
  });

  it('finds the first free place, and none in a full grid', () => {
    fc.assert(
      fc.property(someDraft, fc.integer({ min: 1, max: 4 }), (first, w) => {
        const rectangle = freePlace(first.buttons, first.columns, { w, h: 1 });
        if (rectangle) expect(standingIn(first.buttons, rectangle)).toEqual([]);
      }),
    );
    const full = Array.from({ length: MAX_ROWS / 10 }, (_, index) => button(`b${index}`, 0, index * 10, 1, 10));
    expect(freePlace(full, 1, { w: 1, h: 1 })).toBeNull();
  });

  it('moves a button by one cell, and over what stands in its way', () => {
    const two = draft([button('a', 0, 0), button('b', 1, 0)]);
    const over = moveBy(two, 'a', 1, 0);
    expect(over.status === 'done' && rectangleOf(over.button)).toEqual({ x: 2, y: 0, w: 1, h: 1 });
    const down = moveBy(two, 'a', 0, 1);
    expect(down.status === 'done' && rectangleOf(down.button)).toEqual({ x: 0, y: 1, w: 1, h: 1 });
  });

  it('says what stands in the way, and where the grid ends', () => {
    const row = draft([button('a', 0, 0, 2), button('b', 2, 0, 2)]);
    expect(moveBy(row, 'a', 1, 0)).toMatchObject({ status: 'taken', by: [{ id: 'b' }] });
    expect(moveBy(row, 'a', -1, 0)).toEqual({ status: 'edge' });
    expect(resizeBy(row, 'a', 1, 0)).toMatchObject({ status: 'taken', by: [{ id: 'b' }] });
    expect(resizeBy(row, 'b', 1, 0)).toEqual({ status: 'edge' });
    expect(moveBy(row, 'nobody', 0, 1)).toEqual({ status: 'edge' });
  });

  it('makes room in fewer columns without losing a button', () => {
    const wide = draft([button('a', 0, 0, 4), button('b', 0, 1, 2), button('c', 2, 1, 2)]);
    const narrow = withColumns(wide, 2);
    expect(narrow.buttons.map(rectangleOf)).toEqual([
      { x: 0, y: 0, w: 2, h: 1 },
      { x: 0, y: 1, w: 2, h: 1 },
      { x: 0, y: 2, w: 2, h: 1 },
    ]);
    expect(overlaps(narrow.buttons).every((one) => one === undefined)).toBe(true);
    expect(rowsOf(narrow.buttons)).toBe(3);
  });

  it('gives a copy no hotkey, and ids that nobody has', () => {
    const outcome = duplicate(draft([button('b2', 0, 0, 1, 1, { hotkey: 'F1' })]), 'b2', freeId([{ id: 'b2' }], 'b'));
    expect(outcome).toMatchObject({ status: 'done', button: { id: 'b3', hotkey: null, x: 1, y: 0 } });
  });

  it('takes buttons of a lane that goes to the first one, which stays', () => {
    const lanes: Definition['lanes'] = [
      { id: 'worker', name: '', kind: 'worker' },
      { id: 'machine', name: '', kind: 'machine' },
    ];
    const two = { ...draft([button('a', 0, 0, 1, 1, { lane: 'machine' })]), lanes };
    const one = withoutLane(two, 'machine');
    expect([one.lanes.length, one.buttons[0]?.lane]).toEqual([1, null]);
    expect(withoutLane(one, 'worker')).toBe(one);
  });
});
