import type { Webhook, WebhookDelivery } from '../../contract/webhooks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.repo.ts';

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  made_at: formatInstant(row.made_at),
  tries: row.tries,
  status: row.status,
  failure: row.failure,
  tried_at: formatInstant(row.tried_at),
  next_at: formatInstant(row.next_at),
  settled_at: formatInstant(row.settled_at),
});

export const toWebhook = (row: WebhookRow, last: DeliveryRow | undefined): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  severities: JSON.parse(row.severities) as Webhook['severities'],
  active: row.active === 1,
  failing_since: formatInstant(row.failing_since),
  switched_off_at: formatInstant(row.switched_off_at),
  last: last ? toDelivery(last) : null,
  rev: row.rev,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});

/** What the trail keeps of it: no secret, and nothing of messages. */
export const toTrail = (row: WebhookRow) => {
  const { last: _, failing_since: __, ...rest } = toWebhook(row, undefined);
  return rest;
};
