import type {
  DeviceIdentity,
  listDeviceIdentities as listEndpoint,
  updateDeviceIdentity as updateEndpoint,
} from '../../contract/device-identities.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { dataloggersRepo } from '../dataloggers/dataloggers.repo.ts';
import { decoderOf } from '../ingest/decoders.ts';
import type { Ingest } from '../ingest/ingest.service.ts';
import { quarantineRepo } from '../ingest/quarantine.repo.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId } from '../kernel/rows.ts';
import { unpacked } from '../kernel/unzip.ts';
import { type DeviceIdentityRow, deviceIdentitiesRepo } from './device-identities.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => deviceIdentitiesRepo({ db, organization_id: ctx.organization.id });
const SORTS = { first_seen_at: { type: 'number' } } as const;
/** Values shown of a device's newest message, by which a person recognises it. */
const SHOWN_VALUES = 6;

async function toIdentity(row: DeviceIdentityRow): Promise<DeviceIdentity> {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    gateway_id: row.gateway_id,
    gateway_name: row.gateway_name,
    kind: row.kind,
    identity: row.identity,
    label: row.label,
    state: row.state,
    datalogger_id: row.datalogger_id,
    datalogger_name: row.datalogger_name,
    waiting: row.waiting,
    quarantine_days: row.quarantine_days,
    refused: row.refused,
    first_seen_at: formatInstant(row.first_seen_at),
    last_seen_at: formatInstant(row.last_seen_at),
    door: row.door,
    preview: await previewOf(row),
    rev: row.rev,
  };
}

/** What the newest message in quarantine says, each key once. */
async function previewOf({ kind, decoder, message_at, body, body_encoding }: DeviceIdentityRow): Promise<DeviceIdentity['preview']> {
  if (kind === 'none' || decoder === null || body === null || message_at === null) return [];
  const { keys, slot, value } = decoderOf(decoder)(await unpacked(body, body_encoding), message_at);
  const newest = new Map(slot.map((one, i) => [keys[one]!, value[i]!]));
  return [...newest].slice(0, SHOWN_VALUES).map(([key, value]) => ({ key, value }));
}

/** Newest first. @throws AppError validation_failed for another sort or a damaged cursor */
export async function listDeviceIdentities(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, '-first_seen_at');
  const filter = {
    workspaces: readableWorkspaces(ctx, query.workspace_id),
    gatewayId: query.gateway_id,
    state: query.state,
    q: query.q?.trim(),
  };
  const answer = await ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row.first_seen_at,
      items: (rows) => rows,
      count: () => repo.count(filter),
    });
  });
  // Bodies are unzipped after the read: nothing but the database is waited for inside one.
  return { ...answer, items: await Promise.all(answer.items.map(toIdentity)) };
}

/**
 * Says whose messages they are. What waited of a device that is assigned has been processed when this answers, except what has to wait for
 * the quota or the storage: the device's next message brings it along.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed (a logger of another workspace, or messages without a device)
 */
export async function updateDeviceIdentity(
  ctx: Ctx,
  ingest: Ingest,
  id: string,
  { rev, state, datalogger_id = null }: BodyOf<typeof updateEndpoint>,
): Promise<DeviceIdentity> {
  const row = await mutate(ctx, 'device-identities.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id);
    if (!before || !can(ctx, 'dlog:read', before.workspace_id)) throw new AppError('not_found');
    tx.allow(before.workspace_id);
    if (before.rev !== rev) throw new AppError('stale_rev', { current: audited(before) });
    if ((state === 'assigned') !== (datalogger_id !== null)) throw invalid('datalogger_id');
    if (state === 'assigned' && before.kind === 'none') throw invalid('state');
    if (before.state === state && before.datalogger_id === datalogger_id) {
      tx.unchanged();
      return before;
    }
    if (datalogger_id !== null) {
      const logger = await dataloggersRepo({ db: tx.db, organization_id: ctx.organization.id }).find(datalogger_id);
      if (!logger || logger.archived_at !== null || logger.workspace_id !== before.workspace_id) throw invalid('datalogger_id');
    }
    if (!(await repo.update(id, rev, { state, datalogger_id }, { at: ctx.clock.now(), by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: audited(before) });
    if (state === 'ignored') await quarantineRepo({ db: tx.db, organization_id: ctx.organization.id }).forget(id);
    const after = (await repo.find(id))!;
    tx.audit(id, { workspaceId: before.workspace_id, before: audited(before), after: audited(after) });
    tx.publish({
      name: 'changed',
      // The logger that it was, else the one that it is: what the pipeline remembers of it is of no use any more.
      data: {
        entity: 'device-identities',
        id,
        workspace_id: before.workspace_id,
        datalogger_id: before.datalogger_id ?? after.datalogger_id,
      },
    });
    return after;
  });
  if (row.state !== 'assigned' || row.waiting === 0) return toIdentity(row);
  await ingest.replay(ctx.organization.id, id).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
  return toIdentity((await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(id))) ?? row);
}

/** @throws AppError not_found, forbidden */
export async function removeDeviceIdentity(ctx: Ctx, id: string): Promise<{ id: string }> {
  return mutate(ctx, 'device-identities.remove', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id);
    if (!before || !can(ctx, 'dlog:read', before.workspace_id)) throw new AppError('not_found');
    tx.allow(before.workspace_id);
    await quarantineRepo({ db: tx.db, organization_id: ctx.organization.id }).forget(id);
    await repo.remove(id);
    const { workspace_id, datalogger_id } = before;
    tx.audit(id, { workspaceId: workspace_id, before: audited(before) });
    tx.publish({ name: 'changed', data: { entity: 'device-identities', id, workspace_id, datalogger_id } });
    return { id };
  });
}

const audited = ({ id, gateway_id, kind, identity, label, state, datalogger_id, datalogger_name, rev }: DeviceIdentityRow) => ({
  id,
  gateway_id,
  kind,
  identity,
  label,
  state,
  datalogger_id,
  datalogger_name,
  rev,
});
