import { describe, expect, it } from 'vitest';
import { getMenuCounts } from '../../contract/menu-counts.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createMenuCounts } from './menu-counts.store.ts';

describe('counts of the menu', () => {
  it('are read once, again after a change of what they count, and now and then, since silence makes no event', async () => {
    const it = world();
    it.answer(getMenuCounts, ({ query }) => ({
      dataloggers: query.workspace_id === 'w1' ? it.calls.length : -1,
      measurements: null,
      alarms: null,
      quarantine: null,
    }));
    const store = createMenuCounts(it.deps, 'w1');
    const counted = () => {
      const state = store.$state.get();
      return state.status === 'ready' ? state.data.dataloggers : null;
    };
    const stop = store.start();
    await flushPromises();
    expect(counted()).toBe(1);
    it.send({ name: 'changed', data: { entity: 'machines', id: 'm', workspace_id: 'w1' } });
    await it.pass(5_000);
    expect(counted()).toBe(1);
    for (const entity of ['measurements', 'dataloggers'] as const)
      it.send({ name: 'changed', data: { entity, id: 'x', workspace_id: 'w1' } });
    await it.pass(5_000);
    expect(counted()).toBe(2);
    await it.pass(30_000);
    expect(counted()).toBe(3);
    stop();
    await it.pass(90_000);
    expect(it.calls).toHaveLength(3);
  });
});
