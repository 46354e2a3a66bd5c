import type { RoleSet } from '../../lib/contract/people.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { Role } from './granter.ts';

export interface RoleWords {
  one(role: Role): string;
  /** `Technician, Analyst`. */
  list(roles: readonly Role[]): string;
  /** A line for the organisation and one for each workspace. */
  lines(roles: RoleSet): string[];
}

/** Roles in the reader's language. @param nameOf name of a workspace, null when it isn't known */
export function useRoleWords(nameOf: (workspace: string) => string | null): RoleWords {
  const t = useT();
  const format = useFormat();
  const one = (role: Role) => t(`people:role.${role}`);
  const list = (roles: readonly Role[]) => format.list(roles.map(one));
  return {
    one,
    list,
    lines: ({ organization, workspaces }) => [
      ...(organization.length > 0 ? [list(organization)] : []),
      ...workspaces.map(({ workspace_id, roles }) => `${nameOf(workspace_id) ?? t('people:unknown_workspace')}: ${list(roles)}`),
    ],
  };
}
