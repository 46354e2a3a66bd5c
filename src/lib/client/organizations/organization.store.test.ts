import { describe, expect, it } from 'vitest';
import { deleteLogo, getOrganization, type Organization, putLogo, updateOrganization } from '../../contract/organizations.ts';
import type { ApiError } from '../kernel/api.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createOrganization, logoAddress } from './organization.store.ts';

const row = (over: Partial<Organization> = {}): Organization => ({
  id: 'org',
  name: 'Kovárna',
  slug: 'kovarna',
  logo: null,
  locale: 'cs',
  time_zone: 'Europe/Prague',
  first_day: 1,
  duration_format: 'hms',
  currency: 'CZK',
  keep_received_days: null,
  keep_readings_days: null,
  keep_rollups_days: null,
  ingest_quota_per_minute: null,
  ingest_mb_per_day: null,
  pseudonymous_workers: true,
  four_eyes: true,
  consent_text: null,
  rev: 1,
  created_at: '2026-11-20T14:00:00Z',
  updated_at: '2026-11-20T14:00:00Z',
  ...over,
});
const changed = (entity: 'organizations' | 'people') => ({
  name: 'changed' as const,
  data: { entity, id: 'org', workspace_id: null },
});
const shown = (store: ReturnType<typeof createOrganization>) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.row : state.status;
};

describe('the organisation', () => {
  it('does not ask again for what the server has rendered, and follows what others change', async () => {
    const it = world();
    it.answer(getOrganization, () => row({ name: 'Kovárna Brno', rev: 2 }));
    const store = createOrganization(it.deps, row());
    store.start();
    await flushPromises();
    it.send(changed('people'));
    await flushPromises();
    expect(it.calls).toEqual([]);
    it.send(changed('organizations'));
    await flushPromises();
    expect(shown(store)).toMatchObject({ name: 'Kovárna Brno' });
  });

  it('says why it could not be loaded, and keeps what is there when a later load fails', async () => {
    const it = world();
    it.answer(getOrganization, () => Promise.reject(refusal('forbidden')));
    const store = createOrganization(it.deps, null);
    await store.load();
    expect(store.$state.get()).toEqual({ status: 'error', code: 'forbidden' });
    const other = createOrganization(it.deps, row());
    await other.load();
    expect(shown(other)).toMatchObject({ name: 'Kovárna' });
  });

  it('sends what was changed of the row that was seen, and holds what was saved', async () => {
    const it = world();
    it.answer(updateOrganization, ({ body }) => row({ ...(body as Partial<Organization>), rev: 2 }));
    const store = createOrganization(it.deps, row());
    expect(await store.save(1, { name: 'Jiná' })).toEqual({ status: 'saved', row: row({ name: 'Jiná', rev: 2 }) });
    expect(shown(store)).toMatchObject({ name: 'Jiná', rev: 2 });
  });

  it('gives both versions when somebody else was faster, and shows the stored one', async () => {
    const it = world();
    const theirs = row({ name: 'Jejich', rev: 4 });
    it.answer(updateOrganization, () => Promise.reject(refusal('stale_rev', theirs)));
    const store = createOrganization(it.deps, row());
    expect(await store.save(1, { name: 'Moje' })).toEqual({ status: 'conflict', current: theirs });
    expect(shown(store)).toEqual(theirs);
  });

  it('does not fall back to an answer that was overtaken', async () => {
    const it = world();
    const late = Promise.withResolvers<Organization>();
    it.answer(getOrganization, () => late.promise);
    it.answer(updateOrganization, () => row({ name: 'Nová', rev: 2 }));
    const store = createOrganization(it.deps, row());
    const loading = store.load();
    await store.save(1, { name: 'Nová' });
    late.resolve(row());
    await loading;
    expect(shown(store)).toMatchObject({ name: 'Nová' });
  });

  it('keeps what is there when a change is refused', async () => {
    const it = world();
    it.answer(updateOrganization, () => Promise.reject(refusal('slug_taken')));
    const store = createOrganization(it.deps, row());
    const result = await store.save(1, { slug: 'cizi' });
    expect(result.status === 'error' && (result.error as ApiError).code).toBe('slug_taken');
    expect(shown(store)).toMatchObject({ slug: 'kovarna' });
  });

  it('gets a logo with an address of its own, and loses it', async () => {
    const it = world();
    const store = createOrganization(it.deps, row());
    const file = new Blob(['picture']);
    let sent: unknown;
    it.deps.call = (async (endpoint: { path: string; method: string }, options: { body?: unknown }) => {
      if (endpoint.method === putLogo.method) {
        sent = options.body;
        return row({ logo: 'abc', rev: 2 });
      }
      expect(endpoint).toBe(deleteLogo);
      return row({ rev: 3 });
    }) as typeof it.deps.call;
    expect(logoAddress(await store.setLogo(file))).toBe('/v1/orgs/org/logo?v=abc');
    expect(sent).toBe(file);
    expect(shown(store)).toMatchObject({ logo: 'abc' });
    expect(logoAddress(await store.setLogo(null))).toBeNull();
  });
});
