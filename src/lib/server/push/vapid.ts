import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import type { Config } from '../kernel/config.ts';
import type { Deps } from '../kernel/context.ts';
import { secretStore } from '../kernel/secret-store.ts';

/** The key pair by which push services know the server (VAPID, RFC 8292). Browsers subscribe to its public half, so it is made once and stays. */
export interface VapidKeys {
  /** The point as base64url of 65 bytes, which browsers take. */
  publicKey: string;
  private: JsonWebKey;
}

const PLACE = { file: 'vapid-key', setting: 'vapid_key' };
/** A push service takes none that is good for more than a day. */
const GOOD_FOR_S = 12 * 3_600;

/** The keys of the installation, made at the first call. */
export async function vapidKeys({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<VapidKeys> {
  const store = secretStore(config, db, PLACE);
  const text = (await store.read()) || (await store.change((before) => before || JSON.stringify(fresh())));
  const jwk = JSON.parse(text) as JsonWebKey;
  const point = [Buffer.from([4]), ...[jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))];
  return { publicKey: Buffer.concat(point).toString('base64url'), private: jwk };
}

const fresh = (): JsonWebKey => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

/** Whom a push service can write to when something is wrong with what we send. */
function contactOf({ operator, siteUrl, mailFrom }: Config): string {
  if (operator.email !== '') return `mailto:${operator.email}`;
  return siteUrl.startsWith('https:') ? siteUrl : `mailto:${mailFrom.address}`;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The header that proves to the push service of a URL who sends. */
export function vapidHeader({ config, clock }: Pick<Deps, 'config' | 'clock'>, keys: VapidKeys, url: URL): string {
  const exp = Math.floor(clock.now() / 1e6) + GOOD_FOR_S;
  const said = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: url.origin, exp, sub: contactOf(config) })}`;
  const key = createPrivateKey({ key: keys.private, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${said}.${signature}, k=${keys.publicKey}`;
}
