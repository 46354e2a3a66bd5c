import { describe, expect, it } from 'vitest';
import { listActivities } from '../../contract/activities.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { createScreen, getScreen, listScreens, type Screen, updateScreen } from '../../contract/screens.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createScreens, type ScreensQuery } from './screens.store.ts';

const QUERY: ScreensQuery = { workspace: null, q: '', method: null, archived: false, sort: 'name' };
const screen = (n: number, over: Partial<Screen> = {}): Screen => ({
  id: `id-${n}`,
  workspace_id: 'w1',
  name: `Linka ${String(n).padStart(4, '0')}`,
  method: 'snapshot',
  machine_id: null,
  machine_name: null,
  draft: { columns: 4, hand: 'left', lanes: [{ id: 'worker', name: '', kind: 'worker' }], buttons: [], ratings: [] },
  version: null,
  published_at: null,
  has_changes: true,
  rev: 1,
  created_at: '2026-11-20T13:00:00Z',
  updated_at: '2026-11-20T13:00:00Z',
  archived_at: null,
  ...over,
});
const changed = (id: string): LiveEvent => ({ name: 'changed', data: { entity: 'screens', id, workspace_id: 'w1' } });

/** A server with that many screens, whose cursor is the number of the next one. */
function plant(count: number) {
  const ground = world();
  const rows = Array.from({ length: count }, (_, n) => screen(n));
  const asked: Record<string, string | undefined>[] = [];
  ground.answer(listScreens, ({ query }) => {
    asked.push(query as Record<string, string | undefined>);
    const found = rows.filter((row) => (!query.q || row.name.includes(query.q)) && (query.archived === '1' || row.archived_at === null));
    const from = Number(query.cursor ?? 0);
    const to = from + Number(query.limit);
    return {
      items: found.slice(from, to),
      next_cursor: to < found.length ? String(to) : null,
      ...(query.count ? { total: found.length } : {}),
    };
  });
  ground.answer(getScreen, ({ params }) => {
    const row = rows.find((one) => one.id === params.id);
    if (!row) throw refusal('not_found');
    return row;
  });
  const put = (row: Screen) => {
    const place = rows.findIndex((one) => one.id === row.id);
    if (place < 0) rows.push(row);
    else rows[place] = row;
    return row;
  };
  const store = createScreens(ground.deps, { query: QUERY, answer: null });
  const ready = () => {
    const state = store.$state.get();
    if (state.status !== 'ready') throw new Error(state.status);
    return state;
  };
  return { ...ground, rows, asked, store, ready, put };
}

describe('the list of screens', () => {
  it('brings one page at a time until the last, each row once', async () => {
    const { store, ready, asked } = plant(120);
    store.start();
    await flushPromises();
    expect([ready().rows.length, ready().total, ready().next]).toEqual([50, 120, '50']);
    void store.more();
    void store.more();
    await flushPromises();
    await store.more();
    expect([ready().rows.length, ready().next]).toEqual([120, null]);
    await store.more();
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '50', '100']);
  });

  it('waits for the end of typing, and drops what an older question answers', async () => {
    const { store, ready, asked, pass } = plant(30);
    store.start();
    await flushPromises();
    store.show({ ...QUERY, q: '00' });
    store.show({ ...QUERY, q: '0001' });
    expect(ready().work).toBe('query');
    await pass(300);
    expect(ready().rows.map(({ id }) => id)).toEqual(['id-1']);
    expect(asked).toHaveLength(2);
  });

  it('takes up what changes elsewhere, and lists again when a name has changed', async () => {
    const { store, ready, rows, send, pass, calls, put } = plant(3);
    store.start();
    await flushPromises();
    put({ ...rows[0]!, version: 1, has_changes: false, rev: 2 });
    send(changed('id-0'));
    await pass(500);
    expect(ready().rows[0]).toMatchObject({ version: 1 });
    expect(calls.filter((one) => one === `GET ${listScreens.path}`)).toHaveLength(1);
    put({ ...rows[0]!, name: 'Zcela jiná', rev: 3 });
    send(changed('id-0'));
    await pass(500);
    expect(calls.filter((one) => one === `GET ${listScreens.path}`)).toHaveLength(2);
    rows.splice(0, 1);
    send(changed('id-0'));
    await pass(500);
    expect([ready().rows.length, ready().total]).toEqual([2, 2]);
  });

  it('takes an archived screen out and brings it back', async () => {
    const { store, ready, rows, answer, put } = plant(2);
    answer(updateScreen, ({ params, body }) => {
      const row = rows.find((one) => one.id === params.id)!;
      return put({ ...row, rev: body.rev + 1, archived_at: body.archived ? '2026-11-20T15:00:00Z' : null });
    });
    store.start();
    await flushPromises();
    const gone = await store.archive(ready().rows[0]!, true);
    expect([ready().rows.map(({ id }) => id), ready().total]).toEqual([['id-1'], 1]);
    await store.archive(gone, false);
    expect(ready().rows.map(({ id }) => id)).toEqual(['id-0', 'id-1']);
  });

  it('shows a new screen in its place', async () => {
    const { store, ready, answer, put } = plant(1);
    answer(createScreen, ({ body }) => put(screen(9, { name: body.name })));
    store.start();
    await flushPromises();
    await store.create({ workspace_id: 'w1', name: 'Nová', template: { key: 'cycle_study', locale: 'cs' } });
    expect(ready().rows.map(({ name }) => name)).toContain('Nová');
  });

  it('writes a screen down with all activities of its workspace at hand, archived ones too', async () => {
    const { store, answer, rows } = plant(1);
    const queries: object[] = [];
    answer(listActivities, ({ query }) => {
      queries.push(query);
      return { items: [], next_cursor: query.cursor ? null : 'more' };
    });
    expect(await store.document(rows[0]!)).toMatchObject({ taktlog: 'screen', format: 1, name: 'Linka 0000', activities: [] });
    expect(queries).toMatchObject([{ workspace_id: 'w1', archived: '1' }, { cursor: 'more' }]);
  });

  it('keeps its rows when a refresh fails, and says when there were none', async () => {
    const { store, ready, answer, send, deps } = plant(2);
    store.start();
    await flushPromises();
    answer(listScreens, () => {
      throw refusal('internal');
    });
    send({ name: 'reset', data: {} });
    await flushPromises();
    expect(ready().rows).toHaveLength(2);
    const empty = createScreens(deps, { query: QUERY, answer: null });
    await empty.load();
    expect(empty.$state.get()).toEqual({ status: 'error', code: 'internal' });
  });
});
