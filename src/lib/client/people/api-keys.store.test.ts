import { expect, it } from 'vitest';
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../contract/api-keys.ts';
import { SECOND_THOUGHTS_MS } from '../kernel/second-thoughts.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createApiKeys, keyState } from './api-keys.store.ts';

const row = (id: string, over: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: 'ERP',
  workspace_id: null,
  scopes: ['org:read'],
  token_hint: 'abcd',
  created_at: '2026-01-01T00:00:00Z',
  created_by: null,
  expires_at: '2026-12-31T00:00:00Z',
  last_used_at: null,
  revoked_at: null,
  ...over,
});

async function shown(rows: ApiKey[]) {
  const w = world();
  w.answer(listApiKeys, () => ({ items: rows }));
  const store = createApiKeys(w.deps);
  const stop = store.start();
  await flushPromises();
  return { w, store, stop };
}

it('a new key stands first, and its token is nowhere in the store', async () => {
  const { w, store } = await shown([row('a')]);
  w.answer(createApiKey, ({ body }) => ({ ...row('b', { name: body.name }), token: 'tlk_secret' }));
  expect((await store.create({ name: 'MES', scopes: ['org:read'], expires_in_days: 90 })).token).toBe('tlk_secret');
  expect(store.$state.get()).toMatchObject({ status: 'ready', rows: [{ id: 'b', name: 'MES' }, { id: 'a' }] });
  expect(JSON.stringify(store.$state.get())).not.toContain('secret');
});

it('a key is revoked when the time for second thoughts is over; a refusal is heard', async () => {
  const { w, store } = await shown([row('a')]);
  w.answer(revokeApiKey, ({ params }) => row(params.id, { revoked_at: '2026-11-20T14:00:08Z' }));
  store.revoke('a', { over: () => {}, failed: () => expect.unreachable() });
  await w.pass(SECOND_THOUGHTS_MS - 1);
  expect(w.calls).toHaveLength(1);
  await w.pass(1);
  expect(store.$state.get()).toMatchObject({ rows: [{ revoked_at: '2026-11-20T14:00:08Z' }] });
  w.answer(revokeApiKey, () => {
    throw refusal('forbidden');
  });
  const heard: unknown[] = [];
  store.revoke('a', { over: () => {}, failed: (error) => heard.push(error) });
  await w.pass(SECOND_THOUGHTS_MS);
  expect(heard).toMatchObject([{ code: 'forbidden' }]);
});

it('keys made or revoked elsewhere show by themselves', async () => {
  const { w, store } = await shown([row('a')]);
  w.answer(listApiKeys, () => ({ items: [row('b'), row('a')] }));
  w.send({ name: 'changed', data: { entity: 'api-keys', id: 'b', workspace_id: null } });
  await flushPromises();
  expect(store.$state.get()).toMatchObject({ rows: [{ id: 'b' }, { id: 'a' }] });
});

it('a key is valid until its last moment, and says so two weeks before', () => {
  const now = Date.parse('2026-11-20T14:00:00Z');
  expect(keyState({ revoked_at: null, expires_at: '2026-12-04T14:00:00.001Z' }, now)).toBe('valid');
  expect(keyState({ revoked_at: null, expires_at: '2026-12-04T14:00:00Z' }, now)).toBe('ending');
  expect(keyState({ revoked_at: null, expires_at: '2026-11-20T14:00:00.001Z' }, now)).toBe('ending');
  expect(keyState({ revoked_at: null, expires_at: '2026-11-20T14:00:00Z' }, now)).toBe('expired');
  expect(keyState({ revoked_at: '2026-11-20T13:00:00Z', expires_at: '2026-11-20T14:00:00Z' }, now)).toBe('revoked');
});
