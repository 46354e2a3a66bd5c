import type { Button, Definition } from '../../contract/screens.ts';
import { buttonsOf, knownPage, onPage, pageOf, pagesOf } from './screen-pages.ts';
import { type GridRectangle, MAX_ROWS, overlaps } from './screen-rules.ts';

export type { GridRectangle };

/** How buttons take their places on the grid of a screen, or of their page of it: every function gives a new draft, in which nothing overlaps that didn't before. */

/** A button that has no place yet. */
export type Unplaced = Omit<Button, keyof GridRectangle> & Pick<GridRectangle, 'w' | 'h'>;

/** What became of a change that was tried: the draft after it, or what stands in its way. */
export type GridOutcome = { status: 'done'; draft: Definition; button: Button } | { status: 'edge' } | { status: 'taken'; by: Button[] };

/** Most cells that a button takes in a direction. */
export const MAX_SPAN = 12;
export const MAX_BUTTONS = 120;

export const rectangleOf = ({ x, y, w, h }: GridRectangle): GridRectangle => ({ x, y, w, h });

const isInside = ({ x, y, w, h }: GridRectangle, columns: number): boolean =>
  x >= 0 && y >= 0 && w >= 1 && h >= 1 && w <= MAX_SPAN && h <= MAX_SPAN && x + w <= columns && y + h <= MAX_ROWS;

/** Buttons of one grid that have a cell of the rectangle, but for the one of that id. */
export const standingIn = (buttons: readonly Button[], rectangle: GridRectangle, except?: string): Button[] =>
  buttons.filter((one) => one.id !== except && overlaps([one, rectangle])[1] !== undefined);

/** Rows that the buttons take. */
export const rowsOf = (buttons: readonly GridRectangle[]): number => buttons.reduce((most, { y, h }) => Math.max(most, y + h), 0);

/** In the order in which they are read: row by row. */
export const inOrder = (buttons: readonly Button[]): Button[] => buttons.toSorted((a, b) => a.y - b.y || a.x - b.x);

export const buttonOf = ({ buttons }: Definition, id: string | null): Button | null => buttons.find((one) => one.id === id) ?? null;

/** The draft with another button in place of the one of its id. */
export const withButton = (draft: Definition, button: Button): Definition => ({
  ...draft,
  buttons: draft.buttons.map((one) => (one.id === button.id ? button : one)),
});

export const withoutButton = (draft: Definition, id: string): Definition => ({
  ...draft,
  buttons: draft.buttons.filter((one) => one.id !== id),
});

/** Puts a button in a place, when it is free. */
export function putInto(draft: Definition, id: string, rectangle: GridRectangle): GridOutcome {
  const button = buttonOf(draft, id);
  if (!button || !isInside(rectangle, draft.columns)) return { status: 'edge' };
  const by = standingIn(buttonsOf(draft, pageOf(draft, button)), rectangle, id);
  if (by.length > 0) return { status: 'taken', by };
  const next = { ...button, ...rectangleOf(rectangle) };
  return { status: 'done', draft: withButton(draft, next), button: next };
}

/** Moves a button by one cell in a direction, over what stands there to the next place that is free. */
export function moveBy(draft: Definition, id: string, dx: -1 | 0 | 1, dy: -1 | 0 | 1): GridOutcome {
  const button = buttonOf(draft, id);
  if (!button) return { status: 'edge' };
  let blocked: GridOutcome = { status: 'edge' };
  // A row below all others is as far as anybody wants to go at once.
  const limit = Math.max(rowsOf(buttonsOf(draft, pageOf(draft, button)).filter((one) => one.id !== id)), button.y + 1);
  for (let n = 1; n <= MAX_ROWS; n++) {
    const rectangle = { ...rectangleOf(button), x: button.x + n * dx, y: button.y + n * dy };
    if (rectangle.y > limit) break;
    const outcome = putInto(draft, id, rectangle);
    if (outcome.status === 'done') return outcome;
    if (outcome.status === 'edge') break;
    if (blocked.status === 'edge') blocked = outcome;
  }
  return blocked;
}

/** Makes a button larger or smaller by its lower right corner. */
export function resizeBy(draft: Definition, id: string, dw: number, dh: number): GridOutcome {
  const button = buttonOf(draft, id);
  return button ? putInto(draft, id, { ...rectangleOf(button), w: button.w + dw, h: button.h + dh }) : { status: 'edge' };
}

/** The first place of a size that is free of buttons of one grid, row by row; null when it is full. */
export function freePlace(buttons: readonly Button[], columns: number, size: Pick<GridRectangle, 'w' | 'h'>): GridRectangle | null {
  const w = Math.min(size.w, columns);
  for (let y = 0; y + size.h <= MAX_ROWS; y++)
    for (let x = 0; x + w <= columns; x++) {
      const rectangle = { x, y, w, h: size.h };
      if (standingIn(buttons, rectangle).length === 0) return rectangle;
    }
  return null;
}

/** Puts a new button where it is wished on its page, else in the first free place there. */
export function addButton(draft: Definition, button: Unplaced, at?: Pick<GridRectangle, 'x' | 'y'>): GridOutcome {
  const wish = at && { ...at, w: button.w, h: button.h };
  if (wish && !isInside(wish, draft.columns)) return { status: 'edge' };
  const page = pageOf(draft, button);
  const others = buttonsOf(draft, page);
  const by = wish ? standingIn(others, wish) : [];
  if (by.length > 0) return { status: 'taken', by };
  const rectangle = wish ?? freePlace(others, draft.columns, button);
  if (!rectangle || draft.buttons.length >= MAX_BUTTONS) return { status: 'edge' };
  const placed = onPage(draft, { ...button, ...rectangle }, page);
  return { status: 'done', draft: { ...draft, buttons: [...draft.buttons, placed] }, button: placed };
}

/** A button like another one, in the next free place; its hotkey stays with the first. */
export function duplicate(draft: Definition, id: string, copyId: string): GridOutcome {
  const button = buttonOf(draft, id);
  if (!button) return { status: 'edge' };
  return addButton(draft, { ...button, id: copyId, hotkey: null });
}

/** A button that was taken away, back in its place, or in a free one when something stands there by now. */
export function putBack(draft: Definition, button: Button): GridOutcome {
  if (buttonOf(draft, button.id)) return { status: 'edge' };
  const outcome = addButton(draft, button, button);
  return outcome.status === 'done' ? outcome : addButton(draft, button);
}

/** Moves a button to another page: to the same place, or to a free one when something stands there. */
export function moveToPage(draft: Definition, id: string, page: string): GridOutcome {
  const button = buttonOf(draft, id);
  if (!button || knownPage(draft, page) !== page) return { status: 'edge' };
  if (pageOf(draft, button) === page) return { status: 'done', draft, button };
  const others = buttonsOf(draft, page);
  const isFree = standingIn(others, button).length === 0;
  const rectangle = isFree ? rectangleOf(button) : freePlace(others, draft.columns, button);
  if (!rectangle) return { status: 'edge' };
  const next = onPage(draft, { ...button, ...rectangle }, page);
  return { status: 'done', draft: withButton(draft, next), button: next };
}

/** The draft with that many columns: what no longer fits gets narrower, and another place on its page where it must. */
export function withColumns(draft: Definition, columns: number): Definition {
  const moved = new Map<string, Button>();
  for (const { id: page } of pagesOf(draft)) {
    const buttons = buttonsOf(draft, page);
    const kept = buttons.filter(({ x, w }) => x + w <= columns);
    for (const button of inOrder(buttons)) {
      if (button.x + button.w <= columns) continue;
      const rectangle = freePlace(kept, columns, button) ?? freePlace(kept, columns, { w: 1, h: 1 });
      if (!rectangle) return draft;
      const next = { ...button, ...rectangle };
      kept.push(next);
      moved.set(button.id, next);
    }
  }
  return { ...draft, columns, buttons: draft.buttons.map((one) => moved.get(one.id) ?? one) };
}

/** The draft without a lane: its buttons go to the first one that is left. The last lane stays. */
export function withoutLane(draft: Definition, id: string): Definition {
  const lanes = draft.lanes.filter((one) => one.id !== id);
  if (lanes.length === 0) return draft;
  return { ...draft, lanes, buttons: draft.buttons.map((one) => (one.lane === id ? { ...one, lane: null } : one)) };
}

/** An id that no row has yet: `b3`. */
export function freeId(taken: readonly { id: string }[], letter: string): string {
  const ids = new Set(taken.map(({ id }) => id));
  let n = taken.length + 1;
  while (ids.has(`${letter}${n}`)) n++;
  return `${letter}${n}`;
}
