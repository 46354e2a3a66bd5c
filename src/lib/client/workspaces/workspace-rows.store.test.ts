import { expect, it } from 'vitest';
import { listMachines, type Machine } from '../../contract/machines.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createWorkspaceRows } from './workspace-rows.store.ts';

const machine = (id: string) => ({ id }) as Machine;

it('the first rows of a workspace follow its own changes, once for a burst, and say that there are more', async () => {
  const it = world();
  const asked: unknown[] = [];
  it.answer(listMachines, ({ query }) => {
    asked.push(query.workspace_id);
    return { items: [machine('a')], next_cursor: 'more' };
  });
  const store = createWorkspaceRows(it.deps, 'hall', 'machines', (call, query) =>
    call(listMachines, { params: { organization_id: 'org' }, query }),
  );
  store.start();
  await flushPromises();
  expect(store.$state.get()).toEqual({ status: 'ready', rows: [machine('a')], more: true });
  it.send({ name: 'changed', data: { entity: 'machines', id: 'x', workspace_id: 'other' } });
  it.send({ name: 'changed', data: { entity: 'dataloggers', id: 'x', workspace_id: 'hall' } });
  await it.pass(3_000);
  expect(asked).toEqual(['hall']);
  for (const id of ['x', 'y']) it.send({ name: 'changed', data: { entity: 'machines', id, workspace_id: 'hall' } });
  await it.pass(3_000);
  expect(asked).toEqual(['hall', 'hall']);
});

it('rows that may not be read say why', async () => {
  const it = world();
  it.answer(listMachines, () => Promise.reject(refusal('forbidden')));
  const store = createWorkspaceRows(it.deps, 'hall', 'machines', (call, query) =>
    call(listMachines, { params: { organization_id: 'org' }, query }),
  );
  await store.load();
  expect(store.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
});
