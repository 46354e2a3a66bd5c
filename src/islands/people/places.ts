import type { RoleSet } from '../../lib/contract/people.ts';
import type { OrganizationRole, WorkspaceRole } from '../../lib/contract/scopes.ts';
import type { RoleRights } from './granter.ts';

/** Roles by place, so that two people may change different places of one person: a form's fields are its places. */
export type Places = Record<string, readonly string[]>;

/** The place of the organisation as a whole; the others are called by the id of their workspace. */
export const PLACE = 'organization';

/** @param workspaces ids that are there even when no role is */
export function placesOf({ organization, workspaces }: RoleSet, ids: readonly string[]): Places {
  return {
    [PLACE]: organization,
    ...Object.fromEntries(ids.map((id) => [id, []])),
    ...Object.fromEntries(workspaces.map(({ workspace_id, roles }) => [workspace_id, roles])),
  };
}

export function roleSetOf(places: Places): RoleSet {
  const { [PLACE]: organization = [], ...workspaces } = places;
  return {
    organization: organization as OrganizationRole[],
    workspaces: Object.entries(workspaces)
      .filter(([, roles]) => roles.length > 0)
      .map(([workspace_id, roles]) => ({ workspace_id, roles: roles as WorkspaceRole[] }))
      .toSorted((a, b) => (a.workspace_id < b.workspace_id ? -1 : 1)),
  };
}

export const hasRole = (places: Places): boolean => Object.values(places).some((roles) => roles.length > 0);

/**
 * What an invitation offers first: reading in the workspace where one is or the only one there is, else to be a member without any
 * workspace; the least that is of use, as far as the inviter may give it.
 */
export function firstRoles({ mayTurn }: Pick<RoleRights, 'mayTurn'>, chosen: string | null, workspaces: readonly { id: string }[]): Places {
  const workspace = chosen ?? (workspaces.length === 1 ? (workspaces[0]?.id ?? null) : null);
  if (workspace !== null && mayTurn(workspace, 'viewer', false)) return { [PLACE]: [], [workspace]: ['viewer'] };
  return { [PLACE]: mayTurn(null, 'member', false) ? ['member'] : [] };
}
