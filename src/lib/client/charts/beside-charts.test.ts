import { describe, expect, it } from 'vitest';
import { type Alarm, listAlarms } from '../../contract/alarms.ts';
import { type MachineWork, machineWork } from '../../contract/measurements.ts';
import { refusal, world } from '../kernel/store-testing.ts';
import { createAlarmBands, createWorkLanes } from './beside-charts.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const HOUR = 3_600_000;

describe('what stands beside a chart', () => {
  it('is what people did, asked of each machine once the window rests, and a machine that may not be read is left out', async () => {
    const it = world(NOW);
    const asked: unknown[] = [];
    it.answer(machineWork, ({ params, query }) => {
      if (params.id === 'hidden') throw refusal('not_found');
      asked.push([params.id, query]);
      return { time_zone: params.id } as MachineWork;
    });
    const store = createWorkLanes(it.deps);
    store.start();
    for (const hours of [3, 2, 8]) store.show(['press', 'hidden'], { from: NOW - hours * HOUR, to: NOW });
    await it.pass(500);
    // Half an hour is a sixteenth of it.
    expect(asked).toEqual([['press', { from: String(NOW - 8 * HOUR), to: String(NOW) }]]);
    // The clock goes on; what was asked for reaches a little further.
    store.show(['press', 'hidden'], { from: NOW - 8 * HOUR + 60_000, to: NOW + 60_000 });
    store.show(['press', 'hidden'], { from: NOW - 8 * HOUR + 90_000, to: NOW + 90_000 });
    await it.pass(500);
    expect(asked.slice(1)).toEqual([['press', { from: String(NOW - 8 * HOUR), to: String(NOW + HOUR / 2) }]]);
    expect(store.$found.get()).toEqual({ press: { time_zone: 'press' } });
    // What isn't there may be what wasn't read.
    expect(store.$told.get()).toBe('missing');
    store.show(['press'], { from: NOW - 32 * 24 * HOUR, to: NOW });
    await it.pass(500);
    expect([asked.length, store.$found.get(), store.$told.get()]).toEqual([2, {}, 'missing']);
    store.show([], { from: NOW - HOUR, to: NOW });
    await it.pass(500);
    expect(store.$told.get()).toBe('read');
  });

  it('has the alarms of each channel, asked of all in one, without those that were taken back, and anew when one changes', async () => {
    const it = world(NOW);
    let state = 'active';
    const asked: unknown[] = [];
    it.answer(listAlarms, ({ query }) => {
      asked.push(query);
      return {
        items: [
          { id: 'a', channel_id: 'air', state },
          { id: 'b', channel_id: 'air', state: 'withdrawn' },
          { id: 'c', channel_id: 'core', state: 'over' },
        ] as Alarm[],
        next_cursor: null,
      };
    });
    const store = createAlarmBands(it.deps);
    store.start();
    store.show(['air', 'core', 'door'], { from: NOW - HOUR, to: NOW });
    expect(store.$told.get()).toBe('waiting');
    await it.pass(500);
    expect(asked).toEqual([{ channels: 'air,core,door', from: String(NOW - HOUR), to: String(NOW), limit: '500' }]);
    expect([store.$found.get(), store.$told.get()]).toEqual([
      { air: [{ id: 'a', channel_id: 'air', state: 'active' }], core: [{ id: 'c', channel_id: 'core', state: 'over' }], door: [] },
      'read',
    ]);
    state = 'over';
    it.send({ name: 'changed', data: { entity: 'alarms', id: 'a', workspace_id: 'hall' } });
    await it.pass(500);
    expect(store.$found.get()).toMatchObject({ air: [{ id: 'a', state: 'over' }] });
    expect(asked).toHaveLength(2);
    store.show([], { from: NOW - HOUR, to: NOW });
    await it.pass(500);
    expect([store.$found.get(), store.$told.get(), asked.length]).toEqual([{}, 'read', 2]);
  });

  it('asks for the alarms of more channels than one question may name in several', async () => {
    const it = world(NOW);
    const asked: string[][] = [];
    it.answer(listAlarms, ({ query }) => {
      const channels = query.channels!.split(',');
      asked.push(channels);
      return { items: channels.map((channel_id) => ({ id: `of ${channel_id}`, channel_id, state: 'over' })) as Alarm[], next_cursor: null };
    });
    const store = createAlarmBands(it.deps);
    store.start();
    const channels = Array.from({ length: 30 }, (_, n) => `channel-${n}`);
    store.show(channels, { from: NOW - HOUR, to: NOW });
    await it.pass(500);
    expect(asked.map(({ length }) => length)).toEqual([24, 6]);
    expect(Object.keys(store.$found.get())).toEqual(channels);
  });

  it('asks for the alarms of each channel by itself where all are too many for one answer', async () => {
    const it = world(NOW);
    it.answer(listAlarms, ({ query }) => ({
      items: (query.channel_id === undefined
        ? [{ id: 'newest', channel_id: 'air', state: 'over' }]
        : [{ id: `of ${query.channel_id}`, channel_id: query.channel_id, state: 'over' }]) as Alarm[],
      next_cursor: query.channel_id === undefined ? 'more' : null,
    }));
    const store = createAlarmBands(it.deps);
    store.start();
    store.show(['air', 'core'], { from: NOW - HOUR, to: NOW });
    await it.pass(500);
    expect(store.$found.get()).toMatchObject({ air: [{ id: 'of air' }], core: [{ id: 'of core' }] });
  });
});
