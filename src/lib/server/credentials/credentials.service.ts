import type { Credential, createCredential as createEndpoint } from '../../contract/credentials.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { dataloggersRepo } from '../dataloggers/dataloggers.repo.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { actorId } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { credentialsRepo } from './credentials.repo.ts';
import { newLoggerToken, TOKEN_BYTES, tokenHash, tokenHint } from './logger-token.ts';

export function toCredential(row: Row<'credentials'>): Credential {
  return {
    id: row.id,
    datalogger_id: row.datalogger_id,
    label: row.label,
    token_hint: row.token_hint,
    created_at: formatInstant(row.created_at),
    last_used_at: formatInstant(row.last_used_at),
    revoked_at: formatInstant(row.revoked_at),
  };
}

/** @throws AppError not_found */
async function loggerOf(ctx: Ctx, db: Db, id: string): Promise<{ workspace_id: string }> {
  const logger = await dataloggersRepo({ db, organization_id: ctx.organization.id }).find(id);
  if (!logger || !can(ctx, 'dlog:read', logger.workspace_id)) throw new AppError('not_found');
  return logger;
}

/** @throws AppError not_found */
export async function listCredentials(ctx: Ctx, dataloggerId: string): Promise<{ items: Credential[] }> {
  const rows = await ctx.db.read(ctx.organization.id, async (db) => {
    await loggerOf(ctx, db, dataloggerId);
    return credentialsRepo({ db, organization_id: ctx.organization.id }).list(dataloggerId);
  });
  return { items: rows.map(toCredential) };
}

function publishChanged(tx: Mutation, row: Row<'credentials'>, workspaceId: string): void {
  tx.publish({
    name: 'changed',
    data: { entity: 'credentials', id: row.id, workspace_id: workspaceId, datalogger_id: row.datalogger_id },
  });
}

/** The row of a new token. */
export const newCredential = (
  ctx: Ctx,
  { dataloggerId, label, token }: { dataloggerId: string; label: string | null; token: string },
): Row<'credentials'> => ({
  organization_id: ctx.organization.id,
  id: ctx.ids.uuid(),
  datalogger_id: dataloggerId,
  label,
  token_hash: tokenHash(token),
  token_hint: tokenHint(token),
  created_at: ctx.clock.now(),
  created_by: actorId(ctx.actor),
  last_used_at: null,
  revoked_at: null,
  revoked_by: null,
});

/** A new token; only this answer ever holds it. @throws AppError not_found, forbidden */
export async function createCredential(
  ctx: Ctx,
  dataloggerId: string,
  { label }: BodyOf<typeof createEndpoint>,
): Promise<Credential & { token: string }> {
  const token = newLoggerToken(ctx.ids.token(TOKEN_BYTES));
  return mutate(ctx, 'credentials.create', async (tx) => {
    const logger = await loggerOf(ctx, tx.db, dataloggerId);
    tx.allow(logger.workspace_id);
    const row = newCredential(ctx, { dataloggerId, label: label || null, token });
    await credentialsRepo({ db: tx.db, organization_id: ctx.organization.id }).insert(row);
    tx.audit(row.id, { workspaceId: logger.workspace_id, after: toCredential(row) });
    publishChanged(tx, row, logger.workspace_id);
    return { ...toCredential(row), token };
  });
}

/** Revoking twice is the same as once. @throws AppError not_found, forbidden */
export async function revokeCredential(ctx: Ctx, dataloggerId: string, id: string): Promise<Credential> {
  return mutate(ctx, 'credentials.revoke', async (tx) => {
    const logger = await loggerOf(ctx, tx.db, dataloggerId);
    tx.allow(logger.workspace_id);
    const repo = credentialsRepo({ db: tx.db, organization_id: ctx.organization.id });
    const before = await repo.find(dataloggerId, id);
    if (!before) throw new AppError('not_found');
    if (before.revoked_at !== null) {
      tx.unchanged();
      return toCredential(before);
    }
    const after = { ...before, revoked_at: ctx.clock.now(), revoked_by: actorId(ctx.actor) };
    await repo.revoke(before, after.revoked_at, after.revoked_by);
    tx.audit(id, { workspaceId: logger.workspace_id, before: toCredential(before), after: toCredential(after) });
    publishChanged(tx, after, logger.workspace_id);
    return toCredential(after);
  });
}
