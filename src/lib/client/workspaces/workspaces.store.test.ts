import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import { createWorkspace, getWorkspace, listWorkspaces, updateWorkspace, type Workspace } from '../../contract/workspaces.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createWorkspace as createDetail } from './workspace.store.ts';
import { createWorkspaces, filterWorkspaces } from './workspaces.store.ts';

const workspace = (id: string, over: Partial<Workspace> = {}): Workspace => ({
  id,
  name: `Hala ${id}`,
  code: null,
  description: '',
  time_zone: 'Europe/Prague',
  datalogger_count: 0,
  machine_count: 0,
  member_count: 0,
  rev: 1,
  created_at: '2026-11-20T14:00:00Z',
  updated_at: '2026-11-20T14:00:00Z',
  archived_at: null,
  ...over,
});
const list = (rows: Workspace[], next: string | null = null) => ({ items: rows, next_cursor: next });
const changed = (entity: 'workspaces' | 'machines', id: string, workspace_id = id): LiveEvent => ({
  name: 'changed',
  data: { entity, id, workspace_id },
});
const names = (store: ReturnType<typeof createWorkspaces>) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.map(({ name }) => name) : state.status;
};

describe('the list of workspaces', () => {
  it('is loaded whole, page by page', async () => {
    const it = world();
    it.answer(listWorkspaces, ({ query }) => (query.cursor === undefined ? list([workspace('1')], 'more') : list([workspace('2')])));
    const store = createWorkspaces(it.deps, { archived: false, answer: null });
    store.start();
    await flushPromises();
    expect(names(store)).toEqual(['Hala 1', 'Hala 2']);
  });

  it('takes up a new one, a changed one and the end of one from the live stream', async () => {
    const it = world();
    it.answer(getWorkspace, ({ params }) =>
      params.id === '3' ? Promise.reject(refusal('not_found')) : workspace(params.id, { name: `Nová ${params.id}`, rev: 2 }),
    );
    const store = createWorkspaces(it.deps, { archived: false, answer: list([workspace('1'), workspace('3')]) });
    store.start();
    for (const id of ['1', '2', '3']) it.send(changed('workspaces', id));
    await flushPromises();
    expect(names(store)).toEqual(['Nová 1', 'Nová 2']);
  });

  it('counts again when machines have changed, once for a burst of them', async () => {
    const it = world();
    it.answer(listWorkspaces, () => list([workspace('1', { machine_count: 9 })]));
    const store = createWorkspaces(it.deps, { archived: false, answer: list([workspace('1')]) });
    const stop = store.start();
    for (let i = 0; i < 5; i++) it.send(changed('machines', `${i}`, '1'));
    await it.pass(2_000);
    expect(it.calls).toHaveLength(1);
    expect(store.$state.get()).toMatchObject({ rows: [{ machine_count: 9 }] });
    it.send(changed('machines', '1', '1'));
    stop();
    await it.pass(5_000);
    expect(it.calls).toHaveLength(1);
  });

  it('archives at once and takes it back when the server refuses', async () => {
    const it = world();
    const answers = [Promise.withResolvers<Workspace>(), Promise.withResolvers<Workspace>()];
    let asked = 0;
    it.answer(updateWorkspace, () => answers[asked++]!.promise);
    const store = createWorkspaces(it.deps, { archived: false, answer: list([workspace('1'), workspace('2')]) });
    const done = store.archive(workspace('1'), true);
    expect(names(store)).toEqual(['Hala 2']);
    answers[0]!.resolve(workspace('1', { rev: 2, archived_at: '2026-11-20T14:00:00Z' }));
    await done;
    expect(names(store)).toEqual(['Hala 2']);
    const refused = store.archive(workspace('2'), true);
    answers[1]!.reject(refusal('forbidden'));
    await expect(refused).rejects.toThrow();
    expect(names(store)).toEqual(['Hala 2']);
    expect(store.$state.get()).toMatchObject({ rows: [{ archived_at: null }] });
  });

  it('does not fall back to an older row when an archiving is refused, nor to a list that was overtaken', async () => {
    const it = world();
    const late = Promise.withResolvers<ReturnType<typeof list>>();
    it.answer(listWorkspaces, () => late.promise);
    it.answer(getWorkspace, () => workspace('1', { name: 'Jejich', rev: 2 }));
    const refused = Promise.withResolvers<Workspace>();
    it.answer(updateWorkspace, () => refused.promise);
    const store = createWorkspaces(it.deps, { archived: false, answer: list([workspace('1')]) });
    store.start();
    const loading = store.load();
    const archiving = store.archive(workspace('1'), true);
    it.send(changed('workspaces', '1'));
    await flushPromises();
    expect(names(store)).toEqual([]);
    refused.reject(refusal('forbidden'));
    await expect(archiving).rejects.toThrow();
    expect(names(store)).toEqual(['Jejich']);
    late.resolve(list([workspace('1')]));
    await loading;
    expect(names(store)).toEqual(['Jejich']);
  });

  it('shows the archived ones when they are asked for', async () => {
    const it = world();
    const asked: unknown[] = [];
    it.answer(listWorkspaces, ({ query }) => {
      asked.push(query.archived);
      return list([workspace('1', { archived_at: '2026-11-20T14:00:00Z' })]);
    });
    const store = createWorkspaces(it.deps, { archived: false, answer: list([]) });
    store.follow(false);
    store.follow(true);
    await flushPromises();
    expect(asked).toEqual(['1']);
    expect(names(store)).toEqual(['Hala 1']);
  });

  it('takes a created one in', async () => {
    const it = world();
    it.answer(createWorkspace, ({ body }) => workspace('9', { name: (body as { name: string }).name }));
    const store = createWorkspaces(it.deps, { archived: false, answer: list([workspace('1')]) });
    await store.create({ name: 'Aula' });
    expect(names(store)).toEqual(['Aula', 'Hala 1']);
  });

  it('is narrowed by words of name, code and description, whatever case and accents', () => {
    const rows = [workspace('1', { description: 'Lisovna' }), workspace('2', { name: 'Kalírna', code: 'K-2' })];
    const found = (q: string) => filterWorkspaces(rows, q).map(({ id }) => id);
    expect([found(''), found('kalirna'), found('HALA lis'), found('k-2'), found('pec')]).toEqual([['1', '2'], ['2'], ['1'], ['2'], []]);
  });
});

describe('one workspace', () => {
  it('is read again when it or what it counts changes, and not for its neighbours', async () => {
    const it = world();
    it.answer(getWorkspace, () => workspace('1', { machine_count: 3 }));
    const store = createDetail(it.deps, '1', workspace('1'));
    store.start();
    it.send(changed('workspaces', '2'));
    it.send(changed('machines', 'm', '2'));
    await flushPromises();
    expect(it.calls).toEqual([]);
    it.send(changed('machines', 'm', '1'));
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ status: 'ready', row: { machine_count: 3 } });
  });
});
