import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  createGateway as createEndpoint,
  Gateway,
  listGateways as listEndpoint,
  updateGateway as updateEndpoint,
} from '../../contract/gateways.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { newLoggerToken, TOKEN_BYTES, tokenHash, tokenHint } from '../credentials/logger-token.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, workspaceExists } from '../kernel/rows.ts';
import { type GatewayRow, gatewaysRepo } from './gateways.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => gatewaysRepo({ db, organization_id: ctx.organization.id });

/** As Telegraf and collectors like it write their points. */
const LINE_TAG = 'host';
const TOPIC_LEVEL = 1;
const QUARANTINE_DAYS = 30;

const toGateway = (row: GatewayRow): Gateway => ({
  id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  token_hint: row.token_hint,
  line_tag: row.line_tag,
  topic_level: row.topic_level,
  quarantine_days: row.quarantine_days,
  waiting_count: Number(row.waiting_count),
  assigned_count: Number(row.assigned_count),
  refused_count: row.refused_count,
  created_at: formatInstant(row.created_at),
  last_used_at: formatInstant(row.last_used_at),
  revoked_at: formatInstant(row.revoked_at),
});

export async function listGateways(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<{ items: Gateway[] }> {
  const rows = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).list(readableWorkspaces(ctx, query.workspace_id)));
  return { items: rows.map(toGateway) };
}

function changed(tx: Mutation, { id, workspace_id }: Gateway): void {
  tx.publish({ name: 'changed', data: { entity: 'gateways', id, workspace_id } });
}

/** A new gateway; only this answer ever holds its token. @throws AppError forbidden, validation_failed (no such workspace) */
export async function createGateway(
  ctx: Ctx,
  { workspace_id, name, line_tag = LINE_TAG, topic_level = TOPIC_LEVEL, quarantine_days = QUARANTINE_DAYS }: BodyOf<typeof createEndpoint>,
): Promise<Gateway & { token: string }> {
  const token = newLoggerToken(ctx.ids.token(TOKEN_BYTES));
  return mutate(ctx, 'gateways.create', async (tx) => {
    tx.allow(workspace_id);
    if (!(await workspaceExists(tx.db, ctx.organization.id, workspace_id))) throw invalid('workspace_id');
    const id = ctx.ids.uuid();
    const repo = repoOf(ctx, tx.db);
    await repo.insert({
      id,
      workspace_id,
      name,
      token_hash: tokenHash(token),
      token_hint: tokenHint(token),
      line_tag,
      topic_level,
      quarantine_days,
      created_at: ctx.clock.now(),
      created_by: actorId(ctx.actor),
      last_used_at: null,
      revoked_at: null,
      revoked_by: null,
    });
    const after = toGateway((await repo.find(id))!);
    tx.audit(id, { workspaceId: workspace_id, after });
    changed(tx, after);
    return { ...after, token };
  });
}

/** What a gateway sent before stays with the devices that it was named for. @throws AppError not_found, forbidden */
export async function updateGateway(ctx: Ctx, id: string, wanted: BodyOf<typeof updateEndpoint>): Promise<Gateway> {
  return mutate(ctx, 'gateways.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await repo.find(id);
    if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
    tx.allow(row.workspace_id);
    const before = toGateway(row);
    const changes = changesOf<GatewayRow, Partial<GatewayRow>>(
      row,
      Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
    );
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return before;
    }
    await repo.update(id, changes);
    const after = toGateway((await repo.find(id))!);
    tx.audit(id, { workspaceId: row.workspace_id, before, after });
    changed(tx, after);
    return after;
  });
}

/** Revoking twice is the same as once. @throws AppError not_found, forbidden */
export async function revokeGateway(ctx: Ctx, id: string): Promise<Gateway> {
  return mutate(ctx, 'gateways.revoke', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await repo.find(id);
    if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
    tx.allow(row.workspace_id);
    const before = toGateway(row);
    if (row.revoked_at !== null) {
      tx.unchanged();
      return before;
    }
    await repo.revoke(row, ctx.clock.now(), actorId(ctx.actor));
    const after = toGateway((await repo.find(id))!);
    tx.audit(id, { workspaceId: row.workspace_id, before, after });
    changed(tx, after);
    return after;
  });
}
