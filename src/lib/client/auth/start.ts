import type { AuthOptions } from './options.ts';
import type { Session } from './session.ts';
import type { TokenStorage } from './storage.ts';

/** Goes on with the session of the cookies, if there is one. What fails for want of a network keeps the tokens and is said once; it never rejects. */
export async function restore(
  { standing, end }: Pick<Session, 'standing' | 'end'>,
  tokens: TokenStorage,
  refreshTokens: () => Promise<void>,
  load: (fresh: boolean) => Promise<unknown>,
  notify?: AuthOptions['notify'],
): Promise<void> {
  const now = standing();
  if (now === 'over' || tokens.refreshStatus() === 'expired') return end();
  if (now === 'anonymous') return;
  try {
    if (now === 'refresh') await refreshTokens();
  } catch {
    if (tokens.refreshToken() !== null) notify?.('refresh_failed');
    return;
  }
  try {
    await load(now === 'refresh');
  } catch {
    if (tokens.authorization() !== null) notify?.('profile_failed');
  }
}
