import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import {
  countDataloggers,
  DATALOGGER_FILTERS,
  type Datalogger,
  type DataloggerCounts,
  type DataloggerState,
  listDataloggers,
} from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { type FavoriteReadings, listFavoriteReadings } from '../../contract/favorites.ts';
import { type FirstSteps, getFirstSteps } from '../../contract/first-steps.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createAttention, createFirstSteps, createReadings, loadAttention } from './dashboard.store.ts';
import type { FavoritesState } from './favorites.store.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

const uuid = (n: number) => `0198a3c2-0000-7000-8000-${String(n).padStart(12, '0')}`;
function logger(n: number, state: DataloggerState, silence: number | null): Datalogger {
  return {
    id: uuid(n),
    workspace_id: uuid(900),
    name: `Logger ${n}`,
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
    state,
    paused_at: null,
    first_seen_at: null,
    last_seen_at: silence === null ? null : ago(silence),
    refused_at: null,
    filed_at: null,
    mb_per_day: null,
    bytes_today: 0,
    channel_count: 0,
    last: null,
    ahead_ts: null,
    failing_ts: null,
    failing: 0,
    health: null,
    rev: 1,
    created_at: ago(86_400 - n),
    updated_at: ago(86_400),
    archived_at: null,
  };
}
const values = (datalogger: string, channel: string, value: number, ts = ago(0)): LiveEvent => ({
  name: 'values',
  data: {
    datalogger_id: datalogger,
    workspace_id: uuid(900),
    state: 'online',
    last_seen_at: ts,
    channels: [{ id: channel, key: 'air', ts, value }],
    from: ts,
    to: ts,
  },
});

/** A server with those loggers. */
function plant(all: Datalogger[]) {
  const it = world(NOW);
  const kept = { rows: all };
  it.answer(listDataloggers, ({ query }) => {
    const found = kept.rows
      .filter(({ state, failing }) => (query.state === 'failing' ? failing > 0 : query.state === undefined || state === query.state))
      .sort((a, b) => Date.parse(a.last_seen_at ?? ago(0)) - Date.parse(b.last_seen_at ?? ago(0)));
    return { items: found.slice(0, Number(query.limit)), next_cursor: null, total: found.length };
  });
  it.answer(countDataloggers, () => {
    const by = Object.fromEntries(
      DATALOGGER_FILTERS.map((name) => [
        name,
        kept.rows.filter(({ state, failing }) => (name === 'failing' ? failing > 0 : state === name)).length,
      ]),
    );
    return { total: kept.rows.length, archived: 0, by: by as DataloggerCounts['by'] };
  });
  return { it, kept };
}

describe('what needs attention', () => {
  it('has the longest silence first and those that never sent last, with a small question for each state that there is, whatever the size of the plant', async () => {
    const rows = [
      ...Array.from({ length: 60 }, (_, n) => logger(n, 'online', 5)),
      logger(101, 'never', null),
      logger(102, 'late', 200),
      logger(103, 'offline', 400),
      logger(104, 'offline', 9_000),
      ...Array.from({ length: 20 }, (_, n) => logger(200 + n, 'never', null)),
      logger(299, 'refused', null),
      logger(300, 'paused', 5),
    ];
    const { it } = plant(rows);
    const { rows: shown, counts } = await loadAttention({ call: it.deps.call, organization: 'org', workspace: uuid(900) });
    expect(counts).toMatchObject({ online: 60, offline: 2, late: 1, refused: 1, failing: 0, never: 21, file: 0, paused: 1 });
    expect(shown.slice(0, 4).map(({ name }) => name)).toEqual(['Logger 104', 'Logger 103', 'Logger 102', 'Logger 101']);
    expect(shown).toHaveLength(8);
    expect(it.calls).toHaveLength(5);
  });

  it('lets a logger go as soon as it speaks, and finds new silence by looking again', async () => {
    const { it, kept } = plant([logger(1, 'offline', 400), logger(2, 'online', 5)]);
    const store = createAttention(it.deps, null, null);
    const stop = store.start();
    await flushPromises();
    it.send(values(uuid(1), 'c', 1));
    expect(store.$state.get()).toMatchObject({ data: { rows: [], counts: { online: 2, offline: 0 } } });
    kept.rows = [logger(1, 'online', 1), logger(2, 'late', 130)];
    await it.pass(30_000);
    expect(store.$state.get()).toMatchObject({ data: { rows: [{ name: 'Logger 2' }], counts: { online: 1, late: 1 } } });
    stop();
    const before = it.calls.length;
    await it.pass(120_000);
    expect(it.calls).toHaveLength(before);
  });

  it('has loggers whose sensor fails, asked for again when one begins to fail or may have ended, and not while it goes on', async () => {
    const { it, kept } = plant([logger(1, 'online', 5), logger(2, 'online', 5)]);
    const store = createAttention(it.deps, null, null);
    store.start();
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ data: { rows: [], counts: { online: 2, failing: 0 } } });
    const message = (error: boolean) => {
      const event = values(uuid(1), 'c', 1);
      if (event.name !== 'values') throw new Error('never');
      const left_out = error ? { left_out: [{ id: uuid(77), ts: event.data.to }] } : {};
      return { ...event, data: { ...event.data, ...left_out } };
    };
    kept.rows = [{ ...logger(1, 'online', 5), failing: 1 }, logger(2, 'online', 5)];
    it.send(message(true));
    await it.pass(1_000);
    expect(store.$state.get()).toMatchObject({ data: { rows: [{ name: 'Logger 1' }], counts: { online: 2, failing: 1 } } });
    const asked = it.calls.length;
    it.send(message(true));
    await it.pass(1_000);
    expect(it.calls).toHaveLength(asked);
    kept.rows = [logger(1, 'online', 5), logger(2, 'online', 5)];
    it.send(message(false));
    await it.pass(1_000);
    expect(store.$state.get()).toMatchObject({ data: { rows: [], counts: { failing: 0 } } });
  });

  it('says why it could not be loaded, and keeps what it showed when only a later look fails', async () => {
    const it = world(NOW);
    it.answer(countDataloggers, () => Promise.reject(refusal('storage_busy')));
    const store = createAttention(it.deps, null, null);
    store.start();
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'storage_busy' });
    const shown = createAttention(it.deps, null, {
      rows: [logger(1, 'late', 130)],
      counts: { online: 0, offline: 0, refused: 0, late: 1, failing: 0, never: 0, file: 0, paused: 0 },
    });
    shown.start();
    await it.pass(31_000);
    expect(shown.$state.get()).toMatchObject({ status: 'ready', data: { counts: { late: 1 } } });
  });
});

const channel = (n: number, datalogger: number, value: number | null) => ({
  id: uuid(n),
  datalogger_id: uuid(datalogger),
  name: `Channel ${n}`,
  unit: '°C',
  display_unit: '°C',
  conversion: null,
  decimals: 1,
  state_words: null,
  expected_interval_s: 60,
  ahead_ts: null,
  failing_ts: null,
  first_ts: value === null ? null : ago(600),
  last: value === null ? null : { ts: ago(60), value },
});
const favorite = (entity: FavoriteReadings['entity'], n: number, channels: FavoriteReadings['channels']): FavoriteReadings => ({
  entity,
  entity_id: uuid(n),
  created_at: ago(0),
  workspace_id: uuid(900),
  name: `Row ${n}`,
  code: null,
  place: null,
  channels,
});
const marked = (...rows: FavoriteReadings[]): FavoritesState => ({
  status: 'ready',
  rows: rows.map(({ entity, entity_id, created_at }) => ({ entity, entity_id, created_at })),
});

describe('readings of favourites', () => {
  const channelFavorite = favorite('channels', 11, [channel(11, 1, 4)]);
  const whole = favorite('dataloggers', 1, [channel(11, 1, 4), channel(12, 1, null)]);
  const machine = favorite('machines', 5, []);

  function ground(first: FavoriteReadings[] | null, items: FavoriteReadings[]) {
    const it = world(NOW);
    const $state = atom<FavoritesState>({ status: 'loading' });
    const kept = { items };
    it.answer(listFavoriteReadings, () => ({ items: kept.items }));
    const store = createReadings(it.deps, first, () => ({ $state }));
    const stop = store.start();
    const shown = () => {
      const state = store.$state.get();
      return state.status === 'ready' ? state.data : [];
    };
    return { it, $state, kept, store, stop, shown };
  }

  it('move with the live stream, wherever the channel is shown, and never backwards', async () => {
    const { it, shown } = ground([channelFavorite, whole], []);
    it.send(values(uuid(1), uuid(11), 7.5));
    expect(shown().map(({ channels }) => channels[0]?.last?.value)).toEqual([7.5, 7.5]);
    it.send(values(uuid(1), uuid(11), 1, ago(3_000)));
    expect(shown()[0]?.channels[0]?.last).toEqual({ ts: ago(0), value: 7.5 });
    const before = shown();
    it.send(values(uuid(2), uuid(99), 1));
    expect(shown()).toBe(before);
    await it.pass(10_000);
    expect(it.calls).toEqual([]);
  });

  it('are read again when a row of theirs changes, and when a logger sends its first reading', async () => {
    const { it } = ground([whole, machine], [whole]);
    it.send({ name: 'changed', data: { entity: 'people', id: uuid(1), workspace_id: null } });
    await it.pass(5_000);
    expect(it.calls).toHaveLength(0);
    it.send({ name: 'changed', data: { entity: 'channels', id: uuid(12), workspace_id: uuid(900), datalogger_id: uuid(1) } });
    it.send(values(uuid(1), uuid(77), 1));
    await it.pass(5_000);
    expect(it.calls).toHaveLength(1);
  });

  it('lose at once what is unmarked, and load what is marked', async () => {
    const { it, $state, kept, shown } = ground([channelFavorite, machine], [channelFavorite, whole]);
    $state.set(marked(channelFavorite));
    expect(shown()).toEqual([channelFavorite]);
    kept.items = [channelFavorite, whole];
    $state.set(marked(channelFavorite, whole));
    expect(shown()).toEqual([channelFavorite]);
    await it.pass(1_000);
    expect(shown()).toEqual([channelFavorite, whole]);
    expect(it.calls).toHaveLength(1);
  });
});

describe('the first steps of an organisation', () => {
  const NONE = {
    workspace: true,
    machine: false,
    logger: false,
    reading: false,
    screen: false,
    publish: false,
    measure: false,
    people: false,
  };
  const doneOf = (store: ReturnType<typeof createFirstSteps>) => {
    const state = store.$state.get();
    return state.status === 'ready' ? state.data.done : state.status;
  };

  it('tick themselves off by what there is, with one small question', async () => {
    const it = world(NOW);
    const kept: FirstSteps = { done: NONE, datalogger: null, screen: null, panel: null };
    it.answer(getFirstSteps, () => kept);
    const store = createFirstSteps(it.deps, null);
    store.start();
    await flushPromises();
    expect(doneOf(store)).toEqual(NONE);
    expect(it.calls).toHaveLength(1);
    kept.done = { ...NONE, logger: true };
    kept.datalogger = uuid(1);
    it.send({ name: 'changed', data: { entity: 'dataloggers', id: uuid(1), workspace_id: uuid(900) } });
    await it.pass(1_000);
    expect(store.$state.get()).toMatchObject({ data: { datalogger: uuid(1), done: { logger: true, reading: false } } });
    kept.done = { ...NONE, logger: true, reading: true };
    it.send(values(uuid(1), uuid(11), 1));
    await it.pass(1_000);
    expect(doneOf(store)).toMatchObject({ reading: true });
    const before = it.calls.length;
    it.send(values(uuid(1), uuid(11), 2));
    await it.pass(10_000);
    expect(it.calls).toHaveLength(before);
  });
});
