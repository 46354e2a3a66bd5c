import { type Api, createApi } from '../../client/kernel/api.ts';
import type { HttpAnswer, HttpRequest } from '../../client/kernel/http.ts';
import type { App } from '../kernel/http.ts';
import type { Standing } from '../kernel/rights.ts';

/**
 * Asks the API object itself, for one page: no port, no socket, no text of JSON between, and rights are read once. `token` is the viewer's access token, null for one who
 * isn't signed in; `address` the network one.
 */
export function inProcess(app: App, token: string | null, address?: string): (request: HttpRequest) => Promise<HttpAnswer> {
  const headers = { Accept: 'application/json', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
  const standings = new Map<string, Promise<Standing | null>>();
  return async ({ method, path, body, signal }) => {
    let taken: { data: unknown } | undefined;
    const init = {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    };
    const answer = await app.request(path, init, {
      address,
      standings,
      take(data: unknown) {
        taken = { data };
      },
    });
    if (taken) return { status: answer.status, headers: answer.headers, data: taken.data, isParsed: true };
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, data: text === '' ? null : JSON.parse(text) };
  };
}

/** The typed client over it. */
export const inProcessApi = (app: App, token: string): Api => createApi({ request: inProcess(app, token) });
