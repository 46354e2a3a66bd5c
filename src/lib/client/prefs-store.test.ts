import { describe, expect, it } from 'vitest';
import type { Profile } from '../contract/auth.ts';
import { createPrefsStore } from './prefs-store.ts';

const user = {
  id: 'u1',
  base_roles: { access_all_orgs: false },
  links: {
    organizations: [
      { organization_id: 'o1', name: 'Závod', roles: ['member'] },
      { organization_id: 'o2', name: 'Laboratoř', roles: ['admin'] },
    ],
    workspaces: [
      { workspace_id: 'w1', organization_id: 'o1', name: 'Hala 1', roles: [] },
      { workspace_id: 'w2', organization_id: 'o1', name: 'Hala 2', roles: [] },
      { workspace_id: 'w3', organization_id: 'o2', name: 'Komora', roles: [] },
    ],
  },
} as unknown as Profile;

function browser(saved: string | null = null) {
  const cookies = new Map<string, string>(saved === null ? [] : [['uprefs-u1', saved]]);
  const kept = new Map<string, string>();
  const jar = { get: (name: string) => cookies.get(name) ?? null, set: (name: string, value: string) => void cookies.set(name, value) };
  const store = createPrefsStore({ cookies: jar, storage: { setItem: (key, value) => void kept.set(key, value) } });
  return { cookies, kept, jar, store };
}

describe('the choice in this browser', () => {
  it('is kept under the person: ids in the cookie, the list of workspaces in the storage', () => {
    const { cookies, kept, store } = browser();
    expect(store.$prefs.get()).toBeNull();
    expect(store.start(user, '')).toBe(false);
    expect([...cookies]).toEqual([['uprefs-u1', '{"uid":"u1","organization":"o1","workspace":"w1"}']]);
    expect([...kept]).toEqual([['uprefs-u1', '["w1","w2"]']]);
    store.choose(user, { organization: 'o2', workspace: 'w3' });
    expect([...cookies.values()]).toEqual(['{"uid":"u1","organization":"o2","workspace":"w3"}']);
    expect([...kept.values()]).toEqual(['["w3"]']);
    expect(store.$prefs.get()).toEqual({ uid: 'u1', organization: 'o2', workspace: 'w3', workspaces: ['w3'] });
  });

  it('of the last visit is taken up, as far as the links still have it', () => {
    const { cookies, store } = browser('{"uid":"u1","organization":"o1","workspace":"w2"}');
    store.start(user, '');
    expect(store.$prefs.get()).toMatchObject({ organization: 'o1', workspace: 'w2' });
    const gone = browser('{"uid":"u1","organization":"gone","workspace":"w2"}');
    gone.store.start(user, '');
    expect([...gone.cookies.values()]).toEqual(['{"uid":"u1","organization":null,"workspace":null}']);
    expect([...cookies.values()]).toEqual(['{"uid":"u1","organization":"o1","workspace":"w2"}']);
  });

  it('gives way to a link to an organisation of the person, which is remembered, and to no other', () => {
    const { cookies, store } = browser('{"uid":"u1","organization":"o1","workspace":"w2"}');
    expect(store.start(user, '?org=o2&ws=w3&q=x')).toBe(true);
    expect([...cookies.values()]).toEqual(['{"uid":"u1","organization":"o2","workspace":"w3"}']);
    expect(store.start(user, '?org=stranger&ws=w1')).toBe(false);
    expect(store.$prefs.get()).toMatchObject({ organization: 'o2', workspace: 'w3' });
  });

  it('works where nothing may be stored', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const storage of [null, { setItem: forbidden }]) {
      const store = createPrefsStore({ cookies: browser().jar, storage });
      store.start(user, '');
      expect(store.$prefs.get()).toMatchObject({ organization: 'o1', workspaces: ['w1', 'w2'] });
    }
  });
});
