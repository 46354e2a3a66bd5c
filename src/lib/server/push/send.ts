import type { Deps } from '../kernel/context.ts';
import { type OutboundAnswer, outboundUrl, post } from '../kernel/outbound.ts';
import { encryptFor } from './encrypt.ts';
import type { Subscription } from './outbox.ts';
import { type VapidKeys, vapidHeader } from './vapid.ts';

/** What a browser shows, made by `public/capture-worker.js`. */
export interface Notice {
  title: string;
  body: string;
  /** What it takes the place of. */
  tag: string;
  /** Of this site, opened by a press. */
  path: string;
  lang: string;
  /** Comes without a sound. */
  silent: boolean;
}

interface Letter {
  /** A `Notice` as JSON. */
  body: string;
  /** At most 32 signs: what the push service may replace while the browser is away. */
  topic: string;
  urgent: boolean;
  /** How long the push service keeps it for a browser that is away, seconds. */
  ttl_s: number;
}

/** The push service knows the browser no more. */
export const isGone = ({ status }: OutboundAnswer): boolean => status === 404 || status === 410;

/** Would the same be answered to the same message again? */
export const isFinal = ({ status }: OutboundAnswer): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;

/** One try. Never throws for what the far end does. */
export function sendPush(
  deps: Pick<Deps, 'config' | 'clock'>,
  keys: VapidKeys,
  { endpoint, p256dh, auth }: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>,
  { body, topic, urgent, ttl_s }: Letter,
): Promise<OutboundAnswer> {
  const url = outboundUrl(endpoint);
  if (!url) return Promise.resolve({ status: null, failure: 'address_refused' });
  const headers = {
    Authorization: vapidHeader(deps, keys, url),
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: String(Math.max(0, Math.floor(ttl_s))),
    Topic: topic,
    Urgency: urgent ? 'high' : 'normal',
  };
  return post(url, { headers, body: encryptFor({ p256dh, auth }, Buffer.from(body)) }, { allowed: deps.config.outboundAllowed });
}
