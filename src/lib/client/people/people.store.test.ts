import { expect, it } from 'vitest';
import { type ApiKey, listApiKeys } from '../../contract/api-keys.ts';
import { getPerson, listPeople, type Person, updatePerson } from '../../contract/people.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createPeople, filterPeople } from './people.store.ts';

const row = (id: string, over: Partial<Person> = {}): Person => ({
  id,
  name: `Osoba ${id}`,
  email: `${id}@example.com`,
  avatar: null,
  roles: { organization: ['member'], workspaces: [] },
  last_active_at: null,
  rev: 1,
  created_at: '2026-01-01T00:00:00Z',
  deactivated_at: null,
  ...over,
});
const page = (items: Person[], next_cursor: string | null = null) => ({ items, next_cursor });
const changed = (id: string) => ({ name: 'changed' as const, data: { entity: 'people' as const, id, workspace_id: null } });

async function shown(rows: Person[]) {
  const w = world();
  w.answer(listPeople, () => page(rows));
  const people = createPeople(w.deps);
  const stop = people.start();
  await flushPromises();
  const ids = () => {
    const state = people.$state.get();
    return state.status === 'ready' ? state.rows.map(({ id }) => id) : state.status;
  };
  const find = (id: string) => {
    const state = people.$state.get();
    return state.status === 'ready' ? state.rows.find((one) => one.id === id) : undefined;
  };
  return { w, people, stop, ids, find };
}

it('people come page by page, by name in the reader’s order', async () => {
  const w = world();
  w.answer(listPeople, ({ query }) => (query.cursor ? page([row('c', { name: 'Čapek' })]) : page([row('d', { name: 'Dvořák' })], 'more')));
  const people = createPeople(w.deps);
  await people.load();
  const state = people.$state.get();
  expect(state).toMatchObject({ status: 'ready', complete: true });
  expect(state.status === 'ready' && state.rows.map(({ name }) => name)).toEqual(['Čapek', 'Dvořák']);
});

it('filters look at names and e-mails without case and accents, and at roles in one workspace or anywhere', () => {
  const rows = [
    row('a', { name: 'Jiří Čapek', email: null }),
    row('b', { roles: { organization: [], workspaces: [{ workspace_id: 'w1', roles: ['technician'] }] } }),
    row('c', { roles: { organization: [], workspaces: [] } }),
  ];
  const left = (filter: Partial<Parameters<typeof filterPeople>[1]>) =>
    filterPeople(rows, { q: '', role: null, workspace: null, ...filter }).map(({ id }) => id);
  expect(left({})).toEqual(['a', 'b', 'c']);
  expect(left({ q: 'capek JIRI' })).toEqual(['a']);
  expect(left({ q: 'b@example' })).toEqual(['b']);
  expect(left({ role: 'technician' })).toEqual(['b']);
  expect(left({ role: 'technician', workspace: 'w2' })).toEqual([]);
  // A role of the organisation counts in each of its workspaces.
  expect(left({ workspace: 'w2' })).toEqual(['a']);
});

it('a deactivation shows at once and its person leaves the list of active ones; undone, he is back in his place', async () => {
  const { w, people, ids } = await shown([row('a'), row('b')]);
  const saving = Promise.withResolvers<Person>();
  w.answer(updatePerson, () => saving.promise);
  const saved = people.save(row('a'), { deactivated: true });
  expect(ids()).toEqual(['b']);
  saving.resolve(row('a', { rev: 2, deactivated_at: '2026-11-20T14:00:00Z' }));
  expect(await saved).toMatchObject({ status: 'saved', row: { rev: 2 } });
  w.answer(updatePerson, ({ body }) => row('a', { rev: body.rev + 1 }));
  await people.save(row('a', { rev: 2, deactivated_at: '2026-11-20T14:00:00Z' }), { deactivated: false });
  expect(ids()).toEqual(['a', 'b']);
});

it('a refused change is taken back, and says why', async () => {
  const { w, people, find } = await shown([row('a')]);
  w.answer(updatePerson, () => {
    throw refusal('last_owner');
  });
  const result = await people.save(row('a'), { roles: { organization: [], workspaces: [] } });
  expect(result).toMatchObject({ status: 'error', error: { code: 'last_owner' } });
  expect(find('a')).toEqual(row('a'));
});

it('a refused change leaves what somebody else saved meanwhile', async () => {
  const { w, people, find } = await shown([row('a')]);
  const refused = Promise.withResolvers<Person>();
  w.answer(updatePerson, () => refused.promise);
  const saving = people.save(row('a'), { deactivated: true });
  w.answer(getPerson, () => row('a', { name: 'Jiná', rev: 2 }));
  w.send(changed('a'));
  await flushPromises();
  refused.reject(refusal('last_owner'));
  await saving;
  expect(find('a')).toEqual(row('a', { name: 'Jiná', rev: 2 }));
});

it('a change based on an old row brings the stored one', async () => {
  const { w, people, find } = await shown([row('a')]);
  const current = row('a', { rev: 5, roles: { organization: ['admin'], workspaces: [] } });
  w.answer(updatePerson, () => {
    throw refusal('stale_rev', current);
  });
  expect(await people.save(row('a'), { roles: { organization: [], workspaces: [] } })).toEqual({ status: 'conflict', current });
  expect(find('a')).toEqual(current);
});

it('changes elsewhere are followed: a person comes, changes, and leaves', async () => {
  const { w, ids, find, stop } = await shown([row('a')]);
  w.answer(getPerson, ({ params }) => row(params.id, { rev: 2 }));
  w.send(changed('b'));
  await flushPromises();
  expect(ids()).toEqual(['a', 'b']);
  w.send(changed('a'));
  await flushPromises();
  expect(find('a')?.rev).toBe(2);
  w.answer(getPerson, () => {
    throw refusal('not_found');
  });
  w.send(changed('a'));
  await flushPromises();
  expect(ids()).toEqual(['b']);
  stop();
  expect(w.hearers()).toBe(0);
});

it('the list of the deactivated is another one; answers for the list before are dropped', async () => {
  const w = world();
  const slow = Promise.withResolvers<ReturnType<typeof page>>();
  w.answer(listPeople, ({ query }) =>
    query.state === 'active' ? slow.promise : page([row('x', { deactivated_at: '2026-01-01T00:00:00Z' })]),
  );
  const people = createPeople(w.deps);
  const first = people.load();
  people.follow('deactivated');
  slow.resolve(page([row('a')]));
  await first;
  await flushPromises();
  expect(people.$state.get()).toMatchObject({ status: 'ready', rows: [{ id: 'x' }] });
});

it('the keys that a person made and that still open something are asked for', async () => {
  const { w, people } = await shown([row('a')]);
  const now = w.deps.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const key = (id: string, over: Partial<ApiKey> = {}): ApiKey => ({
    id,
    name: 'ERP',
    workspace_id: null,
    scopes: ['org:read'],
    token_hint: 'abcd',
    created_at: at(-9),
    created_by: 'a',
    expires_at: at(1),
    last_used_at: null,
    revoked_at: null,
    ...over,
  });
  w.answer(listApiKeys, () => ({
    items: [key('open'), key('other', { created_by: 'b' }), key('over', { expires_at: at(0) }), key('revoked', { revoked_at: at(-1) })],
  }));
  expect((await people.keysOf('a')).map(({ id }) => id)).toEqual(['open']);
});

it('a list that can’t be read says why, and is read again', async () => {
  const w = world();
  w.answer(listPeople, () => {
    throw refusal('forbidden');
  });
  const people = createPeople(w.deps);
  await people.load();
  expect(people.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
  w.answer(listPeople, () => page([row('a')]));
  await people.load();
  expect(people.$state.get()).toMatchObject({ status: 'ready', rows: [{ id: 'a' }] });
});
