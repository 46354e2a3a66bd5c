import { describe, expect, it } from 'vitest';
import { type ReparseEffects, type ReparseTrial, reparseEffects, tryReparse } from '../../contract/received-data.ts';
import { getTask, reparseReceivedData, type Task, undoTask } from '../../contract/tasks.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createReparse } from './reparse.store.ts';

const LOGGER = '019cad90-0000-7000-8000-000000000001';
const channel = (key: string, gone: number) => ({
  channel_id: LOGGER,
  key,
  name: key,
  unit: null,
  decimals: null,
  new: 1,
  changed: 0,
  gone,
  unchanged: 2,
  touched: null as ReparseTrial['channels'][number]['touched'],
});
const page = (over: Partial<ReparseTrial> = {}): ReparseTrial => ({
  messages: 100,
  total: null,
  left_out: 0,
  unparsed: 1,
  damaged: 0,
  until: '2026-11-20T14:00:00Z',
  changes: { new: 1, changed: 0, gone: 3, unchanged: 2 },
  channels: [channel('t', 3)],
  examples: [{ key: 't', ts: '2026-11-20T14:00:00Z', before: 1, after: null }],
  next_cursor: null,
  ...over,
});
const task = (state: Task['state'], over: Partial<Task> = {}) =>
  ({ id: LOGGER, kind: 'received-data.reparse', state, done: 0, total: 150, undoable: false, ...over }) as Task;

describe('reading messages again', () => {
  it('is tried answer by answer, and what they say is added up', async () => {
    const it = world();
    it.answer(tryReparse, ({ query }) =>
      query.cursor ? page({ messages: 50, channels: [channel('t', 1), channel('u', 0)] }) : page({ total: 150, next_cursor: 'more' }),
    );
    const store = createReparse(it.deps, { datalogger_id: LOGGER });
    store.start();
    await flushPromises();
    const state = store.$state.get();
    expect(state).toMatchObject({
      step: 'tried',
      whole: true,
      tried: { messages: 150, total: 150, unparsed: 2, changes: { new: 2, gone: 6 } },
    });
    expect(state.step === 'tried' && state.tried.channels).toMatchObject([
      { key: 't', new: 2, gone: 4, unchanged: 4 },
      { key: 'u', new: 1, gone: 0 },
    ]);
  });

  it('says what else would change once it is known how far, and lets it be asked again', async () => {
    const it = world();
    const touched = { from: '2026-11-20T13:00:00Z', to: '2026-11-20T13:00:00.5Z' };
    const later = { from: '2026-11-20T12:59:59.5Z', to: '2026-11-20T13:00:00.25Z' };
    it.answer(tryReparse, ({ query }) =>
      query.cursor
        ? page({ channels: [{ ...channel('t', 1), touched: later }, channel('u', 0)] })
        : page({
            channels: [
              { ...channel('t', 1), touched },
              { ...channel('new', 0), channel_id: null, touched },
            ],
            next_cursor: 'more',
          }),
    );
    const asked: unknown[] = [];
    let isDown = true;
    const effects = {
      rule_count: 1,
      alarm_count: 2,
      rules: [],
      foretold: null,
      recording_count: 0,
      signed_count: 0,
      recordings: [],
      is_shortened: false,
    };
    it.answer(reparseEffects, ({ body }): ReparseEffects => {
      asked.push(body);
      if (isDown) throw refusal('storage_busy');
      return effects;
    });
    const store = createReparse(it.deps, { datalogger_id: LOGGER });
    store.start();
    await flushPromises();
    expect(asked).toEqual([{ channels: [{ channel_id: LOGGER, from: later.from, to: touched.to }], reparse: { datalogger_id: LOGGER } }]);
    expect(store.$state.get()).toMatchObject({ step: 'tried', effects: { status: 'error', code: 'storage_busy' } });
    isDown = false;
    await store.askEffects();
    expect(store.$state.get()).toMatchObject({ step: 'tried', whole: true, effects: { status: 'ready', effects } });
  });

  it('asks for nothing that follows where nothing would change', async () => {
    const it = world();
    it.answer(tryReparse, () => page());
    const store = createReparse(it.deps, { id: LOGGER });
    store.start();
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ step: 'tried', effects: { status: 'none' } });
    expect(it.calls).toHaveLength(1);
  });

  it('forgets the answer to another way when a way is chosen', async () => {
    const it = world();
    let free: (page: ReparseTrial) => unknown = () => undefined;
    it.answer(tryReparse, ({ query }) =>
      query.withdraw
        ? page({ messages: 7 })
        : new Promise<ReparseTrial>((resolve) => {
            free = resolve;
          }),
    );
    const store = createReparse(it.deps, { id: LOGGER });
    store.start();
    await flushPromises();
    store.choose({ decoder: null, withdraw: true });
    await flushPromises();
    free(page({ messages: 99 }));
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ step: 'tried', tried: { messages: 7 } });
  });

  it('is done as a task, followed to its end, and undone', async () => {
    const it = world();
    it.answer(tryReparse, () => page());
    it.answer(reparseReceivedData, () => task('queued'));
    let now = task('running', { done: 60 });
    it.answer(getTask, () => now);
    it.answer(undoTask, () => task('queued', { undoing: true }));
    const store = createReparse(it.deps, { id: LOGGER });
    store.start();
    await flushPromises();
    await store.apply();
    expect(store.$state.get()).toMatchObject({ step: 'working', task: { state: 'queued' } });
    it.send({ name: 'changed', data: { entity: 'tasks', id: LOGGER, workspace_id: null } });
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ step: 'working', task: { done: 60 } });
    now = task('done', { undoable: true });
    await it.pass(2_000);
    expect(store.$state.get()).toMatchObject({ step: 'ended', task: { state: 'done' } });
    await store.undo();
    expect(store.$state.get()).toMatchObject({ step: 'working', task: { undoing: true } });
  });

  it('says why it can’t be tried', async () => {
    const it = world();
    it.answer(tryReparse, () => {
      throw refusal('forbidden');
    });
    const store = createReparse(it.deps, { id: LOGGER });
    store.start();
    await flushPromises();
    expect(store.$state.get()).toEqual({ step: 'error', code: 'forbidden' });
  });
});
