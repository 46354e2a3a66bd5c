import { describe, expect, it } from 'vitest';
import type { Profile } from '../../lib/contract/auth.ts';
import { ORGANIZATION_ROLES, scopesOf, WORKSPACE_ROLES } from '../../lib/contract/scopes.ts';
import { roleRights } from './granter.ts';
import { firstRoles, PLACE } from './places.ts';

/** Somebody with these roles in the organisation and in the workspace `own`; there is another one, `other`. */
function person(organization: string[], workspaceRoles: string[], allOrgs = false) {
  const link = (workspace_id: string, roles: string[]) => ({
    workspace_id,
    organization_id: 'o',
    name: workspace_id,
    time_zone: 'UTC',
    roles,
  });
  const profile: Profile = {
    id: 'me',
    email: 'me@example.com',
    name: 'Me',
    locale: 'en',
    base_roles: { access_all_orgs: allOrgs },
    links: {
      organizations: [{ organization_id: 'o', name: 'O', roles: organization }],
      workspaces: [link('own', workspaceRoles), link('other', [])],
    },
    scope: [],
  };
  return roleRights({
    organization: 'o',
    workspace: 'other',
    profile,
    can: (scope, where) => allOrgs || scopesOf(organization, where === 'own' ? workspaceRoles : []).includes(scope),
  });
}

describe('the boxes of roles', () => {
  it('can all be turned by an owner and by who sees all organisations', () => {
    for (const rights of [person(['owner'], []), person([], [], true)]) {
      for (const role of ORGANIZATION_ROLES) expect(rights.mayTurn(null, role, false)).toBe(true);
      for (const role of WORKSPACE_ROLES) expect(rights.mayTurn('own', role, true)).toBe(true);
      expect(rights.managesAny).toBe(true);
    }
  });

  it('leave owners alone for an administrator', () => {
    const rights = person(['admin'], []);
    expect(ORGANIZATION_ROLES.filter((role) => rights.mayTurn(null, role, false))).toEqual(['admin', 'auditor', 'member']);
    expect(rights.mayTurn(null, 'owner', true)).toBe(false);
  });

  it('are those of his own workspace for its manager, whatever workspace is chosen', () => {
    const rights = person(['member'], ['manager']);
    expect(rights.managesAny).toBe(true);
    expect([rights.manages('own'), rights.manages('other'), rights.manages(null)]).toEqual([true, false, false]);
    for (const role of WORKSPACE_ROLES) {
      expect(rights.mayTurn('own', role, false)).toBe(true);
      expect(rights.mayTurn('other', role, true)).toBe(false);
    }
    for (const role of ORGANIZATION_ROLES) expect(rights.mayTurn(null, role, true)).toBe(false);
  });

  it('cannot be turned by somebody with other roles', () => {
    expect(person(['auditor'], ['technician']).managesAny).toBe(false);
  });
});

describe('the roles that an invitation offers first', () => {
  const two = [{ id: 'own' }, { id: 'other' }];
  it('are reading in the workspace that is chosen, or in the only one', () => {
    expect(firstRoles(person(['owner'], []), 'other', two)).toEqual({ [PLACE]: [], other: ['viewer'] });
    expect(firstRoles(person(['owner'], []), null, [{ id: 'own' }])).toEqual({ [PLACE]: [], own: ['viewer'] });
  });

  it('are those of a mere member where no workspace is meant', () => {
    expect(firstRoles(person(['owner'], []), null, two)).toEqual({ [PLACE]: ['member'] });
  });

  it('are never more than the inviter may give', () => {
    expect(firstRoles(person([], ['manager']), 'own', two)).toEqual({ [PLACE]: [], own: ['viewer'] });
    expect(firstRoles(person([], ['manager']), 'other', two)).toEqual({ [PLACE]: [] });
  });
});
