import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { updatePerson as updateEndpoint } from '../../contract/people.ts';
import { revokeKeysOf } from '../api-keys/api-keys.service.ts';
import { endSessions } from '../auth/sessions.ts';
import { type Ctx, type Mutation, workspacesWith } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, stamps } from '../kernel/rows.ts';
import { granterOf, mayGrant } from './grants.ts';
import type { PersonRow, peopleRepo, Role } from './people.repo.ts';
import { mutatePeople, repoOf, toPerson } from './people.service.ts';
import { roleSetOf, rolesIn, without } from './role-set.ts';

type Repo = ReturnType<typeof peopleRepo>;

/** What a request asks of one person. */
interface Change {
  added: Role[];
  removed: Role[];
  /** Undefined = stays as it is. */
  deactivated: boolean | undefined;
}

const isOwner = ({ workspace_id, role }: Role) => workspace_id === null && role === 'owner';

/**
 * Changes roles, deactivates, brings back. The keys of a deactivated person are revoked, and stay so when he comes back. Roles in workspaces that the actor doesn't see stay as they are, whatever is asked.
 * @throws AppError not_found, stale_rev, validation_failed (no such workspace), forbidden, last_owner
 */
export async function updatePerson(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<ResponseOf<typeof updateEndpoint>> {
  const now = ctx.clock.now();
  let stopped = false;
  const person = await mutatePeople(ctx, 'people.update', async (tx) => {
    const visible = readableWorkspaces(ctx, undefined, 'org:read');
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id, visible);
    if (!before) throw new AppError('not_found');
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: toPerson(before, true) });
    const change = changeOf(before, body);
    const places = placesOf(change);
    if (places.length === 0) {
      tx.allow(anyPlace(ctx));
      tx.unchanged();
      return toPerson(before, true);
    }
    for (const place of places) tx.allow(place);
    await refuseUnknownWorkspaces(repo, change, visible);
    const held = await repo.roles(id, before.archived_at);
    const left = [...without(held, change.removed), ...without(change.added, held)];
    await refuseGrants(ctx, tx.db, change, held, left);
    await refuseLastOwner(repo, before, change, held, left);

    const whole = (await repo.find(id, 'all')) ?? before;
    await store(ctx, repo, before, change, now);
    const changed = await repo.find(id, 'all');
    const shown = await repo.find(id, visible);
    if (!changed) throw new Error('a person is gone in the midst of his change');
    stopped = change.deactivated === true;
    const [place] = places;
    tx.audit(id, {
      workspaceId: places.length === 1 ? place : null,
      before: toPerson(whole, false),
      after: toPerson(changed, false),
    });
    publish(tx, id);
    const keys = stopped ? { revoked_keys: await revokeKeysOf(ctx, tx, id) } : {};
    // Who loses his last role in a workspace is out of sight of its manager.
    return { ...toPerson(shown ?? { ...changed, roles: '[]' }, true), ...keys };
  });
  if (stopped) await endSessionsOf(ctx, id, now);
  return person;
}

function publish(tx: Mutation, id: string): void {
  tx.publish({ name: 'changed', data: { entity: 'people', id, workspace_id: null } });
}

function changeOf(before: PersonRow, body: BodyOf<typeof updateEndpoint>): Change {
  const held = rolesIn(toPerson(before, false).roles);
  const wanted = body.roles === undefined ? held : rolesIn(body.roles);
  const isDeactivated = before.archived_at !== null;
  return {
    added: without(wanted, held),
    removed: without(held, wanted),
    deactivated: body.deactivated === isDeactivated ? undefined : body.deactivated,
  };
}

/** Where something changes; null = in the whole organisation, which deactivation always is. */
function placesOf({ added, removed, deactivated }: Change): (string | null)[] {
  const places = new Set([...added, ...removed].map(({ workspace_id }) => workspace_id));
  if (deactivated !== undefined) places.add(null);
  return [...places];
}

/** Some place where the actor manages members: for a request that asks for nothing. */
function anyPlace(ctx: Ctx): string | null {
  const places = workspacesWith(ctx, 'members:manage');
  return places === 'all' ? null : (places[0] ?? null);
}

async function refuseUnknownWorkspaces(repo: Repo, { added }: Change, visible: 'all' | string[]): Promise<void> {
  const ids = [...new Set(added.flatMap(({ workspace_id }) => workspace_id ?? []))];
  const open = await repo.openWorkspaces(ids);
  if (ids.some((id) => !open.has(id) || (visible !== 'all' && !visible.includes(id)))) throw invalid('roles.workspaces');
}

/** @throws AppError forbidden when the change gives or takes what the actor may not */
async function refuseGrants(ctx: Ctx, db: Db, change: Change, held: readonly Role[], left: readonly Role[]): Promise<void> {
  const granter = await granterOf(ctx, db);
  const takesOwner = change.removed.some(isOwner) || (change.deactivated === true && held.some(isOwner));
  // Bringing somebody back hands out all his roles anew.
  const granted = change.deactivated === false ? left : change.added;
  if ((takesOwner && !granter.owner) || !mayGrant(granter, roleSetOf(granted))) throw new AppError('forbidden');
}

/** @throws AppError last_owner when nobody would be left who owns the organisation */
async function refuseLastOwner(
  repo: Repo,
  before: PersonRow,
  { deactivated }: Change,
  held: readonly Role[],
  left: readonly Role[],
): Promise<void> {
  const owned = before.archived_at === null && held.some(isOwner);
  const owns = deactivated !== true && left.some(isOwner);
  if (owned && !owns && !(await repo.hasOtherOwner(before.id))) throw new AppError('last_owner');
}

async function store(ctx: Ctx, repo: Repo, before: PersonRow, { added, removed, deactivated }: Change, now: number): Promise<void> {
  const by = actorId(ctx.actor);
  for (const role of removed) await repo.take(before.id, role);
  await repo.grant(
    added.map((role) => ({ ...stamps(now, by), ...role, id: ctx.ids.uuid(), user_id: before.id, archived_at: before.archived_at })),
  );
  const archivedAt = deactivated === undefined ? before.archived_at : deactivated ? now : null;
  if (archivedAt !== before.archived_at) await repo.setStopped(before.id, before.archived_at, archivedAt, by, now);
  if (!(await repo.update(before.id, before.rev, archivedAt, { at: now, by })))
    throw new AppError('stale_rev', { current: toPerson(before, true) });
}

/**
 * Ends the sessions of a deactivated person who belongs nowhere else. His rights ended with the transaction already; this ends what needs no
 * rights, so it may come after it and see beyond the organisation.
 */
async function endSessionsOf(ctx: Ctx, userId: string, now: number): Promise<void> {
  const elsewhere = await ctx.db.read({ user: userId }, (db) =>
    db
      .selectFrom('memberships')
      .select('id')
      .where('user_id', '=', userId)
      .where('organization_id', '!=', ctx.organization.id)
      .where('archived_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  );
  if (elsewhere) return;
  const ended = await ctx.db.write(null, (db) =>
    endSessions(db, now, (eb) =>
      eb.and([eb('user_id', '=', userId), eb('user_id', 'not in', eb.selectFrom('users').select('id').where('access_all_orgs', '=', 1))]),
    ),
  );
  ctx.bus.endSessions(ended);
}
