import { describe, expect, it } from 'vitest';
import {
  countDataloggers,
  DATALOGGER_FILTERS,
  type Datalogger,
  type DataloggerCounts,
  getDatalogger,
  groupDataloggers,
  listDataloggers,
  listDataloggerTags,
  updateDatalogger,
} from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createDatalogger } from './datalogger.store.ts';
import { limitSpent } from './datalogger-row.ts';
import { createDataloggers, type DataloggersQuery, groupOf } from './dataloggers.store.ts';

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
    tags: [],
    machine_id: null,
    logger_type_id: null,
    logger_type_version: null,
    logger_type_name: null,
    type_interval_s: null,
    type_sampling_s: null,
    offline_after: null,
    expected_interval_s: 60,
    auto_channels: true,
    channel_limit: 64,
    state: 'online',
    paused_at: null,
    first_seen_at: ago(86_400),
    last_seen_at: ago(10),
    refused_at: null,
    filed_at: null,
    mb_per_day: null,
    bytes_today: 0,
    channel_count: 1,
    last: {
      channel_id: `${id}-1`,
      channel_name: 'Vzduch',
      unit: '°C',
      display_unit: '°C',
      conversion: null,
      decimals: 1,
      state_words: null,
      ts: ago(10),
      value: 4.2,
    },
    ahead_ts: null,
    failing_ts: null,
    failing: 0,
    health: null,
    rev: 1,
    created_at: ago(86_400),
    updated_at: ago(86_400),
    archived_at: null,
    ...over,
  };
}
const list = (rows: Datalogger[], next: string | null = null) => ({ items: rows, next_cursor: next, total: rows.length });
const NONE = Object.fromEntries(DATALOGGER_FILTERS.map((name) => [name, 0])) as DataloggerCounts['by'];
const counts = (total: number, by: Partial<DataloggerCounts['by']> = {}): DataloggerCounts => ({
  total,
  archived: 0,
  by: { ...NONE, ...by },
});
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
const QUERY: DataloggersQuery = {
  workspace: HALL,
  q: '',
  state: null,
  archived: false,
  tag: null,
  health: null,
  group: null,
  sort: 'trouble',
};

/** A server with these loggers, asked for pages and counts. */
function plant(rows: Datalogger[], query: Partial<DataloggersQuery> = {}) {
  const ground = world(NOW);
  const asked: Record<string, string | undefined>[] = [];
  let counted = counts(rows.length);
  ground.answer(listDataloggers, ({ query: page }) => {
    asked.push(page as Record<string, string | undefined>);
    const from = Number(page.cursor ?? 0);
    const to = from + Number(page.limit);
    return { items: rows.slice(from, to), next_cursor: to < rows.length ? String(to) : null, total: rows.length };
  });
  ground.answer(countDataloggers, () => counted);
  const shown = { ...QUERY, ...query };
  const store = createDataloggers(ground.deps, {
    query: shown,
    answer: list(rows.slice(0, 100), rows.length > 100 ? '100' : null),
    counts: counted,
    tags: [],
  });
  const names = () => {
    const state = store.$state.get();
    return state.status === 'ready' ? state.rows.map((row) => row.name) : state.status;
  };
  const row = (id: string) => {
    const state = store.$state.get();
    return state.status === 'ready' ? state.rows.find((one) => one.id === id) : undefined;
  };
  const now = (next: DataloggerCounts) => {
    counted = next;
  };
  return { ...ground, asked, store, names, row, now };
}

describe('the list of loggers', () => {
  it('shows what came with the page and asks for nothing, then a page at a time', async () => {
    const it = plant(Array.from({ length: 5_000 }, (_, n) => logger(String(n))));
    it.store.start();
    await flushPromises();
    expect(it.calls).toEqual([]);
    await it.store.more();
    expect(it.names()).toHaveLength(200);
    expect(it.asked).toEqual([expect.objectContaining({ sort: 'trouble', cursor: '100', limit: '100' })]);
  });

  it('asks for its groups when it is put together by something, and knows none of another grouping', async () => {
    const it = plant([logger('a', { machine_id: 'm1' }), logger('b')]);
    it.answer(groupDataloggers, ({ query: { group } }) => ({
      items: [
        { id: group === 'machine' ? 'm1' : HALL, name: 'Lis', count: 1, trouble: 0 },
        { id: null, name: null, count: 1, trouble: 1 },
      ],
    }));
    it.store.start();
    await flushPromises();
    expect([it.store.$groups.get(), it.calls]).toEqual([null, []]);
    it.store.show({ ...QUERY, group: 'machine' });
    expect(it.store.$groups.get()).toBeNull();
    await flushPromises();
    expect(it.asked.at(-1)).toMatchObject({ group: 'machine' });
    expect([...(it.store.$groups.get() ?? [])].map(([id, { count, trouble }]) => [id, count, trouble])).toEqual([
      ['m1', 1, 0],
      ['', 1, 1],
    ]);
    expect([groupOf(logger('a', { machine_id: 'm1' }), 'machine'), groupOf(logger('b'), 'machine')]).toEqual(['m1', '']);
    it.store.show({ ...QUERY, group: 'workspace', state: 'offline' });
    expect(it.store.$groups.get()).toBeNull();
    await flushPromises();
    expect([...(it.store.$groups.get() ?? new Map()).keys()]).toEqual([HALL, '']);
    it.store.show(QUERY);
    await flushPromises();
    expect(it.store.$groups.get()).toBeNull();
  });

  it('keeps rows with the tag that is asked for, and asks for the tags again when they were changed', async () => {
    const it = plant([logger('a', { tags: ['HACCP'] }), logger('b', { tags: ['HACCP'] })], { tag: 'HACCP' });
    it.answer(listDataloggerTags, () => ({ items: ['cold', 'HACCP'] }));
    it.answer(updateDatalogger, ({ params, body }) => logger(params.id, { tags: body.tags ?? [], rev: 2 }));
    it.store.start();
    const [a] = [logger('a', { tags: ['HACCP'] })];
    await it.store.save(a, { tags: ['cold'] });
    expect(it.names()).toEqual(['Logger b']);
    await it.pass(1_000);
    await flushPromises();
    expect(it.store.$tags.get()).toEqual(['cold', 'HACCP']);
  });

  it('says why it could not be loaded', async () => {
    const it = world(NOW);
    it.answer(listDataloggers, () => Promise.reject(refusal('forbidden')));
    const store = createDataloggers(it.deps, { query: QUERY, answer: null, counts: null });
    await store.load();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
  });

  it('keeps rows and counts when a reload after a hole in the stream fails', async () => {
    const it = plant([logger('a')]);
    const broken = () => Promise.reject(new Error('no network'));
    it.answer(listDataloggers, broken);
    it.answer(countDataloggers, broken);
    it.store.start();
    it.send({ name: 'reset', data: {} });
    await flushPromises();
    expect(it.names()).toEqual(['Logger a']);
    expect(it.store.$counts.get()?.total).toBe(1);
  });

  it('an answer that values have overtaken keeps the values and brings the rest', async () => {
    const it = plant([logger('a'), logger('b')]);
    const answer = Promise.withResolvers<ReturnType<typeof list>>();
    it.answer(listDataloggers, () => answer.promise);
    it.store.start();
    it.send({ name: 'reset', data: {} });
    it.send(values('a', 9.9));
    await flushPromises();
    answer.resolve(list([logger('a', { name: 'Renamed' }), logger('b', { last_seen_at: ago(1) })]));
    await flushPromises();
    expect(it.row('a')).toMatchObject({ name: 'Renamed', last_seen_at: ago(0), last: { value: 9.9 } });
    expect(it.row('b')).toMatchObject({ last_seen_at: ago(1), last: { value: 4.2 } });
  });

  it('a message moves value and age of its row and makes it flash, only its row', () => {
    const it = plant([logger('a'), logger('b')]);
    const stop = it.store.start();
    it.send(values('a', 8.9));
    expect([it.row('a')?.last?.value, it.row('b')?.last?.value]).toEqual([8.9, 4.2]);
    expect(it.row('a')?.last_seen_at).toBe(ago(0));
    expect(it.store.$touched.get()).toEqual({ a: 1 });
    stop();
    expect(it.hearers()).toBe(0);
  });

  it('a late message with older readings does not take back a newer value', () => {
    const it = plant([logger('a')]);
    it.store.start();
    it.send(values('a', 1.1, ago(500)));
    expect(it.row('a')?.last?.value).toBe(4.2);
  });

  it('the first value of a new logger comes with its name and unit', async () => {
    const it = plant([logger('a', { last: null, last_seen_at: null, first_seen_at: null })]);
    it.answer(getDatalogger, () => logger('a'));
    it.store.start();
    it.send(values('a', 4.2));
    await flushPromises();
    expect(it.row('a')?.last?.unit).toBe('°C');
  });

  it('a logger created elsewhere appears in its place, an archived one leaves', async () => {
    const rows = [logger('a'), logger('c')];
    const it = plant(rows);
    it.answer(getDatalogger, () => logger('c', { archived_at: ago(0) }));
    it.store.start();
    it.send({ name: 'changed', data: { entity: 'dataloggers', id: 'c', workspace_id: HALL } });
    await it.pass(2_000);
    expect(it.names()).toEqual(['Logger a']);
    rows.splice(1, 1, logger('b'));
    it.send({ name: 'changed', data: { entity: 'dataloggers', id: 'b', workspace_id: HALL } });
    await it.pass(2_000);
    expect(it.names()).toEqual(['Logger a', 'Logger b']);
  });

  it('moves a logger that fell silent to the top, although silence makes no event', async () => {
    const rows = [logger('a'), logger('b')];
    const it = plant(rows);
    it.store.start();
    rows.reverse();
    await it.pass(21_000);
    // The counts are as they were: nothing of the list is asked for.
    expect([it.names(), it.asked]).toEqual([['Logger a', 'Logger b'], []]);
    it.now(counts(2, { offline: 1, trouble: 1 }));
    await it.pass(21_000);
    expect(it.names()).toEqual(['Logger b', 'Logger a']);
  });

  it('a logger that came back is counted at once, and stays where it is until then', async () => {
    const it = plant([logger('a', { last_seen_at: ago(4_000) })], { state: 'offline' });
    it.store.start();
    it.now(counts(1, { online: 1 }));
    it.answer(listDataloggers, () => list([]));
    it.send(values('a', 5));
    expect([it.names(), it.row('a')?.last?.value]).toEqual([['Logger a'], 5]);
    await it.pass(1_500);
    expect([it.names(), it.store.$counts.get()?.by.online]).toEqual([[], 1]);
  });

  it('never shows the counts of another search', async () => {
    const it = plant([logger('a')]);
    it.store.start();
    it.store.show({ ...QUERY, q: 'pec' });
    expect(it.store.$counts.get()).toBeNull();
    it.now(counts(7));
    await it.pass(2_000);
    expect(it.store.$counts.get()?.total).toBe(7);
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
