import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './keys.ts';

/**
 * Texts that must not lie in the database as they are: AES-256-GCM under the key of the outbox, as `sealed.<kid>.<nonce, text, tag>`. What a text
 * belongs to is sealed in, so that it opens nowhere else.
 */

const PREFIX = 'sealed.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const isSealed = (text: string): boolean => text.startsWith(PREFIX);

export function seal(keys: KeyRing, belongsTo: string, text: string): string {
  const { kid, bytes } = keys.current('outbox');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(belongsTo));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${PREFIX}${kid}.${sealed.toString('base64url')}`;
}

/** Null when it was sealed with a key that is gone, belongs to something else or was changed. */
export function unseal(keys: KeyRing, belongsTo: string, sealed: string): string | null {
  const [, kid, body = ''] = sealed.split('.');
  const key = keys.all('outbox').find((one) => one.kid !== '' && one.kid === kid);
  const bytes = Buffer.from(body, 'base64url');
  if (!key || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
