import type { ApiKey, createApiKey as createEndpoint } from '../../contract/api-keys.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { KEY_PREFIX } from '../kernel/authenticate-key.ts';
import { type Ctx, can, type Mutation, mutate, workspacesWith } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, workspaceExists } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { apiKeysRepo } from './api-keys.repo.ts';

const TOKEN_BYTES = 32;
/** Letters of a token's end that stay readable: 24 of its 256 bits. */
const HINT_LETTERS = 4;
const DAY_US = 86_400_000_000;

const repoOf = (ctx: Ctx, db: Db) => apiKeysRepo({ db, organization_id: ctx.organization.id });

function toApiKey(row: Row<'api_keys'>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    workspace_id: row.workspace_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    token_hint: row.token_hint,
    created_at: formatInstant(row.created_at),
    created_by: row.created_by,
    expires_at: formatInstant(row.expires_at),
    last_used_at: formatInstant(row.last_used_at),
    revoked_at: formatInstant(row.revoked_at),
  };
}

function publish(tx: Mutation, row: Row<'api_keys'>): void {
  tx.publish({ name: 'changed', data: { entity: 'api-keys', id: row.id, workspace_id: row.workspace_id } });
}

export async function listApiKeys(ctx: Ctx): Promise<{ items: ApiKey[] }> {
  const rows = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).list(workspacesWith(ctx, 'keys:manage')));
  return { items: rows.map(toApiKey) };
}

/**
 * A new key; only this answer ever holds its token.
 * @throws AppError forbidden (a scope that the actor hasn't himself in that place), validation_failed (no such workspace)
 */
export async function createApiKey(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<ApiKey & { token: string }> {
  const token = KEY_PREFIX + ctx.ids.token(TOKEN_BYTES);
  const workspaceId = body.workspace_id ?? null;
  const now = ctx.clock.now();
  return mutate(ctx, 'api-keys.create', async (tx) => {
    tx.allow(workspaceId);
    const repo = repoOf(ctx, tx.db);
    if (workspaceId !== null && !(await workspaceExists(tx.db, ctx.organization.id, workspaceId))) throw invalid('workspace_id');
    const scopes = [...new Set(body.scopes)];
    if (!scopes.every((scope) => can(ctx, scope, workspaceId ?? ''))) throw new AppError('forbidden');
    const row: Row<'api_keys'> = {
      organization_id: ctx.organization.id,
      id: ctx.ids.uuid(),
      workspace_id: workspaceId,
      name: body.name,
      scopes: JSON.stringify(scopes),
      token_hash: tokenHash(token),
      token_hint: token.slice(-HINT_LETTERS),
      created_at: now,
      created_by: actorId(ctx.actor),
      expires_at: now + body.expires_in_days * DAY_US,
      last_used_at: null,
      revoked_at: null,
      revoked_by: null,
    };
    await repo.insert(row);
    tx.audit(row.id, { workspaceId, after: toApiKey(row) });
    publish(tx, row);
    return { ...toApiKey(row), token };
  });
}

/** Revoking twice is the same as once. @throws AppError not_found, forbidden */
export async function revokeApiKey(ctx: Ctx, id: string): Promise<ApiKey> {
  return mutate(ctx, 'api-keys.revoke', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id);
    if (!before || !can(ctx, 'keys:manage', before.workspace_id ?? '')) throw new AppError('not_found');
    tx.allow(before.workspace_id);
    if (before.revoked_at !== null) {
      tx.unchanged();
      return toApiKey(before);
    }
    return toApiKey(await revokeIn(ctx, tx, before));
  });
}

/** Ends the keys that a person made, as part of what ends his access; gives those that stood. */
export async function revokeKeysOf(ctx: Ctx, tx: Mutation, makerId: string): Promise<ApiKey[]> {
  const open = await repoOf(ctx, tx.db).openOf(makerId, ctx.clock.now());
  for (const row of open) await revokeIn(ctx, tx, row);
  return open.map(toApiKey);
}

async function revokeIn(ctx: Ctx, tx: Mutation, before: Row<'api_keys'>): Promise<Row<'api_keys'>> {
  const after = { ...before, revoked_at: ctx.clock.now(), revoked_by: actorId(ctx.actor) };
  await repoOf(ctx, tx.db).revoke(before, after.revoked_at, after.revoked_by);
  tx.audit(before.id, { verb: 'api-keys.revoke', workspaceId: before.workspace_id, before: toApiKey(before), after: toApiKey(after) });
  publish(tx, after);
  return after;
}
