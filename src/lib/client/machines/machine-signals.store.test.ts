import { describe, expect, it } from 'vitest';
import { type Channel, listChannels } from '../../contract/channels.ts';
import { type Datalogger, listDataloggers } from '../../contract/dataloggers.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createMachineSignals } from './machine-signals.store.ts';

const MACHINE = '0198a3c2-0000-7000-8000-000000000007';
const LOGGER = '0198a3c2-0000-7000-8000-000000000008';
const changed = (entity: 'channels' | 'people') =>
  ({ name: 'changed', data: { entity, id: LOGGER, workspace_id: MACHINE } }) as Parameters<ReturnType<typeof world>['send']>[0];

function plant() {
  const it = world(Date.parse('2026-11-20T14:00:00Z'));
  it.answer(listDataloggers, () => ({ items: [{ id: LOGGER, expected_interval_s: 60 } as Datalogger], next_cursor: null, total: 1 }));
  it.answer(listChannels, () => ({ items: [{ id: MACHINE, key: 'air' } as Channel], next_cursor: null }));
  return { it, store: createMachineSignals(it.deps, MACHINE) };
}

describe('what measured a machine', () => {
  it('is its channels and how often their loggers send', async () => {
    const { store } = plant();
    const stop = store.start();
    await flushPromises();
    const state = store.$state.get();
    if (state.status !== 'ready') throw new Error(state.status);
    expect(state.channels.map(({ key }) => key)).toEqual(['air']);
    expect(state.intervals.get(LOGGER)).toBe(60);
    stop();
  });
  it('is asked for again when a channel changes, once for many, and not for what people do', async () => {
    const { it: world, store } = plant();
    const stop = store.start();
    await flushPromises();
    world.send(changed('people'));
    await world.pass(1_000);
    expect(world.calls).toHaveLength(2);
    world.send(changed('channels'));
    world.send(changed('channels'));
    await world.pass(1_000);
    expect(world.calls).toHaveLength(4);
    stop();
  });
});
