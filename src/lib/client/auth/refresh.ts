import { AuthError, SESSION_OVER } from '../kernel/auth-error.ts';
import { type Requests, tokensIn } from './requests.ts';
import type { Session } from './session.ts';
import type { TokenStorage } from './storage.ts';

/** Exchanges tokens before they end, once for all who wait and for all tabs. @param lock runs one tab after another */
export function createRefresh(
  tokens: TokenStorage,
  { standing, end }: Pick<Session, 'standing' | 'end'>,
  requests: Requests,
  lock: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
) {
  let refreshing: Promise<void> | undefined;

  /** Under the lock: another tab may have done it, or signed out, while this one waited. */
  async function exchange(before: string | null): Promise<void> {
    if (tokens.authorization() !== before && standing() === 'valid') return;
    const token = tokens.refreshToken();
    if (token === null || tokens.refreshStatus() === 'expired') {
      end();
      throw new Error(SESSION_OVER);
    }
    const answer = await requests.refresh(token);
    if (tokens.refreshToken() !== token) {
      // Somebody signed out meanwhile, or in again: these tokens belong to nobody.
      if (standing() === 'valid') return;
      throw new Error(SESSION_OVER);
    }
    const fresh = tokensIn(answer);
    if (fresh) return tokens.keep(...fresh);
    if (answer.status < 500) end();
    throw new AuthError(answer);
  }

  async function refresh(): Promise<void> {
    const before = tokens.authorization();
    refreshing ??= lock(() => exchange(before)).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  return {
    refresh,
    /** Makes sure that a request may go out. @throws Error {@link SESSION_OVER}, or that of the network */
    async ready(now = standing()): Promise<void> {
      if (now === 'over') {
        // A request of the same moment must still see that the session is over, and not that nobody is signed in.
        await Promise.resolve();
        end();
        throw new Error(SESSION_OVER);
      }
      if (now === 'anonymous' || (now === 'valid' && !tokens.dueAhead())) return;
      await refresh().catch((error: unknown) => {
        // Tokens that are gone were refused; else the network failed: its error is the reason, unless the old token still serves.
        if (tokens.refreshToken() === null) throw new Error(SESSION_OVER);
        if (now === 'refresh') throw error;
      });
    },
  };
}
export type Refresh = ReturnType<typeof createRefresh>;
