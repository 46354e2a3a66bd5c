import { describe, expect, it } from 'vitest';
import { listSeries, type Series } from '../../contract/readings.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createSparklines } from './sparklines.store.ts';
import { NOW, ofChannels, series, values } from './testing.ts';

/** Answers the question for several small pictures with one for each channel. */
const pictures = (query: { channels: string }, one: (channel: string) => Series) => ({
  items: query.channels.split(',').map((channel_id) => ({ channel_id, series: one(channel_id) })),
});

describe('the small picture of a channel', () => {
  it('is on its way until it is known that it could not be had, and is asked for again', async () => {
    const it = world();
    let refused = 0;
    it.answer(listSeries, () => {
      refused++;
      throw refusal('network');
    });
    const store = createSparklines(it.deps);
    const stop = store.start();
    store.want('c1');
    expect(store.$sparklines.get()).toEqual({});
    await it.pass(0);
    expect(store.$sparklines.get()).toEqual({ c1: null });
    store.want('c1');
    await it.pass(0);
    expect(refused).toBe(2);
    stop();
  });

  it('is asked for once, with those that come into sight with it in one question of at most 24, two questions at a time', async () => {
    const it = world(NOW);
    let running = 0;
    let most = 0;
    const asked: number[] = [];
    it.answer(listSeries, async ({ query }) => {
      running++;
      most = Math.max(most, running);
      asked.push(query.channels.split(',').length);
      await flushPromises();
      running--;
      return pictures(query, () => series([[NOW - 1, 1]]));
    });
    const store = createSparklines(it.deps);
    const ids = Array.from({ length: 60 }, (_, n) => `channel ${n}`);
    for (const id of [...ids, ...ids]) store.want(id);
    for (let i = 0; i < 10; i++) await flushPromises();
    expect(asked).toEqual([24, 24, 12]);
    expect(most).toBe(2);
    expect(Object.keys(store.$sparklines.get())).toHaveLength(60);
  });

  it('has what came while it was on its way, and nothing of it twice', async () => {
    const it = world(NOW);
    let answer: (() => void) | null = null;
    it.answer(
      listSeries,
      ({ query }) =>
        new Promise((resolve) => {
          answer = () => resolve(pictures(query, () => series([[NOW - 60_000, 1]])));
        }),
    );
    const store = createSparklines(it.deps);
    store.start();
    store.want('x');
    await flushPromises();
    it.send(values([['x', NOW - 60_000, 1]]));
    it.send(values([['x', NOW, 5]]));
    answer!();
    await flushPromises();
    expect(store.$sparklines.get().x?.last).toEqual([1, 5]);
  });

  it('that can’t be had is asked for again when it comes into sight again', async () => {
    const it = world(NOW);
    it.answer(listSeries, ({ query }) => pictures({ channels: query.channels.replace('b,', '') }, () => series([[NOW - 1, 1]])));
    const store = createSparklines(it.deps);
    for (const id of ['a', 'b', 'c']) store.want(id);
    await flushPromises();
    expect(store.$sparklines.get()).toMatchObject({ a: { last: [1] }, b: null, c: { last: [1] } });
    store.want('b');
    await flushPromises();
    expect(it.calls).toHaveLength(2);
  });

  it('grows with the stream', async () => {
    const it = world(NOW);
    it.answer(listSeries, ({ query }) => pictures(query, () => series([[NOW - 60_000, 1]])));
    const store = createSparklines(it.deps);
    store.start();
    store.want('x');
    await flushPromises();
    it.send(values([['x', NOW, 5]]));
    expect(store.$sparklines.get().x?.last).toEqual([1, 5]);
  });

  it('has readings that were stored anew', async () => {
    const it = world(NOW);
    let value = 1;
    it.answer(listSeries, ({ query }) => pictures(query, () => series([[NOW - 60_000, value]])));
    const store = createSparklines(it.deps);
    store.start();
    store.want('x');
    await flushPromises();
    value = 2;
    it.send(ofChannels('y', 'a'));
    it.send(ofChannels('x', 'a'));
    await flushPromises();
    expect(store.$sparklines.get()).toMatchObject({ x: { last: [2] } });
    expect(it.calls).toHaveLength(2);
  });
});
