import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import { createMachine, getMachine, listMachinePlaces, listMachines, type Machine, updateMachine } from '../../contract/machines.ts';
import type { ApiError } from '../kernel/api.ts';
import { eachRow } from '../kernel/each-row.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createMachines, type MachinesQuery } from './machines.store.ts';

const QUERY: MachinesQuery = {
  workspace: null,
  q: '',
  status: null,
  kind: null,
  site: null,
  hall: null,
  line: null,
  archived: false,
  sort: 'name',
};
const machine = (n: number, over: Partial<Machine> = {}): Machine => ({
  id: `id-${n}`,
  workspace_id: 'w1',
  name: `Lis ${String(n).padStart(4, '0')}`,
  code: null,
  kind: null,
  site: null,
  hall: null,
  line: null,
  status: 'in_operation',
  manufacturer: null,
  model: null,
  serial_number: null,
  note: null,
  ideal_cycle_s: null,
  planned_stop_limit_s: null,
  micro_stop_limit_s: null,
  cost_per_hour: null,
  photo_file_id: null,
  datalogger_count: 0,
  datalogger_ids: [],
  last_seen_at: null,
  rev: 1,
  created_at: '2026-11-20T13:00:00Z',
  updated_at: '2026-11-20T13:00:00Z',
  archived_at: null,
  ...over,
});
const changed = (id: string): LiveEvent => ({ name: 'changed', data: { entity: 'machines', id, workspace_id: 'w1' } });

/** A server with that many machines, whose cursor is the number of the next one. */
function plant(count: number) {
  const ground = world();
  const rows = Array.from({ length: count }, (_, n) => machine(n));
  const asked: Record<string, string | undefined>[] = [];
  ground.answer(listMachines, ({ query }) => {
    asked.push(query as Record<string, string | undefined>);
    const found = rows.filter((row) => !query.q || row.name.includes(query.q)).filter((row) => !query.hall || row.hall === query.hall);
    const from = Number(query.cursor ?? 0);
    const to = from + Number(query.limit);
    return {
      items: found.slice(from, to),
      next_cursor: to < found.length ? String(to) : null,
      ...(query.count ? { total: found.length } : {}),
    };
  });
  ground.answer(getMachine, ({ params }) => {
    const row = rows.find((one) => one.id === params.id);
    if (!row) throw refusal('not_found');
    return row;
  });
  const store = createMachines(ground.deps, { query: QUERY, answer: null });
  const ready = () => {
    const state = store.$state.get();
    if (state.status !== 'ready') throw new Error(state.status);
    return state;
  };
  return { ...ground, rows, asked, store, ready };
}

describe('the list of machines', () => {
  it('knows whether there is nothing at all, or only nothing in use: one more question, and only of an empty list', async () => {
    const { store, ready, rows, asked, answer } = plant(0);
    store.start();
    await flushPromises();
    expect(ready().bare).toBe(true);
    expect(asked.map(({ archived, limit }) => [archived, limit])).toEqual([
      [undefined, '100'],
      ['1', '1'],
    ]);
    rows.push(machine(1, { archived_at: '2026-11-20T13:00:00Z' }));
    answer(listMachines, ({ query }) => ({ items: query.archived ? rows : [], next_cursor: null, total: 0 }));
    await store.load();
    expect([ready().rows, ready().bare]).toEqual([[], undefined]);
    store.show({ ...QUERY, hall: 'A' });
    await flushPromises();
    expect(ready().bare).toBeUndefined();
  });

  it('brings one page at a time until the last, each row once', async () => {
    const { store, ready, asked } = plant(250);
    store.start();
    await flushPromises();
    expect([ready().rows.length, ready().total, ready().next]).toEqual([100, 250, '100']);
    void store.more();
    void store.more();
    await flushPromises();
    await store.more();
    expect([ready().rows.length, ready().next]).toEqual([250, null]);
    await store.more();
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '100', '200']);
    expect(new Set(ready().rows.map(({ id }) => id)).size).toBe(250);
  });

  it('shows what came with the page and asks for nothing', () => {
    const ground = world();
    const store = createMachines(ground.deps, { query: QUERY, answer: { items: [machine(1)], next_cursor: null, total: 1 } });
    store.start();
    expect(store.$state.get()).toMatchObject({ status: 'ready', total: 1, work: 'none' });
    expect(ground.calls).toEqual([]);
  });

  it('asks for a filter at once and for a search when the typing rests, and keeps the rows meanwhile', async () => {
    const { store, ready, asked, pass } = plant(30);
    store.start();
    await flushPromises();
    for (const q of ['L', 'Li', 'Lis 0003']) store.show({ ...QUERY, q });
    await flushPromises();
    expect(asked).toHaveLength(1);
    expect([ready().rows.length, ready().work]).toEqual([30, 'query']);
    await pass(300);
    expect(asked.map(({ q }) => q)).toEqual([undefined, 'Lis 0003']);
    expect(ready().rows.map(({ id }) => id)).toEqual(['id-3']);
    store.show({ ...QUERY, q: 'Lis 0003', hall: 'Hala A' });
    await flushPromises();
    expect(ready()).toMatchObject({ rows: [], total: 0, work: 'none' });
    store.show({ ...QUERY, q: ' Lis 0003 ', hall: 'Hala A' });
    await pass(300);
    expect(asked).toHaveLength(3);
  });

  it('drops pages of a query that nobody waits for any more', async () => {
    const { store, ready, answer } = plant(0);
    let late: (() => void) | null = null;
    answer(listMachines, ({ query }) => {
      if (query.sort === 'name')
        return new Promise((resolve) => {
          late = () => resolve({ items: [machine(1)], next_cursor: null, total: 1 });
        });
      return { items: [machine(2)], next_cursor: null, total: 1 };
    });
    store.start();
    store.show({ ...QUERY, sort: '-name' });
    await flushPromises();
    late!();
    await flushPromises();
    expect(ready().rows.map(({ id }) => id)).toEqual(['id-2']);
  });

  it('says when a page could not be had, and brings it when asked again', async () => {
    const { store, ready, answer, rows } = plant(150);
    store.start();
    await flushPromises();
    answer(listMachines, () => {
      throw refusal('storage_busy');
    });
    await store.more();
    expect([ready().rows.length, ready().work]).toEqual([100, 'failed']);
    answer(listMachines, () => ({ items: rows.slice(100), next_cursor: null }));
    await store.more();
    expect([ready().rows.length, ready().work]).toEqual([150, 'none']);
  });

  it('takes over the change of a row that it shows, and lets it go when it fits the filter no more', async () => {
    const { store, ready, rows, send, pass, calls } = plant(3);
    store.start();
    await flushPromises();
    rows[1] = machine(1, { hall: 'Hala B', rev: 2 });
    send(changed('id-1'));
    await pass(500);
    expect(ready().rows[1]).toMatchObject({ hall: 'Hala B', rev: 2 });
    expect(calls).toEqual(['GET /v1/orgs/:organization_id/machines', 'GET /v1/orgs/:organization_id/machines/:id']);
    rows[1] = machine(1, { archived_at: '2026-11-20T13:00:00Z', rev: 3 });
    send(changed('id-1'));
    await pass(500);
    expect([ready().rows.map(({ id }) => id), ready().total]).toEqual([['id-0', 'id-2'], 2]);
  });

  it('is read anew, as long as it was, when rows come that it does not know or change their place', async () => {
    const { store, ready, rows, asked, send, pass } = plant(250);
    store.start();
    await flushPromises();
    await store.more();
    rows.unshift(machine(999));
    send(changed('id-999'));
    await pass(500);
    expect([ready().rows.length, ready().total, ready().rows[0]?.id]).toEqual([200, 251, 'id-999']);
    expect(asked.at(-1)).toMatchObject({ limit: '200', count: '1' });
    rows.unshift(...rows.splice(5, 1).map((row) => ({ ...row, name: 'A' })));
    send(changed(rows[0]!.id));
    await pass(500);
    expect(ready().rows[0]?.name).toBe('A');
  });

  it('moves the last sign of life with the messages of its loggers, never back', async () => {
    const { store, ready, rows, send } = plant(2);
    rows[1] = machine(1, { datalogger_ids: ['d1'], last_seen_at: '2026-11-20T13:00:00Z' });
    store.start();
    await flushPromises();
    const values = (at: string): LiveEvent => ({
      name: 'values',
      data: { datalogger_id: 'd1', workspace_id: 'w1', state: 'online', last_seen_at: at, channels: [], from: at, to: at },
    });
    send(values('2026-11-20T14:00:00Z'));
    send(values('2026-11-20T12:00:00Z'));
    expect(ready().rows[1]?.last_seen_at).toBe('2026-11-20T14:00:00Z');
  });

  it('counts the places only for those who open a filter, and again when they changed', async () => {
    const { store, answer, calls, send, pass } = plant(1);
    answer(listMachinePlaces, () => ({
      items: [{ site: 'Brno', hall: null, line: null, kind: null, status: 'in_operation' as const, count: 1 }],
    }));
    store.start();
    send(changed('id-0'));
    await pass(500);
    const asked = () => calls.filter((call) => call.endsWith('places')).length;
    expect(asked()).toBe(0);
    await store.loadPlaces();
    expect(store.$places.get()).toHaveLength(1);
    send(changed('id-0'));
    await pass(500);
    expect(asked()).toBe(2);
  });

  it('shows a machine that was created where it belongs', async () => {
    const { store, ready, rows, answer } = plant(2);
    store.start();
    await flushPromises();
    answer(createMachine, () => {
      rows.unshift(machine(7));
      return rows[0]!;
    });
    await store.create({ workspace_id: 'w1', name: 'Nový' });
    expect(ready().rows.map(({ id }) => id)).toEqual(['id-7', 'id-0', 'id-1']);
  });

  it('saves rows one by one: what is archived leaves, what is refused stays, and what comes back is in its place again', async () => {
    const { store, ready, rows, answer } = plant(3);
    store.start();
    await flushPromises();
    answer(updateMachine, ({ params, body }) => {
      if (params.id === 'id-1') throw refusal('stale_rev', machine(1, { rev: 2 }));
      const at = rows.findIndex((row) => row.id === params.id);
      rows[at] = { ...rows[at]!, rev: body.rev + 1, archived_at: body.archived ? '2026-11-20T14:00:00Z' : null };
      return rows[at]!;
    });
    const { done, refused } = await eachRow(ready().rows, (row) => store.save(row, { archived: true }));
    expect(done.map(({ after }) => after.id)).toEqual(['id-0', 'id-2']);
    expect(refused.map(({ row, error }) => [row.id, (error as ApiError).code])).toEqual([['id-1', 'stale_rev']]);
    expect(ready().rows.map(({ id }) => id)).toEqual(['id-1']);
    for (const { after } of done) await store.save(after, { archived: false });
    await store.settle();
    expect(ready().rows).toHaveLength(3);
  });

  it('says why nothing could be loaded', async () => {
    const { store, answer } = plant(0);
    answer(listMachines, () => {
      throw refusal('forbidden');
    });
    store.start();
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
  });
});
