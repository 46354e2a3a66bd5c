import { describe, expect, it } from 'vitest';
import type { Profile } from '../../contract/auth.ts';
import type { SavedPrefs } from './prefs.ts';
import { createPrefsStore, type PrefsStore } from './prefs-store.ts';

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

/** One browser: one jar, one storage, and what one page posts comes to the others. */
function pages(over: { accessAll?: boolean; stay?: boolean } = {}) {
  const cookies = new Map<string, string>();
  const kept = new Map<string, string>();
  const hearers: ((choice: SavedPrefs) => void)[] = [];
  const left: string[] = [];
  const person = { ...user, base_roles: { access_all_orgs: over.accessAll ?? false } } as Profile;
  /** A page that is opened now. */
  const page = (query = '', who = person) => {
    const at = hearers.length;
    const store = createPrefsStore({
      cookies: { get: (name) => cookies.get(name) ?? null, set: (name, value) => void cookies.set(name, value) },
      storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
      channel: {
        post: (choice) => {
          for (const [other, hear] of hearers.entries()) if (other !== at) hear(choice);
        },
        listen: (hear) => void hearers.push(hear),
      },
      leave: (to, by) => {
        left.push(`${at} ${by} ${to.organization}`);
        return !over.stay;
      },
    });
    store.start(who, query);
    return store;
  };
  return { cookies, kept, left, person, page };
}
const shown = ({ $prefs }: PrefsStore) => `${$prefs.get()?.organization} ${$prefs.get()?.workspace}`;

describe('a choice in one of several tabs', () => {
  it('is that of all, at once, and of all visits after it, also when it is all workspaces', () => {
    const { person, page, left } = pages();
    const [one, two] = [page(), page()];
    one.choose(person, { organization: 'o1', workspace: 'w2' });
    expect([one, two].map(shown)).toEqual(['o1 w2', 'o1 w2']);
    two.choose(person, { organization: 'o1', workspace: null });
    expect([one, two, page()].map(shown)).toEqual(['o1 null', 'o1 null', 'o1 null']);
    expect(left).toEqual([]);
  });

  it('of another organisation makes every tab leave, and shows nothing of it in the pages that go away', () => {
    const { person, page, left } = pages();
    const [one, two] = [page(), page()];
    two.choose(person, { organization: 'o2', workspace: 'w3' });
    expect(left).toEqual(['0 choice o2', '1 choice o2']);
    expect([one, two].map(shown)).toEqual(['o1 w1', 'o1 w1']);
    expect(shown(page())).toBe('o2 w3');
  });

  it('of another organisation is shown in place where the page has nothing of an organisation', () => {
    const { person, page } = pages({ stay: true });
    const [one, two] = [page(), page()];
    one.choose(person, { organization: 'o2', workspace: null });
    expect([one, two].map(shown)).toEqual(['o2 null', 'o2 null']);
  });

  it('is found by a page that heard nothing of it when it looks again, and changes nothing in one that knows', () => {
    const { page, cookies } = pages();
    const one = page();
    const changes: unknown[] = [];
    one.$prefs.listen((prefs) => changes.push(prefs?.workspace));
    one.follow();
    expect(changes).toEqual([]);
    cookies.set('uprefs-u1', '{"uid":"u1","organization":"o1","workspace":"w2"}');
    one.follow();
    expect(changes).toEqual(['w2']);
  });

  it('by somebody else moves nothing', () => {
    const { page, person } = pages();
    const mine = page();
    mine.choose(person, { organization: 'o1', workspace: 'w2' });
    const other = { ...user, id: 'u2' } as Profile;
    page('', other).choose(other, { organization: 'o2', workspace: 'w3' });
    expect(shown(mine)).toBe('o1 w2');
    mine.follow();
    expect(shown(mine)).toBe('o1 w2');
  });

  it('by a link to another place than that of the page makes the page leave, once', () => {
    const { page, left, cookies } = pages();
    cookies.set('uprefs-u1', '{"uid":"u1","organization":"o1","workspace":"w2"}');
    expect(page('?org=o2&ws=w3').$prefs.get()).toBeNull();
    expect(shown(page('?org=o2&ws=w3'))).toBe('o2 w3');
    expect(left).toEqual(['0 link o2']);
    expect(page('?org=o2').$prefs.get()).toBeNull();
    expect(shown(page())).toBe('o2 null');
    expect(left).toHaveLength(2);
  });
});

describe('a choice beyond the person’s links', () => {
  const FAR = '01890a5d-ac96-774b-bcce-b302099a8057';
  const far = { organization_id: FAR, name: 'Vzdálený', workspaces: [{ workspace_id: 'w9', name: 'Hala 9', time_zone: 'Europe/London' }] };

  it('comes back at the next visit with its names', () => {
    const { person, page, cookies } = pages({ accessAll: true });
    const one = page();
    expect(shown(one)).toBe('null null');
    one.visit(person, far, 'w9');
    expect([...cookies.values()]).toEqual([`{"uid":"u1","organization":"${FAR}","workspace":"w9","beyond_links":true}`]);
    const next = page();
    expect(shown(next)).toBe(`${FAR} w9`);
    expect(next.$visited.get()).toEqual(far);
  });

  it('is without names where they were forgotten, until they are read again', () => {
    const { person, page, kept } = pages({ accessAll: true });
    page().visit(person, far, null);
    kept.clear();
    const next = page();
    expect(shown(next)).toBe(`${FAR} null`);
    expect(next.$visited.get()).toBeNull();
    next.know({ ...far, name: 'Nový název' });
    expect(next.$visited.get()?.name).toBe('Nový název');
    expect(page().$visited.get()?.name).toBe('Nový název');
  });

  it('has its names in every page that shows it', () => {
    const { person, page } = pages({ accessAll: true, stay: true });
    const [one, two] = [page(), page()];
    one.visit(person, far, null);
    expect([one, two].map((store) => store.$visited.get())).toEqual([far, far]);
  });

  it('is over when the person may no longer see everything', () => {
    const { person, page, cookies } = pages({ accessAll: true });
    page().visit(person, far, 'w9');
    page('', { ...person, base_roles: { access_all_orgs: false } });
    expect([...cookies.values()]).toEqual(['{"uid":"u1","organization":null,"workspace":null}']);
  });
});
