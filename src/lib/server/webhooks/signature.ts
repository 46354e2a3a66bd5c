import { createHmac } from 'node:crypto';

/**
 * What proves that a message is ours and not an old one again: HMAC-SHA-256 over the seconds of its sending and its bytes, with a dot between.
 * @param seconds since the epoch
 */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
