import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ACCESS_LIFE_S } from '../../constants.ts';
import type { Key, KeyRing } from './keys.ts';

/**
 * Access tokens: JWT, HS256, exactly the claims `sub sid iat exp`, 15 minutes. Refresh tokens: derived from the key, the session and
 * its generation, so that the same successor can be given twice though only hashes are stored. Both name their key (`kid`); those without a
 * name are of the time when the root signed itself.
 */

export interface Claims {
  /** User id. */
  sub: string;
  /** Session id. */
  sid: string;
  /** Seconds since the epoch. */
  iat: number;
  exp: number;
}
export type Verified = { status: 'valid' | 'expired'; claims: Claims } | { status: 'invalid' };

const headerOf = ({ kid }: Key): string =>
  Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', ...(kid === '' ? {} : { kid }) })).toString('base64url');
const MAX_TOKEN = 1_000;
const CACHE_SIZE = 5_000;
const INVALID: Verified = { status: 'invalid' };

const hmac = ({ bytes }: Key, text: string) => createHmac('sha256', bytes).update(text).digest();

/** @param endUs no token of the session outlives it */
export function signAccess(key: Key, userId: string, sessionId: string, nowUs: number, endUs: number): string {
  const iat = Math.floor(nowUs / 1e6);
  const claims: Claims = { sub: userId, sid: sessionId, iat, exp: Math.min(iat + ACCESS_LIFE_S, Math.floor(endUs / 1e6)) };
  const text = `${headerOf(key)}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${hmac(key, text).toString('base64url')}`;
}

/** Verifies access tokens under the good keys; tokens that verified once are remembered, at most {@link CACHE_SIZE}. */
export function accessVerifier(keys: KeyRing): (token: string, nowUs: number) => Verified {
  const verified = new Map<string, Claims>();
  let version = keys.version;
  return (token, nowUs) => {
    if (version !== keys.version) {
      version = keys.version;
      verified.clear();
    }
    let claims = verified.get(token);
    if (!claims) {
      const read = readClaims(keys, token);
      if (!read) return INVALID;
      claims = read;
      if (verified.size >= CACHE_SIZE) verified.delete(verified.keys().next().value as string);
      verified.set(token, claims);
    }
    if (nowUs < claims.exp * 1e6) return { status: 'valid', claims };
    verified.delete(token);
    return { status: 'expired', claims };
  };
}

function readClaims(keys: KeyRing, token: string): Claims | null {
  if (token.length > MAX_TOKEN) return null;
  const [header, payload, signature, rest] = token.split('.');
  // Only our own headers are accepted, so the algorithm is never the sender's choice.
  const key = keys.all('access').find((one) => headerOf(one) === header);
  if (!key || !payload || !signature || rest !== undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = hmac(key, `${header}.${payload}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
}

const REFRESH = /^rt_([\w-]{8})?([\w-]{27})([\w-]{43})$/;
const refreshMac = (key: Key, body: string) => hmac(key, `refresh ${body}`).toString('base64url');

/** `rt_` + `kid` + session id and generation (20 bytes) + their MAC, in base64url: opaque outside, and always the same for one generation. */
export function refreshTokenOf(key: Key, sessionId: string, generation: number): string {
  const bytes = Buffer.alloc(20);
  bytes.write(sessionId.replaceAll('-', ''), 'hex');
  bytes.writeUInt32BE(generation, 16);
  const body = bytes.toString('base64url');
  return `rt_${key.kid}${body}${refreshMac(key, body)}`;
}

/** Which generation of which session it is; null for anything that no good key made. */
export function readRefreshToken(keys: KeyRing, token: string): { sessionId: string; generation: number } | null {
  const [, kid = '', body, mac] = REFRESH.exec(token) ?? [];
  // Several roots may have signed themselves, without a name.
  const made = (key: Key) => key.kid === kid && timingSafeEqual(Buffer.from(mac!), Buffer.from(refreshMac(key, body!)));
  if (!body || !mac || !keys.all('refresh').some(made)) return null;
  const bytes = Buffer.from(body, 'base64url');
  const hex = bytes.toString('hex', 0, 16);
  return {
    sessionId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    generation: bytes.readUInt32BE(16),
  };
}

/** SHA-256 in hex: how every token is stored. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
