import { isExternal } from '../kernel/navigate.ts';
import type { AuthAnswer, AuthOptions, AuthRequest } from './options.ts';
import type { TokenStorage } from './storage.ts';

/** What the session asks the server, and what is put into the headers of everything that is asked. */

const LOGIN = '/v1/auth/login';
const REFRESH = '/v1/auth/refresh_token';
const PROFILE = '/v1/auth/profile';

export const fields = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** The access token of an answer and that to refresh it with; null when it was refused, or has none. */
export function tokensIn({ status, data }: AuthAnswer): [token: string, refresh: string | null] | null {
  const token = text(fields(data).token);
  return token !== null && status >= 200 && status < 300 ? [token, text(fields(data).refresh_token)] : null;
}

export function createRequests({ cookies, request }: Pick<AuthOptions, 'cookies' | 'request'>, tokens: TokenStorage) {
  const plainHeaders = (): Record<string, string> => {
    const xsrf = cookies.get('XSRF-TOKEN');
    return { Accept: 'application/json', ...(xsrf ? { 'X-XSRF-TOKEN': xsrf } : {}) };
  };
  const authorization = (): Record<string, string> => {
    const token = tokens.authorization();
    return token ? { Authorization: token } : {};
  };
  const post = (path: string, body: unknown) => request({ method: 'POST', path, headers: plainHeaders(), body });
  return {
    login: (credentials: { email: string; password: string }) => post(LOGIN, credentials),
    refresh: (token: string) => post(REFRESH, { token }),
    profile: () => request({ method: 'GET', path: PROFILE, headers: { ...plainHeaders(), ...authorization() } }),
    /** The request with its headers. @param ready is waited for by whoever shows a token; null = nobody does */
    async prepare<R extends AuthRequest>(r: R, ready: (() => Promise<void>) | null): Promise<R & { headers: Record<string, string> }> {
      // Anything that a browser could read as another host gets no secret.
      if (isExternal(r.path)) return { ...r, headers: { ...r.headers } };
      // Who signs in or refreshes shows no token, and can't wait for a refresh.
      const showsToken = ready !== null && r.path !== LOGIN && r.path !== REFRESH;
      if (showsToken) await ready();
      return { ...r, headers: { ...plainHeaders(), ...r.headers, ...(showsToken ? authorization() : {}) } };
    },
  };
}
export type Requests = ReturnType<typeof createRequests>;
