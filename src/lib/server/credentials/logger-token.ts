import { hash } from 'node:crypto';

/** Bytes of randomness in a logger's token: 43 characters of base64url. */
export const TOKEN_BYTES = 32;
const PREFIX = 'tk_';
const HINT_LENGTH = 8;
/** Nothing longer is looked for. */
export const TOKEN_MAX_LENGTH = 200;

export const newLoggerToken = (random: string): string => `${PREFIX}${random}`;
/** What may be shown of a token for ever. */
export const tokenHint = (token: string): string => token.slice(0, HINT_LENGTH);
/** SHA-256 in hex; enough for a random token of 256 bits. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');

/** The token of `Bearer TOKEN`, `Token TOKEN`, or `Basic` with the token as user or as password; null when there is none. */
export function loggerTokenIn(authorization: string | undefined): string | null {
  const blank = authorization?.indexOf(' ') ?? -1;
  if (authorization === undefined || blank < 0) return null;
  const scheme = authorization.slice(0, blank).toLowerCase();
  const rest = authorization.slice(blank + 1).trim();
  if (scheme === 'bearer' || scheme === 'token') return tokenOfPair(rest, '');
  return scheme === 'basic' ? basicToken(rest) : null;
}

function basicToken(encoded: string): string | null {
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const user = colon < 0 ? pair : pair.slice(0, colon);
  const password = colon < 0 ? '' : pair.slice(colon + 1);
  return tokenOfPair(user, password);
}

/** The token among a user and a password: loggers that insist on both fields put a name of their own into the other one. */
export function tokenOfPair(user: string, password: string): string | null {
  const token = password.startsWith(PREFIX) || user === '' ? password : user;
  return token.length > 0 && token.length <= TOKEN_MAX_LENGTH ? token : null;
}
