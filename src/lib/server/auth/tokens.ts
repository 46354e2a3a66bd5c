import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ACCESS_LIFE_S } from '../../constants.ts';

/**
 * Access tokens: JWT, HS256, exactly the claims `sub sid iat exp`, 15 minutes. Refresh tokens: derived from the key, the session and
 * its generation, so that the same successor can be given twice though only hashes are stored.
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

const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const MAX_TOKEN = 1_000;
const CACHE_SIZE = 5_000;
const INVALID: Verified = { status: 'invalid' };

const hmac = (secret: Uint8Array, text: string) => createHmac('sha256', secret).update(text).digest();

export function signAccess(secret: Uint8Array, userId: string, sessionId: string, nowUs: number): string {
  const iat = Math.floor(nowUs / 1e6);
  const claims: Claims = { sub: userId, sid: sessionId, iat, exp: iat + ACCESS_LIFE_S };
  const text = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${hmac(secret, text).toString('base64url')}`;
}

/** Verifies access tokens under one key; tokens that verified once are remembered, at most {@link CACHE_SIZE}. */
export function accessVerifier(secret: Uint8Array): (token: string, nowUs: number) => Verified {
  const known = new Map<string, Claims>();
  return (token, nowUs) => {
    let claims = known.get(token);
    if (!claims) {
      const read = readClaims(secret, token);
      if (!read) return INVALID;
      claims = read;
      if (known.size >= CACHE_SIZE) known.delete(known.keys().next().value as string);
      known.set(token, claims);
    }
    if (nowUs < claims.exp * 1e6) return { status: 'valid', claims };
    known.delete(token);
    return { status: 'expired', claims };
  };
}

function readClaims(secret: Uint8Array, token: string): Claims | null {
  if (token.length > MAX_TOKEN) return null;
  // Only our own header is accepted, so the algorithm is never the sender's choice.
  const [header, payload, signature, rest] = token.split('.');
  if (header !== HEADER || !payload || !signature || rest !== undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = hmac(secret, `${header}.${payload}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
}

const REFRESH = /^rt_([\w-]{27})([\w-]{43})$/;
const refreshMac = (secret: Uint8Array, body: string) => hmac(secret, `refresh ${body}`).toString('base64url');

/** `rt_` + session id and generation (20 bytes) + their MAC, in base64url: opaque outside, and always the same for one generation. */
export function refreshTokenOf(secret: Uint8Array, sessionId: string, generation: number): string {
  const bytes = Buffer.alloc(20);
  bytes.write(sessionId.replaceAll('-', ''), 'hex');
  bytes.writeUInt32BE(generation, 16);
  const body = bytes.toString('base64url');
  return `rt_${body}${refreshMac(secret, body)}`;
}

/** Which generation of which session it is; null for anything that this key didn't make. */
export function readRefreshToken(secret: Uint8Array, token: string): { sessionId: string; generation: number } | null {
  const [, body, mac] = REFRESH.exec(token) ?? [];
  if (!body || !mac || !timingSafeEqual(Buffer.from(mac), Buffer.from(refreshMac(secret, body)))) return null;
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
