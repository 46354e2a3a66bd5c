import type { Cookies } from './storage.ts';

/** What the session of a browser is made from, and the shapes that its parts share. */

/** A request before it is sent; `path` is relative to the site. */
export interface AuthRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}
export interface AuthAnswer {
  status: number;
  data: unknown;
}
/** The signed-in person as the profile answered it. */
export type AuthUser = { id: unknown; scope?: unknown } & Record<string, unknown>;

/** What a person should be told once; the page says it in his language. */
export type AuthNotice = 'session_ended' | 'refresh_failed' | 'profile_failed';

export interface AuthOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  cookies: Cookies;
  /** The bare transport: rejects only on network failure, whatever the status. */
  request(r: { method: string; path: string; headers: Record<string, string>; body?: unknown }): Promise<AuthAnswer>;
  navigate(path: string): void;
  /** Path of the page without query, hash and trailing slash. */
  path(): string;
  /** The same with its query and hash, to come back to; without it the path alone is remembered. */
  page?(): string;
  /** The hash of the address with its `#`; empty = none. */
  hash?(): string;
  locale(): string;
  /** Does the path belong to a page for signed-in people? */
  guarded(path: string): boolean;
  /** Other tabs of the same browser. */
  channel?: { post(message: unknown): void; listen(hear: (message: unknown) => void): () => void };
  /** Runs one tab after another. */
  lock?<T>(work: () => Promise<T>): Promise<T>;
  /** `local` if absent; null = none. */
  strategy?: string | null;
  notify?(notice: AuthNotice): void;
}
