import type { RoleSet } from '../../contract/people.ts';
import { mayGrant as mayGrantThere, type Scope } from '../../contract/scopes.ts';
import type { Ctx, Rights } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { tenantDb } from '../kernel/tenant-db.ts';

/** Somebody who gives roles to people. */
export interface Granter {
  rights: Rights;
  /** An owner of the organisation, or somebody who sees all organisations. */
  owner: boolean;
}

/** Scopes in a workspace, or (null) in the organisation as a whole. */
function scopesIn(rights: Rights, workspaceId: string | null): ReadonlySet<Scope> {
  const local = workspaceId === null ? undefined : rights.workspaces.get(workspaceId);
  return local ? new Set([...rights.organization, ...local]) : rights.organization;
}

/**
 * May he give (or take) all these roles? Only in places where he manages members, only roles whose scopes he has there himself, and owners
 * only when he is one.
 */
export function mayGrant({ rights, owner }: Granter, { organization, workspaces }: RoleSet): boolean {
  return [{ workspace_id: null, roles: organization }, ...workspaces].every(({ workspace_id, roles }) => {
    const scopes = scopesIn(rights, workspace_id);
    return roles.every((role) => scopes.has('members:manage') && mayGrantThere({ scopes, owner }, role));
  });
}

/** Is the person an owner of the organisation? */
export async function isOwner(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const row = await tenantDb({ db, organization_id: organizationId })
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', userId)
    .where('workspace_id', 'is', null)
    .where('role', '=', 'owner')
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whoever asks, as somebody who gives roles. */
export async function granterOf(ctx: Ctx, db: Db): Promise<Granter> {
  const owner = ctx.allOrgs || (ctx.actor.kind === 'user' && (await isOwner(db, ctx.organization.id, ctx.actor.id)));
  return { rights: ctx.rights, owner };
}
