import { describe, expect, it } from 'vitest';
import { createSavedView, listSavedViews, type SavedView, updateSavedView } from '../../contract/saved-views.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { columnsOf, columnsText, createSavedViews, isChanged, queryOf, queryText } from './saved-views.store.ts';

const view = (id: string, over: Partial<SavedView> = {}): SavedView => ({
  id,
  list: 'machines',
  name: id,
  workspace_id: null,
  query: '',
  columns: [],
  editable: true,
  rev: 1,
  created_by: 'me',
  created_at: '2026-11-20T13:00:00Z',
  updated_at: '2026-11-20T13:00:00Z',
  archived_at: null,
  ...over,
});

describe('a saved view', () => {
  it('is the same text for the same filters, and gives them back', () => {
    const text = queryText({ sort: '-name', q: 'lis & pec', hall: null, line: '' });
    expect(text).toBe(queryText({ q: 'lis & pec', sort: '-name' }));
    expect(queryOf(text)).toEqual({ q: 'lis & pec', sort: '-name' });
    expect(columnsOf(columnsText({ code: true, kind: false }))).toEqual({ code: true, kind: false });
  });

  it('is changed when the list shows other filters or columns, not when they are named in another order', () => {
    const saved = view('a', { query: 'q=lis&sort=-name', columns: ['code', '-kind'] });
    expect(isChanged(saved, { sort: '-name', q: 'lis', hall: null }, { kind: false, code: true })).toBe(false);
    expect(isChanged(saved, { sort: 'name', q: 'lis' }, { kind: false, code: true })).toBe(true);
    expect(isChanged(saved, { sort: '-name', q: 'lis' }, {})).toBe(true);
    // A list without a choice of columns.
    expect(isChanged(saved, { sort: '-name', q: 'lis' }, null)).toBe(false);
  });
});

describe('the saved views of a list', () => {
  it('stand in their places: a new one at the end, a renamed one where it was, a deleted one nowhere', async () => {
    const it = world();
    it.answer(listSavedViews, ({ query }) => ({ items: query.list === 'machines' ? [view('a'), view('b')] : [] }));
    it.answer(createSavedView, ({ body }) => view('c', { name: body.name, list: body.list }));
    it.answer(updateSavedView, ({ params, body }) =>
      view(params.id, { name: body.name ?? params.id, rev: body.rev + 1, archived_at: body.archived ? '2026-11-20T14:00:00Z' : null }),
    );
    const store = createSavedViews(it.deps, 'machines');
    const names = () => {
      const state = store.$state.get();
      return state.status === 'ready' ? state.data.map(({ name }) => name) : state.status;
    };
    store.start();
    await flushPromises();
    await store.create({ name: 'Nový', query: '' });
    const renamed = await store.save(view('a'), { name: 'První' });
    expect([names(), renamed.rev]).toEqual([['První', 'b', 'Nový'], 2]);
    await store.save(view('b'), { archived: true });
    expect(names()).toEqual(['První', 'Nový']);
    it.send({ name: 'changed', data: { entity: 'saved-views', id: 'x', workspace_id: null } });
    await it.pass(2_000);
    expect(names()).toEqual(['a', 'b']);
  });
});
