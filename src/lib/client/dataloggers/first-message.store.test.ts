import { describe, expect, it } from 'vitest';
import { type Channel, listChannels } from '../../contract/channels.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { getReceivedData, listReceivedData, type ReceivedData, type ReceivedDataDetail } from '../../contract/received-data.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createFirstMessage } from './first-message.store.ts';

const AT = '2026-11-20T14:00:00Z';
const message = (id: string, over: Partial<ReceivedData> = {}): ReceivedData => ({
  id,
  workspace_id: 'hall',
  datalogger_id: 'pec',
  datalogger_name: 'Pec',
  door: 'json',
  content_type: null,
  received_at: AT,
  size: 1,
  status: 'unparsed',
  points: 0,
  new: 0,
  duplicate: 0,
  replaced: 0,
  error_count: 1,
  warning_count: 0,
  topic: null,
  withdrawn_at: null,
  ...over,
});
const detail = (id: string, errors: ReceivedDataDetail['errors']): ReceivedDataDetail => ({
  ...message(id),
  decoder: 'json@1',
  warnings: [],
  withdrawn_at: null,
  is_known: true,
  credential_label: null,
  credential_hint: null,
  body: '{',
  body_base64: null,
  body_cut: false,
  body_damaged: false,
  errors,
  repeats: null,
  readings: [],
});
const values = (value: number): LiveEvent => ({
  name: 'values',
  data: {
    datalogger_id: 'pec',
    workspace_id: 'hall',
    state: 'online',
    last_seen_at: AT,
    channels: [{ id: 'c', key: 't', ts: AT, value }],
    from: AT,
    to: AT,
  },
});

describe('whoever waits for the first message of a logger', () => {
  function waiting() {
    const site = world();
    site.answer(getReceivedData, ({ params }) => detail(params.id, [{ code: 'malformed_json', line: 3, column: 1 }]));
    const store = createFirstMessage(site.deps, 'pec');
    store.start();
    return { site, store };
  }

  it('is told that it was refused, what was wrong and when it came', async () => {
    const { site, store } = waiting();
    site.send({ name: 'received', data: message('1', { datalogger_id: 'another' }) });
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'waiting' });
    site.send({ name: 'received', data: message('2') });
    await flushPromises();
    const error = { code: 'malformed_json', line: 3, column: 1 };
    expect(store.$state.get()).toMatchObject({ status: 'refused', id: '2', at: AT, error });
    site.send(values(7));
    expect(store.$state.get()).toEqual({ status: 'arrived', values: [{ key: 't', value: 7, of: null }], read: null });
    site.send({ name: 'received', data: message('3') });
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ status: 'arrived' });
  });

  it('is told so also after a hole in the stream', async () => {
    const { site, store } = waiting();
    site.answer(listChannels, () => ({ items: [] }));
    site.answer(listReceivedData, () => ({ items: [message('5', { status: 'rejected' })], next_cursor: null }));
    site.send({ name: 'reset', data: {} });
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ status: 'refused', id: '5' });
  });

  it('is told so of a message that came before, where its logger is looked at, and not where a new token is tried', async () => {
    for (const [since, status] of [
      ['ever', 'refused'],
      ['now', 'waiting'],
    ] as const) {
      const site = world();
      site.answer(listChannels, () => ({ items: [] }));
      site.answer(listReceivedData, () => ({ items: [message('5', { status: 'rejected' })], next_cursor: null }));
      site.answer(getReceivedData, ({ params }) => detail(params.id, [{ code: 'malformed_json', line: 3, column: 1 }]));
      const store = createFirstMessage(site.deps, 'pec', since);
      store.start();
      await flushPromises();
      expect(store.$state.get()).toMatchObject({ status });
    }
  });

  it('is told of a message that was taken and gave no value, until the first values come', async () => {
    const { site, store } = waiting();
    site.answer(getReceivedData, ({ params }) => ({ ...detail(params.id, []), status: 'stored' as const, body: '{"other":1}' }));
    site.send({ name: 'received', data: message('1', { status: 'stored', error_count: 0 }) });
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'empty', id: '1', at: AT, error: null, body: '{"other":1}' });
    site.send({ name: 'received', data: message('2', { status: 'stored', points: 1, error_count: 0 }) });
    site.send(values(21.5));
    expect(store.$state.get()).toMatchObject({ status: 'arrived' });
  });

  it('hears what else is in the first message that gave values, whichever of the two is told first', async () => {
    for (const order of [
      ['received', 'values'],
      ['values', 'received'],
    ]) {
      const { site, store } = waiting();
      site.answer(getReceivedData, ({ params }) => ({
        ...detail(params.id, [{ code: 'bad_value' }]),
        body: '{"time":1764000000,"t":"21,5"}',
      }));
      for (const name of order) {
        site.send(name === 'values' ? values(21.5) : { name: 'received', data: message('1', { status: 'partial', points: 1 }) });
        await flushPromises();
      }
      const read = { error: { code: 'bad_value' }, body: '{"time":1764000000,"t":"21,5"}' };
      expect(store.$state.get()).toEqual({ status: 'arrived', values: [{ key: 't', value: 21.5, of: null }], read });
    }
  });

  it('sees the values as they came, and in the unit of their channels as soon as these say it', async () => {
    const { site, store } = waiting();
    site.answer(listChannels, () => Promise.reject(new Error('the line broke')));
    site.send(values(21.5));
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'arrived', values: [{ key: 't', value: 21.5, of: null }], read: null });
    const of = { key: 't', display_unit: '°F', conversion: { scale: 1.8, offset: 32 }, decimals: 1 } as Channel;
    site.answer(listChannels, () => ({ items: [of] }));
    site.send({ name: 'changed', data: { entity: 'channels', datalogger_id: 'pec', id: 'c', workspace_id: 'hall' } as never });
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ status: 'arrived', values: [{ key: 't', value: 21.5, of }] });
  });
});
