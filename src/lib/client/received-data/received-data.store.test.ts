import { describe, expect, it } from 'vitest';
import { listReceivedData, type ReceivedData } from '../../contract/received-data.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createReceivedData } from './received-data.store.ts';

const message = (id: string, over: Partial<ReceivedData> = {}): ReceivedData => ({
  id,
  workspace_id: 'hall',
  datalogger_id: 'a',
  datalogger_name: 'Pec 3',
  door: 'json',
  content_type: 'application/json',
  received_at: '2026-11-20T14:00:00Z',
  size: 60,
  status: 'stored',
  points: 2,
  new: 2,
  duplicate: 0,
  replaced: 0,
  error_count: 0,
  warning_count: 0,
  topic: null,
  withdrawn_at: null,
  ...over,
});
const all = { workspace: 'hall', datalogger: null, door: null, topic: null, warned: false, state: null, from: null, to: null };
const page = (ids: string[], next: string | null = null) => ({ items: ids.map((id) => message(id)), next_cursor: next });
const ids = (store: ReturnType<typeof createReceivedData>) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.map((row) => row.id) : state.status;
};

describe('the tail of messages', () => {
  it('puts new messages on top and marks them as fresh', () => {
    const it = world();
    const store = createReceivedData(it.deps, { filter: all, answer: page(['1']) });
    store.start();
    it.send({ name: 'received', data: message('2') });
    it.send({ name: 'received', data: message('2') });
    expect(ids(store)).toEqual(['2', '1']);
    expect([...store.$fresh.get()]).toEqual(['2']);
  });

  it('leaves out what the filter leaves out', () => {
    const it = world();
    const store = createReceivedData(it.deps, { filter: { ...all, state: 'unparsed' }, answer: page([]) });
    store.start();
    it.send({ name: 'received', data: message('2') });
    it.send({ name: 'received', data: message('3', { status: 'unparsed', workspace_id: 'store' }) });
    it.send({ name: 'received', data: message('4', { status: 'unparsed' }) });
    expect(ids(store)).toEqual(['4']);
  });

  it('looks for a topic once it is written, and keeps what comes under it or with warnings', async () => {
    const it = world();
    it.answer(listReceivedData, () => page(['2']));
    const store = createReceivedData(it.deps, { filter: { ...all, warned: true }, answer: page([]) });
    store.start();
    it.send({ name: 'received', data: message('1', { warning_count: 1 }) });
    it.send({ name: 'received', data: message('3') });
    expect(ids(store)).toEqual(['1']);
    for (const topic of ['b', 'bo', 'boiler']) store.follow({ ...all, topic });
    expect(it.calls).toEqual([]);
    await it.pass(250);
    expect(it.calls).toHaveLength(1);
    it.send({ name: 'received', data: message('4', { topic: 'taktlog/json/tele/BOILER' }) });
    it.send({ name: 'received', data: message('5', { topic: 'taktlog/json' }) });
    expect(ids(store)).toEqual(['4', '2']);
  });

  it('holds messages while it is paused, counts them, and shows them afterwards', () => {
    const it = world();
    const store = createReceivedData(it.deps, { filter: all, answer: page(['1']) });
    store.start();
    store.pause();
    it.send({ name: 'received', data: message('2') });
    it.send({ name: 'received', data: message('3') });
    expect(ids(store)).toEqual(['1']);
    expect(store.$tail.get()).toEqual({ status: 'paused', waiting: 2 });
    store.resume();
    expect(ids(store)).toEqual(['3', '2', '1']);
    expect(store.$tail.get()).toEqual({ status: 'running' });
  });

  it('keeps rows where they are while somebody is at the list, and lets the new ones in when he leaves or asks for them', () => {
    const it = world();
    const store = createReceivedData(it.deps, { filter: all, answer: page(['1']) });
    store.start();
    store.hold(true);
    it.send({ name: 'received', data: message('2') });
    expect([ids(store), store.$tail.get()]).toEqual([['1'], { status: 'held', waiting: 1 }]);
    store.hold(false);
    expect([ids(store), store.$tail.get()]).toEqual([['2', '1'], { status: 'running' }]);
    store.hold(true);
    it.send({ name: 'received', data: message('3') });
    store.resume();
    expect(ids(store)).toEqual(['3', '2', '1']);
    // Whoever stopped the tail himself isn't started again by leaving.
    store.hold(true);
    it.send({ name: 'received', data: message('4') });
    store.pause();
    store.hold(false);
    expect([ids(store), store.$tail.get()]).toEqual([['3', '2', '1'], { status: 'paused', waiting: 1 }]);
  });

  it('loads again after the pause when the stream had a hole meanwhile', async () => {
    const it = world();
    it.answer(listReceivedData, () => page(['9', '8', '1']));
    const store = createReceivedData(it.deps, { filter: all, answer: page(['1']) });
    store.start();
    store.pause();
    it.send({ name: 'reset', data: {} });
    await flushPromises();
    expect(it.calls).toEqual([]);
    store.resume();
    await flushPromises();
    expect(ids(store)).toEqual(['9', '8', '1']);
  });

  it('is read anew when messages of a logger that it shows were read again, once for many slices; of another logger not', async () => {
    const it = world();
    it.answer(listReceivedData, () => ({ items: [message('1', { withdrawn_at: '2026-11-20T15:00:00Z' })], next_cursor: null }));
    const store = createReceivedData(it.deps, { filter: all, answer: page(['1']) });
    store.start();
    const changed = (datalogger_id: string) =>
      it.send({ name: 'changed', data: { entity: 'received-data', id: datalogger_id, workspace_id: 'hall', datalogger_id } });
    changed('b');
    await it.pass(2_000);
    expect(it.calls).toEqual([]);
    changed('a');
    changed('a');
    await it.pass(2_000);
    expect(it.calls).toHaveLength(1);
    expect(store.$state.get()).toMatchObject({ rows: [{ id: '1', withdrawn_at: '2026-11-20T15:00:00Z' }] });
  });

  it('says of a row that it was taken back also while rows must not move', async () => {
    const it = world();
    it.answer(listReceivedData, () => ({
      items: [message('2'), message('1', { withdrawn_at: '2026-11-20T15:00:00Z' })],
      next_cursor: null,
    }));
    const store = createReceivedData(it.deps, { filter: all, answer: page(['1']) });
    store.start();
    store.hold(true);
    it.send({ name: 'changed', data: { entity: 'received-data', id: 'a', workspace_id: 'hall', datalogger_id: 'a' } });
    await it.pass(2_000);
    expect(store.$state.get()).toMatchObject({ rows: [{ id: '1', withdrawn_at: '2026-11-20T15:00:00Z' }] });
    store.hold(false);
    await flushPromises();
    expect(ids(store)).toEqual(['2', '1']);
  });

  it('adds older messages behind the last one, each once', async () => {
    const it = world();
    it.answer(listReceivedData, ({ query }) => (query.cursor === 'c1' ? page(['1', '0']) : page([])));
    const store = createReceivedData(it.deps, { filter: all, answer: page(['2', '1'], 'c1') });
    await Promise.all([store.more(), store.more()]);
    expect(ids(store)).toEqual(['2', '1', '0']);
    await store.more();
    expect(it.calls).toHaveLength(1);
  });

  it('another filter starts from the beginning and forgets what waited', async () => {
    const it = world();
    it.answer(listReceivedData, ({ query }) => (query.status === 'partial' ? page(['7']) : page(['1'])));
    const store = createReceivedData(it.deps, { filter: all, answer: page(['1']) });
    store.start();
    store.pause();
    it.send({ name: 'received', data: message('2') });
    store.follow({ ...all, state: 'partial' });
    expect(store.$state.get()).toEqual({ status: 'loading' });
    await flushPromises();
    expect(ids(store)).toEqual(['7']);
    expect(store.$tail.get()).toEqual({ status: 'paused', waiting: 0 });
  });
});
