import { AUTH_COOKIE_PREFIX, EXPIRY_MARGIN_MS, REFRESH_LIFE_S } from '../../constants.ts';

/** Cookies of the page as plain text; encoding is the adapter's. `maxAge` in seconds. */
export interface Cookies {
  get(name: string): string | null;
  set(name: string, value: string, options: { maxAge: number }): void;
  remove(name: string): void;
}
export type TokenStatus = 'unknown' | 'valid' | 'expired';

/** The one way in which a session is kept. */
export const STRATEGY = 'local';

const COOKIE = {
  strategy: `${AUTH_COOKIE_PREFIX}strategy`,
  token: `${AUTH_COOKIE_PREFIX}_token.local`,
  tokenExpiry: `${AUTH_COOKIE_PREFIX}_token_expiration.local`,
  refresh: `${AUTH_COOKIE_PREFIX}_refresh_token.local`,
  refreshExpiry: `${AUTH_COOKIE_PREFIX}_refresh_token_expiration.local`,
  redirect: `${AUTH_COOKIE_PREFIX}redirect`,
} as const;
type Kept = keyof typeof COOKIE;

/** Life that a token without `exp` is taken to have, milliseconds. */
const DEFAULT_LIFE_MS = REFRESH_LIFE_S * 1000;
/** Where the access token is also the refresh token, it is exchanged at this part of its life. */
const AHEAD = 0.8;
const BEARER = /^bearer\s+/i;

/** Claims of a JWT, unverified; empty for anything else. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const positive = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** The tokens of the session, kept in cookies that all tabs share and the server reads. Every answer reads them anew. */
export function tokenStorage(cookies: Cookies, now: () => number) {
  const get = (name: Kept) => cookies.get(COOKIE[name]) || null;
  const set = (name: Kept, value: string) => cookies.set(COOKIE[name], value, { maxAge: REFRESH_LIFE_S });
  const remove = (name: Kept) => cookies.remove(COOKIE[name]);
  const expiryOf = (token: string) => {
    const { exp } = claimsOf(token);
    return positive(exp) ? exp * 1000 : now() + DEFAULT_LIFE_MS;
  };
  function statusOf(token: Kept, expiry: Kept): TokenStatus {
    const end = get(expiry);
    if (!get(token) || !end) return 'unknown';
    return now() < Number(end) - EXPIRY_MARGIN_MS ? 'valid' : 'expired';
  }
  const bare = () => get('token')?.replace(BEARER, '') ?? null;
  /** The token is the refresh token too; nothing at all counts as well. */
  const single = () => bare() === get('refresh');
  /** A token that doesn't say when it was issued counts from when this page saw it first. */
  let seen = { token: '', at: 0 };
  function seenAt(token: string): number {
    if (seen.token !== token) seen = { token, at: now() };
    return seen.at;
  }
  return {
    /** `Bearer …`, as it goes into the header. */
    authorization: () => get('token'),
    refreshToken: () => get('refresh'),
    tokenStatus: () => statusOf('token', 'tokenExpiry'),
    refreshStatus: () => statusOf('refresh', 'refreshExpiry'),
    /** Keeps an answer's tokens. Without `refresh` a distinct old one and its expiry stay, else the token is both. */
    keep(token: string, refresh: string | null) {
      const plain = token.replace(BEARER, '');
      const next = refresh ?? (single() ? plain : null);
      seenAt(plain);
      set('token', `Bearer ${plain}`);
      set('tokenExpiry', String(expiryOf(plain)));
      if (next === null) return;
      set('refresh', next);
      set('refreshExpiry', String(expiryOf(next)));
    },
    /** One token for both, and most of its life is over: exchange it while it still can be. */
    dueAhead(): boolean {
      const token = bare();
      const end = Number(get('tokenExpiry'));
      if (!token || !single() || !(end > 0)) return false;
      const { iat, exp } = claimsOf(token);
      const start = positive(iat) ? iat * 1000 : positive(exp) ? seenAt(token) : end - DEFAULT_LIFE_MS;
      return now() >= start + AHEAD * (end - start);
    },
    clear() {
      for (const name of ['token', 'tokenExpiry', 'refresh', 'refreshExpiry'] as const) remove(name);
    },
    setStrategy: (name: string) => set('strategy', name),
    removeStrategy: () => remove('strategy'),
    remember: (path: string) => set('redirect', path),
    /** The remembered page, which is forgotten with it. */
    takeRemembered(): string | null {
      const path = get('redirect');
      remove('redirect');
      return path;
    },
  };
}
export type TokenStorage = ReturnType<typeof tokenStorage>;
