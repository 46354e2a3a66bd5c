import { type Auth, type AuthAnswer, type AuthNotice, type AuthOptions, createAuth } from './index.ts';

export const NOW = Date.UTC(2026, 2, 2, 8);
export const DAY = 86_400_000;
/** A JWT with those claims and no signature. */
export const jwt = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
export const USER = { id: 'u1', email: 'jana@example.com', name: 'Příliš', scope: ['dlog:read'] };

export type Request = { method: string; path: string; headers: Record<string, string>; body?: unknown };
/** Another answer for a path; a function is called for each request. */
export type Answers = Record<string, AuthAnswer | Error | ((r: Request) => AuthAnswer | Error | Promise<AuthAnswer>)>;

/** A browser without a browser: cookies, pages and a server that answers as told. */
export function browser({
  path = '/login',
  cookies = {},
  answers = {},
  locale = 'cs',
  jar = new Map(Object.entries(cookies)),
  ...more
}: { path?: string; cookies?: Record<string, string>; answers?: Answers; locale?: string; jar?: Map<string, string> } & Partial<
  Omit<AuthOptions, 'path' | 'cookies' | 'locale'>
> = {}) {
  let now = NOW;
  let page = path;
  const ages: number[] = [];
  const sent: Request[] = [];
  const navigations: string[] = [];
  const notices: AuthNotice[] = [];
  const given: Answers = {
    '/v1/auth/login': { status: 200, data: { token: jwt({ exp: now / 1000 + 900 }), refresh_token: 'rt_1' } },
    '/v1/auth/refresh_token': { status: 200, data: { token: jwt({ exp: now / 1000 + 9_000 }), refresh_token: 'rt_2' } },
    '/v1/auth/profile': { status: 200, data: USER },
    ...answers,
  };
  const options: AuthOptions = {
    now: () => now,
    cookies: {
      get: (name) => jar.get(name) ?? null,
      set: (name, value, { maxAge }) => {
        ages.push(maxAge);
        jar.set(name, value);
      },
      remove: (name) => void jar.delete(name),
    },
    async request(r) {
      sent.push(r);
      const answer = given[r.path];
      const value = typeof answer === 'function' ? await answer(r) : answer;
      if (value instanceof Error) throw value;
      if (!value) throw new Error(`nobody answers ${r.path}`);
      return value;
    },
    navigate(to) {
      navigations.push(to);
      page = to;
    },
    path: () => page,
    locale: () => locale,
    guarded: (which) => /^(\/(en|sk))?\/(dlog|tm|org|user)(\/|$)/.test(which),
    notify: (notice) => void notices.push(notice),
    ...more,
  };
  const auth = createAuth(options);
  return {
    auth,
    options,
    jar,
    ages,
    sent,
    navigations,
    notices,
    given,
    paths: () => sent.map((r) => r.path),
    advance: (ms: number) => {
      now += ms;
    },
    open: (to: string) => {
      page = to;
    },
  };
}
/** Cookies of tokens that end so many milliseconds from now; null = none. */
export const tokenCookies = (token: number | null, refresh: number | null): Record<string, string> => ({
  ...(token === null ? {} : { 'auth._token.local': 'Bearer old', 'auth._token_expiration.local': String(NOW + token) }),
  ...(refresh === null ? {} : { 'auth._refresh_token.local': 'rt_old', 'auth._refresh_token_expiration.local': String(NOW + refresh) }),
});
export const CREDENTIALS = { email: 'jana@example.com', password: 'kladivo a kovadlina' };
export const login = (auth: Auth) => auth.login(CREDENTIALS);

/** What the tabs of one browser have in common: cookies and a channel. */
export function sharing(cookies: Record<string, string> = {}) {
  const listeners = new Set<(message: unknown) => void>();
  const channel: AuthOptions['channel'] = {
    post: (message) => {
      for (const hear of listeners) hear(structuredClone(message));
    },
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
  return { jar: new Map(Object.entries(cookies)), channel };
}

/** A promise that is kept from outside. */
export function later<T>() {
  let give: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}
