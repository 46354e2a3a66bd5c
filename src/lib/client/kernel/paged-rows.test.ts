import { expect, it } from 'vitest';
import { type ListedMark, listAllMarks } from '../../contract/mark-lists.ts';
import { createMarkList, type MarksQuery } from '../marks/mark-list.store.ts';
import { flushPromises, world } from './store-testing.ts';

const QUERY: MarksQuery = { workspace: 'w1', q: '', kind: null, standing: null, from: null, to: null, sort: '-from' };

/** A server where so many marks are in another workspace than the chosen one. */
function plant(query: Partial<MarksQuery>, there: number, server: 'rendered' | 'silent' = 'silent') {
  const ground = world();
  const asked: (string | undefined)[] = [];
  const rows = { w1: [] as ListedMark[], there };
  ground.answer(listAllMarks, ({ query: { workspace_id } }) => {
    asked.push(workspace_id);
    const items = workspace_id === 'w1' || rows.there === 0 ? [...rows.w1] : [{ id: 'm2' } as ListedMark];
    return { items, next_cursor: null, total: workspace_id === 'w1' ? rows.w1.length : rows.w1.length + rows.there };
  });
  const answer = server === 'rendered' ? { items: [], next_cursor: null, total: 0 } : null;
  const store = createMarkList(ground.deps, { query: { ...QUERY, ...query }, answer });
  const ready = () => {
    const state = store.$state.get();
    if (state.status !== 'ready') throw new Error(state.status);
    return state;
  };
  return { ...ground, asked, rows, store, ready };
}

it('an empty list of one workspace says how many others have, until the workspace gets its first row', async () => {
  const { store, ready, rows, asked, send, pass } = plant({}, 3);
  store.start();
  await flushPromises();
  expect([ready().rows.length, ready().elsewhere, ready().bare]).toEqual([0, { total: 3, capped: false }, undefined]);
  expect(asked).toEqual(['w1', undefined]);
  rows.w1.push({ id: 'm1' } as ListedMark);
  send({ name: 'changed', data: { entity: 'marks', id: 'm1', workspace_id: 'w1' } });
  await pass(1_000);
  expect([ready().rows.length, ready().elsewhere]).toEqual([1, undefined]);
  expect(asked).toEqual(['w1', undefined, 'w1']);
});

it('where no workspace has any, and where none is chosen, the list is bare', async () => {
  for (const query of [{}, { workspace: null }]) {
    const { store, ready, asked } = plant(query, 0);
    store.start();
    await flushPromises();
    expect([ready().elsewhere, ready().bare]).toEqual([undefined, true]);
    // Nothing is asked for twice.
    expect(asked).toEqual([...new Set(asked)]);
  }
});

it('an empty page that came with the document is not shown before the others are asked about; without a workspace it is at once', async () => {
  const { store, ready } = plant({}, 3, 'rendered');
  expect(store.$state.get().status).toBe('loading');
  store.start();
  await flushPromises();
  expect(ready().elsewhere?.total).toBe(3);
  expect(plant({ workspace: null }, 0, 'rendered').store.$state.get().status).toBe('ready');
});

it('others are asked with the same filter', async () => {
  const { store, ready } = plant({ q: 'cleaning' }, 2);
  store.start();
  await flushPromises();
  expect([ready().elsewhere?.total, ready().bare]).toEqual([2, undefined]);
});
