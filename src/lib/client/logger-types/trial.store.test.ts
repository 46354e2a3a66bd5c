import { describe, expect, it } from 'vitest';
import { listTrialMessages, type TrialResult, tryStoredMessages } from '../../contract/logger-types.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { EMPTY_SPEC } from './editor.store.ts';
import { createTrial, kindOfTried, totalOfTried } from './trial.store.ts';

const TYPE = '01890a5d-ac96-774b-bcce-b302099a8057';
const MESSAGES = Array.from({ length: 120 }, (_, i) => ({ id: `m${i}`, received_at: '2026-11-20T10:00:00Z', datalogger_id: 'l' }));
const NONE = { readings: 1, errors: 0, warnings: 0, out_of_range: 0, new: 0, changed: 0, gone: 0, unchanged: 1 };
const result = (id: string, over: Partial<TrialResult> = {}): TrialResult => ({ id, is_missing: false, ...NONE, ...over });

/** A type with stored messages, and a server that reads `each` of them for an answer. */
function plant(each = 50) {
  const it = world();
  const asked: string[][] = [];
  it.answer(listTrialMessages, () => ({ loggers: [{ id: 'l', name: 'Kompresorovna' }], messages: MESSAGES }));
  it.answer(tryStoredMessages, ({ body }) => {
    asked.push(body.ids);
    return { results: body.ids.slice(0, each).map((id) => result(id)) };
  });
  return { ...it, asked, store: createTrial(it.deps, TYPE) };
}
const trialOf = (store: ReturnType<typeof createTrial>) => {
  const state = store.$state.get();
  if (state.status !== 'ready') throw new Error(state.status);
  return state.trial;
};

describe('a trial on stored messages', () => {
  it('goes on where the server stopped, until every message is tried once', async () => {
    const { store, asked } = plant(40);
    await store.run(EMPTY_SPEC);
    expect(asked.map((ids) => [ids[0], ids.length])).toEqual([
      ['m0', 50],
      ['m40', 50],
      ['m80', 40],
    ]);
    expect(trialOf(store)).toMatchObject({ phase: 'done', left_ms: null });
    expect(trialOf(store).results.size).toBe(120);
  });

  it('tells how far it is, is stopped, and goes on with those that are left', async () => {
    const { store, answer, deps } = plant();
    let free: (() => void) | undefined;
    let now = deps.now();
    deps.now = () => now;
    answer(tryStoredMessages, ({ body }) => {
      now += 1_000;
      if (body.ids[0] !== 'm50') return { results: body.ids.map((id) => result(id)) };
      return new Promise((resolve) => {
        free = () => resolve({ results: body.ids.map((id) => result(id, { changed: 1 })) });
      });
    });
    const run = store.run(EMPTY_SPEC);
    await flushPromises();
    expect(trialOf(store)).toMatchObject({ phase: 'running', left_ms: 1_400 });
    expect(trialOf(store).results.size).toBe(50);
    store.stop();
    free!();
    await run;
    // What came after it was stopped isn't shown.
    expect(trialOf(store)).toMatchObject({ phase: 'stopped', left_ms: null });
    expect(trialOf(store).results.size).toBe(50);
    answer(tryStoredMessages, ({ body }) => ({ results: body.ids.map((id) => result(id)) }));
    await store.goOn();
    expect(trialOf(store)).toMatchObject({ phase: 'done' });
    expect(trialOf(store).results.size).toBe(120);
  });

  it('keeps what was read where the server fails, and says why', async () => {
    const { store, answer } = plant();
    answer(tryStoredMessages, ({ body }) => {
      if (body.ids[0] === 'm50') throw refusal('storage_busy');
      return { results: body.ids.map((id) => result(id)) };
    });
    await store.run(EMPTY_SPEC);
    expect(trialOf(store)).toMatchObject({ phase: 'failed', code: 'storage_busy' });
    expect(trialOf(store).results.size).toBe(50);
  });

  it('is forgotten with the draft that it was of', async () => {
    const { store, answer } = plant();
    await store.run(EMPTY_SPEC);
    store.forget();
    expect(store.$state.get()).toEqual({ status: 'none' });
    answer(listTrialMessages, () => {
      throw refusal('forbidden');
    });
    await store.run(EMPTY_SPEC);
    expect(store.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
  });

  it('says of a message the worst that became of it, and sums up all of them', () => {
    expect(kindOfTried(undefined)).toBe('waiting');
    expect(kindOfTried(result('m', { is_missing: true, errors: 1 }))).toBe('missing');
    expect(kindOfTried(result('m', { errors: 1, gone: 1, new: 1 }))).toBe('error');
    expect(kindOfTried(result('m', { gone: 1, changed: 1 }))).toBe('gone');
    expect(kindOfTried(result('m', { changed: 1, new: 1 }))).toBe('changed');
    expect(kindOfTried(result('m', { new: 1 }))).toBe('new');
    expect(kindOfTried(result('m', { warnings: 1 }))).toBe('unchanged');
    expect(totalOfTried([result('a', { gone: 2 }), result('b', { gone: 1, errors: 1 })])).toMatchObject({
      gone: 3,
      errors: 1,
      unchanged: 2,
    });
  });
});
