import type { Tokens } from '../../contract/auth.ts';
import type { Deps } from '../kernel/context.ts';
import type { App } from '../kernel/http.ts';
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

/** Sends a request whose body ends only after `meanwhile`: who asks, and what he may, is long known by then. */
export async function sendSlowly(
  app: App,
  method: string,
  path: string,
  body: Uint8Array | object,
  headers: Record<string, string>,
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const isJson = !(body instanceof Uint8Array);
  const parts = [isJson ? new TextEncoder().encode(JSON.stringify(body)) : body];
  const stream = new ReadableStream(
    {
      async pull(controller) {
        const part = parts.shift();
        if (part) return controller.enqueue(part);
        await meanwhile();
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const type = isJson ? 'application/json' : 'application/octet-stream';
  const init = { method, headers: { 'Content-Type': type, ...headers }, body: stream, duplex: 'half' };
  return app.request(path, init);
}

/** The same storage, except that its `nth` write from now on waits for `meanwhile`. */
export function beforeWrite(deps: Deps, nth: number, meanwhile: () => Promise<unknown>): { deps: Deps; writes: () => number } {
  let writes = 0;
  const write: Deps['db']['write'] = async (reach, work) => {
    writes += 1;
    if (writes === nth) await meanwhile();
    return deps.db.write(reach, work);
  };
  return { deps: { ...deps, db: { ...deps.db, write } }, writes: () => writes };
}
