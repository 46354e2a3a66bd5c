import { describe, expect, it } from 'vitest';
import { type Alarm, countAlarms, listAlarms } from '../../contract/alarms.ts';
import { world } from '../kernel/store-testing.ts';
import { machineAlarms } from './machine-alarms.store.ts';

const ALARMS = [
  { id: 'a', state: 'active' },
  { id: 'b', state: 'pending' },
  { id: 'c', state: 'over' },
] as Alarm[];

describe('alarms of a machine', () => {
  it('are asked for once for all that shows them on a page, and again when one changes', async () => {
    const it = world();
    it.answer(listAlarms, () => ({ items: ALARMS, next_cursor: null }));
    const head = machineAlarms(it.deps, 'press');
    const below = machineAlarms(it.deps, 'press');
    const ends = [head.start(), below.start()];
    await it.pass(0);
    expect(below.$state.get()).toEqual({ status: 'ready', data: { active: 1, waiting: 1, rows: ALARMS } });
    expect(it.calls).toHaveLength(1);
    it.send({ name: 'changed', data: { entity: 'alarms', id: 'a', workspace_id: 'hall' } });
    await it.pass(2_000);
    expect(it.calls).toHaveLength(2);
    ends[0]?.();
    await it.pass(60_000);
    expect(it.calls).toHaveLength(3);
    ends[1]?.();
    await it.pass(300_000);
    expect([it.calls.length, it.hearers()]).toEqual([3, 0]);
    expect(machineAlarms(it.deps, 'lathe')).not.toBe(head);
    expect(machineAlarms(world().deps, 'press')).not.toBe(head);
  });

  it('are counted by the server where they are more than the page names', async () => {
    const it = world();
    it.answer(listAlarms, () => ({ items: ALARMS, next_cursor: 'more' }));
    it.answer(countAlarms, () => ({ active: 30, pending: 2, waiting: 7 }));
    const store = machineAlarms(it.deps, 'press');
    store.start();
    await it.pass(0);
    expect(store.$state.get()).toEqual({ status: 'ready', data: { active: 30, waiting: 7, rows: ALARMS } });
  });
});
