import type * as contract from '../../contract/embeds.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf } from '../kernel/rows.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { type EmbedChannel, type EmbedRow, embedsRepo } from './embeds.repo.ts';

const DAY_US = 86_400e6;
const TOKEN_BYTES = 32;
const HINT = 4;

const repoOf = (ctx: Ctx, db: Db) => embedsRepo({ db, organization_id: ctx.organization.id });

export const originsOf = ({ origins }: Pick<EmbedRow, 'origins'>): string[] => JSON.parse(origins) as string[];

const toEmbed = (row: EmbedRow, channels: readonly EmbedChannel[]): contract.Embed => ({
  id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  view: row.view,
  origins: originsOf(row),
  channels: channels.flatMap(({ embed_id, ...channel }) => (embed_id === row.id ? [channel] : [])),
  token_hint: row.token_hint,
  expires_at: formatInstant(row.expires_at),
  opened: row.opened,
  last_opened_at: formatInstant(row.last_opened_at),
  created_by: row.maker,
  created_at: formatInstant(row.created_at),
  revoked_at: formatInstant(row.revoked_at),
  rev: row.rev,
});

async function embedOf(ctx: Ctx, db: Db, id: string): Promise<contract.Embed> {
  const repo = repoOf(ctx, db);
  return toEmbed((await repo.find(id))!, await repo.channelsOf([id]));
}

/** @throws AppError not_found */
async function embedRow(ctx: Ctx, db: Db, id: string): Promise<EmbedRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

export async function listEmbeds(ctx: Ctx, query: QueryOf<typeof contract.listEmbeds>): Promise<ResponseOf<typeof contract.listEmbeds>> {
  const workspaces = readableWorkspaces(ctx, query.workspace_id);
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    const rows = await repo.list({ workspaces, datalogger_id: query.datalogger_id });
    const channels = await repo.channelsOf(rows.map(({ id }) => id));
    return { items: rows.map((row) => toEmbed(row, channels)) };
  });
}

/**
 * The one workspace of channels that somebody wants to show.
 * @param workspace where they have to be; null = where the first one is
 * @throws AppError validation_failed, at the channel that isn't there or is of another workspace
 */
async function workspaceOf(ctx: Ctx, db: Db, ids: readonly string[], workspace: string | null): Promise<string> {
  const channels = channelsRepo({ db, organization_id: ctx.organization.id });
  let found = workspace;
  for (const [index, id] of ids.entries()) {
    const row = await channels.find(id);
    const isOpen = row && row.archived_at === null && row.merged_into === null && can(ctx, 'dlog:read', row.workspace_id);
    if (!isOpen || (found !== null && row.workspace_id !== found)) throw invalid(`channels.${index}`);
    found = row.workspace_id;
  }
  return found!;
}

const storedOrigins = (origins: readonly string[]): string => JSON.stringify([...new Set(origins)]);
const endOf = (now: number, { expires_in_days }: { expires_in_days: number }): number => now + expires_in_days * DAY_US;

/** @throws AppError forbidden, validation_failed (a channel that isn't there, or of another workspace than the first one) */
export async function createEmbed(ctx: Ctx, body: BodyOf<typeof contract.createEmbed>): Promise<ResponseOf<typeof contract.createEmbed>> {
  const token = `em_${ctx.ids.token(TOKEN_BYTES)}`;
  const now = ctx.clock.now();
  return mutate(ctx, 'embeds.create', async (tx) => {
    const workspace = await workspaceOf(ctx, tx.db, body.channels, null);
    tx.allow(workspace);
    const id = ctx.ids.uuid();
    await repoOf(ctx, tx.db).insert(
      {
        id,
        workspace_id: workspace,
        name: body.name,
        view: body.view,
        origins: storedOrigins(body.origins),
        token_hash: tokenHash(token),
        token_hint: token.slice(-HINT),
        expires_at: endOf(now, body),
        opened: 0,
        last_opened_at: null,
        created_at: now,
        created_by: actorId(ctx.actor),
        revoked_at: null,
        revoked_by: null,
        rev: 1,
      },
      body.channels,
    );
    const embed = await embedOf(ctx, tx.db, id);
    tx.audit(id, { workspaceId: workspace, after: embed });
    tx.publish({ name: 'changed', data: { entity: 'embeds', id, workspace_id: workspace } });
    return { ...embed, token };
  });
}

/** @throws AppError not_found, forbidden, embed_revoked, stale_rev, validation_failed (as {@link createEmbed}; its workspace stays) */
export async function updateEmbed(ctx: Ctx, id: string, body: BodyOf<typeof contract.updateEmbed>): Promise<contract.Embed> {
  const now = ctx.clock.now();
  return mutate(ctx, 'embeds.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await embedRow(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    if (row.revoked_at !== null) throw new AppError('embed_revoked');
    const before = await embedOf(ctx, tx.db, id);
    if (row.rev !== body.rev) throw new AppError('stale_rev', { current: before });
    if (body.channels !== undefined) await workspaceOf(ctx, tx.db, body.channels, row.workspace_id);
    const changes = changesOf(row, {
      name: body.name,
      view: body.view,
      origins: body.origins && storedOrigins(body.origins),
      expires_at: body.expires_in_days === undefined ? undefined : endOf(now, { expires_in_days: body.expires_in_days }),
    });
    const shown = before.channels.map((channel) => channel.id);
    const channels = body.channels === undefined || body.channels.join() === shown.join() ? null : body.channels;
    if (channels === null && Object.keys(changes).length === 0) {
      tx.unchanged();
      return before;
    }
    if (!(await repo.update(row, changes, channels))) {
      const there = await embedRow(ctx, tx.db, id);
      if (there.revoked_at !== null) throw new AppError('embed_revoked');
      throw new AppError('stale_rev', { current: await embedOf(ctx, tx.db, id) });
    }
    const after = await embedOf(ctx, tx.db, id);
    tx.audit(id, { workspaceId: row.workspace_id, before, after });
    tx.publish({ name: 'changed', data: { entity: 'embeds', id, workspace_id: row.workspace_id } });
    return after;
  });
}

/** @throws AppError not_found, forbidden */
export async function revokeEmbed(ctx: Ctx, id: string): Promise<contract.Embed> {
  return mutate(ctx, 'embeds.revoke', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await embedRow(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    const before = await embedOf(ctx, tx.db, id);
    if (row.revoked_at !== null) {
      tx.unchanged();
      return before;
    }
    await repo.revoke(id, ctx.clock.now(), actorId(ctx.actor));
    const after = await embedOf(ctx, tx.db, id);
    tx.audit(id, { workspaceId: row.workspace_id, before, after });
    tx.publish({ name: 'changed', data: { entity: 'embeds', id, workspace_id: row.workspace_id } });
    return after;
  });
}
