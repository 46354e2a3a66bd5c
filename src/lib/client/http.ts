import { createFetch } from 'ofetch';
import { REQUEST_RETRIES, REQUEST_TIMEOUT_MS } from '../constants.ts';

/** A request of the page: `path` relative to the site, `body` a plain object; `id` makes a write safe to send twice. */
export interface HttpRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  id?: string;
  /** Cancels it from outside. */
  signal?: AbortSignal;
}
export interface HttpAnswer {
  status: number;
  data: unknown;
  /** Absent where a transport has none. */
  headers?: Headers;
}
export interface Http {
  /** Resolves with any status. @throws when no answer came: the network, or 25 s without headers */
  request(r: HttpRequest): Promise<HttpAnswer>;
}

export interface HttpOptions {
  fetch: typeof globalThis.fetch;
  timers: { setTimeout(work: () => void, ms: number): unknown; clearTimeout(timer: never): void };
  auth?: { intercept<R extends HttpRequest>(r: R): Promise<R & { headers: Record<string, string> }>; reset(): void };
}

/** Statuses after which the same request may fare better. */
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** The only place where a request is retried and timed out. */
export function createHttp({ fetch, timers, auth }: HttpOptions): Http {
  /** Fetch until the headers or the limit; a body may take its time. */
  const limited: typeof fetch = (input, init) => {
    const limit = new AbortController();
    const given = init?.signal;
    return new Promise((resolve, reject) => {
      const timer = timers.setTimeout(() => {
        const late = new DOMException(`No answer within ${REQUEST_TIMEOUT_MS / 1000} s`, 'TimeoutError');
        limit.abort(late);
        reject(late);
      }, REQUEST_TIMEOUT_MS);
      fetch(input, { ...init, signal: given ? AbortSignal.any([limit.signal, given]) : limit.signal })
        .then(resolve, reject)
        .finally(() => timers.clearTimeout(timer as never));
    });
  };
  const send = createFetch({ fetch: limited });

  async function once(r: HttpRequest): Promise<HttpAnswer> {
    try {
      const answer = await send.raw(r.path, {
        method: r.method,
        headers: { Accept: 'application/json', ...r.headers },
        ...(r.body === undefined ? {} : { body: r.body as Record<string, unknown> }),
        ...(r.signal ? { signal: r.signal } : {}),
        retry: 0,
        ignoreResponseError: true,
      });
      return { status: answer.status, data: answer._data ?? null, headers: answer.headers };
    } catch (error) {
      throw error instanceof Error && error.cause !== undefined ? error.cause : error;
    }
  }

  async function request(r: HttpRequest): Promise<HttpAnswer> {
    const safeTwice = r.method.toUpperCase() === 'GET' || r.id !== undefined;
    for (let left = safeTwice ? REQUEST_RETRIES : 0; ; left--) {
      const ready = auth ? await auth.intercept(r) : r;
      try {
        const answer = await once(ready);
        if (left > 0 && RETRIED.has(answer.status)) continue;
        if (answer.status === 401 && (answer.data as { code?: unknown } | null)?.code === 'session_revoked') auth?.reset();
        return answer;
      } catch (error) {
        // Whoever waited 25 s is told so; he isn't made to wait again.
        const late = error instanceof DOMException && error.name === 'TimeoutError';
        if (left <= 0 || late || r.signal?.aborted) throw error;
      }
    }
  }
  return { request };
}
