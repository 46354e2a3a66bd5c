import { describe, expect, it } from 'vitest';
import { choosePrefs, effectiveRoles, parsePrefs, prefsOfLink } from './prefs.ts';

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

  it('brings the roles of the chosen organisation and workspace, each once', () => {
    expect(effectiveRoles(user(), { organization: 'o1', workspace: 'w2' })).toEqual(['member', 'viewer']);
    expect(effectiveRoles(user(), { organization: 'o2', workspace: null })).toEqual(['admin', 'auditor']);
    expect(effectiveRoles(user(), { organization: 'o2', workspace: 'w1' })).toEqual(['admin', 'auditor']);
    expect(effectiveRoles(user(), { organization: null, workspace: null })).toEqual([]);
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
