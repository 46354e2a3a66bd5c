import { ApiError } from '../../lib/client/kernel/api.ts';

/** What a link turned out to be: `busy` when the server can't say now. */
export type Link<T> = { kind: 'good'; offer: T } | { kind: 'invalid' } | { kind: 'busy' };

/** Asks on the server what a link is worth. Whatever else is wrong with it, it opens nothing. */
export async function lookAt<T>(ask: () => Promise<T>): Promise<Link<T>> {
  try {
    return { kind: 'good', offer: await ask() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: error.status >= 500 || error.status === 0 ? 'busy' : 'invalid' };
  }
}
