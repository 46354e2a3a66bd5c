import type { ActivityKind } from '../../contract/activities.ts';
import type { FieldError } from '../../contract/errors.ts';
import type { Button, ButtonKind, Definition } from '../../contract/screens.ts';
import { buttonsOf, pageOf, pagesOf } from './screen-pages.ts';

/** What a screen must keep to beyond its shape; the editor and the server ask the same. */

/** Rows of a grid. */
export const MAX_ROWS = 40;

/** What may be known of an activity that a button names. */
export interface KnownActivity {
  kind: ActivityKind;
  archived: boolean;
}
type KnownActivities = ReadonlyMap<string, KnownActivity>;

/** Kinds of activities that a kind of button taps; the others tap none. */
const TAPPED: Partial<Record<ButtonKind, readonly ActivityKind[]>> = { activity: ['state', 'point'], plus: ['count'], minus: ['count'] };

/** Cells of the grid: the column and row of the upper left one, and how many in each direction. */
export type GridRectangle = Pick<Button, 'x' | 'y' | 'w' | 'h'>;

/**
 * For each button the first one before it that has a cell of it too; undefined where there is none.
 * @param pageAt the grid in which the button of an index is; none = all are in one
 */
export function overlaps(rectangles: readonly GridRectangle[], pageAt: (i: number) => string = () => ''): (number | undefined)[] {
  const owners = new Map<string, number>();
  return rectangles.map(({ x, y, w, h }, i) => {
    let other: number | undefined;
    const page = pageAt(i);
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++) {
        const cell = `${column} ${row} ${page}`;
        const owner = owners.get(cell);
        if (owner === undefined) owners.set(cell, i);
        else if (other === undefined || owner < other) other = owner;
      }
    return other;
  });
}

/**
 * Why the draft can't be kept, each with the path of its field under `path`: `taken` (a second lane, page, reference, button or hotkey of that name),
 * `outside_grid`, `overlap`, `required`, `unknown` (lane, page, activity), `wrong_kind`, `archived`, `not_expected` (an activity on a tool).
 * @param kept archived activities that may stay, since the draft has them already
 */
export function draftProblems(
  draft: Definition,
  activities: KnownActivities,
  path = 'draft',
  kept: ReadonlySet<string> = new Set(),
): FieldError[] {
  const problems: FieldError[] = [];
  const lanes = new Set<string>();
  draft.lanes.forEach(({ id }, i) => {
    if (lanes.has(id)) problems.push({ path: `${path}.lanes.${i}.id`, code: 'taken' });
    lanes.add(id);
  });
  const pages = new Set<string>();
  draft.pages?.forEach(({ id }, i) => {
    if (pages.has(id)) problems.push({ path: `${path}.pages.${i}.id`, code: 'taken' });
    pages.add(id);
  });
  const references = new Set<string>();
  draft.references?.forEach(({ field }, i) => {
    if (references.has(field)) problems.push({ path: `${path}.references.${i}.field`, code: 'taken' });
    references.add(field);
  });
  const others = overlaps(draft.buttons, (i) => pageOf(draft, draft.buttons[i]!));
  const ids = new Set<string>();
  const hotkeys = new Set<string>();
  draft.buttons.forEach((button, i) => {
    const say = (field: string, code: string, params?: FieldError['params']) =>
      problems.push({ path: `${path}.buttons.${i}${field}`, code, ...(params && { params }) });
    if (ids.has(button.id)) say('.id', 'taken');
    ids.add(button.id);
    if (button.x + button.w > draft.columns || button.y + button.h > MAX_ROWS) say('', 'outside_grid');
    const other = others[i];
    if (other !== undefined) say('', 'overlap', { button: draft.buttons[other]!.id });
    if (button.lane !== null && !lanes.has(button.lane)) say('.lane', 'unknown');
    if (button.page !== undefined && !pages.has(button.page)) say('.page', 'unknown');
    const wrong = activityProblem(button, activities, kept);
    if (wrong !== null) say('.activity_id', wrong);
    // A key is the same with Shift or Caps Lock.
    const hotkey = button.hotkey?.toLowerCase();
    if (hotkey === undefined) return;
    if (hotkeys.has(hotkey)) say('.hotkey', 'taken');
    hotkeys.add(hotkey);
  });
  return problems;
}

function activityProblem({ kind, activity_id }: Button, known: KnownActivities, kept: ReadonlySet<string>): string | null {
  const tapped = TAPPED[kind];
  if (!tapped) return activity_id === null ? null : 'not_expected';
  if (activity_id === null) return 'required';
  const activity = known.get(activity_id);
  if (!activity) return 'unknown';
  if (activity.archived && !kept.has(activity_id)) return 'archived';
  return tapped.includes(activity.kind) ? null : 'wrong_kind';
}

/** Why the draft can't be captured with: what {@link draftProblems} says, `no_state` of its buttons and `empty_page` of a page without any. Undo, note and stop are always there. */
export function publishProblems(draft: Definition, known: KnownActivities): FieldError[] {
  const found = draftProblems(draft, known);
  const begins = ({ kind, activity_id }: Button) => kind === 'activity' && known.get(activity_id ?? '')?.kind === 'state';
  if (!draft.buttons.some(begins)) found.push({ path: 'draft.buttons', code: 'no_state' });
  pagesOf(draft).forEach(({ id }, i) => {
    if (draft.pages && buttonsOf(draft, id).length === 0) found.push({ path: `draft.pages.${i}`, code: 'empty_page' });
  });
  return found;
}

/** Activities that the buttons name, each once, in the order of the buttons. */
export const activitiesOf = ({ buttons }: Pick<Definition, 'buttons'>): string[] => [
  ...new Set(buttons.flatMap(({ activity_id }) => activity_id ?? [])),
];

/** The definition with other ids of activities. */
export const withActivities = (definition: Definition, ids: ReadonlyMap<string, string>): Definition => ({
  ...definition,
  buttons: definition.buttons.map((button) => ({ ...button, activity_id: button.activity_id && (ids.get(button.activity_id) ?? null) })),
});
