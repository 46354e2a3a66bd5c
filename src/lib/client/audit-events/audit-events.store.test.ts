import { expect, it } from 'vitest';
import { type AuditEvent, changedFields, listAuditEvents } from '../../contract/audit-events.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { type AuditFilter, createAuditEvents, csvPath } from './audit-events.store.ts';

const NOTHING: AuditFilter = { entity: null, actor: null, from: null, to: null, allOrgs: false };
const row = (id: string): AuditEvent => ({
  id,
  at: '2026-11-20T14:00:00Z',
  actor_kind: 'system',
  actor_id: null,
  actor_name: null,
  all_orgs: false,
  verb: 'machines.update',
  entity_id: 'm',
  workspace_id: null,
  before: null,
  after: null,
  request_id: null,
});
const page = (ids: string[], next_cursor: string | null = null) => ({ items: ids.map(row), next_cursor });

function shown(store: ReturnType<typeof createAuditEvents>) {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.map(({ id }) => id).join('') : state.status;
}

async function trail(first: ReturnType<typeof page>) {
  const w = world();
  w.answer(listAuditEvents, () => first);
  const store = createAuditEvents(w.deps, NOTHING);
  const stop = store.start();
  await flushPromises();
  return { w, store, stop };
}
const changed = { name: 'changed' as const, data: { entity: 'machines' as const, id: 'm', workspace_id: null } };

it('older changes follow page by page, once each however often they are asked for', async () => {
  const { w, store } = await trail(page(['c', 'b'], 'older'));
  w.answer(listAuditEvents, ({ query }) => page(query.cursor === 'older' ? ['a'] : ['!']));
  await Promise.all([store.more(), store.more()]);
  expect(shown(store)).toBe('cba');
  await store.more();
  expect(w.calls).toHaveLength(2);
});

it('a page that can’t be read leaves what is there, and is asked for again', async () => {
  const { w, store } = await trail(page(['b'], 'older'));
  w.answer(listAuditEvents, () => {
    throw refusal('storage_busy');
  });
  await store.more();
  expect(store.$state.get()).toMatchObject({ status: 'ready', more: 'failed' });
  w.answer(listAuditEvents, () => page(['a']));
  await store.more();
  expect(shown(store)).toBe('ba');
});

it('new changes come to the head while older ones are in sight; after a gap the list begins anew', async () => {
  const { w, store, stop } = await trail(page(['b', 'a'], 'older'));
  w.answer(listAuditEvents, () => page(['c', 'b', 'a'], 'older'));
  w.send(changed);
  w.send(changed);
  await w.pass(6_000);
  expect([shown(store), w.calls.length]).toEqual(['cba', 2]);
  w.answer(listAuditEvents, () => page(['z', 'y'], 'gap'));
  w.send(changed);
  await w.pass(6_000);
  expect(shown(store)).toBe('zy');
  stop();
  w.send(changed);
  await w.pass(6_000);
  expect(w.calls).toHaveLength(3);
});

it('another filter is another list, and answers for the one before are dropped', async () => {
  const { w, store } = await trail(page(['a']));
  const slow = Promise.withResolvers<ReturnType<typeof page>>();
  const asked: unknown[] = [];
  w.answer(listAuditEvents, ({ query }) => {
    asked.push(query);
    return query.entity === 'people' ? slow.promise : page(['m']);
  });
  store.follow({ ...NOTHING, entity: 'people' });
  expect(shown(store)).toBe('loading');
  store.follow({ ...NOTHING, actor: 'u', from: '2026-01-01T00:00:00Z', allOrgs: true });
  slow.resolve(page(['p']));
  await flushPromises();
  expect(shown(store)).toBe('m');
  expect(asked[1]).toEqual({ actor_id: 'u', from: '2026-01-01T00:00:00Z', all_orgs: '1', limit: '100' });
  store.follow({ ...NOTHING, actor: 'u', from: '2026-01-01T00:00:00Z', allOrgs: true });
  expect(asked).toHaveLength(2);
});

it('a trail that can’t be read says why', async () => {
  const w = world();
  w.answer(listAuditEvents, () => {
    throw refusal('forbidden');
  });
  const store = createAuditEvents(w.deps, NOTHING);
  await store.load();
  expect(store.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
});

it('the file has the same filters as the list', () => {
  expect(csvPath('o1', NOTHING)).toBe('/v1/orgs/o1/audit-events.csv');
  expect(csvPath('o1', { ...NOTHING, entity: 'people', to: '2026-01-01T00:00:00Z' })).toBe(
    '/v1/orgs/o1/audit-events.csv?entity=people&to=2026-01-01T00%3A00%3A00Z',
  );
});

it('changed fields are those that differ, without bookkeeping, and nothing is the same as nothing', () => {
  const before = { name: 'Lis', note: null, roles: { a: 1 }, rev: 1, updated_at: 'x' };
  const after = { name: 'Lis 2', roles: { a: 1 }, code: 'L2', rev: 2, updated_at: 'y' };
  expect(changedFields({ before, after })).toEqual([
    { field: 'name', before: 'Lis', after: 'Lis 2' },
    { field: 'code', before: undefined, after: 'L2' },
  ]);
  expect(changedFields({ before: null, after: { name: 'Lis', note: null } }).map(({ field }) => field)).toEqual(['name']);
  expect(changedFields({ before: null, after: null })).toEqual([]);
});
