import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The public half of a browser's key pair and the secret beside it, as the browser gave them: base64url of 65 and of 16 bytes. */
interface BrowserKeys {
  p256dh: string;
  auth: string;
}

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
/** One record holds the whole message. */
const RECORD_BYTES = 4_096;
/** Header, the sign of the last record and the tag take 103 bytes; push services take 4,096. */
export const MOST_PUSHED_BYTES = 3_072;
/** Says that no record follows. */
const LAST = Buffer.from([2]);

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Can the two be what a browser gives? */
export function isBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')];
  if (point.length !== 65 || point[0] !== 4 || secret.length !== 16) return false;
  const ours = createECDH(CURVE);
  ours.generateKeys();
  try {
    ours.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/**
 * A message that only the browser reads: RFC 8291, in the coding `aes128gcm` of RFC 8188.
 * @param chosen only tests choose what is otherwise drawn for each message
 */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  message: Uint8Array,
  chosen: { salt?: Uint8Array; privateKey?: Uint8Array } = {},
): Buffer {
  if (message.byteLength > MOST_PUSHED_BYTES) throw new Error('the message is too long for a push service');
  const theirs = Buffer.from(p256dh, 'base64url');
  const pair = createECDH(CURVE);
  if (chosen.privateKey) pair.setPrivateKey(chosen.privateKey);
  else pair.generateKeys();
  const ours = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const salt = chosen.salt ?? randomBytes(SALT_BYTES);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', KEY_BYTES);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([
    ...[salt, size, Buffer.from([ours.length]), ours],
    ...[cipher.update(message), cipher.update(LAST), cipher.final(), cipher.getAuthTag()],
  ]);
}
