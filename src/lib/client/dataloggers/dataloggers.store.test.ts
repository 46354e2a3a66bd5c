import { describe, expect, it } from 'vitest';
import { type Datalogger, getDatalogger, listDataloggers, updateDatalogger } from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createDatalogger } from './datalogger.store.ts';
import { limitSpent } from './datalogger-row.ts';
import { createDataloggers, filterRows, tally } from './dataloggers.store.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
const HALL = 'hall';

function logger(id: string, over: Partial<Datalogger> = {}): Datalogger {
  return {
    id,
    workspace_id: HALL,
    name: `Logger ${id}`,
    code: null,
    kind: null,
    place: null,
    machine_id: null,
    expected_interval_s: 60,
    auto_channels: true,
    channel_limit: 64,
    state: 'online',
    paused_at: null,
    first_seen_at: ago(86_400),
    last_seen_at: ago(10),
    refused_at: null,
    mb_per_day: null,
    bytes_today: 0,
    channel_count: 1,
    last: { channel_id: `${id}-1`, channel_name: 'Vzduch', unit: '°C', decimals: 1, ts: ago(10), value: 4.2 },
    ahead_ts: null,
    rev: 1,
    created_at: ago(86_400),
    updated_at: ago(86_400),
    archived_at: null,
    ...over,
  };
}
const list = (rows: Datalogger[], next: string | null = null) => ({ items: rows, next_cursor: next });
const values = (id: string, value: number, ts = ago(0)): LiveEvent => ({
  name: 'values',
  data: {
    datalogger_id: id,
    workspace_id: HALL,
    state: 'online',
    last_seen_at: ts,
    channels: [{ id: `${id}-1`, key: 'air', ts, value }],
    from: ts,
    to: ts,
  },
});
const scope = { workspace: HALL, archived: false };
const names = (store: ReturnType<typeof createDataloggers>) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.map((row) => row.name) : state.status;
};

describe('the list of loggers', () => {
  it('shows the rows of the first page at once and the others as they come', async () => {
    const it = world(NOW);
    it.answer(listDataloggers, ({ query }) => (query.cursor === undefined ? list([logger('a')], 'more') : list([logger('b')])));
    const store = createDataloggers(it.deps, { scope, answer: null });
    expect(store.$state.get()).toEqual({ status: 'loading' });
    store.start();
    await flushPromises();
    expect(names(store)).toEqual(['Logger a', 'Logger b']);
    expect(store.$state.get()).toMatchObject({ complete: true });
  });

  it('does not ask again for what the server has rendered', async () => {
    const it = world(NOW);
    const store = createDataloggers(it.deps, { scope, answer: list([logger('a')]) });
    store.start();
    await flushPromises();
    expect(it.calls).toEqual([]);
  });

  it('says why it could not be loaded', async () => {
    const it = world(NOW);
    it.answer(listDataloggers, () => Promise.reject(refusal('forbidden')));
    const store = createDataloggers(it.deps, { scope, answer: null });
    await store.load();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
  });

  it('keeps the rows when a reload after a hole in the stream fails', async () => {
    const it = world(NOW);
    it.answer(listDataloggers, () => Promise.reject(new Error('no network')));
    const store = createDataloggers(it.deps, { scope, answer: list([logger('a')]) });
    store.start();
    it.send({ name: 'reset', data: {} });
    await flushPromises();
    expect(names(store)).toEqual(['Logger a']);
  });

  it('an answer that values have overtaken keeps the values and brings the rest', async () => {
    const it = world(NOW);
    let finish: (answer: ReturnType<typeof list>) => void = () => {};
    it.answer(
      listDataloggers,
      () =>
        new Promise<ReturnType<typeof list>>((resolve) => {
          finish = resolve;
        }),
    );
    const store = createDataloggers(it.deps, { scope, answer: list([logger('a'), logger('b')]) });
    store.start();
    it.send({ name: 'reset', data: {} });
    it.send(values('a', 9.9));
    await flushPromises();
    finish(list([logger('a', { name: 'Renamed' }), logger('b', { last_seen_at: ago(1) })]));
    await flushPromises();
    expect(store.$state.get()).toMatchObject({
      rows: [
        { name: 'Renamed', last_seen_at: ago(0), last: { value: 9.9 } },
        { last_seen_at: ago(1), last: { value: 4.2 } },
      ],
    });
  });

  it('an answer for another workspace that comes late changes nothing', async () => {
    const it = world(NOW);
    let finish: (answer: ReturnType<typeof list>) => void = () => {};
    it.answer(listDataloggers, ({ query }) =>
      query.workspace_id === HALL
        ? new Promise<ReturnType<typeof list>>((resolve) => {
            finish = resolve;
          })
        : list([logger('b', { workspace_id: 'store' })]),
    );
    const store = createDataloggers(it.deps, { scope, answer: null });
    store.start();
    store.follow({ workspace: 'store', archived: false });
    await flushPromises();
    finish(list([logger('a')]));
    await flushPromises();
    expect(names(store)).toEqual(['Logger b']);
  });

  it('a message moves value and age of its row and makes it flash, only its row', () => {
    const it = world(NOW);
    const store = createDataloggers(it.deps, { scope, answer: list([logger('a'), logger('b')]) });
    const stop = store.start();
    it.send(values('a', 8.9));
    const state = store.$state.get();
    expect(state.status === 'ready' && state.rows.map((row) => row.last?.value)).toEqual([8.9, 4.2]);
    expect(state.status === 'ready' && state.rows[0]?.last_seen_at).toBe(ago(0));
    expect(store.$touched.get()).toEqual({ a: 1 });
    stop();
    expect(it.hearers()).toBe(0);
  });

  it('a late message with older readings does not take back a newer value', () => {
    const it = world(NOW);
    const store = createDataloggers(it.deps, { scope, answer: list([logger('a')]) });
    store.start();
    it.send(values('a', 1.1, ago(500)));
    const state = store.$state.get();
    expect(state.status === 'ready' && state.rows[0]?.last?.value).toBe(4.2);
  });

  it('the first value of a new logger comes with its name and unit', async () => {
    const it = world(NOW);
    const fresh = logger('a', { last: null, last_seen_at: null, first_seen_at: null });
    it.answer(getDatalogger, () => logger('a'));
    const store = createDataloggers(it.deps, { scope, answer: list([fresh]) });
    store.start();
    it.send(values('a', 4.2));
    await flushPromises();
    const state = store.$state.get();
    expect(state.status === 'ready' && state.rows[0]?.last?.unit).toBe('°C');
  });

  it('a logger created elsewhere appears in its place, an archived one leaves, one of another workspace stays out', async () => {
    const it = world(NOW);
    const rows: Record<string, Datalogger> = {
      b: logger('b'),
      c: logger('c', { archived_at: ago(0) }),
      d: logger('d', { workspace_id: 'store' }),
    };
    it.answer(getDatalogger, ({ params }) => rows[params.id]!);
    const store = createDataloggers(it.deps, { scope, answer: list([logger('a'), logger('c')]) });
    store.start();
    for (const id of ['b', 'c', 'd']) it.send({ name: 'changed', data: { entity: 'dataloggers', id, workspace_id: HALL } });
    await flushPromises();
    expect(names(store)).toEqual(['Logger a', 'Logger b']);
  });
});

describe('the daily limit of a logger', () => {
  it('is used up when it has brought as much as it may; without a limit never', () => {
    for (const [mb_per_day, bytes_today, spent] of [
      [1, 999_999, false],
      [1, 1_000_000, true],
      [null, 9_000_000, false],
    ] as const)
      expect(limitSpent({ mb_per_day, bytes_today })).toBe(spent);
  });
});

describe('filters of the list', () => {
  const rows = [
    logger('a', { name: 'Chladírna 2', code: 'LOG-0007' }),
    logger('b', { name: 'Pec 3', place: 'Pekárna', last_seen_at: ago(4_000) }),
    logger('c', { name: 'Myčka', last_seen_at: null, last: null }),
    logger('d', { name: 'Brána', paused_at: ago(5) }),
    logger('e', { name: 'Lis', last_seen_at: null, last: null, refused_at: ago(5) }),
  ];

  it('find words in name, code, kind and place, without accents and case', () => {
    const found = (q: string) => filterRows(rows, { q, state: null }, NOW).map((row) => row.id);
    expect(found('CHLADIRNA')).toEqual(['a']);
    expect(found('0007 chlad')).toEqual(['a']);
    expect(found('pekárna')).toEqual(['b']);
    expect(found('zzz')).toEqual([]);
    expect(found('')).toHaveLength(5);
  });

  it('tell states by the clock, not by what the server said when the page was made', () => {
    expect(tally(rows, NOW)).toEqual({ online: 1, late: 0, offline: 1, refused: 1, never: 1, paused: 1 });
    expect(tally(rows, NOW + 200_000)).toEqual({ online: 0, late: 1, offline: 1, refused: 1, never: 1, paused: 1 });
    expect(filterRows(rows, { q: '', state: 'late' }, NOW + 200_000).map((row) => row.id)).toEqual(['a']);
    expect(filterRows(rows, { q: '', state: 'refused' }, NOW).map((row) => row.id)).toEqual(['e']);
    expect(tally(rows, null).online).toBe(5);
  });
});

describe('changing a logger', () => {
  it('shows the change at once and what the server made of it afterwards', async () => {
    const it = world(NOW);
    const store = createDatalogger(it.deps, 'a', logger('a'));
    const sent: unknown[] = [];
    it.answer(updateDatalogger, ({ body }) => {
      sent.push(body);
      return logger('a', { name: 'Chladírna', rev: 2 });
    });
    const saving = store.save(1, { name: ' Chladírna ' });
    expect(store.$state.get()).toMatchObject({ row: { name: ' Chladírna ' } });
    expect(await saving).toMatchObject({ status: 'saved', row: { rev: 2 } });
    expect(store.$state.get()).toMatchObject({ row: { name: 'Chladírna' } });
    expect(sent).toEqual([{ name: ' Chladírna ', rev: 1 }]);
  });

  it('takes the change back when the server refuses it', async () => {
    const it = world(NOW);
    it.answer(updateDatalogger, () => Promise.reject(refusal('validation_failed')));
    const store = createDatalogger(it.deps, 'a', logger('a'));
    expect(await store.save(1, { name: '' })).toMatchObject({ status: 'error' });
    expect(store.$state.get()).toMatchObject({ row: { name: 'Logger a' } });
  });

  it('hands over the other value when somebody else was faster', async () => {
    const it = world(NOW);
    const theirs = logger('a', { name: 'Sklad', rev: 5 });
    it.answer(updateDatalogger, () => Promise.reject(refusal('stale_rev', theirs)));
    const store = createDatalogger(it.deps, 'a', logger('a'));
    expect(await store.save(1, { name: 'Můj sklad' })).toEqual({ status: 'conflict', current: theirs });
    expect(store.$state.get()).toMatchObject({ row: { name: 'Sklad' } });
  });

  it('a pause is seen before the server confirms it', async () => {
    const it = world(NOW);
    it.answer(updateDatalogger, () => logger('a', { paused_at: ago(0), rev: 2 }));
    const store = createDatalogger(it.deps, 'a', logger('a'));
    const saving = store.save(1, { paused: true });
    expect(store.$state.get()).toMatchObject({ row: { paused_at: ago(0) } });
    await saving;
  });

  it('keeps what messages said of it while a change was on its way, refused or not', async () => {
    const it = world(NOW);
    const answer = Promise.withResolvers<Datalogger>();
    it.answer(updateDatalogger, () => answer.promise);
    const store = createDatalogger(it.deps, 'a', logger('a'));
    store.start();
    const saving = store.save(1, { name: 'Sklad' });
    it.send(values('a', 7, ago(0)));
    expect(store.$state.get()).toMatchObject({ row: { name: 'Sklad', last: { value: 7 }, last_seen_at: ago(0) } });
    answer.reject(refusal('forbidden'));
    await saving;
    expect(store.$state.get()).toMatchObject({ row: { name: 'Logger a', last: { value: 7 }, last_seen_at: ago(0) } });
  });

  it('a logger that is gone is said to be gone', async () => {
    const it = world(NOW);
    it.answer(getDatalogger, () => Promise.reject(refusal('not_found')));
    const store = createDatalogger(it.deps, 'a', logger('a'));
    store.start();
    it.send({ name: 'changed', data: { entity: 'dataloggers', id: 'a', workspace_id: HALL } });
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'not_found' });
  });
});
