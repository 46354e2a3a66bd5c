import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import type { Recording } from '../../contract/recordings.ts';
import type { RowState } from '../kernel/row-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { createEvaluation } from './recording.store.ts';

const NOW = Date.UTC(2026, 10, 28, 8);
const known = (state: Recording['state'], from: string | null) =>
  atom<RowState<Recording>>({ status: 'ready', row: { state, from } as Recording });

/** What its readings say, where every question is counted and answered. */
function evaluation($state: ReturnType<typeof known>, now = () => NOW) {
  let asked = 0;
  const deps = {
    organization: 'org',
    now,
    call: async () => {
      asked += 1;
      return { verdict: 'passed' };
    },
    live: { on: () => () => undefined, missed: () => [] },
    timers: { setTimeout: () => 0, clearTimeout: () => undefined },
  } as unknown as StoreDeps;
  return { store: createEvaluation(deps, 'one', { $state }), asked: () => asked };
}

describe('what the readings of a recording say', () => {
  it('is not asked before it begins, and is when it was begun', async () => {
    const $state = known('planned', null);
    const { store, asked } = evaluation($state);
    const end = store.start();
    await store.load();
    expect([asked(), store.$state.get()]).toEqual([0, { status: 'ready', data: null }]);
    $state.set({ status: 'ready', row: { state: 'running', from: '2026-11-28T08:00:00.000000Z' } as Recording });
    await expect.poll(() => store.$state.get()).toEqual({ status: 'ready', data: { verdict: 'passed' } });
    end();
  });

  it('is asked once the time has come for which it was planned, though nobody has said so', async () => {
    let now = NOW;
    const { store, asked } = evaluation(known('planned', '2026-11-28T09:00:00.000000Z'), () => now);
    await store.load();
    expect(asked()).toBe(0);
    now += 3_600_000;
    await store.load();
    expect(asked()).toBe(1);
  });
});
