import { describe, expect, it } from 'vitest';
import { type Button, type Definition, definition, MAX_PAGES } from '../../contract/screens.ts';
import { addPage, movePage, namePage, putPageBack, withoutPage } from './page-changes.ts';
import { addButton, freePlace, moveBy, moveToPage, putBack, withColumns, withoutButton } from './screen-grid.ts';
import { buttonsOf, knownPage, onPage, pageOf, pagesOf } from './screen-pages.ts';
import { rowsShown } from './screen-panel.ts';
import { draftProblems, publishProblems } from './screen-rules.ts';

const button = (id: string, x: number, y: number, over: Partial<Button> = {}): Button => ({
  id,
  kind: 'note',
  activity_id: null,
  lane: null,
  interrupts: false,
  label: null,
  hotkey: null,
  x,
  y,
  w: 1,
  h: 1,
  ...over,
});
const plain: Definition = {
  columns: 3,
  hand: 'left',
  lanes: [{ id: 'worker', name: '', kind: 'worker' }],
  buttons: [button('a', 0, 0), button('b', 1, 0)],
  ratings: [],
};
/** Two pages: `a` and `b` on the first, `c` on the second where `a` is on the first. */
const { draft: two } = addPage(plain)!;
const paged: Definition = { ...two, buttons: [...two.buttons, button('c', 0, 0, { page: 'p2' })] };
const idsOf = (draft: Definition, page: string) => buttonsOf(draft, page).map(({ id }) => id);
const said = (draft: Definition) => draftProblems(draft, new Map()).map(({ path, code }) => `${path} ${code}`);

describe('a panel without pages', () => {
  it('is one page, as every panel was before', () => {
    expect(pagesOf(plain)).toHaveLength(1);
    expect(idsOf(plain, pagesOf(plain)[0]!.id)).toEqual(['a', 'b']);
    expect(JSON.stringify(definition.parse(plain))).toBe(JSON.stringify(plain));
  });

  it('becomes the first of two with the first page that is added, and is again what it was once that is taken away', () => {
    expect(pagesOf(two).map(({ id }) => id)).toEqual(['p1', 'p2']);
    expect(idsOf(two, 'p1')).toEqual(['a', 'b']);
    expect(withoutPage(two, 'p2')).toEqual(plain);
  });
});

describe('pages of a panel', () => {
  it('are at most six, each of an id of its own also after one was taken away', () => {
    let draft = plain;
    for (let n = 1; n < MAX_PAGES; n++) draft = addPage(draft)!.draft;
    expect(addPage(draft)).toBeNull();
    const again = addPage(withoutPage(draft, 'p3'))!;
    expect(new Set(pagesOf(again.draft).map(({ id }) => id)).size).toBe(MAX_PAGES);
    expect(definition.safeParse(draft).success).toBe(true);
    expect(definition.safeParse({ ...draft, pages: [...pagesOf(draft), { id: 'p9', name: '' }] }).success).toBe(false);
    expect(definition.safeParse({ ...draft, pages: [{ id: 'p1', name: '' }] }).success).toBe(false);
  });

  it('are named and put into another order; buttons stay on theirs, also those that named none', () => {
    const loose = { ...paged, buttons: paged.buttons.map((one) => (one.id === 'a' ? button('a', 0, 0) : one)) };
    expect(pageOf(loose, loose.buttons[0]!)).toBe('p1');
    const moved = movePage(namePage(loose, 'p2', 'Poruchy'), 'p2', -1);
    expect(pagesOf(moved)).toEqual([
      { id: 'p2', name: 'Poruchy' },
      { id: 'p1', name: '' },
    ]);
    expect(idsOf(moved, 'p1')).toEqual(['a', 'b']);
    expect(idsOf(moved, 'p2')).toEqual(['c']);
    expect(movePage(moved, 'p2', -1)).toEqual(moved);
    expect(movePage(moved, 'p1', 1)).toEqual(moved);
  });

  it('go with their buttons, and come back with them and in their place', () => {
    const without = withoutPage(paged, 'p1');
    expect(without.pages).toBeUndefined();
    expect(without.buttons).toEqual([button('c', 0, 0)]);
    const back = putPageBack(without, paged, 'p1');
    expect(pagesOf(back)).toEqual(pagesOf(paged));
    expect([idsOf(back, 'p1'), idsOf(back, 'p2')]).toEqual([['a', 'b'], ['c']]);
    expect(putPageBack(back, paged, 'p1')).toBe(back);
    const three = addPage(paged)!.draft;
    expect(pagesOf(putPageBack(withoutPage(three, 'p2'), three, 'p2'))).toEqual(pagesOf(three));
    expect(idsOf(putPageBack(withoutPage(three, 'p2'), three, 'p2'), 'p2')).toEqual(['c']);
  });

  it('are known by their ids; one that is gone is the first', () => {
    expect([knownPage(paged, 'p2'), knownPage(paged, 'p7'), knownPage(plain, 'p2')]).toEqual(['p2', 'p1', '']);
    expect(onPage(plain, { page: 'p2' }, 'p2')).toEqual({});
  });
});

describe('buttons of a page', () => {
  it('cover each other only there', () => {
    expect(said(paged)).toEqual([]);
    expect(said({ ...paged, buttons: [...paged.buttons, button('d', 0, 0, { page: 'p2' })] })).toEqual(['draft.buttons.3 overlap']);
    const { pages: _, ...flat } = paged;
    expect(said({ ...flat, buttons: flat.buttons.map(({ page: _, ...one }) => one) })).toEqual(['draft.buttons.2 overlap']);
  });

  it('name a page that there is, and pages don’t share an id', () => {
    expect(said({ ...paged, buttons: [button('a', 0, 0, { page: 'p7' })] })).toEqual(['draft.buttons.0.page unknown']);
    expect(said({ ...plain, buttons: [button('a', 0, 0, { page: 'p1' })] })).toEqual(['draft.buttons.0.page unknown']);
    const page = { id: 'p1', name: '' };
    expect(said({ ...paged, pages: [page, page], buttons: [] })).toEqual(['draft.pages.1.id taken']);
  });

  it('share no key with those of another page', () => {
    const buttons = [button('a', 0, 0, { hotkey: 'q', page: 'p1' }), button('c', 0, 0, { hotkey: 'Q', page: 'p2' })];
    expect(said({ ...paged, buttons })).toEqual(['draft.buttons.1.hotkey taken']);
  });

  it('are put, moved, put back and made narrower past those of the same page only', () => {
    const added = addButton(paged, button('d', 0, 0, { page: 'p2' }));
    expect(added).toMatchObject({ status: 'done', button: { page: 'p2', x: 1, y: 0 } });
    expect(moveBy(paged, 'c', 1, 0)).toMatchObject({ status: 'done', button: { x: 1, y: 0 } });
    expect(putBack(withoutButton(paged, 'c'), paged.buttons[2]!)).toMatchObject({ status: 'done', button: { page: 'p2', x: 0, y: 0 } });
    expect(freePlace(buttonsOf(paged, 'p2'), 3, { w: 2, h: 1 })).toEqual({ x: 1, y: 0, w: 2, h: 1 });
    const wide = { ...paged, buttons: [button('a', 0, 0, { page: 'p1' }), button('c', 1, 0, { w: 2, page: 'p2' })] };
    expect(withColumns(wide, 2).buttons[1]).toMatchObject({ x: 0, y: 0, w: 2, page: 'p2' });
  });

  it('go to another page into the same place, or into a free one', () => {
    expect(moveToPage(paged, 'b', 'p2')).toMatchObject({ status: 'done', button: { page: 'p2', x: 1, y: 0 } });
    const there = moveToPage(paged, 'a', 'p2');
    expect(there).toMatchObject({ status: 'done', button: { page: 'p2', x: 1, y: 0 } });
    expect(there.status === 'done' && said(there.draft)).toEqual([]);
    expect(moveToPage(paged, 'a', 'p7')).toEqual({ status: 'edge' });
    const full = Array.from({ length: 40 }, (_, y) => button(`f${y}`, 0, y, { w: 3, page: 'p2' }));
    expect(moveToPage({ ...paged, buttons: [paged.buttons[0]!, ...full] }, 'a', 'p2')).toEqual({ status: 'edge' });
  });
});

describe('a panel of pages in hands', () => {
  it('is not published with a page that has no button', () => {
    const state = button('s', 2, 0, { kind: 'activity', activity_id: 'work', page: 'p1' });
    const known = new Map([['work', { kind: 'state' as const, archived: false }]]);
    const problems = (draft: Definition) => publishProblems(draft, known).map(({ path, code }) => `${path} ${code}`);
    expect(problems({ ...paged, buttons: [...paged.buttons, state] })).toEqual([]);
    expect(problems({ ...two, buttons: [...two.buttons, state] })).toEqual(['draft.pages.1 empty_page']);
  });

  it('shows fewer rows at once, as its tabs take their height', () => {
    expect([1, 2, 4, 5].map((pages) => rowsShown('phone', pages))).toEqual([6, 6, 6, 5]);
    expect([1, 2, 6].map((pages) => rowsShown('tablet', pages))).toEqual([9, 8, 8]);
  });
});
