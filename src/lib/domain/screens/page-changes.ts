import { type Button, type Definition, MAX_PAGES, type Page } from '../../contract/screens.ts';
import { buttonsOf, ONLY, onPage, pageOf } from './screen-pages.ts';

/** Changes of a panel's pages: every function gives a new draft, in which each button says its page, or none has one. */

/** The draft with these pages, and each button on its own; a single page is none. */
function withPages(draft: Definition, pages: readonly Page[], pageOfButton: (button: Button) => string): Definition {
  const { pages: _, buttons, ...rest } = draft;
  const next: Definition = pages.length > 1 ? { ...rest, pages: [...pages], buttons } : { ...rest, buttons };
  return { ...next, buttons: buttons.map((one) => onPage(next, one, pageOfButton(one))) };
}

/** The draft with one page more, behind the others; the first time what is there becomes the first page. Null when there are as many as there may be. */
export function addPage(draft: Definition): { draft: Definition; page: string } | null {
  const pages = draft.pages ?? [{ ...ONLY, id: 'p1' }];
  if (pages.length >= MAX_PAGES) return null;
  const taken = new Set(pages.map(({ id }) => id));
  let n = pages.length + 1;
  while (taken.has(`p${n}`)) n++;
  const page = `p${n}`;
  const of = (button: Button) => (draft.pages ? pageOf(draft, button) : pages[0]!.id);
  return { draft: withPages(draft, [...pages, { id: page, name: '' }], of), page };
}

export const namePage = (draft: Definition, page: string, name: string): Definition =>
  draft.pages ? { ...draft, pages: draft.pages.map((one) => (one.id === page ? { ...one, name } : one)) } : draft;

/** The draft with a page one place nearer to the first or to the last. */
export function movePage(draft: Definition, page: string, by: -1 | 1): Definition {
  const pages = [...(draft.pages ?? [])];
  const at = pages.findIndex(({ id }) => id === page);
  const [one, other] = [pages[at], pages[at + by]];
  if (!one || !other) return draft;
  pages[at] = other;
  pages[at + by] = one;
  return withPages(draft, pages, (button) => pageOf(draft, button));
}

/** The draft without a page and its buttons. The last page stays. */
export function withoutPage(draft: Definition, page: string): Definition {
  const pages = draft.pages?.filter(({ id }) => id !== page);
  if (!pages || pages.length === draft.pages?.length) return draft;
  const kept = { ...draft, buttons: draft.buttons.filter((one) => pageOf(draft, one) !== page) };
  return withPages(kept, pages, (button) => pageOf(draft, button));
}

/**
 * The draft with a page and its buttons as they were before it was taken away, in its place; unchanged where it can't come back.
 * @param before the draft that had it
 */
export function putPageBack(draft: Definition, before: Definition, page: string): Definition {
  const at = before.pages?.findIndex(({ id }) => id === page) ?? -1;
  const back = before.pages?.[at];
  const other = before.pages?.find(({ id }) => id !== page);
  const pages = draft.pages ?? (other ? [other] : []);
  if (!back || pages.length === 0 || pages.length >= MAX_PAGES || pages.some(({ id }) => id === page)) return draft;
  const taken = new Set(draft.buttons.map(({ id }) => id));
  const buttons = buttonsOf(before, page).filter(({ id }) => !taken.has(id));
  const of = (button: Button) => (!taken.has(button.id) ? page : draft.pages ? pageOf(draft, button) : pages[0]!.id);
  return withPages({ ...draft, buttons: [...draft.buttons, ...buttons] }, pages.toSpliced(at, 0, back), of);
}
