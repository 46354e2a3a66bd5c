import type { RoleSet } from '../../contract/people.ts';
import { ORGANIZATION_ROLES, WORKSPACE_ROLES } from '../../contract/scopes.ts';
import type { Role } from './people.repo.ts';

/** Roles as rows and as the contract writes them. */

/** In the order of the contract, so that equal roles are written equally. */
export function roleSetOf(rows: readonly Role[]): RoleSet {
  const workspaces = [...new Set(rows.flatMap(({ workspace_id }) => workspace_id ?? []))].sort();
  const held = (workspaceId: string | null) => new Set(rows.filter((row) => row.workspace_id === workspaceId).map(({ role }) => role));
  const own = held(null);
  return {
    organization: ORGANIZATION_ROLES.filter((role) => own.has(role)),
    workspaces: workspaces.map((workspace_id) => {
      const here = held(workspace_id);
      return { workspace_id, roles: WORKSPACE_ROLES.filter((role) => here.has(role)) };
    }),
  };
}

/** Each role once, also where a set names a workspace twice. */
export function rolesIn({ organization, workspaces }: RoleSet): Role[] {
  const rows: Role[] = organization.map((role) => ({ workspace_id: null, role }));
  for (const { workspace_id, roles } of workspaces) for (const role of roles) rows.push({ workspace_id, role });
  return without(rows, []);
}

const keyOf = ({ workspace_id, role }: Role) => `${workspace_id ?? ''} ${role}`;

/** Those of `rows` that aren't among `others`, each once. */
export function without(rows: readonly Role[], others: readonly Role[]): Role[] {
  const taken = new Set(others.map(keyOf));
  return rows.filter((row) => {
    const key = keyOf(row);
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  });
}
