import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import { type MachineWork, machineWork } from '../../contract/measurements.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createMachineWork } from './machine-work.store.ts';

const MACHINE = '0198a3c2-0000-7000-8000-000000000007';
const NOW = Date.parse('2026-11-20T14:00:00Z');
const day = (from: string, to: string): MachineWork => ({
  time_zone: 'Europe/Prague',
  day: { from, to },
  running: [],
  last: [],
  today: [],
  today_complete: true,
});
const tapped: LiveEvent = { name: 'changed', data: { entity: 'measurements', id: MACHINE, workspace_id: MACHINE } };

function plant() {
  const it = world(NOW);
  it.answer(machineWork, () =>
    it.deps.now() < Date.parse('2026-11-20T23:00:00Z')
      ? day('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z')
      : day('2026-11-20T23:00:00Z', '2026-11-21T23:00:00Z'),
  );
  const store = createMachineWork(it.deps, MACHINE);
  const shownDay = () => {
    const state = store.$state.get();
    return state.status === 'ready' ? state.data.day.from : null;
  };
  return { it, store, shownDay };
}

describe('what is done on a machine', () => {
  it('is read again when any measurement changes', async () => {
    const { it, store } = plant();
    const stop = store.start();
    await flushPromises();
    expect(it.calls).toHaveLength(1);
    it.send({ name: 'changed', data: { entity: 'machines', id: MACHINE, workspace_id: MACHINE } });
    await it.pass(2_000);
    expect(it.calls).toHaveLength(1);
    it.send(tapped);
    it.send(tapped);
    await it.pass(2_000);
    expect(it.calls).toHaveLength(2);
    stop();
  });

  it('begins anew when the day ends, and never after it is left', async () => {
    const { it, store, shownDay } = plant();
    const stop = store.start();
    await it.pass(9 * 3_600_000 - 1_000);
    expect(shownDay()).toBe('2026-11-19T23:00:00Z');
    await it.pass(2_000);
    expect(shownDay()).toBe('2026-11-20T23:00:00Z');
    stop();
    const asked = it.calls.length;
    await it.pass(48 * 3_600_000);
    expect(it.calls).toHaveLength(asked);
  });
});
