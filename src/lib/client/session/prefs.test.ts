import { describe, expect, it } from 'vitest';
import { choosePrefs, effectiveRoles, parsePrefs, parseVisited, prefsOfLink, withVisited } from './prefs.ts';

const FAR = '01890a5d-ac96-774b-bcce-b302099a8057';

const user = (accessAll = false) => ({
  id: 'u1',
  base_roles: { access_all_orgs: accessAll },
  links: {
    organizations: [
      { organization_id: 'o1', name: 'Závod', roles: ['member'] },
      { organization_id: 'o2', name: 'Laboratoř', roles: ['admin', 'auditor'] },
    ],
    workspaces: [
      { workspace_id: 'w1', organization_id: 'o1', name: 'Hala 1', roles: ['technician'] },
      { workspace_id: 'w2', organization_id: 'o1', name: 'Hala 2', roles: ['viewer', 'member'] },
      { workspace_id: 'w3', organization_id: 'o2', name: 'Komora', roles: ['manager'] },
    ],
  },
});

describe('the choice of organisation and workspace', () => {
  it('falls on the first organisation and its first workspace when nothing was saved', () => {
    expect(choosePrefs({ user: user(), saved: null })).toEqual({
      uid: 'u1',
      organization: 'o1',
      workspace: 'w1',
      workspaces: ['w1', 'w2'],
    });
  });

  it('falls on nothing for somebody who may see every organisation', () => {
    for (const saved of [null, undefined, {}, { uid: 'u1', organization: null, workspace: null }, { workspace: 'w1' }])
      expect(choosePrefs({ user: user(true), saved })).toEqual({ uid: 'u1', organization: null, workspace: null, workspaces: [] });
  });

  it('falls on the first ones too when what was saved names no organisation, or is another person’s', () => {
    const first = { uid: 'u1', organization: 'o1', workspace: 'w1', workspaces: ['w1', 'w2'] };
    for (const saved of [
      undefined,
      {},
      { uid: 'u1', organization: null, workspace: 'w3' },
      { uid: 'u1', organization: '', workspace: null },
      { uid: 'u2', organization: 'o2', workspace: 'w3' },
    ])
      expect(choosePrefs({ user: user(), saved })).toEqual(first);
  });

  it('falls on nothing where there are no links, and on no workspace where the organisation has none', () => {
    const bare = { ...user(), links: { organizations: [], workspaces: [] } };
    expect(choosePrefs({ user: bare, saved: null })).toEqual({ uid: 'u1', organization: null, workspace: null, workspaces: [] });
    const { organizations } = user().links;
    const alone = { ...user(), links: { organizations, workspaces: [] } };
    expect(choosePrefs({ user: alone, saved: null })).toEqual({ uid: 'u1', organization: 'o1', workspace: null, workspaces: [] });
  });

  it('stays as it was saved while the links have it, with the workspaces of that organisation only', () => {
    const saved = { uid: 'u1', organization: 'o1', workspace: 'w2' };
    expect(choosePrefs({ user: user(), saved })).toEqual({ ...saved, workspaces: ['w1', 'w2'] });
    expect(choosePrefs({ user: user(true), saved })).toEqual({ ...saved, workspaces: ['w1', 'w2'] });
  });

  it('is cleared when the person left the organisation', () => {
    const saved = { uid: 'u1', organization: 'gone', workspace: 'w1' };
    for (const accessAll of [false, true])
      expect(choosePrefs({ user: user(accessAll), saved })).toEqual({ uid: 'u1', organization: null, workspace: null, workspaces: [] });
  });

  it('never takes a workspace of another organisation', () => {
    expect(choosePrefs({ user: user(), saved: { uid: 'u1', organization: 'o2', workspace: 'w1' } })).toMatchObject({
      organization: 'o2',
      workspace: null,
      workspaces: ['w3'],
    });
  });

  it('may be all workspaces of an organisation, and then no workspace is put in their place', () => {
    for (const accessAll of [false, true]) {
      const saved = { uid: 'u1', organization: 'o1', workspace: null };
      const first = choosePrefs({ user: user(accessAll), saved });
      expect(first).toEqual({ ...saved, workspaces: ['w1', 'w2'] });
      expect(choosePrefs({ user: user(accessAll), saved: first })).toEqual(first);
    }
  });

  it('brings the roles of the chosen organisation and workspace, each once', () => {
    expect(effectiveRoles(user(), { organization: 'o1', workspace: 'w2' })).toEqual(['member', 'viewer']);
    expect(effectiveRoles(user(), { organization: 'o2', workspace: null })).toEqual(['admin', 'auditor']);
    expect(effectiveRoles(user(), { organization: 'o2', workspace: 'w1' })).toEqual(['admin', 'auditor']);
    expect(effectiveRoles(user(), { organization: null, workspace: null })).toEqual([]);
  });
});

describe('an organisation beyond the links', () => {
  const far = { uid: 'u1', organization: FAR, workspace: 'far-hall', beyond_links: true as const };

  it('stays chosen for somebody who may see them all, with its workspace or with all of them', () => {
    expect(choosePrefs({ user: user(true), saved: far })).toEqual({ ...far, workspaces: [] });
    expect(choosePrefs({ user: user(true), saved: { ...far, workspace: null } })).toEqual({ ...far, workspace: null, workspaces: [] });
  });

  it('is nothing to anybody else, whatever his cookie says', () => {
    const nothing = { uid: 'u1', organization: null, workspace: null, workspaces: [] };
    expect(choosePrefs({ user: user(false), saved: far })).toEqual(nothing);
    expect(choosePrefs({ user: user(true), saved: { ...far, organization: '../auth/profile' } })).toEqual(nothing);
    expect(choosePrefs({ user: user(true), saved: { ...far, uid: 'u2' } })).toEqual(nothing);
  });

  it('is one of the person’s own as soon as the links have it', () => {
    const own = choosePrefs({ user: user(true), saved: { uid: 'u1', organization: 'o2', workspace: 'w3', beyond_links: true } });
    expect(own).toEqual({ uid: 'u1', organization: 'o2', workspace: 'w3', workspaces: ['w3'] });
  });

  it('is read from the cookie as such only when it says so', () => {
    expect(parsePrefs(JSON.stringify(far))).toEqual(far);
    expect(parsePrefs(JSON.stringify({ ...far, beyond_links: 1 }))).toEqual({ uid: 'u1', organization: FAR, workspace: 'far-hall' });
  });

  it('stands among the links with its names and zones, without any role, and only for somebody who may see them all', () => {
    const visited = {
      organization_id: FAR,
      name: 'Vzdálený',
      workspaces: [{ workspace_id: 'w9', name: 'Hala 9', time_zone: 'Europe/London' }],
    };
    const person = user(true) as unknown as Parameters<typeof withVisited>[0];
    const { links } = withVisited(person, visited);
    expect(links.organizations.at(-1)).toEqual({ organization_id: FAR, name: 'Vzdálený', roles: [] });
    expect(links.workspaces.at(-1)).toEqual({
      organization_id: FAR,
      workspace_id: 'w9',
      name: 'Hala 9',
      time_zone: 'Europe/London',
      roles: [],
    });
    expect(effectiveRoles({ links }, { organization: FAR, workspace: 'w9' })).toEqual([]);
    const plain = user(false) as unknown as typeof person;
    expect(withVisited(plain, visited)).toBe(plain);
    expect(withVisited(person, null)).toBe(person);
    expect(withVisited(person, { ...visited, organization_id: 'o1' })).toBe(person);
  });

  it('is remembered by its names, and anything else in the storage counts as nothing', () => {
    const visited = {
      organization_id: FAR,
      name: 'Vzdálený',
      workspaces: [{ workspace_id: 'w9', name: 'Hala 9', time_zone: 'Europe/London' }],
    };
    expect(parseVisited(JSON.stringify(visited), FAR)).toEqual(visited);
    expect(parseVisited(JSON.stringify(visited), 'o1')).toBeNull();
    for (const text of [null, '', '{', 'null', '["w1"]', JSON.stringify({ ...visited, workspaces: [{ workspace_id: 'w9' }] })])
      expect(parseVisited(text, FAR)).toBeNull();
  });
});

describe('the saved choice', () => {
  it('is read from the cookie, and anything else in it counts as nothing', () => {
    expect(parsePrefs('{"uid":"u1","organization":"o1","workspace":null}')).toEqual({ uid: 'u1', organization: 'o1', workspace: null });
    for (const text of [null, '', '{', 'null', '[]', '7', '{"organization":"o1"}']) expect(parsePrefs(text)).toBeNull();
    expect(parsePrefs('{"uid":"u1","organization":{"$ne":1}}')).toEqual({ uid: 'u1', organization: null, workspace: null });
  });

  it('gives way to the organisation of a link that the person belongs to, and to no other', () => {
    expect(prefsOfLink(user(), '?org=o2&ws=w3')).toEqual({ organization: 'o2', workspace: 'w3' });
    expect(prefsOfLink(user(), '?org=o2&ws=w1')).toEqual({ organization: 'o2', workspace: null });
    expect(prefsOfLink(user(), '?org=stranger&ws=w1')).toBeNull();
    expect(prefsOfLink(user(), '')).toBeNull();
  });
});
