import { atom, computed, type ReadableAtom } from 'nanostores';
import { AuthError, SESSION_OVER } from './errors.ts';
import { isLoginPage, isReturnPath, type RedirectName, redirectTarget } from './redirect.ts';
import { type Cookies, type TokenStatus, tokenStorage } from './storage.ts';

export type { Cookies } from './storage.ts';

/** A request before it is sent; `path` is relative to the site. */
interface AuthRequest {
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
type AuthUser = { id: unknown; scope?: unknown } & Record<string, unknown>;

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
  locale(): string;
  /** Does the path belong to a page for signed-in people? */
  guarded(path: string): boolean;
  /** Other tabs of the same browser. */
  channel?: { post(message: unknown): void; listen(hear: (message: unknown) => void): () => void };
  /** Runs one tab after another. */
  lock?<T>(work: () => Promise<T>): Promise<T>;
  strategy?: string | null;
  notify?(notice: AuthNotice): void;
}

export interface Auth {
  /** Restores the session of the cookies; never navigates, never rejects. */
  init(): Promise<void>;
  /** @throws AuthError with the answer's code; Error `Strategy not supported: …` */
  login(credentials: { email: string; password: string }): Promise<AuthUser>;
  logout(): Promise<void>;
  /** Forgets tokens and person; a guarded page moves away. Keeps `auth.strategy`. */
  reset(): void;
  /** Loads the profile; null when nobody is signed in. @throws Error `No strategy is set!`, AuthError */
  fetchUser(): Promise<AuthUser | null>;
  /** Gets new tokens unless another tab just did. @throws AuthError, or the transport's error with the tokens kept */
  refreshTokens(): Promise<void>;
  hasScope(scope: string): boolean;
  redirect(name: RedirectName): void;
  tokenStatus(): TokenStatus;
  refreshStatus(): TokenStatus;
  /** The request with its headers. @throws Error {@link SESSION_OVER} when the session is over */
  intercept<R extends AuthRequest>(r: R): Promise<R & { headers: Record<string, string> }>;
  $user: ReadableAtom<AuthUser | null>;
  $loggedIn: ReadableAtom<boolean>;
  $busy: ReadableAtom<boolean>;
}

const STRATEGY = 'local';
const USER_FIELD = 'id';
/** What tabs tell each other; `tab` lets one that hears itself stay calm. */
interface Message {
  type: 'signed-in' | 'signed-out';
  tab: string;
}

const fields = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const refused = (status: number) => status >= 400 && status < 500;

/** Same-origin by its form: one slash first. Anything a browser could read as another host gets no secret. */
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path.replace(/[\t\n\r]/g, ''));

/** The session of this browser. It holds no DOM: cookies, transport, navigation and clock are handed in. */
export function createAuth(options: AuthOptions): Auth {
  const { cookies, navigate, path, guarded } = options;
  const tokens = tokenStorage(cookies, options.now);
  const strategy = options.strategy === undefined ? STRATEGY : options.strategy;
  const tab = Math.random().toString(36).slice(2);
  const tell = (type: Message['type']) => options.channel?.post({ type, tab } satisfies Message);
  const lock = options.lock ?? (<T>(work: () => Promise<T>) => work());
  const $user = atom<AuthUser | null>(null);
  const $loggedIn = computed($user, (user) => user !== null);
  const $working = atom(0);
  const $busy = computed($working, (count) => count > 0);
  /** Grows when the session is forgotten: an answer that was asked for before belongs to nobody. */
  let epoch = 0;
  let starting: Promise<void> | undefined;
  let started = false;
  let refreshing: Promise<void> | undefined;

  async function busy<T>(work: () => Promise<T>): Promise<T> {
    $working.set($working.get() + 1);
    try {
      return await work();
    } finally {
      $working.set($working.get() - 1);
    }
  }

  const plainHeaders = (): Record<string, string> => {
    const xsrf = cookies.get('XSRF-TOKEN');
    return { Accept: 'application/json', ...(xsrf ? { 'X-XSRF-TOKEN': xsrf } : {}) };
  };

  function redirect(name: RedirectName): void {
    const from = path();
    let to = redirectTarget(name, options.locale());
    if ((name === 'login' || name === 'logout') && from !== to && isReturnPath(from)) tokens.remember(from);
    if (name === 'home') {
      const remembered = tokens.takeRemembered();
      if (isReturnPath(remembered)) to = remembered;
    }
    if (to !== from) navigate(to);
  }

  /** Forgets the session; true when there was one. */
  function forget(): boolean {
    const had = $user.get() !== null || tokens.authorization() !== null || tokens.refreshToken() !== null;
    epoch++;
    tokens.clear();
    $user.set(null);
    return had;
  }

  /** The session ended though nobody signed out: guarded pages move, other tabs hear of it. Silent at start. */
  function end(): void {
    if (!forget()) return;
    tell('signed-out');
    if (!started || !guarded(path())) return;
    options.notify?.('session_ended');
    redirect('logout');
  }

  function hear(message: unknown): void {
    const { type, tab: from } = fields(message) as Partial<Message>;
    if (from === tab) return;
    if (type === 'signed-in' && tokens.authorization() !== null) fetchUser().catch(() => undefined);
    if (type !== 'signed-out') return;
    epoch++;
    // The cookies are the other tab's business: it may have signed in again meanwhile.
    if ($user.get() === null) return;
    $user.set(null);
    if (guarded(path())) redirect('logout');
  }
  options.channel?.listen(hear);

  /** What the cookies say, in the order of the rules. */
  function standing(): 'anonymous' | 'over' | 'refresh' | 'valid' {
    const refreshable = tokens.refreshToken() !== null && tokens.refreshStatus() !== 'expired';
    if (tokens.authorization() === null && refreshable) return 'refresh';
    if (tokens.refreshStatus() === 'expired') return 'over';
    if (tokens.authorization() === null) return 'anonymous';
    if (tokens.tokenStatus() === 'expired') return refreshable ? 'refresh' : 'over';
    return 'valid';
  }

  function refreshTokens(): Promise<void> {
    const before = tokens.authorization();
    refreshing ??= lock(() => refreshIn(before)).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  /** Under the lock: another tab may have done it, or signed out, while this one waited. */
  async function refreshIn(before: string | null): Promise<void> {
    if (tokens.authorization() !== before && standing() === 'valid') return;
    const token = tokens.refreshToken();
    if (token === null || tokens.refreshStatus() === 'expired') {
      end();
      throw new Error(SESSION_OVER);
    }
    const asked = epoch;
    const answer = await options.request({ method: 'POST', path: '/v1/auth/refresh_token', headers: plainHeaders(), body: { token } });
    if (asked !== epoch) throw new Error(SESSION_OVER);
    const { token: access, refresh_token } = fields(answer.data);
    const ok = answer.status >= 200 && answer.status < 300;
    if (ok && text(access)) tokens.keep(text(access) as string, text(refresh_token));
    else {
      if (ok || refused(answer.status)) end();
      throw new AuthError(answer);
    }
  }

  async function intercept<R extends AuthRequest>(r: R): Promise<R & { headers: Record<string, string> }> {
    if (!isOwnPath(r.path)) return { ...r, headers: { ...r.headers } };
    if (strategy === STRATEGY) await ready();
    const authorization = strategy === STRATEGY ? tokens.authorization() : null;
    return { ...r, headers: { ...plainHeaders(), ...r.headers, ...(authorization ? { Authorization: authorization } : {}) } };
  }

  /** Makes sure that a request may go out. */
  async function ready(): Promise<void> {
    const now = standing();
    if (now === 'over') {
      end();
      throw new Error(SESSION_OVER);
    }
    if (now === 'anonymous' || (now === 'valid' && !tokens.dueAhead())) return;
    await refreshTokens().catch((error: unknown) => {
      // Tokens that are gone were refused; else the network failed: its error is the reason, unless the old token still serves.
      if (tokens.refreshToken() === null) throw new Error(SESSION_OVER);
      if (now === 'refresh') throw error;
    });
  }

  /** @throws Error when the session can't be kept the way that was asked for */
  function supported(): void {
    if (strategy === null) throw new Error('No strategy is set!');
    if (strategy !== STRATEGY) throw new Error(`Strategy not supported: ${strategy}`);
  }

  async function fetchUser(): Promise<AuthUser | null> {
    supported();
    if (standing() === 'anonymous') return null;
    const r = await intercept({ method: 'GET', path: '/v1/auth/profile' });
    const asked = epoch;
    const answer = await options.request(r);
    if (asked !== epoch) return null;
    if (answer.status >= 400) {
      const error = new AuthError(answer);
      if (error.code === 'session_revoked') end();
      throw error;
    }
    const user = fields(answer.data);
    if (user[USER_FIELD] === undefined || user[USER_FIELD] === null)
      throw new Error(`User Data response does not contain field ${USER_FIELD}`);
    $user.set(user as AuthUser);
    return user as AuthUser;
  }

  async function restore(): Promise<void> {
    const now = standing();
    if (now === 'anonymous') return;
    if (now === 'over') {
      forget();
      return;
    }
    if (now === 'refresh')
      try {
        await refreshTokens();
      } catch {
        if (tokens.refreshToken() !== null) options.notify?.('refresh_failed');
        return;
      }
    try {
      await fetchUser();
    } catch {
      if (tokens.authorization() !== null) options.notify?.('profile_failed');
    }
  }

  function init(): Promise<void> {
    starting ??= busy(async () => {
      if (strategy === STRATEGY) await restore();
      started = true;
    });
    return starting;
  }

  async function login({ email, password }: { email: string; password: string }): Promise<AuthUser> {
    supported();
    forget();
    const asked = epoch;
    const answer = await options.request({ method: 'POST', path: '/v1/auth/login', headers: plainHeaders(), body: { email, password } });
    const { token, refresh_token } = fields(answer.data);
    const access = text(token);
    if (answer.status < 200 || answer.status >= 300 || access === null) throw new AuthError(answer);
    if (asked !== epoch) throw new Error(SESSION_OVER);
    started = true;
    tokens.keep(access, text(refresh_token) ?? access.replace(/^bearer\s+/i, ''));
    tokens.setStrategy(STRATEGY);
    tell('signed-in');
    const user = await fetchUser();
    if (user === null) throw new Error(SESSION_OVER);
    if (isLoginPage(path()) || guarded(path())) redirect('home');
    return user;
  }

  async function logout(): Promise<void> {
    tokens.removeStrategy();
    forget();
    tell('signed-out');
    redirect('logout');
  }

  function hasScope(scope: string): boolean {
    const own = $user.get()?.scope;
    if (Array.isArray(own)) return own.includes(scope);
    if (typeof own === 'string') return own === scope;
    let value: unknown = own ?? undefined;
    for (const key of scope.split('.')) value = Object.hasOwn(fields(value), key) ? fields(value)[key] : undefined;
    return Boolean(value);
  }

  return {
    init,
    login: (credentials) => busy(() => login(credentials)),
    logout,
    reset: end,
    fetchUser,
    refreshTokens,
    hasScope,
    redirect,
    tokenStatus: tokens.tokenStatus,
    refreshStatus: tokens.refreshStatus,
    intercept,
    $user,
    $loggedIn,
    $busy,
  };
}
