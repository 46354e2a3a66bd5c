import {
  type Granter,
  mayGrant,
  type OrganizationRole,
  SCOPES,
  type Scope,
  scopesOf,
  type WorkspaceRole,
} from '../../lib/contract/scopes.ts';
import type { PageContext } from '../shell/Signed.tsx';

export type Role = OrganizationRole | WorkspaceRole;

/** What the person at the screen may do with roles; the same rules as the server's. */
export interface RoleRights {
  /** May he change roles anywhere at all? The tab shows the whole organisation, whatever workspace is chosen. */
  managesAny: boolean;
  /** May he change roles in that workspace, or (null) in the organisation as a whole? */
  manages(workspace: string | null): boolean;
  /** May the box of a role be turned? Taking asks for less than giving. */
  mayTurn(workspace: string | null, role: Role, isHeld: boolean): boolean;
}

export function roleRights({ organization, profile, can }: PageContext): RoleRights {
  const roles = profile.links.organizations.find((one) => one.organization_id === organization)?.roles ?? [];
  const all = profile.base_roles.access_all_orgs;
  const own: ReadonlySet<Scope> = new Set(all ? SCOPES : scopesOf(roles));
  const granter = (workspace: string | null): Granter => ({
    scopes: workspace === null ? own : new Set(SCOPES.filter((scope) => can(scope, workspace))),
    owner: all || roles.includes('owner'),
  });
  const manages = (workspace: string | null) => granter(workspace).scopes.has('members:manage');
  const workspaces = profile.links.workspaces.filter((one) => one.organization_id === organization);
  return {
    managesAny: manages(null) || workspaces.some((one) => manages(one.workspace_id)),
    manages,
    mayTurn(workspace, role, isHeld) {
      const he = granter(workspace);
      if (!he.scopes.has('members:manage')) return false;
      return isHeld ? role !== 'owner' || he.owner : mayGrant(he, role);
    },
  };
}
