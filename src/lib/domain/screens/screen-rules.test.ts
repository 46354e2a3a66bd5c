import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Button, Definition } from '../../contract/screens.ts';
import { activitiesOf, draftProblems, type KnownActivity, overlaps, publishProblems, withActivities } from './screen-rules.ts';

const activities = new Map<string, KnownActivity>([
  ['work', { kind: 'state', archived: false }],
  ['signal', { kind: 'point', archived: false }],
  ['pieces', { kind: 'count', archived: false }],
  ['old', { kind: 'state', archived: true }],
]);
let count = 0;
/** A button of one cell in a row of its own. */
const button = (over: Partial<Button> = {}): Button => ({
  id: `b${++count}`,
  kind: 'note',
  activity_id: null,
  lane: null,
  interrupts: false,
  label: null,
  hotkey: null,
  x: 0,
  y: count % 40,
  w: 1,
  h: 1,
  ...over,
});
const draft = (buttons: Button[], over: Partial<Definition> = {}): Definition => ({
  columns: 3,
  hand: 'left',
  lanes: [{ id: 'worker', name: '', kind: 'worker' }],
  buttons,
  ratings: [],
  ...over,
});
const said = (problems: { path: string; code: string }[]) => problems.map(({ path, code }) => `${path} ${code}`);
const problems = (...buttons: Button[]) => said(draftProblems(draft(buttons), activities));

describe('buttons of a screen', () => {
  it('stand beside references of which each is asked for once', () => {
    const twice = draft([], { references: (['order', 'batch', 'order'] as const).map((field) => ({ field, values: [] })) });
    expect(said(draftProblems(twice, activities))).toEqual(['draft.references.2.field taken']);
  });

  it('lie inside its grid and don’t cover each other', () => {
    expect(problems(button({ x: 0, y: 0, w: 3, h: 2 }), button({ x: 0, y: 2 }))).toEqual([]);
    expect(problems(button({ x: 2, w: 2 }), button({ y: 39, h: 2, x: 1 }))).toEqual([
      'draft.buttons.0 outside_grid',
      'draft.buttons.1 outside_grid',
    ]);
    const covered = draftProblems(draft([button({ id: 'big', x: 0, y: 0, w: 2, h: 2 }), button({ x: 1, y: 1 })]), activities);
    expect(covered).toEqual([{ path: 'draft.buttons.1', code: 'overlap', params: { button: 'big' } }]);
  });

  it('overlap exactly where two of their rectangles do', () => {
    const place = fc.record({ x: fc.nat(11), y: fc.nat(39), w: fc.integer({ min: 1, max: 12 }), h: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (places) => {
        const first = places.map((one, i) => {
          const at = places.findIndex(
            (two) => one.x < two.x + two.w && two.x < one.x + one.w && one.y < two.y + two.h && two.y < one.y + one.h,
          );
          return at < i ? at : undefined;
        });
        // Cells belong to who came first, so only "is there one" must agree where three cover each other.
        expect(overlaps(places).map((other) => other !== undefined)).toEqual(first.map((other) => other !== undefined));
      }),
    );
  });

  it('have ids and keys of their own, whatever the case of a key', () => {
    expect(problems(button({ id: 'a', hotkey: 'F1' }), button({ id: 'a', hotkey: 'f1' }), button({ hotkey: 'F2' }))).toEqual([
      'draft.buttons.1.id taken',
      'draft.buttons.1.hotkey taken',
    ]);
  });

  it('stand on lanes that there are, each of another id', () => {
    expect(problems(button({ lane: 'worker' }), button({ lane: 'press' }))).toEqual(['draft.buttons.1.lane unknown']);
    const lane = { id: 'worker', name: '', kind: 'worker' as const };
    expect(said(draftProblems(draft([], { lanes: [lane, lane] }), activities))).toEqual(['draft.lanes.1.id taken']);
  });

  it('tap activities of the right kind: states and moments, or pieces', () => {
    const of = (kind: Button['kind'], activity_id: string | null) =>
      problems(button({ kind, activity_id })).map((one) => one.split(' ')[1]);
    expect([of('activity', 'work'), of('activity', 'signal'), of('plus', 'pieces'), of('minus', 'pieces')].flat()).toEqual([]);
    expect([of('activity', 'pieces'), of('plus', 'work'), of('minus', 'signal')].flat()).toEqual([
      'wrong_kind',
      'wrong_kind',
      'wrong_kind',
    ]);
    expect([of('activity', null), of('plus', 'nobody'), of('stop', 'work'), of('activity', 'old')].flat()).toEqual([
      'required',
      'unknown',
      'not_expected',
      'archived',
    ]);
    expect(draftProblems(draft([button({ kind: 'activity', activity_id: 'old' })]), activities, 'draft', new Set(['old']))).toEqual([]);
  });
});

describe('a screen that is to be captured with', () => {
  it('begins some state and can be stopped', () => {
    const state = button({ kind: 'activity', activity_id: 'work' });
    const stop = button({ kind: 'stop' });
    expect(publishProblems(draft([state, stop]), activities)).toEqual([]);
    expect(said(publishProblems(draft([button({ kind: 'activity', activity_id: 'signal' })]), activities))).toEqual([
      'draft.buttons no_state',
    ]);
    expect(said(publishProblems(draft([state, stop, button({ kind: 'activity', activity_id: 'old' })]), activities))).toEqual([
      'draft.buttons.2.activity_id archived',
    ]);
  });
});

describe('a definition', () => {
  it('names each of its activities once, and can name others instead', () => {
    const buttons = ['work', 'pieces', 'work', null].map((activity_id) => button({ activity_id }));
    expect(activitiesOf(draft(buttons))).toEqual(['work', 'pieces']);
    const other = withActivities(draft(buttons), new Map([['work', 'A']]));
    expect(other.buttons.map(({ activity_id }) => activity_id)).toEqual(['A', null, 'A', null]);
  });
});
