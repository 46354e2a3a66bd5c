import { describe, expect, it } from 'vitest';
import { type Credential, createCredential, listCredentials, revokeCredential } from '../../contract/credentials.ts';
import { SECOND_THOUGHTS_MS } from '../kernel/second-thoughts.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createCredentials } from './credentials.store.ts';

const HEARD = { over: () => {}, failed: () => {} };
const token = (id: string, revoked: string | null = null): Credential => ({
  id,
  datalogger_id: 'a',
  label: null,
  token_hint: 'tk_abcd',
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: null,
  revoked_at: revoked,
});

async function started() {
  const it = world();
  it.answer(listCredentials, () => ({ items: [token('1')] }));
  it.answer(revokeCredential, ({ params }) => token(params.credential_id, '2026-11-20T14:00:08Z'));
  const store = createCredentials(it.deps, 'a');
  store.start();
  await flushPromises();
  const revocations = () => it.calls.filter((call) => call.startsWith('DELETE')).length;
  return { it, store, revocations };
}

describe('tokens of a logger', () => {
  it('a revocation is sent only when the time for second thoughts is over', async () => {
    const { it, store, revocations } = await started();
    store.revoke('1', HEARD);
    expect([...store.$revoking.get()]).toEqual(['1']);
    await it.pass(SECOND_THOUGHTS_MS - 1);
    expect(revocations()).toBe(0);
    await it.pass(1);
    expect(revocations()).toBe(1);
    expect(store.$revoking.get().size).toBe(0);
    expect(store.$state.get()).toMatchObject({ rows: [{ revoked_at: '2026-11-20T14:00:08Z' }] });
  });

  it('a revocation taken back is never sent', async () => {
    const { it, store, revocations } = await started();
    store.revoke('1', HEARD);
    store.keep('1');
    await it.pass(SECOND_THOUGHTS_MS * 2);
    expect(revocations()).toBe(0);
    expect(store.$revoking.get().size).toBe(0);
  });

  it('leaving the page does not keep a token alive that was to be revoked', async () => {
    const { it, store, revocations } = await started();
    store.revoke('1', HEARD);
    it.leave();
    expect(revocations()).toBe(1);
    await it.pass(SECOND_THOUGHTS_MS * 2);
    expect(revocations()).toBe(1);
  });

  it('stay, with a word why, when the server refuses to revoke one', async () => {
    const { it, store } = await started();
    it.answer(revokeCredential, () => Promise.reject(refusal('forbidden')));
    const errors: unknown[] = [];
    store.revoke('1', { ...HEARD, failed: (error) => errors.push(error) });
    await it.pass(SECOND_THOUGHTS_MS);
    expect(errors).toHaveLength(1);
    expect(store.$state.get()).toMatchObject({ rows: [{ revoked_at: null }] });
  });

  it('a new token is handed over once and not kept', async () => {
    const { it, store } = await started();
    it.answer(createCredential, () => ({ ...token('2'), token: 'tk_secret' }));
    expect((await store.create('brána')).token).toBe('tk_secret');
    expect(JSON.stringify(store.$state.get())).not.toContain('tk_secret');
    expect(store.$state.get()).toMatchObject({ rows: [{ id: '2' }, { id: '1' }] });
  });
});
