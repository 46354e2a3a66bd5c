import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import { listMeasurements, type Measurement } from '../../contract/measurements.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createMeasurementsNow } from './measurements-now.store.ts';

const uuid = (n: number) => `0198a3c2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const HALL = uuid(900);
const measurement = (n: number, over: Partial<Measurement> = {}): Measurement => ({
  id: uuid(n),
  workspace_id: HALL,
  name: `Shift ${n}`,
  screen_id: uuid(800),
  screen_version: 1,
  method: 'snapshot',
  machine_id: null,
  machine_name: null,
  operation_id: null,
  operation_name: null,
  lanes: [],
  state: 'running',
  started_at: '2026-11-20T12:00:00Z',
  ended_at: null,
  day: '2026-11-20',
  shift: null,
  observer_id: null,
  observer_name: null,
  consent_at: null,
  note: null,
  tap_count: 1,
  entry_count: 1,
  conflict_count: 0,
  seq: 1,
  rev: 1,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  archived_at: null,
  ...over,
});
const changed = (workspace_id: string): LiveEvent => ({ name: 'changed', data: { entity: 'measurements', id: uuid(1), workspace_id } });

/** A server with those measurements. */
function plant(rows: Measurement[]) {
  const it = world();
  const kept = { rows };
  it.answer(listMeasurements, ({ query }) => {
    const found = kept.rows.filter(
      (row) => row.state === query.state && (query.machine_id === undefined || row.machine_id === query.machine_id),
    );
    return { items: found.slice(0, Number(query.limit)), next_cursor: null, total: found.length };
  });
  return { it, kept };
}

describe('measurements that run now', () => {
  it('are shown as soon as they begin, and stand among the last ones when they end', async () => {
    const { it, kept } = plant([]);
    const store = createMeasurementsNow(it.deps, { workspace: HALL }, null);
    store.start();
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ data: { running: [], runningCount: 0, last: [] } });
    kept.rows = [measurement(1)];
    it.send(changed(HALL));
    await it.pass(1_000);
    expect(store.$state.get()).toMatchObject({ data: { running: [{ name: 'Shift 1' }], runningCount: 1, last: [] } });
    kept.rows = [measurement(1, { state: 'finished', ended_at: '2026-11-20T14:00:00Z' })];
    it.send(changed(HALL));
    await it.pass(1_000);
    expect(store.$state.get()).toMatchObject({ data: { running: [], last: [{ name: 'Shift 1' }] } });
  });

  it('of another workspace move nothing, those of another machine are not shown', async () => {
    const { it } = plant([measurement(1, { machine_id: uuid(5) }), measurement(2, { machine_id: uuid(6) })]);
    const store = createMeasurementsNow(it.deps, { workspace: HALL, machine: uuid(5) }, null);
    store.start();
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ data: { running: [{ name: 'Shift 1' }], runningCount: 1 } });
    const asked = it.calls.length;
    it.send(changed(uuid(901)));
    await it.pass(10_000);
    expect(it.calls).toHaveLength(asked);
  });

  it('tell how many more run than are shown, and why they could not be loaded', async () => {
    const { it } = plant(Array.from({ length: 11 }, (_, n) => measurement(n)));
    const store = createMeasurementsNow(it.deps, { workspace: null }, null);
    store.start();
    await flushPromises();
    expect(store.$state.get()).toMatchObject({ data: { running: { length: 8 }, runningCount: 11 } });
    it.answer(listMeasurements, () => Promise.reject(refusal('forbidden')));
    const refused = createMeasurementsNow(it.deps, { workspace: null }, null);
    refused.start();
    await flushPromises();
    expect(refused.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
  });
});
