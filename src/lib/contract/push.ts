import * as z from 'zod/mini';
import { id, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { browserAndSystem } from './sessions.ts';
import { DELIVERY_FAILURES } from './webhooks.ts';

/** Browsers of one person that are told of alarms. */
export const MOST_PUSH_BROWSERS = 20;

/**
 * How long a browser is told. session: as long as the person is signed in there; days: also when that is over by time, for `PUSH_AWAY_S` since
 * he last opened Taktlog there. Signing out ends both.
 */
export const PUSH_LASTS = ['session', 'days'] as const;
export type PushLasts = (typeof PUSH_LASTS)[number];

/** A browser that is told of alarms by its maker's push service. Its address and keys are never shown. */
export const pushSubscription = z.object({
  id,
  /** It is that of the session that asks. */
  current: z.boolean(),
  ...browserAndSystem.shape,
  lasts: z.enum(PUSH_LASTS),
  /** The person is signed in there. Where he isn't, a message says no more than that there is an alarm. */
  signed_in: z.boolean(),
  created_at: instant,
  /** When he last had Taktlog open there, to a quarter of an hour. */
  last_opened_at: instant,
  /** When it ends unless he opens Taktlog there, or signs in anew. */
  ends_at: instant,
  /** When its push service last took a message. */
  last_sent_at: z.nullable(instant),
  /** When one was refused last, and why; null = none was since the last one that was taken. */
  last_failed_at: z.nullable(instant),
  last_failure: z.nullable(z.enum(DELIVERY_FAILURES)),
});
export type PushSubscriptionRow = z.infer<typeof pushSubscription>;

const path = '/v1/auth/push';

export const listPush = endpoint({
  method: 'GET',
  path,
  access: 'user',
  response: z.object({
    /** The public key that browsers subscribe to. */
    key: z.string(),
    items: z.array(pushSubscription),
  }),
  summary: "The person's browsers that are told of alarms, this one first, and the key to which a browser subscribes",
});

const base64url = z.string().check(z.regex(/^[\w-]{1,100}={0,2}$/));

export const putPush = endpoint({
  method: 'PUT',
  path,
  access: 'user',
  body: z.object({
    /** Where the browser's push service takes messages. */
    endpoint: z.string().check(z.minLength(1), z.maxLength(1_000)),
    p256dh: base64url,
    auth: base64url,
    lasts: z.optional(z.enum(PUSH_LASTS)),
  }),
  response: pushSubscription,
  summary:
    'Tell this signed-in browser of alarms, in place of what it was subscribed to: as long as the session lasts, or also for 30 days since Taktlog was last opened there. A private address answers 422',
});

export const deletePush = endpoint({
  method: 'DELETE',
  path: `${path}/:push_id`,
  access: 'user',
  response: z.object({ id }),
  summary: 'Tell that browser no more',
});

export const testPush = endpoint({
  method: 'POST',
  path: `${path}/:push_id/test`,
  access: 'user',
  response: z.object({
    status: z.nullable(z.number()),
    failure: z.nullable(z.enum(DELIVERY_FAILURES)),
    /** The push service knows the browser no more, so it is out of the list. */
    gone: z.boolean(),
  }),
  summary: 'Send that browser a message that says only that it came, once, and say what was answered',
});
