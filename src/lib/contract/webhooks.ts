import * as z from 'zod/mini';
import { ALARM_SEVERITIES } from './alarm-rules.ts';
import { id, instant, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** What kept a message from being taken; of `status` and `redirect` the answer's code says more. */
export const DELIVERY_FAILURES = [
  'address_refused',
  'plain_refused',
  'name_unknown',
  'unreachable',
  'timeout',
  'tls',
  'redirect',
  'status',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];
export const DELIVERY_EVENTS = ['alarms', 'test'] as const;
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number];

/** Webhooks of one organisation. */
export const MOST_WEBHOOKS = 10;

/** One message, without what it said. */
export const webhookDelivery = z.object({
  id,
  event: z.enum(DELIVERY_EVENTS),
  made_at: instant,
  tries: z.number(),
  /** What was answered last; null = nothing. */
  status: z.nullable(z.number()),
  failure: z.nullable(z.enum(DELIVERY_FAILURES)),
  tried_at: z.nullable(instant),
  /** When it is tried next; null = no more. */
  next_at: z.nullable(instant),
  /** When it was taken, or given up: then `failure` says why. */
  settled_at: z.nullable(instant),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  severities: z.array(z.enum(ALARM_SEVERITIES)),
  active: z.boolean(),
  /** Since when no message was taken; null = the newest one was. */
  failing_since: z.nullable(instant),
  /** When it was switched off because it failed for so long; null = it wasn't. */
  switched_off_at: z.nullable(instant),
  last: z.nullable(webhookDelivery),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type Webhook = z.infer<typeof webhook>;

const fields = {
  name,
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  severities: z.array(z.enum(ALARM_SEVERITIES)).check(z.minLength(1), z.maxLength(ALARM_SEVERITIES.length)),
};

const path = '/v1/orgs/:organization_id/webhooks';

export const listWebhooks = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'org:manage',
  whole: true,
  response: z.object({ items: z.array(webhook) }),
  summary: 'Where alarms are sent, by name',
});

export const createWebhook = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'org:manage',
  whole: true,
  body: z.object(fields),
  response: z.object({ ...webhook.shape, secret: z.string() }),
  status: 201,
  summary: 'Send alarms to a URL, signed by a secret that only this answer holds. A private address answers 422 `address_refused`',
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'org:manage',
  whole: true,
  body: z.object({
    rev,
    name: z.optional(fields.name),
    url: z.optional(fields.url),
    severities: z.optional(fields.severities),
    active: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
  }),
  response: webhook,
  summary: 'Change, switch off or remove it; a stale `rev` answers 409 with the current row',
});

export const testWebhook = endpoint({
  method: 'POST',
  path: `${path}/:id/test`,
  access: 'user',
  scope: 'org:manage',
  whole: true,
  response: webhookDelivery,
  summary: 'Send a test message now, once, and say what was answered',
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: `${path}/:id/deliveries`,
  access: 'user',
  scope: 'org:manage',
  whole: true,
  response: z.object({ items: z.array(webhookDelivery) }),
  summary: 'The newest 50 messages of a webhook',
});
