import { expect, it, vi } from 'vitest';
import type { Journal, KeptTap } from './journal.ts';
import { createSync } from './sync.ts';

it('calls nothing in sync while a tap is on its way to the disk, also when a pass ends meanwhile', async () => {
  const waiting: KeptTap[] = [];
  const journal = { taps: async () => [], waiting: async () => waiting, measurements: async () => [] } as unknown as Journal;
  const later = vi.fn();
  const sync = createSync({
    journal,
    call: (() => Promise.reject(new Error('nobody is asked'))) as never,
    owner: { user: 'u', organization: 'o' },
    timers: { setTimeout: later, clearTimeout: () => undefined } as never,
    now: () => ({ at: 0, wall: 0, mono: 0 }),
    random: () => 0.5,
    signedIn: () => true,
    arrived: () => undefined,
    offset: () => undefined,
  });
  await sync.run();
  expect(sync.$state.get()).toEqual({ status: 'synced', waiting: 0 });
  sync.noted();
  expect(sync.$state.get()).toEqual({ status: 'waiting', waiting: 1 });
  await sync.run();
  expect(sync.$state.get()).toEqual({ status: 'waiting', waiting: 1 });
  later.mockClear();
  sync.poke();
  expect(later).toHaveBeenCalledOnce();
  await sync.run();
  expect(sync.$state.get()).toEqual({ status: 'synced', waiting: 0 });
});
