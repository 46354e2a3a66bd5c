import { describe, expect, it } from 'vitest';
import { type Channel, listChannels, updateChannel } from '../../contract/channels.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createChannels } from './channels.store.ts';
import { createFirstMessage } from './first-message.store.ts';

const channel = (id: string, over: Partial<Channel> = {}): Channel => ({
  id,
  datalogger_id: 'a',
  workspace_id: 'hall',
  key: id,
  name: id,
  unit: null,
  display_unit: null,
  conversion: null,
  kind: 'gauge',
  decimals: null,
  position: 0,
  first_ts: null,
  machine_id: null,
  sensor_type_id: null,
  own_unit: null,
  own_decimals: null,
  state_words: null,
  last: null,
  ahead_ts: null,
  failing_ts: null,
  archived_at: null,
  merged_into: null,
  rev: 1,
  ...over,
});
const values = (id: string, value: number | boolean, ts = '2026-11-20T14:00:00Z', datalogger_id = 'a'): LiveEvent => ({
  name: 'values',
  data: {
    datalogger_id,
    workspace_id: 'hall',
    state: 'online',
    last_seen_at: ts,
    channels: [{ id, key: id, ts, value }],
    from: ts,
    to: ts,
  },
});

async function started(rows: Channel[]) {
  const it = world();
  it.answer(listChannels, () => ({ items: rows }));
  const store = createChannels(it.deps, 'a');
  store.start();
  await flushPromises();
  return { it, store };
}

describe('channels of a logger', () => {
  it('follow the stream, and never back in time', async () => {
    const { it, store } = await started([channel('x'), channel('y')]);
    it.send(values('x', 5));
    it.send(values('x', 1, '2026-11-20T13:00:00Z'));
    it.send(values('y', 9, '2026-11-20T14:00:00Z', 'another'));
    expect(store.$state.get()).toMatchObject({ rows: [{ last: { value: 5 }, first_ts: '2026-11-20T14:00:00Z' }, { last: null }] });
    expect(it.calls).toHaveLength(1);
  });

  it('a channel that a message has just created is loaded with its name', async () => {
    const { it, store } = await started([channel('x')]);
    it.answer(listChannels, () => ({ items: [channel('x'), channel('z', { unit: '°C' })] }));
    it.send(values('z', 5));
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ rows: [{ id: 'x' }, { id: 'z', unit: '°C' }] });
  });

  it('learn when newer readings of theirs have a time ahead of their receipt, and forget it when one in its time is as new', async () => {
    const { it, store } = await started([channel('x', { last: { ts: '2026-11-20T13:00:00Z', value: 1 } })]);
    const ahead = '2026-11-20T15:00:00Z';
    it.answer(listChannels, () => ({ items: [channel('x', { ahead_ts: ahead })] }));
    const message = values('x', 5);
    if (message.name !== 'values') throw new Error('never');
    it.send({ ...message, data: { ...message.data, channels: [], from: ahead, to: ahead } });
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ rows: [{ ahead_ts: ahead }] });
    it.send(values('x', 6, '2026-11-20T14:30:00Z'));
    expect(store.$state.get()).toMatchObject({ rows: [{ last: { value: 6 }, ahead_ts: ahead }] });
    it.send(values('x', 7, '2026-11-20T15:00:00.000001Z'));
    expect(store.$state.get()).toMatchObject({ rows: [{ last: { value: 7 }, ahead_ts: null }] });
  });

  it('fail with an error of their sensor that is newer than their last value, until a value is as new', async () => {
    const { it, store } = await started([channel('x', { last: { ts: '2026-11-20T13:00:00Z', value: 1 } }), channel('y')]);
    const send = (value: number | null, ts: string, error: string | null) => {
      const message = values('x', value ?? 0, ts);
      if (message.name !== 'values') throw new Error('never');
      const left_out = error === null ? {} : { left_out: [{ id: 'x', ts: error }] };
      it.send({ ...message, data: { ...message.data, ...left_out, channels: value === null ? [] : message.data.channels } });
      const state = store.$state.get();
      return state.status === 'ready' ? state.rows.map(({ failing_ts, last }) => [failing_ts, last?.value]) : [];
    };
    const error = '2026-11-20T14:00:00Z';
    expect(send(null, error, error)).toEqual([
      [error, 1],
      [null, undefined],
    ]);
    expect(send(2, '2026-11-20T13:30:00Z', null)[0]).toEqual([error, 2]);
    expect(send(null, '2026-11-20T13:40:00Z', '2026-11-20T13:40:00Z')[0]).toEqual([error, 2]);
    expect(send(3, '2026-11-20T14:00:01Z', null)[0]).toEqual([null, 3]);
    // An error that came late says nothing of now.
    expect(send(null, '2026-11-20T13:50:00Z', '2026-11-20T13:50:00Z')[0]).toEqual([null, 3]);
    expect(it.calls).toHaveLength(1);
  });

  it('a unit is shown at once and taken back when it is refused', async () => {
    const { it, store } = await started([channel('x')]);
    it.answer(updateChannel, () => Promise.reject(refusal('forbidden')));
    const saving = store.save(channel('x'), { unit: 'kW' });
    expect(store.$state.get()).toMatchObject({ rows: [{ unit: 'kW' }] });
    it.send(values('x', 5));
    expect(await saving).toMatchObject({ status: 'error' });
    expect(store.$state.get()).toMatchObject({ rows: [{ unit: null, display_unit: null, conversion: null, last: { value: 5 } }] });
  });
});

describe('waiting for the first message', () => {
  it('ends with the first values, and stays with them', () => {
    const it = world();
    const first = createFirstMessage(it.deps, 'a');
    first.start();
    it.send(values('x', 1, undefined, 'another'));
    expect(first.$state.get()).toEqual({ status: 'waiting' });
    it.send(values('x', 21.5));
    it.send(values('x', 22));
    expect(first.$state.get()).toMatchObject({ status: 'arrived', values: [{ key: 'x', value: 21.5 }] });
  });

  it('finds a message that came while the stream was down', async () => {
    const it = world();
    it.answer(listChannels, () => ({ items: [channel('x', { last: { ts: '2026-11-20T14:00:00Z', value: true } }), channel('y')] }));
    const first = createFirstMessage(it.deps, 'a');
    first.start();
    it.send({ name: 'reset', data: {} });
    await flushPromises();
    expect(first.$state.get()).toMatchObject({ status: 'arrived', values: [{ key: 'x', value: true }] });
  });
});
