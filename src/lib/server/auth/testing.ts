import type { Tokens } from '../../contract/auth.ts';
import type { Deps } from '../context.ts';
import type { App } from '../http.ts';
import { hashPassword } from './passwords.ts';
import { openSession } from './sessions.ts';

/** Ground of the tests that need somebody signed in. */

export const TEST_PASSWORD = 'kladivo a kovadlina';

/** A hash of {@link TEST_PASSWORD} that costs next to nothing. */
export const cheapHash = (): Promise<string> => hashPassword(TEST_PASSWORD, { log2N: 4, r: 8, p: 1 });

/** Opens a session without the log-in. */
export function signedIn(deps: Deps, user: { id: string }): Promise<Tokens> {
  return deps.db.write(null, (db) => openSession(deps, db, user.id, { address: 'local', userAgent: null }));
}

export const bearer = ({ token }: Pick<Tokens, 'token'>): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** Sends a request with a JSON body. */
export async function sendJson(
  app: App,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.request(path, { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });
}
