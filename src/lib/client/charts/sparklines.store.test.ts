import { describe, expect, it } from 'vitest';
import { listSeries, MOST_PICTURES, type Series } from '../../contract/readings.ts';
import { refusal, world } from '../kernel/store-testing.ts';
import { createSparklines } from './sparklines.store.ts';

const NOTHING: Series = { resolution: 'raw', bucket_us: null, ts: [], min: [], max: [], first: [], last: [], n: [] };

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

  it('comes with those of all channels that came into sight with it, in as few requests as hold them', async () => {
    const it = world();
    const asked: string[][] = [];
    it.answer(listSeries, ({ query }) => {
      const channels = query.channels.split(',');
      asked.push(channels);
      return { items: channels.filter((one) => one !== 'hidden').map((channel_id) => ({ channel_id, series: NOTHING })) };
    });
    const store = createSparklines(it.deps);
    const stop = store.start();
    const channels = [...Array.from({ length: MOST_PICTURES }, (_, n) => `c${n}`), 'hidden'];
    for (const channel of channels) store.want(channel);
    for (const channel of channels) store.want(channel);
    await it.pass(0);
    expect(asked.map(({ length }) => length)).toEqual([MOST_PICTURES, 1]);
    expect(store.$sparklines.get()).toMatchObject({ c0: NOTHING, hidden: null });
    store.want('c0');
    await it.pass(0);
    expect(asked).toHaveLength(2);
    stop();
  });
});
