import type { ActivityFace } from '../../lib/contract/activities.ts';
import type { FieldError } from '../../lib/contract/errors.ts';
import type { ButtonKind, Definition } from '../../lib/contract/screens.ts';
import { freeId, type Unplaced } from '../../lib/domain/screens/screen-grid.ts';
import { onPage } from '../../lib/domain/screens/screen-pages.ts';

/** What parts of the editor share. */

export type Faces = ReadonlyMap<string, ActivityFace>;

/** A change of the draft with what is said of it to those who don't see it. */
export type Change = (next: Definition, said?: string) => void;

/** A new button for a page of the draft, without its place. */
export function newButton(draft: Definition, kind: ButtonKind, activity: string | null, page: string): Unplaced {
  const wide = draft.columns >= 4 && kind === 'activity';
  const button = {
    id: freeId(draft.buttons, 'b'),
    kind,
    activity_id: activity,
    lane: null,
    interrupts: false,
    label: null,
    hotkey: null,
    w: wide ? 2 : 1,
    h: 1,
  };
  return onPage(draft, button, page);
}

/** What the server had against one button. */
export interface ButtonProblem {
  field: string;
  code: string;
}

/** Problems by the button that they speak of; those of the screen as a whole under the empty id. */
export function problemsByButton(
  refused: { draft: Definition; errors: readonly FieldError[] } | null,
): ReadonlyMap<string, ButtonProblem[]> {
  const found = new Map<string, ButtonProblem[]>();
  for (const { path, code } of refused?.errors ?? []) {
    const [, list, index, field = ''] = path.split('.');
    const id = (list === 'buttons' && index !== undefined && refused?.draft.buttons[Number(index)]?.id) || '';
    found.set(id, [...(found.get(id) ?? []), { field: id ? field : (list ?? ''), code }]);
  }
  return found;
}

/** Names of the buttons in which two drafts differ. */
export function differingButtons(a: Definition, b: Definition): string[] {
  const own = new Map(a.buttons.map((one) => [one.id, JSON.stringify(one)]));
  const other = new Map(b.buttons.map((one) => [one.id, JSON.stringify(one)]));
  return [...new Set([...own.keys(), ...other.keys()])].filter((id) => own.get(id) !== other.get(id));
}
