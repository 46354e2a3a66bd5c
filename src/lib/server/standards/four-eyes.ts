import { DEMO_VISITOR_ID } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import { ORGANIZATION_ROLE_SCOPES, type Scope, WORKSPACE_ROLE_SCOPES } from '../../contract/scopes.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import type { VersionRow } from './standards.repo.ts';

/** Four eyes on a standard: who approves it is another person than those whose work it is (decision 0040). */

const RIGHT: Scope = 'tm:approve';
const rolesWith = (scopes: Readonly<Record<string, readonly Scope[]>>) =>
  Object.entries(scopes).flatMap(([role, brings]) => (brings.includes(RIGHT) ? [role] : []));
const ORGANIZATION_ROLES = rolesWith(ORGANIZATION_ROLE_SCOPES);
const WORKSPACE_ROLES = rolesWith(WORKSPACE_ROLE_SCOPES);

const repoOf = (ctx: Ctx, connection: Db) => {
  const db = tenantDb({ db: connection, organization_id: ctx.organization.id });
  return {
    async isOn(): Promise<boolean> {
      const { four_eyes } = await db.selectFrom('organizations').select('four_eyes').executeTakeFirstOrThrow();
      return four_eyes === 1;
    },
    /** People who may approve in the workspace by a role of theirs. */
    async approvers(workspaceId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .leftJoin('workspaces as w', 'w.id', 'm.workspace_id')
        .select('m.user_id')
        .distinct()
        .where('m.archived_at', 'is', null)
        .where('u.archived_at', 'is', null)
        .where('w.archived_at', 'is', null)
        .where('m.user_id', '<>', DEMO_VISITOR_ID)
        .where((eb) =>
          eb.or([
            eb.and([eb('m.workspace_id', 'is', null), eb('m.role', 'in', ORGANIZATION_ROLES)]),
            eb.and([eb('m.workspace_id', '=', workspaceId), eb('m.role', 'in', WORKSPACE_ROLES)]),
          ]),
        )
        .execute();
      return rows.map(({ user_id }) => user_id);
    },
    /** The person without whose rights a service's key has none; of a person himself, he. */
    async personBehind(actor: string): Promise<string> {
      const key = await db.selectFrom('api_keys').select('created_by').where('id', '=', actor).executeTakeFirst();
      return key?.created_by ?? actor;
    },
    /** Whoever tapped or corrected in these measurements. */
    async tapped(measurements: readonly string[]): Promise<string[]> {
      if (measurements.length === 0) return [];
      const rows = await db
        .selectFrom('tap_events')
        .select('user_id')
        .distinct()
        .where('measurement_id', 'in', [...measurements])
        .execute();
      return rows.flatMap(({ user_id }) => user_id ?? []);
    },
  };
};

/**
 * Does the version that waits want another person than the actor? Neither its reviewer nor an author of its readings approves it while somebody
 * else may; where all who may are authors, at least its reviewer doesn't. Where nobody else may, whoever may does.
 */
export async function wantsAnother(
  ctx: Ctx,
  db: Db,
  workspaceId: string,
  version: Pick<VersionRow, 'reviewed_by' | 'sources'>,
): Promise<boolean> {
  const repo = repoOf(ctx, db);
  if (!(await repo.isOn())) return false;
  const { actor } = ctx;
  const person = actor.kind === 'user' ? actor.id : actor.kind === 'key' ? actor.makerId : null;
  const approvers = await repo.approvers(workspaceId);
  const reviewer = version.reviewed_by === null ? null : await repo.personBehind(version.reviewed_by);
  const sources = JSON.parse(version.sources) as { measurement_id: string }[];
  const authors = new Set(await repo.tapped(sources.map(({ measurement_id }) => measurement_id)));
  if (approvers.some((one) => one !== reviewer && !authors.has(one))) return person === null || person === reviewer || authors.has(person);
  if (approvers.some((one) => one !== reviewer)) return person === null || person === reviewer;
  return false;
}

/** @throws AppError four_eyes */
export async function checkFourEyes(...asked: Parameters<typeof wantsAnother>): Promise<void> {
  if (await wantsAnother(...asked)) throw new AppError('four_eyes');
}
