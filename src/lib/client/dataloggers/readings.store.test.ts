import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listReadings, type Reading } from '../../contract/readings.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createReadings, joinColumns } from './readings.store.ts';

const T0 = 1_700_000_000_000_000;
const at = (second: number) => formatInstant(T0 + second * 1_000_000);
const reading = (second: number, value = second): Reading => ({ ts: at(second), value, quality: 'good' });

/** A server that holds readings of each channel and gives them in pages of `size`, newest first. */
function held(channels: Record<string, number[]>, size: number) {
  const it = world();
  it.answer(listReadings, ({ params, query }) => {
    const all = (channels[params.id] ?? []).toSorted((a, b) => b - a);
    const start = Number(query.cursor ?? 0);
    const more = start + size < all.length;
    return { items: all.slice(start, start + size).map((second) => reading(second)), next_cursor: more ? String(start + size) : null };
  });
  return it;
}
const seconds = (store: ReturnType<typeof createReadings>) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.map((row) => (row.us - T0) / 1_000_000) : state.status;
};

describe('the table of readings', () => {
  it('puts readings of one moment into one row', () => {
    const rows = joinColumns([
      { id: 'x', items: [reading(20, 1), reading(10, 2)], cursor: null },
      { id: 'y', items: [reading(20, 3)], cursor: null },
    ]);
    expect(rows.map((row) => Object.keys(row.cells))).toEqual([['x', 'y'], ['x']]);
  });

  it('does not show a moment while another channel may still have a reading there', () => {
    const rows = joinColumns([
      { id: 'fast', items: [reading(30), reading(20)], cursor: 'more' },
      { id: 'slow', items: [reading(30), reading(5)], cursor: null },
    ]);
    expect(rows.map((row) => row.ts)).toEqual([at(30), at(20)]);
  });

  it('asks again when its view went before the first page came, and came back', async () => {
    const it = held({ x: [3, 2, 1] }, 10);
    const answering = it.deps.call;
    const waiting = ((_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))) as unknown as typeof answering;
    let call = waiting;
    const store = createReadings(
      { ...it.deps, call: ((...asked: unknown[]) => call(...(asked as [never, never]))) as typeof answering },
      'logger',
    );
    const end = store.start();
    store.show(['x']);
    await flushPromises();
    end();
    await flushPromises();
    expect(seconds(store)).toBe('loading');
    call = answering;
    store.start();
    await flushPromises();
    expect(seconds(store)).toEqual([3, 2, 1]);
  });

  it('paged to the end shows every reading once, newest first, whatever the paces of the channels', async () => {
    const channel = fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(channel, channel, fc.integer({ min: 1, max: 7 }), async (x, y, size) => {
        const it = held({ x, y }, size);
        const store = createReadings(it.deps, 'a');
        store.show(['x', 'y']);
        await flushPromises();
        for (let i = 0; i < 80; i++) await store.more();
        expect(seconds(store)).toEqual([...new Set([...x, ...y])].sort((a, b) => b - a));
        expect(store.$state.get()).toMatchObject({ more: false });
      }),
      { numRuns: 60 },
    );
  });

  it('a page for a slow channel is asked for only when its rows run out', async () => {
    const it = held({ fast: Array.from({ length: 50 }, (_, i) => i), slow: [0, 1, 2] }, 10);
    const store = createReadings(it.deps, 'a');
    store.show(['fast', 'slow']);
    await flushPromises();
    await store.more();
    await store.more();
    expect(it.calls).toHaveLength(4);
  });

  it('takes new readings in on top', async () => {
    const it = held({ x: [1, 2] }, 10);
    const store = createReadings(it.deps, 'a');
    store.start();
    store.show(['x']);
    await flushPromises();
    it.send({
      name: 'values',
      data: {
        datalogger_id: 'a',
        workspace_id: 'hall',
        state: 'online',
        last_seen_at: at(9),
        channels: [{ id: 'x', key: 'x', ts: at(9), value: 5 }],
        from: at(9),
        to: at(9),
      },
    });
    expect(seconds(store)).toEqual([9, 2, 1]);
  });
});
