import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import { listMachines } from '../../contract/machines.ts';
import {
  countMeasurements,
  type Evaluation,
  getMeasurement,
  listMeasurements,
  type Measurement,
  measurementCategories,
  updateMeasurement,
} from '../../contract/measurements.ts';
import { getScreenVersion, listScreens, type ScreenVersion } from '../../contract/screens.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createMeasurement } from './measurement.store.ts';
import { createMeasurements, type MeasurementsQuery } from './measurements.store.ts';

const QUERY: MeasurementsQuery = {
  workspace: null,
  q: '',
  state: null,
  method: null,
  screen: null,
  machine: null,
  person: null,
  from: null,
  to: null,
  archived: false,
  sort: '-day',
};
const SORTED: Evaluation = { kept_at: null, taxonomies: [], activities: {} };
const measurement = (n: number, over: Partial<Measurement> = {}): Measurement => ({
  id: `id-${n}`,
  workspace_id: 'w1',
  name: `Směna ${n}`,
  screen_id: 's1',
  screen_version: 2,
  method: 'snapshot',
  machine_id: null,
  machine_name: null,
  operation_id: null,
  operation_name: null,
  lanes: [],
  state: 'running',
  started_at: '2026-11-20T05:00:00Z',
  ended_at: null,
  day: '2026-11-20',
  shift: null,
  observer_id: null,
  observer_name: null,
  consent_at: null,
  note: null,
  tap_count: 0,
  entry_count: 0,
  conflict_count: 0,
  seq: 0,
  rev: 1,
  created_at: '2026-11-20T05:00:00Z',
  updated_at: '2026-11-20T05:00:00Z',
  archived_at: null,
  ...over,
});
const changed = (id: string): LiveEvent => ({ name: 'changed', data: { entity: 'measurements', id, workspace_id: 'w1' } });

function plant(count: number) {
  const ground = world();
  const rows = Array.from({ length: count }, (_, n) => measurement(n));
  const asked: Record<string, string | undefined>[] = [];
  ground.answer(listMeasurements, ({ query }) => {
    asked.push(query as Record<string, string | undefined>);
    const { cursor, limit, state } = query as Record<string, string | undefined>;
    const found = rows.filter((row) => !state || row.state === state);
    const from = Number(cursor ?? 0);
    const to = from + Number(limit);
    return { items: found.slice(from, to), next_cursor: to < found.length ? String(to) : null, total: found.length };
  });
  ground.answer(countMeasurements, ({ query }) => ({
    total: rows.length,
    running: query.screen_id === undefined ? rows.length : 0,
    review: 0,
    finished: 0,
    most: 10_000,
  }));
  ground.answer(getMeasurement, ({ params }) => {
    const row = rows.find((one) => one.id === params.id);
    if (!row) throw refusal('not_found');
    return row;
  });
  const store = createMeasurements(ground.deps, { query: QUERY, answer: null });
  const ready = () => {
    const state = store.$state.get();
    if (state.status !== 'ready') throw new Error(state.status);
    return state;
  };
  return { ...ground, rows, asked, store, ready };
}

describe('the list of measurements', () => {
  it('counts those that run and those to review, anew after a change, and never shows the counts of other filters', async () => {
    const { store, rows, send, pass } = plant(2);
    store.start();
    await flushPromises();
    expect(store.$counts.get()).toMatchObject({ total: 2, running: 2, review: 0 });
    rows.push(measurement(2));
    send(changed('id-2'));
    await pass(3_000);
    expect(store.$counts.get()?.running).toBe(3);
    // The state is what is counted: it changes nothing.
    store.show({ ...QUERY, state: 'finished' });
    expect(store.$counts.get()?.running).toBe(3);
    store.show({ ...QUERY, screen: 's2' });
    expect(store.$counts.get()).toBeNull();
    await pass(3_000);
    expect(store.$counts.get()?.running).toBe(0);
  });

  it('archives one that is captured just now: a tap that came meanwhile says nothing against it', async () => {
    const { answer, store, rows } = plant(1);
    let rev = 7;
    answer(updateMeasurement, ({ body }) => {
      if (body.rev !== rev) throw refusal('stale_rev', measurement(0, { rev }));
      rev += 1;
      return measurement(0, { rev, archived_at: '2026-11-20T06:00:00Z' });
    });
    expect(await store.archive(rows[0]!, true)).toMatchObject({ rev: 8, archived_at: '2026-11-20T06:00:00Z' });
  });

  it('comes by pages, each row once', async () => {
    const { store, ready, asked } = plant(150);
    store.start();
    await flushPromises();
    expect([ready().rows.length, ready().total]).toEqual([100, 150]);
    await store.more();
    expect([ready().rows.length, ready().next]).toEqual([150, null]);
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '100']);
  });

  it('follows what runs, and lets it go when it fits the filter no more', async () => {
    const { store, ready, rows, send, pass } = plant(2);
    store.start();
    await flushPromises();
    store.show({ ...QUERY, state: 'running' });
    await flushPromises();
    rows[0] = measurement(0, { tap_count: 5, entry_count: 4, rev: 1 });
    send(changed('id-0'));
    await pass(500);
    expect(ready().rows[0]).toMatchObject({ entry_count: 4 });
    rows[0] = measurement(0, { state: 'finished' });
    send(changed('id-0'));
    await pass(500);
    expect([ready().rows.map(({ id }) => id), ready().total]).toEqual([['id-1'], 1]);
    rows.unshift(measurement(9));
    send(changed('id-9'));
    await pass(500);
    expect(ready().rows.map(({ id }) => id)).toEqual(['id-9', 'id-1']);
  });

  it('offers names for its filters to those who reach for them, as far as they may be read', async () => {
    const { store, answer } = plant(0);
    answer(listScreens, () => ({ items: [{ id: 's1', name: 'Linka' } as never], next_cursor: null }));
    answer(listMachines, () => {
      throw refusal('forbidden');
    });
    await store.loadChoices();
    expect(store.$choices.get()).toEqual({ screens: [{ id: 's1', text: 'Linka' }], machines: [], people: [] });
  });

  it('keeps what a search is for until the typing rests', async () => {
    const { store, asked, pass } = plant(1);
    store.start();
    await flushPromises();
    for (const q of ['s', 'sm', 'smě']) store.show({ ...QUERY, q });
    await pass(300);
    expect(asked.map(({ q }) => q)).toEqual([undefined, 'smě']);
  });
});

describe('one measurement', () => {
  const version = { screen_id: 's1', version: 2 } as ScreenVersion;

  it('brings the version of its screen and the value of activities along', async () => {
    const { deps, answer } = world();
    const rows = [measurement(1)];
    answer(getMeasurement, () => rows[0]!);
    answer(getScreenVersion, ({ params }) => {
      expect(params).toMatchObject({ id: 's1', version: '2' });
      return version;
    });
    answer(measurementCategories, () => ({
      ...SORTED,
      taxonomies: [
        { key: 'refa', id: 'r' },
        { key: 'value', id: 'v' },
      ] as Evaluation['taxonomies'],
    }));
    const store = createMeasurement(deps, 'id-1', null);
    store.start();
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ status: 'ready', row: { id: 'id-1' } });
    expect(store.$version.get()).toEqual({ status: 'ready', version });
    expect(store.$sorting.get().chosen).toBe('v');
    store.sortBy('r');
    await store.keepSorting(false).catch(() => undefined);
    expect(store.$sorting.get().chosen).toBe('r');
  });

  it('asks for nothing that came with the page, and says that it could not learn how activities are sorted, not that they are not', async () => {
    const { deps, answer, calls } = world();
    let allowed = false;
    answer(measurementCategories, () => {
      if (!allowed) throw refusal('forbidden');
      return SORTED;
    });
    const store = createMeasurement(deps, 'id-1', { row: measurement(1), version });
    store.start();
    await flushPromises();
    expect(calls).toEqual(['GET /v1/orgs/:organization_id/measurements/:id/categories']);
    expect(store.$sorting.get()).toMatchObject({ chosen: null, state: { status: 'error', code: 'forbidden' } });
    allowed = true;
    const again = store.loadSorting();
    expect(store.$sorting.get().state.status).toBe('loading');
    await again;
    expect(store.$sorting.get().state.status).toBe('ready');
  });

  it('is changed at once, and shows both versions of a conflict', async () => {
    const { deps, answer } = world();
    answer(measurementCategories, () => SORTED);
    answer(updateMeasurement, () => {
      throw refusal('stale_rev', measurement(1, { name: 'Jejich', rev: 2 }));
    });
    const store = createMeasurement(deps, 'id-1', { row: measurement(1), version });
    store.start();
    const saving = store.save(1, { name: 'Moje' });
    expect(store.$state.get()).toMatchObject({ row: { name: 'Moje' } });
    expect(await saving).toMatchObject({ status: 'conflict', current: { name: 'Jejich' } });
  });
});
