import type { Auth } from './auth/index.ts';

/** The developers' page: what the session and the stores of this browser hold, what changed when, and buttons that make it change. */

export interface Words {
  none: string;
  valid: string;
  expired: string;
  unknown: string;
}

/** What the page shows at one moment, by the names of its rows. */
export type Snapshot = Readonly<Record<string, string>>;

/** Everything that is looked at; browsers give their own. */
export interface Watched {
  auth: Auth;
  cookie(name: string): string | null;
  now(): number;
  /** Values of stores by their names. */
  stores: Record<string, () => unknown>;
}

/** `1:05` of milliseconds that are left, rounded up so that zero means over. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** The session as its cookies say it, then each store as JSON. Tokens themselves are never shown. */
export function snapshot({ auth, cookie, now, stores }: Watched, words: Words): Snapshot {
  const left = (name: string): string => {
    const expiry = Number(cookie(name) ?? Number.NaN);
    return Number.isNaN(expiry) ? words.none : countdown(expiry - now());
  };
  return {
    access: words[auth.tokenStatus()],
    access_left: left('auth._token_expiration.local'),
    refresh: words[auth.refreshStatus()],
    refresh_left: left('auth._refresh_token_expiration.local'),
    strategy: cookie('auth.strategy') ?? words.none,
    redirect: cookie('auth.redirect') ?? words.none,
    ...Object.fromEntries(Object.entries(stores).map(([name, value]) => [name, JSON.stringify(value() ?? null)])),
  };
}

/** Rows whose change is worth a line of the log; the countdowns change every second. */
export function changes(before: Snapshot, after: Snapshot): { name: string; from: string; to: string }[] {
  return Object.keys(after)
    .filter((name) => !name.endsWith('_left') && before[name] !== after[name])
    .map((name) => ({ name, from: before[name] ?? '', to: after[name] ?? '' }));
}
