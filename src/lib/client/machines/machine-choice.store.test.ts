import { describe, expect, it } from 'vitest';
import { getMachine, listMachines, type Machine } from '../../contract/machines.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { CHOICES, createMachineChoice } from './machine-choice.store.ts';

const machine = (id: string, name: string) => ({ id, name }) as unknown as Machine;

describe('the choice of a machine', () => {
  it('searches in its workspace, at once and then when the typing rests, and says when there are more', async () => {
    const { deps, answer, pass } = world();
    const asked: unknown[] = [];
    answer(listMachines, ({ query }) => {
      asked.push(query);
      return { items: [machine('a', 'Lis')], next_cursor: query?.q ? null : 'x' };
    });
    const store = createMachineChoice(deps, 'w1');
    store.search('');
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ status: 'ready', more: true });
    for (const q of ['l', 'li', 'lis ']) store.search(q);
    await pass(300);
    const common = { workspace_id: 'w1', limit: String(CHOICES) };
    expect(asked).toEqual([common, { ...common, q: 'lis' }]);
    expect(store.$state.get()).toMatchObject({ status: 'ready', more: false });
    expect(store.$names.get()).toEqual({ a: 'Lis' });
  });

  it('asks once for the name of a machine that it does not know, and lives without one that may not be read', async () => {
    const { deps, answer, calls } = world();
    answer(getMachine, ({ params }) => {
      if (params.id === 'hidden') throw refusal('not_found');
      return machine(params.id, 'Pec');
    });
    const store = createMachineChoice(deps, 'w1');
    for (const id of ['b', 'b', 'hidden']) store.want(id);
    await flushPromises();
    store.want('b');
    expect(calls).toHaveLength(2);
    expect(store.$names.get()).toEqual({ b: 'Pec' });
  });
});
