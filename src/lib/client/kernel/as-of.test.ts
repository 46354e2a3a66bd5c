import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import { $asOf, followAsOf } from './as-of.ts';
import type { LiveState } from './live.ts';
import { world } from './store-testing.ts';

describe('the age of what is shown', () => {
  it('is told when the server has not answered for a moment, and no more when it is back', async () => {
    const it = world();
    const $live = atom<LiveState>({ status: 'live' });
    const stop = followAsOf($live, it.deps.timers);
    const heard = it.deps.now() - 12_000;
    $live.set({ status: 'offline', since: heard });
    expect($asOf.get()).toBe(null);
    await it.pass(3_000);
    expect($asOf.get()).toBe(heard);
    $live.set({ status: 'live' });
    expect($asOf.get()).toBe(null);
    stop();
  });

  it('is not told for a stream that is back at once, and not of an organisation that is shown no more', async () => {
    const it = world();
    const $live = atom<LiveState>({ status: 'live' });
    const stop = followAsOf($live, it.deps.timers);
    $live.set({ status: 'offline', since: it.deps.now() });
    await it.pass(1_000);
    $live.set({ status: 'live' });
    await it.pass(10_000);
    expect($asOf.get()).toBe(null);
    $live.set({ status: 'offline', since: it.deps.now() });
    await it.pass(10_000);
    expect($asOf.get()).not.toBe(null);
    stop();
    expect($asOf.get()).toBe(null);
  });
});
