import type { Profile } from '../../lib/contract/auth.ts';
import { SCOPES, type Scope, scopesOf } from '../../lib/contract/scopes.ts';

/** Scopes of the person in a workspace of the organisation; null = in at least one of them. */
export function scopesByWorkspace({ base_roles, links }: Profile, organization: string): (workspace: string | null) => ReadonlySet<Scope> {
  const own = links.organizations.find((one) => one.organization_id === organization)?.roles ?? [];
  const workspaces = links.workspaces.filter((one) => one.organization_id === organization);
  return (workspace) => {
    if (base_roles.access_all_orgs) return new Set(SCOPES);
    const roles = workspaces.filter((one) => workspace === null || one.workspace_id === workspace).flatMap((one) => one.roles);
    return new Set(scopesOf(own, roles));
  };
}
