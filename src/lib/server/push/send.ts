import type { Locale } from '../../constants.ts';
import type { Deps } from '../kernel/context.ts';
import { type OutboundAnswer, outboundUrl, post } from '../kernel/outbound.ts';
import { mailWords } from '../mail/words.ts';
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

/** What waits for a browser: which of both it shows is known when it goes. */
export interface QueuedNotice extends Notice {
  /** The title where nobody is signed in: it names nothing of the organisation. Missing in what waited before there was one. */
  away_title?: string;
}

/** On a device in whoever's hands: that there is an alarm and how severe. Its press asks to sign in and then opens it. */
export const bareNotice = ({ away_title = 'Taktlog', ...notice }: QueuedNotice): Notice => ({
  ...notice,
  title: away_title,
  body: mailWords(notice.lang as Locale)('mail:push.away.text'),
});

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
