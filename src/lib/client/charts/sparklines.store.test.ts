import { describe, expect, it } from 'vitest';
import { getSeries } from '../../contract/readings.ts';
import { refusal, world } from '../kernel/store-testing.ts';
import { createSparklines } from './sparklines.store.ts';

describe('the small picture of a channel', () => {
  it('is on its way until it is known that it could not be had, and is asked for again', async () => {
    const it = world();
    let refused = 0;
    it.answer(getSeries, () => {
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
});
