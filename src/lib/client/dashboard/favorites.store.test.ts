import { describe, expect, it } from 'vitest';
import { type Favorite, listFavorites, setFavorite } from '../../contract/favorites.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createFavorites, type FavoritesStore, isFavorite } from './favorites.store.ts';

const at = '2026-11-20T14:00:00Z';
const row = (entity_id: string, entity: Favorite['entity'] = 'dataloggers'): Favorite => ({ entity, entity_id, created_at: at });

/** A server that keeps favourites. */
function ground(first: Favorite[] = []) {
  const it = world();
  let stored = first;
  it.answer(listFavorites, () => ({ items: stored }));
  it.answer(setFavorite, ({ body: { entity, entity_id, marked } }) => {
    stored = stored.filter((one) => one.entity_id !== entity_id);
    if (marked) stored = [...stored, row(entity_id, entity)];
    return { items: stored };
  });
  return { it, set: (items: Favorite[]) => (stored = items), stored: () => stored };
}
const ids = (store: FavoritesStore) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.map(({ entity_id }) => entity_id) : state.status;
};
const writes = (calls: string[]) => calls.filter((call) => call.startsWith('PUT')).length;

describe('favourites', () => {
  it('are loaded when the first star looks, and not when they came with the page', async () => {
    const { it } = ground([row('a')]);
    const store = createFavorites(it.deps);
    expect(ids(store)).toBe('loading');
    store.start();
    await flushPromises();
    expect(ids(store)).toEqual(['a']);
    const given = createFavorites(it.deps, { answer: { items: [row('b')] } });
    given.start();
    await flushPromises();
    expect(ids(given)).toEqual(['b']);
    expect(it.calls).toHaveLength(1);
  });

  it('show a mark at once, before the server has said anything', async () => {
    const { it, stored } = ground();
    const store = createFavorites(it.deps, { answer: { items: [] } });
    const marked = store.mark('channels', 'c', true);
    expect(isFavorite(store.$state.get(), 'channels', 'c')).toBe(true);
    expect(isFavorite(store.$state.get(), 'dataloggers', 'c')).toBe(false);
    expect(stored()).toEqual([]);
    await marked;
    expect(stored()).toEqual([row('c', 'channels')]);
  });

  it('take a mark back when it is refused, and leave the others', async () => {
    const { it } = ground([row('a')]);
    const store = createFavorites(it.deps, { answer: { items: [row('a')] } });
    it.answer(setFavorite, () => Promise.reject(refusal('not_found')));
    const marked = store.mark('dataloggers', 'b', true);
    expect(ids(store)).toEqual(['a', 'b']);
    await expect(marked).rejects.toMatchObject({ code: 'not_found' });
    expect(ids(store)).toEqual(['a']);
  });

  it('end as the last press wants it, however fast the presses come', async () => {
    const { it, stored, set } = ground();
    const slow = Promise.withResolvers<void>();
    it.answer(setFavorite, async ({ body: { entity, entity_id, marked } }) => {
      const first = stored().length === 0;
      if (first) await slow.promise;
      set([...stored().filter((one) => one.entity_id !== entity_id), ...(marked ? [row(entity_id, entity)] : [])]);
      return { items: stored() };
    });
    const store = createFavorites(it.deps, { answer: { items: [] } });
    const presses = [true, false, true].map((marked) => store.mark('dataloggers', 'a', marked));
    const other = store.mark('dataloggers', 'b', true);
    expect(ids(store)).toEqual(['a', 'b']);
    await flushPromises();
    // The next is sent when the one before is answered, so none can overtake another.
    expect(writes(it.calls)).toBe(1);
    slow.resolve();
    await Promise.all([...presses, other]);
    expect(ids(store)).toEqual(['a', 'b']);
    expect(stored().map(({ entity_id }) => entity_id)).toEqual(['a', 'b']);
    expect(writes(it.calls)).toBe(4);
  });

  it('are not overtaken by a list that was asked for before the mark', async () => {
    const { it } = ground();
    const late = Promise.withResolvers<{ items: Favorite[] }>();
    it.answer(listFavorites, () => late.promise);
    const store = createFavorites(it.deps);
    store.start();
    await store.mark('dataloggers', 'a', true);
    late.resolve({ items: [] });
    await flushPromises();
    expect(ids(store)).toEqual(['a']);
  });

  it('are asked for again when a marked row changes and when another tab marks one', async () => {
    const { it, set } = ground([row('a')]);
    let tell: () => void = () => undefined;
    let posts = 0;
    const share = {
      post: () => {
        posts++;
      },
      listen(hear: () => void) {
        tell = hear;
        return () => undefined;
      },
    };
    const store = createFavorites(it.deps, { share });
    store.start();
    await flushPromises();
    it.send({ name: 'changed', data: { entity: 'dataloggers', id: 'x', workspace_id: 'w' } });
    await flushPromises();
    expect(it.calls).toHaveLength(1);
    set([]);
    it.send({ name: 'changed', data: { entity: 'dataloggers', id: 'a', workspace_id: 'w' } });
    await flushPromises();
    expect(ids(store)).toEqual([]);
    set([row('b')]);
    tell();
    await flushPromises();
    expect(ids(store)).toEqual(['b']);
    expect(posts).toBe(0);
    await store.mark('dataloggers', 'b', false);
    expect(posts).toBe(1);
  });
});
