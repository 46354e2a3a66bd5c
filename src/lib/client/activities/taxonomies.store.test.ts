import { describe, expect, it } from 'vitest';
import { createTaxonomy, listTaxonomies, type Taxonomy, updateTaxonomy } from '../../contract/taxonomies.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createTaxonomies } from './taxonomies.store.ts';

const taxonomy = (id: string, over: Partial<Taxonomy> = {}): Taxonomy => ({
  id,
  key: null,
  names: { cs: id, en: id, sk: id },
  to_check: false,
  categories: [],
  rev: 0,
  updated_at: null,
  archived_at: null,
  ...over,
});
const shown = (store: ReturnType<typeof createTaxonomies>) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.map(({ id, rev }) => `${id} ${rev}`) : state.status;
};

describe('taxonomies', () => {
  it('are loaded in the server’s order and read again once for a burst of changes', async () => {
    const it = world();
    let rev = 0;
    it.answer(listTaxonomies, () => ({ items: [taxonomy('value', { rev }), taxonomy('refa')] }));
    const store = createTaxonomies(it.deps);
    store.start();
    await flushPromises();
    expect(shown(store)).toEqual(['value 0', 'refa 0']);
    rev = 1;
    for (let n = 0; n < 3; n++) it.send({ name: 'changed', data: { entity: 'taxonomies', id: 'value', workspace_id: null } });
    await it.pass(1_000);
    expect(shown(store)).toEqual(['value 1', 'refa 0']);
    expect(it.calls).toHaveLength(2);
  });

  it('show what was saved and made at once, and what somebody else saved first', async () => {
    const it = world();
    it.answer(listTaxonomies, () => ({ items: [taxonomy('value')] }));
    it.answer(updateTaxonomy, ({ params, body }) => {
      if (body.rev > 0) throw refusal('stale_rev', taxonomy(params.id, { rev: 7 }));
      return taxonomy(params.id, { rev: 1 });
    });
    it.answer(createTaxonomy, () => taxonomy('own', { rev: 1 }));
    const store = createTaxonomies(it.deps);
    store.start();
    await flushPromises();
    expect(await store.save('value', 0, { to_check: false })).toMatchObject({ status: 'saved' });
    await store.create({ names: { cs: 'a', en: 'a', sk: 'a' }, categories: [] });
    expect(shown(store)).toEqual(['value 1', 'own 1']);
    expect(await store.save('value', 1, { archived: true })).toMatchObject({ status: 'conflict' });
    expect(shown(store)).toEqual(['value 7', 'own 1']);
  });

  it('say when they could not be loaded', async () => {
    const it = world();
    it.answer(listTaxonomies, () => {
      throw refusal('internal');
    });
    const store = createTaxonomies(it.deps);
    store.start();
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'internal' });
  });
});
