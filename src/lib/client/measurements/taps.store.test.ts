import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import { listTaps, sendTaps } from '../../contract/measurements.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { FAULT, makeTablet, PACKING, panel, START, WALKING } from '../../domain/taps/testing.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { move, relabel } from './corrections.ts';
import { createTaps } from './taps.store.ts';

const ID = 'm1';
const ME = 'u1';
const changed = (id = ID): LiveEvent => ({ name: 'changed', data: { entity: 'measurements', id, workspace_id: 'w1' } });

/** A server with taps, which takes what is sent; `page` is the most it gives at once. */
function study(first: readonly Tap[], { page = 5_000, stored = [...first] as (Tap & { user_id?: string | null })[], name = 'test' } = {}) {
  const ground = world(START + 3_600_000);
  const asked: (string | undefined)[] = [];
  const sent: Tap[][] = [];
  ground.answer(listTaps, ({ query }) => {
    const { since } = query as { since?: string };
    asked.push(since);
    const from = Number(since ?? 0);
    const items = stored.slice(from, from + page).map((tap, at) => ({ user_id: null, ...tap, seq: from + at + 1 }));
    return { items, seq: stored.length, server_time: 0 };
  });
  ground.answer(sendTaps, ({ body }) => {
    const taps = body.taps as Tap[];
    sent.push(taps);
    stored.push(...taps.map((tap) => ({ ...tap, user_id: ME })));
    return { results: taps.map(({ id }) => ({ id, status: 'accepted' as const })), seq: stored.length, server_time: 0 };
  });
  const store = createTaps<string>(ground.deps, ID, () => name, ME);
  store.measuredOn(panel);
  const ready = () => {
    const state = store.$state.get();
    if (state.status !== 'ready') throw new Error(state.status);
    return state;
  };
  const worker = () =>
    ready()
      .lanes.get('worker')!
      .map(({ activity, from }) => [activity, (from - START) / 60_000]);
  return { ...ground, stored, asked, sent, store, ready, worker };
}

function taps() {
  const { tap, begin, wait } = makeTablet();
  const made = [begin(PACKING)];
  wait(600_000);
  made.push(begin(WALKING));
  wait(600_000);
  made.push(tap('stop'));
  return made;
}

describe('taps of a measurement', () => {
  it('are read page by page, then only what is new when the stream says so', async () => {
    const { store, asked, stored, send, pass, worker } = study(taps(), { page: 2 });
    store.start();
    await flushPromises();
    expect(asked).toEqual(['0', '2']);
    expect(worker()).toEqual([
      [PACKING, 0],
      [WALKING, 10],
    ]);
    stored.push({ ...makeTablet('phone').tap('relabel', { target: stored[1]!.id, activity: FAULT }), made_at: START + 3_000_000 });
    send(changed('another'));
    await pass(1_000);
    expect(asked).toHaveLength(2);
    send(changed());
    await pass(1_000);
    expect(asked).toEqual(['0', '2', '3']);
    expect(worker()[1]).toEqual([FAULT, 10]);
  });

  it('are corrected at once, and sent in one request', async () => {
    const { store, ready, worker, sent, send, pass, asked } = study(taps());
    store.start();
    await flushPromises();
    const day = ready();
    const doing = store.correct(
      [
        ...move(day, day.lanes.get('worker')![1]!.id, START + 720_000),
        ...relabel(day, [day.lanes.get('worker')![0]!], { kind: 'state', activity: FAULT }),
      ],
      'two',
    );
    expect(worker()).toEqual([
      [FAULT, 0],
      [WALKING, 12],
    ]);
    expect(store.$sending.get()).toBe(1);
    await doing;
    expect(sent.map((list) => list.map(({ kind, device: name, n }) => [kind, name, n]))).toEqual([
      [
        ['move', 'desk-test', 1],
        ['relabel', 'desk-test', 2],
      ],
    ]);
    expect([store.$sending.get(), store.$steps.get().undo?.label]).toEqual([0, 'two']);
    // They come back with the stream, and nothing changes.
    send(changed());
    await pass(1_000);
    expect(asked.at(-1)).toBe('3');
    expect(worker()[1]).toEqual([WALKING, 12]);
  });

  it('stand as they were when a correction could not be sent', async () => {
    const { store, ready, worker, answer } = study(taps());
    store.start();
    await flushPromises();
    answer(sendTaps, () => {
      throw refusal('forbidden');
    });
    const day = ready();
    await expect(store.correct(move(day, day.lanes.get('worker')![1]!.id, START + 720_000), 'x')).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(worker()[1]).toEqual([WALKING, 10]);
    expect(store.$steps.get()).toEqual({ undo: null, redo: null });
    answer(sendTaps, ({ body }) => ({
      results: (body.taps as Tap[]).map(({ id }) => ({ id, status: 'failed' as const, code: 'over_quota' as const })),
      seq: 3,
      server_time: 0,
    }));
    await expect(store.correct(move(day, day.lanes.get('worker')![1]!.id, START + 720_000), 'x')).rejects.toMatchObject({
      code: 'over_quota',
    });
    expect(worker()[1]).toEqual([WALKING, 10]);
  });

  it('go back step by step and forth again; a new correction ends the way forth', async () => {
    const { store, ready, worker } = study(taps());
    store.start();
    await flushPromises();
    const second = () => ready().lanes.get('worker')![1]!;
    await store.correct(move(ready(), second().id, START + 720_000), 'a');
    await store.correct(relabel(ready(), [second()], { kind: 'state', activity: FAULT }), 'b');
    expect((await store.undo())?.label).toBe('b');
    expect(worker()[1]).toEqual([WALKING, 12]);
    expect((await store.undo())?.label).toBe('a');
    expect(worker()[1]).toEqual([WALKING, 10]);
    expect(await store.undo()).toBeNull();
    expect((await store.redo())?.label).toBe('a');
    expect(worker()[1]).toEqual([WALKING, 12]);
    await store.correct(relabel(ready(), [second()], { kind: 'pause' }), 'c');
    expect(store.$steps.get()).toMatchObject({ undo: { label: 'c' }, redo: null });
    await store.undo();
    expect(worker()[1]).toEqual([WALKING, 12]);
    expect(ready().timeline.conflicts).toEqual([]);
  });

  it('go back and forth also on a page that was loaded after the corrections, but only one’s own', async () => {
    const before = study(taps());
    before.store.start();
    await flushPromises();
    const walking = () => before.ready().lanes.get('worker')![1]!;
    await before.store.correct(move(before.ready(), walking().id, START + 720_000), 'a');
    await before.store.correct(relabel(before.ready(), [walking()], { kind: 'pause' }), 'b');
    await before.store.correct(relabel(before.ready(), [walking()], { kind: 'state', activity: FAULT }), 'c');
    await before.store.undo();
    // Somebody else at a desk, the same person on a tablet, and a key.
    const target = before.stored[0]!.id;
    for (const [name, user_id] of [
      ['desk-other', 'u2'],
      ['tablet', ME],
      ['desk-key', null],
    ] as const)
      before.stored.push({ ...makeTablet(name).tap('rate', { target, value: 90, made_at: START + 3_500_000 }), user_id });

    const after = study([], { stored: before.stored, name: 'later' });
    expect(after.store.$steps.get()).toEqual({ undo: null, redo: null });
    after.store.start();
    await flushPromises();
    expect(after.store.$steps.get()).toMatchObject({
      undo: { label: null, taps: [{ kind: 'retract' }, { kind: 'pause' }] },
      redo: { label: null },
    });
    expect((await after.store.redo())?.taps).toMatchObject([{ kind: 'retract' }, { kind: 'switch', activity: FAULT }]);
    expect(after.worker()[1]).toEqual([FAULT, 12]);
    for (let step = 0; step < 3; step++) expect(await after.store.undo()).not.toBeNull();
    expect(after.worker()[1]).toEqual([WALKING, 10]);
    expect([await after.store.undo(), after.ready().entries.get(target)?.rating]).toEqual([null, 90]);

    // The page before hears of it, and offers the same.
    await before.store.load();
    expect(before.worker()).toEqual(after.worker());
    expect(before.store.$steps.get()).toMatchObject({ undo: null, redo: { label: 'a' } });
    await before.store.redo();
    expect(before.worker()[1]).toEqual([WALKING, 12]);
  });

  it('take back a step in the middle, once', async () => {
    const { store, ready, worker, sent } = study(taps());
    store.start();
    await flushPromises();
    const second = () => ready().lanes.get('worker')![1]!;
    const step = (await store.correct(move(ready(), second().id, START + 720_000), 'a'))!;
    await store.correct(relabel(ready(), [second()], { kind: 'state', activity: FAULT }), 'b');
    await Promise.all([store.undo(step), store.undo(step)]);
    expect(worker()[1]).toEqual([FAULT, 10]);
    expect(sent).toHaveLength(3);
  });

  it('are taken back although the correction is still on its way', async () => {
    const { store, ready, worker, sent } = study(taps());
    store.start();
    await flushPromises();
    const doing = store.correct(move(ready(), ready().lanes.get('worker')![1]!.id, START + 720_000), 'a');
    const undoing = store.undo();
    await doing;
    expect((await undoing)?.label).toBe('a');
    expect([worker()[1], sent.length]).toEqual([[WALKING, 10], 2]);
  });

  it('say why they could not be read, and are read when asked again', async () => {
    const { store, answer, worker } = study([]);
    answer(listTaps, () => {
      throw refusal('storage_busy');
    });
    store.start();
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'storage_busy' });
    answer(listTaps, ({ query }) => ({
      items: (query as { since?: string }).since === '0' ? taps().map((tap, at) => ({ ...tap, seq: at + 1, user_id: null })) : [],
      seq: 3,
      server_time: 0,
    }));
    await store.load();
    expect(worker()).toHaveLength(2);
  });
});
