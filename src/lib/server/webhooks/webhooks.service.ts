import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type createWebhook as createEndpoint,
  type listDeliveries as deliveriesEndpoint,
  type listWebhooks as listEndpoint,
  MOST_WEBHOOKS,
  type updateWebhook as updateEndpoint,
  type Webhook,
  type WebhookDelivery,
} from '../../contract/webhooks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { checkedAddresses, outboundUrl } from '../kernel/outbound.ts';
import { actorId, stamps, updateAtRev } from '../kernel/rows.ts';
import { seal } from '../kernel/seal.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { deliverOne } from './deliver.ts';
import { toDelivery, toTrail, toWebhook } from './shown.ts';
import { type WebhookRow, webhooksRepo } from './webhooks.repo.ts';

const SECRET_BYTES = 32;
export const SECRET_PREFIX = 'tlw_';

const connectionOf = (ctx: Pick<Ctx, 'organization'>, db: Db) => ({ db, organization_id: ctx.organization.id });
const repoOf = (ctx: Pick<Ctx, 'organization'>, db: Db) => webhooksRepo(connectionOf(ctx, db));

async function withLast(ctx: Ctx, db: Db, row: WebhookRow): Promise<Webhook> {
  return toWebhook(row, (await repoOf(ctx, db).deliveries(row.id, 1))[0]);
}

export async function listWebhooks(ctx: Ctx): Promise<ResponseOf<typeof listEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const items: Webhook[] = [];
    for (const row of await repoOf(ctx, db).list()) items.push(await withLast(ctx, db, row));
    return { items };
  });
}

/** A URL as it is kept. @throws AppError validation_failed (it is none), address_refused (nothing within is reached from outside) */
async function checkedUrl(ctx: Ctx, text: string): Promise<string> {
  const url = outboundUrl(text);
  if (!url) throw invalid('url');
  const found = await checkedAddresses(url, { allowed: ctx.config.outboundAllowed });
  // A name that nobody knows yet may be known when it is needed.
  if (found === 'address_refused' || found === 'plain_refused') throw new AppError('address_refused');
  return url.href;
}

/** @throws AppError validation_failed, address_refused, too_many_rows */
export async function createWebhook(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Webhook & { secret: string }> {
  const url = await checkedUrl(ctx, body.url);
  const secret = SECRET_PREFIX + ctx.ids.token(SECRET_BYTES);
  return mutate(ctx, 'webhooks.create', async (tx) => {
    tx.allow(null);
    const repo = repoOf(ctx, tx.db);
    if ((await repo.list()).length >= MOST_WEBHOOKS) throw new AppError('too_many_rows');
    const id = ctx.ids.uuid();
    const row: WebhookRow = {
      ...stamps(ctx.clock.now(), actorId(ctx.actor)),
      id,
      name: body.name,
      url,
      secret: seal(ctx.keys, id, secret),
      severities: JSON.stringify([...new Set(body.severities)]),
      active: 1,
      failing_since: null,
      switched_off_at: null,
    };
    await repo.insert(row);
    told(tx, id, undefined, row);
    return { ...toWebhook(row, undefined), secret };
  });
}

function told(tx: Mutation, id: string, before: WebhookRow | undefined, after: WebhookRow): void {
  tx.audit(id, { ...(before ? { before: toTrail(before) } : {}), after: toTrail(after) });
  tx.publish({ name: 'changed', data: { entity: 'webhooks', id, workspace_id: null } });
}

/** @throws AppError not_found, stale_rev, validation_failed, address_refused */
export async function updateWebhook(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<Webhook> {
  const url = body.url === undefined ? undefined : await checkedUrl(ctx, body.url);
  return mutate(ctx, 'webhooks.update', async (tx) => {
    tx.allow(null);
    const repo = repoOf(ctx, tx.db);
    const before = await repo.find(id);
    if (!before) throw new AppError('not_found');
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: await withLast(ctx, tx.db, before) });
    const now = ctx.clock.now();
    const turnedOn = body.active === true && before.active === 0;
    const changes = {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(url === undefined ? {} : { url }),
      ...(body.severities === undefined ? {} : { severities: JSON.stringify([...new Set(body.severities)]) }),
      ...(body.active === undefined ? {} : { active: body.active ? 1 : 0 }),
      ...(turnedOn ? { failing_since: null, switched_off_at: null } : {}),
      ...(body.archived === undefined ? {} : { archived_at: body.archived ? (before.archived_at ?? now) : null }),
    };
    const by = actorId(ctx.actor);
    const isAtRev = await updateAtRev(tenantDb(connectionOf(ctx, tx.db)), { table: 'webhooks', id, rev: body.rev }, changes, {
      at: now,
      by,
    });
    if (!isAtRev) throw new AppError('stale_rev', { current: await withLast(ctx, tx.db, (await repo.find(id))!) });
    if (body.active === false || body.archived === true) await repo.drop(id, now);
    const after = (await repo.find(id))!;
    told(tx, id, before, after);
    return withLast(ctx, tx.db, after);
  });
}

/** Sends a message that says nothing but that it came. @throws AppError not_found */
export async function testWebhook(ctx: Ctx, id: string): Promise<WebhookDelivery> {
  const deliveryId = ctx.ids.uuid();
  const now = ctx.clock.now();
  const organization = await mutate(ctx, 'webhooks.test', async (tx) => {
    tx.allow(null);
    const repo = repoOf(ctx, tx.db);
    const row = await repo.find(id);
    if (!row || row.archived_at !== null) throw new AppError('not_found');
    const { name, time_zone } = await tenantDb(connectionOf(ctx, tx.db))
      .selectFrom('organizations')
      .select(['name', 'time_zone'])
      .executeTakeFirstOrThrow();
    const body = JSON.stringify({
      event: 'test',
      delivery: deliveryId,
      sent_at: formatInstant(now),
      organization: { id: ctx.organization.id, name },
    });
    const waiting = { status: null, failure: null, tried_at: null, settled_at: null };
    await repo.put({ id: deliveryId, webhook_id: id, event: 'test', body, made_at: now, next_at: now, tries: 0, ...waiting });
    tx.audit(id, { after: { delivery: deliveryId } });
    return { ...ctx.organization, name, time_zone };
  });
  await deliverOne(ctx, organization, deliveryId, now);
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).delivery(deliveryId));
  return toDelivery(row!);
}

/** @throws AppError not_found */
export async function listDeliveries(ctx: Ctx, id: string): Promise<ResponseOf<typeof deliveriesEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    if (!(await repo.find(id))) throw new AppError('not_found');
    return { items: (await repo.deliveries(id)).map(toDelivery) };
  });
}
