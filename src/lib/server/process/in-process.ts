import { type Api, createApi } from '../../client/kernel/api.ts';
import type { App } from '../kernel/http.ts';

/** The typed client over the API object itself: no port, no socket. `token` is the viewer's access token. */
export function inProcessApi(app: App, token: string): Api {
  return createApi({
    async request({ method, path, body, signal }) {
      const answer = await app.request(path, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
      const text = await answer.text();
      return { status: answer.status, data: text === '' ? null : JSON.parse(text), headers: answer.headers };
    },
  });
}
