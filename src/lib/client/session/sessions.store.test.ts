import { describe, expect, it } from 'vitest';
import { listSessions, revokeOtherSessions, revokeSession, type Session } from '../../contract/sessions.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createSessions } from './sessions.store.ts';

const device = (id: string, current = false): Session => ({
  id,
  current,
  browser: 'firefox',
  system: 'linux',
  created_at: '2026-11-20T10:00:00Z',
  last_active_at: '2026-11-20T13:50:00Z',
  expires_at: '2026-11-21T13:50:00Z',
  ip: '192.0.2.7',
  user_agent: null,
});
const ROWS = [device('here', true), device('phone'), device('tablet')];

async function started() {
  const it = world();
  it.answer(listSessions, () => ({ items: ROWS }));
  it.answer(revokeSession, ({ params }) => ({ id: params.session_id, revoked_at: '2026-11-20T14:00:00Z' }));
  it.answer(revokeOtherSessions, () => ({ revoked: 2 }));
  const store = createSessions(it.deps);
  const stop = store.start();
  await flushPromises();
  const ids = () => {
    const state = store.$state.get();
    return state.status === 'ready' ? state.rows.map((row) => row.id) : state.status;
  };
  return { it, store, stop, ids };
}

describe('signed-in devices', () => {
  it('that came with the page are not asked for again', async () => {
    const { deps, calls } = world();
    const store = createSessions(deps, { answer: { items: ROWS } });
    expect(store.$state.get()).toEqual({ status: 'ready', rows: ROWS });
    store.start();
    await flushPromises();
    expect(calls).toEqual([]);
  });

  it('leave the list when they are signed out, not before', async () => {
    const { it, store, ids } = await started();
    let answer = (_: { id: string; revoked_at: string }) => {};
    it.answer(
      revokeSession,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const ended = store.end('phone');
    void store.end('phone');
    await flushPromises();
    expect(ids()).toEqual(['here', 'phone', 'tablet']);
    expect([...store.$ending.get()]).toEqual(['phone']);
    answer({ id: 'phone', revoked_at: '2026-11-20T14:00:00Z' });
    await ended;
    expect(ids()).toEqual(['here', 'tablet']);
    expect(store.$ending.get().size).toBe(0);
    expect(it.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
  });

  it('stay in the list when the server refuses, and the caller hears why', async () => {
    const { it, store, ids } = await started();
    it.answer(revokeSession, () => Promise.reject(refusal('storage_busy')));
    it.answer(revokeOtherSessions, () => Promise.reject(refusal('storage_busy')));
    await expect(store.end('phone')).rejects.toMatchObject({ code: 'storage_busy' });
    await expect(store.endOthers()).rejects.toMatchObject({ code: 'storage_busy' });
    expect(ids()).toEqual(['here', 'phone', 'tablet']);
    expect(store.$ending.get().size).toBe(0);
  });

  it('that are gone already count as signed out', async () => {
    const { it, store, ids } = await started();
    it.answer(revokeSession, () => Promise.reject(refusal('not_found')));
    await store.end('phone');
    expect(ids()).toEqual(['here', 'tablet']);
  });

  it('all leave but this one', async () => {
    const { store, ids } = await started();
    await store.endOthers();
    expect(ids()).toEqual(['here']);
  });

  it('that are signed out don’t come back with an answer that was asked for before', async () => {
    const { it, store, ids } = await started();
    let late = (_: { items: Session[] }) => {};
    it.answer(
      listSessions,
      () =>
        new Promise((resolve) => {
          late = resolve;
        }),
    );
    const loading = store.load();
    await store.end('phone');
    late({ items: ROWS });
    await loading;
    expect(ids()).toEqual(['here', 'tablet']);
  });

  it('that can’t be read say why, and are read again on demand', async () => {
    const { deps, answer } = world();
    answer(listSessions, () => Promise.reject(refusal('internal')));
    const store = createSessions(deps);
    store.start();
    await flushPromises();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'internal' });
    answer(listSessions, () => ({ items: ROWS }));
    await store.load();
    expect(store.$state.get()).toMatchObject({ status: 'ready' });
  });
});
