import { describe, expect, it } from 'vitest';
import { countReceivedData, type ReceivedCounts, type ReceivedData } from '../../contract/received-data.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createReceivedCounts } from './received-counts.store.ts';

const NONE = { stored: 0, partial: 0, rejected: 0, unparsed: 0, paused: 0 };
const counts: ReceivedCounts = {
  from: '2026-11-20T14:00:00Z',
  to: '2026-11-20T14:02:30Z',
  total: 3,
  by: { ...NONE, stored: 2, unparsed: 1 },
  most: 100_000,
  since: null,
  bucket_s: 60,
  buckets: [{ at: '2026-11-20T14:02:00Z', by: { ...NONE, stored: 2, unparsed: 1 } }],
};
const message = (over: Partial<ReceivedData>): ReceivedData => ({
  id: '1',
  workspace_id: 'hall',
  datalogger_id: 'a',
  datalogger_name: 'Pec 3',
  door: 'json',
  content_type: null,
  received_at: '2026-11-20T14:02:40Z',
  size: 60,
  status: 'stored',
  points: 1,
  new: 1,
  duplicate: 0,
  replaced: 0,
  error_count: 0,
  warning_count: 0,
  topic: null,
  withdrawn_at: null,
  ...over,
});
const all = { workspace: 'hall', datalogger: null, door: null, topic: null, warned: false, from: null, to: null };

describe('counts of messages', () => {
  it('take in what comes, in its bucket, and nothing of other workspaces and loggers', async () => {
    const it = world();
    it.answer(countReceivedData, () => counts);
    const store = createReceivedCounts(it.deps, all);
    store.start();
    await flushPromises();
    it.send({ name: 'received', data: message({}) });
    it.send({ name: 'received', data: message({ status: 'unparsed', received_at: '2026-11-20T14:04:10Z' }) });
    it.send({ name: 'received', data: message({ workspace_id: 'store' }) });
    const now = store.$counts.get();
    expect(now).toMatchObject({ total: 5, by: { ...NONE, stored: 3, unparsed: 2 }, to: '2026-11-20T14:04:10Z' });
    expect(now?.buckets.map(({ at, by }) => [Date.parse(at), by.stored, by.unparsed])).toEqual([
      [Date.parse('2026-11-20T14:02:00Z'), 3, 1],
      [Date.parse('2026-11-20T14:04:00Z'), 0, 1],
    ]);
  });

  it('of a window that has ended stay as they are', async () => {
    const it = world();
    it.answer(countReceivedData, () => counts);
    const store = createReceivedCounts(it.deps, { ...all, from: Date.parse(counts.from), to: Date.parse(counts.to) });
    store.start();
    await flushPromises();
    it.send({ name: 'received', data: message({}) });
    expect(store.$counts.get()?.total).toBe(3);
  });

  it('are not shown for another filter than theirs, and of more than 31 days not asked', async () => {
    const it = world();
    let asked = 0;
    it.answer(countReceivedData, () => {
      asked++;
      return counts;
    });
    const store = createReceivedCounts(it.deps, all);
    store.start();
    await flushPromises();
    store.follow({ ...all, datalogger: 'a', door: null });
    expect(store.$counts.get()).toBeNull();
    await flushPromises();
    expect([store.$counts.get()?.total, asked]).toEqual([3, 2]);
    store.follow({ ...all, from: 0 });
    await flushPromises();
    expect([store.$counts.get(), asked]).toEqual([null, 2]);
  });
});
