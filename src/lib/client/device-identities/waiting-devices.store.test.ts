import { describe, expect, it } from 'vitest';
import { type DeviceIdentity, listDeviceIdentities, updateDeviceIdentity } from '../../contract/device-identities.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createWaitingDevices } from './waiting-devices.store.ts';

const device = (id: string): DeviceIdentity => ({
  id,
  workspace_id: 'w1',
  gateway_id: 'g',
  gateway_name: 'Roof',
  kind: 'dev_eui',
  identity: id,
  label: null,
  state: 'waiting',
  datalogger_id: null,
  datalogger_name: null,
  quarantine_days: 30,
  waiting: 3,
  refused: 0,
  first_seen_at: '2026-05-01T00:00:00.000000Z',
  last_seen_at: '2026-05-01T00:00:00.000000Z',
  door: 'tts',
  preview: [],
  rev: 4,
});

describe('devices in quarantine', () => {
  it('are there at once with those that the page was rendered with, and nobody asks for them again', () => {
    const it = world();
    const store = createWaitingDevices(it.deps, 'w1', { items: [device('a')], next_cursor: null });
    expect(store.$state.get()).toMatchObject({ status: 'ready', data: { rows: [{ id: 'a' }], more: false } });
    const stop = store.start();
    expect(it.calls).toEqual([]);
    stop();
  });

  it('leave it when they are assigned, and come when the server says so', async () => {
    const it = world();
    const rows = [device('a'), device('b')];
    it.answer(listDeviceIdentities, () => ({ items: rows, next_cursor: null }));
    const sent: unknown[] = [];
    it.answer(updateDeviceIdentity, ({ body }) => {
      sent.push(body);
      return { ...device('a'), state: 'assigned' as const, rev: 5 };
    });
    const store = createWaitingDevices(it.deps, 'w1', null);
    const shown = () => {
      const state = store.$state.get();
      return state.status === 'ready' ? state.data.rows.map(({ id }) => id) : null;
    };
    const stop = store.start();
    await flushPromises();
    expect(shown()).toEqual(['a', 'b']);
    await store.assign(device('a'), 'logger');
    expect(sent).toEqual([{ rev: 4, state: 'assigned', datalogger_id: 'logger' }]);
    expect(shown()).toEqual(['b']);
    rows[0] = device('c');
    it.send({ name: 'changed', data: { entity: 'device-identities', id: 'c', workspace_id: 'w1' } });
    await it.pass(5_000);
    expect(shown()).toEqual(['c', 'b']);
    stop();
  });

  it('are ignored only after the time for second thoughts', async () => {
    const it = world();
    it.answer(listDeviceIdentities, () => ({ items: [device('a')], next_cursor: null }));
    const sent: unknown[] = [];
    it.answer(updateDeviceIdentity, ({ body }) => {
      sent.push(body);
      return { ...device('a'), state: 'ignored' as const };
    });
    const store = createWaitingDevices(it.deps, null, null);
    const stop = store.start();
    await flushPromises();
    const heard = { over: () => undefined, failed: () => undefined };
    store.ignore(device('a'), heard);
    expect([...store.$ignoring.get()]).toEqual(['a']);
    store.keep('a');
    await it.pass(20_000);
    expect(sent).toEqual([]);
    store.ignore(device('a'), heard);
    await it.pass(20_000);
    expect(sent).toEqual([{ rev: 4, state: 'ignored', datalogger_id: null }]);
    expect(store.$state.get()).toMatchObject({ data: { rows: [] } });
    stop();
  });
});
