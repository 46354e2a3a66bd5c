import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Locale } from '../../constants.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import { type Ctx, type Deps, type Job, mutate } from '../kernel/context.ts';
import { type OutboundAnswer, outboundUrl, post } from '../kernel/outbound.ts';
import { updateAtRev } from '../kernel/rows.ts';
import { unseal } from '../kernel/seal.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { toTrail } from './shown.ts';
import { signatureOf } from './signature.ts';
import { type DeliveryRow, type WebhookRow, webhooksRepo } from './webhooks.repo.ts';

const EVERY_MS = 10_000;
const BATCH = 20;
const SECOND_US = 1e6;
const HOUR_US = 3_600e6;
const DAY_US = 24 * HOUR_US;
/** A message that a process took but never settled is tried by another one after this. */
const LEASE_US = 60 * SECOND_US;
/** The first wait after a try that failed; each next one is twice as long. */
const FIRST_WAIT_US = 30 * SECOND_US;
const LONGEST_WAIT_US = 2 * HOUR_US;
/** A message that lay for so long tells of yesterday. */
const GIVE_UP_US = DAY_US;
/** A webhook that took nothing for so long is switched off. */
const SWITCH_OFF_US = 3 * DAY_US;
/** Messages stay in the log for so long. */
const KEPT_US = 30 * DAY_US;
/** A mail that lay for so long tells of yesterday. */
const STALE_US = 3 * DAY_US;

type Organization = { id: string; name: string; no: number; time_zone: string };

export const waitUs = (tries: number): number => Math.min(LONGEST_WAIT_US, FIRST_WAIT_US * 2 ** Math.min(20, Math.max(0, tries - 1)));

/** Sends what waits. Harmless in several processes: each message is taken by one of them. */
export const webhooksJob: Job = {
  name: 'webhooks.deliver',
  everyMs: EVERY_MS,
  async run(deps) {
    for (const organization of await organizationsOf(deps)) {
      if (deps.stopping?.()) return;
      await deliverDue(deps, organization).catch((error: unknown) =>
        deps.log.error({ err: error, organization: organization.id }, 'webhooks could not be called'),
      );
      await nextTurn();
    }
  },
};

export const forgetDeliveries = async (deps: Deps): Promise<void> => {
  for (const { id } of await organizationsOf(deps))
    await deps.db.write(id, (db) => webhooksRepo({ db, organization_id: id }).forget(deps.clock.now() - KEPT_US));
};

const organizationsOf = (deps: Deps): Promise<Organization[]> =>
  deps.db.read({ directory: true }, (db) =>
    db.selectFrom('organizations').select(['id', 'name', 'no', 'time_zone']).where('archived_at', 'is', null).execute(),
  );

async function deliverDue(deps: Deps, organization: Organization): Promise<void> {
  const organization_id = organization.id;
  const due = await deps.db.read(organization_id, (db) => webhooksRepo({ db, organization_id }).due(deps.clock.now(), BATCH));
  for (const { id, next_at } of due) {
    if (deps.stopping?.()) return;
    await deliverOne(deps, organization, id, next_at);
  }
}

/** One try of a message; what became of it, or null where another process has it or its webhook is off. */
export async function deliverOne(
  deps: Deps,
  organization: Pick<Organization, 'id' | 'name' | 'no' | 'time_zone'>,
  id: string,
  next_at: number | null,
): Promise<OutboundAnswer | null> {
  const organization_id = organization.id;
  const taken = await deps.db.write(organization_id, async (db) => {
    const repo = webhooksRepo({ db, organization_id });
    const delivery = await repo.claim(id, next_at, deps.clock.now() + LEASE_US);
    const webhook = delivery && (await repo.find(delivery.webhook_id));
    return delivery && webhook ? { delivery, webhook } : null;
  });
  if (!taken) return null;
  const { delivery, webhook } = taken;
  const answer = await send(deps, webhook, delivery);
  const outcome = await deps.db.write(organization_id, (db) => note(deps, { db, organization_id }, webhook, delivery, answer));
  deps.log.info(
    { webhook: webhook.id, delivery: id, status: answer.status, failure: answer.failure, tries: delivery.tries },
    'webhook called',
  );
  if (outcome.isOff) await switchOff(deps, organization, webhook.id);
  deps.bus.publish(organization_id, { name: 'changed', data: { entity: 'webhooks', id: webhook.id, workspace_id: null } });
  return answer;
}

async function send(deps: Deps, webhook: WebhookRow, { id, event, body }: DeliveryRow): Promise<OutboundAnswer> {
  const url = outboundUrl(webhook.url);
  const secret = unseal(deps.keys, webhook.id, webhook.secret);
  if (!url || secret === null || body === null) return { status: null, failure: 'address_refused' };
  const seconds = Math.floor(deps.clock.now() / SECOND_US);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Taktlog-Webhook/1',
    'Taktlog-Event': event,
    'Taktlog-Delivery': id,
    'Taktlog-Timestamp': String(seconds),
    'Taktlog-Signature': signatureOf(secret, seconds, body),
  };
  return post(url, { headers, body }, { allowed: deps.config.outboundAllowed });
}

/** Writes down what became of a try. A test is tried once and says nothing of how the webhook is. */
async function note(
  deps: Deps,
  connection: Parameters<typeof webhooksRepo>[0],
  webhook: WebhookRow,
  delivery: DeliveryRow,
  { status, failure }: OutboundAnswer,
): Promise<{ isOff: boolean }> {
  const repo = webhooksRepo(connection);
  const now = deps.clock.now();
  const next = now + waitUs(delivery.tries);
  const isOver = failure === null || delivery.event === 'test' || next > delivery.made_at + GIVE_UP_US;
  const columns = { status, failure, tried_at: now, next_at: isOver ? null : next, settled_at: isOver ? now : null };
  const isOurs = await repo.settle(delivery, { ...columns, ...(isOver ? { body: null } : {}) });
  if (!isOurs) return { isOff: false };
  if (isOver) await repo.settleNotices(delivery.id, failure === null ? 'sent' : 'failed', now);
  if (failure === null) {
    if (webhook.failing_since !== null) await repo.setFailing(webhook.id, null);
    return { isOff: false };
  }
  if (delivery.event === 'test') return { isOff: false };
  if (webhook.failing_since === null) await repo.setFailing(webhook.id, now);
  return { isOff: webhook.active === 1 && webhook.failing_since !== null && now - webhook.failing_since >= SWITCH_OFF_US };
}

/** Nobody answers there for days: it is switched off, and whoever manages the organisation is told. */
async function switchOff(deps: Deps, organization: Organization, id: string): Promise<void> {
  const ctx: Ctx = {
    ...deps,
    actor: { kind: 'system' },
    organization: { id: organization.id, no: organization.no },
    rights: { organization: new Set(['org:manage']), workspaces: new Map() },
    allOrgs: false,
    requestId: `webhook-${id}`,
  };
  await mutate(ctx, 'webhooks.update', async (tx) => {
    tx.allow(null);
    const connection = { db: tx.db, organization_id: organization.id };
    const repo = webhooksRepo(connection);
    const before = await repo.find(id);
    const now = deps.clock.now();
    if (!before || before.active === 0 || before.archived_at !== null) return tx.unchanged();
    const changes = { active: 0, switched_off_at: now };
    const isAtRev = await updateAtRev(tenantDb(connection), { table: 'webhooks', id, rev: before.rev }, changes, { at: now, by: null });
    if (!isAtRev) return tx.unchanged();
    await repo.drop(id, now);
    tx.audit(id, { before: toTrail(before), after: toTrail({ ...before, ...changes, rev: before.rev + 1 }) });
    for (const { email, locale } of await repo.owners())
      await deps.mail.put(
        tx.db,
        {
          to: email,
          locale: locale as Locale,
          template: 'webhook_off',
          until: now + STALE_US,
          params: {
            organization: organization.name,
            webhook: before.name,
            since: formatInstant(before.failing_since ?? now),
            time_zone: organization.time_zone,
            url: new URL(`${href('/org', null, locale as Locale)}?org=${organization.id}#webhooks`, deps.config.siteUrl).href,
          },
        },
        { organizationId: organization.id },
      );
  });
  deps.mail.kick();
}
