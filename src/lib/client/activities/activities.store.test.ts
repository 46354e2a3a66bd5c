import { describe, expect, it } from 'vitest';
import { type Activity, createActivity, getActivity, listActivities, updateActivity } from '../../contract/activities.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createActivities, filterActivities } from './activities.store.ts';

const activity = (id: string, name: string, over: Partial<Activity> = {}): Activity => ({
  id,
  workspace_id: 'w1',
  name,
  short: null,
  icon: null,
  color: 1,
  kind: 'state',
  loss: false,
  element: false,
  ends_cycle: false,
  categories: {},
  rev: 1,
  created_at: '2026-11-20T14:00:00Z',
  updated_at: '2026-11-20T14:00:00Z',
  archived_at: null,
  ...over,
});
const names = (store: ReturnType<typeof createActivities>) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.map(({ name }) => name) : state.status;
};

describe('the catalogue of activities', () => {
  it('is loaded whole, page by page, in the order of names', async () => {
    const it = world();
    it.answer(listActivities, ({ query }) =>
      query.cursor ? { items: [activity('2', 'Čekání')], next_cursor: null } : { items: [activity('1', 'Porucha')], next_cursor: 'more' },
    );
    const store = createActivities(it.deps, { workspace: 'w1' });
    store.start();
    await flushPromises();
    expect(names(store)).toEqual(['Čekání', 'Porucha']);
  });

  it('shows what came with the page at once', () => {
    const store = createActivities(world().deps, { workspace: 'w1', rows: [activity('1', 'Porucha'), activity('2', 'Balení')] });
    expect(names(store)).toEqual(['Balení', 'Porucha']);
  });

  it('takes up what changes in its workspace, and leaves the others alone', async () => {
    const it = world();
    it.answer(getActivity, ({ params }) => activity(params.id, `Nová ${params.id}`, { rev: 2 }));
    const store = createActivities(it.deps, { workspace: 'w1', rows: [activity('1', 'Porucha')] });
    store.start();
    it.send({ name: 'changed', data: { entity: 'activities', id: '1', workspace_id: 'w1' } });
    it.send({ name: 'changed', data: { entity: 'activities', id: '2', workspace_id: 'w2' } });
    await flushPromises();
    expect(names(store)).toEqual(['Nová 1']);
  });

  it('loads another workspace when that is looked at', async () => {
    const it = world();
    it.answer(listActivities, ({ query }) => ({ items: [activity('9', `Z ${query.workspace_id}`)], next_cursor: null }));
    const store = createActivities(it.deps, { workspace: 'w1', rows: [activity('1', 'Porucha')] });
    store.start();
    store.follow('w2');
    expect(names(store)).toBe('loading');
    await flushPromises();
    expect(names(store)).toEqual(['Z w2']);
  });

  it('adds a new one in its place', async () => {
    const it = world();
    it.answer(createActivity, ({ body }) => activity('2', body.name));
    const store = createActivities(it.deps, { workspace: 'w1', rows: [activity('1', 'Porucha')] });
    await store.create({ workspace_id: 'w1', name: 'Balení' });
    expect(names(store)).toEqual(['Balení', 'Porucha']);
  });

  it('shows a change before its answer, and takes back what was refused', async () => {
    const it = world();
    it.answer(updateActivity, () => {
      throw refusal('stale_rev', activity('1', 'Prostoj', { rev: 2 }));
    });
    const store = createActivities(it.deps, { workspace: 'w1', rows: [activity('1', 'Porucha')] });
    const saving = store.save('1', 1, { name: 'Závada' });
    expect(names(store)).toEqual(['Závada']);
    expect(await saving).toMatchObject({ status: 'conflict', current: { name: 'Prostoj' } });
    expect(names(store)).toEqual(['Prostoj']);
  });

  it('is searched by name and short label, without case and accents', () => {
    const rows = [activity('1', 'Čekání na materiál'), activity('2', 'Porucha', { short: 'Por.' })];
    expect(filterActivities(rows, 'MATERIAL cek').map(({ id }) => id)).toEqual(['1']);
    expect(filterActivities(rows, 'por.').map(({ id }) => id)).toEqual(['2']);
    expect(filterActivities(rows, ' ')).toHaveLength(2);
  });
});
