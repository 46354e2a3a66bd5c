import type { Profile } from '../../lib/contract/auth.ts';
import { SCOPES, scopesOf } from '../../lib/contract/scopes.ts';
import type { Place } from '../shell/Signed.tsx';

/** Where a person works and what he may do there, from his links alone. */
export function placeOf({ organization, workspace }: Pick<Place, 'organization' | 'workspace'>, profile: Profile): Place {
  const { base_roles, links } = profile;
  const own = links.organizations.find((one) => one.organization_id === organization)?.roles ?? [];
  const workspaces = links.workspaces.filter((one) => one.organization_id === organization);
  const scopes = (where: string | null): readonly string[] => {
    if (base_roles.access_all_orgs) return SCOPES;
    const roles = workspaces.filter((one) => where === null || one.workspace_id === where).flatMap((one) => one.roles);
    return scopesOf(own, roles);
  };
  return { organization, workspace, profile, can: (scope, where) => scopes(where ?? workspace).includes(scope) };
}
