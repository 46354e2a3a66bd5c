import { createFetch, FetchError } from 'ofetch';
import { REQUEST_RETRIES, REQUEST_TIMEOUT_MS } from '../../constants.ts';
import { isExternal } from './navigate.ts';

/** A request of the page: `path` relative to the site, `body` a plain object; `id` makes a write safe to send twice. */
export interface HttpRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  id?: string;
  /** Cancels it from outside. */
  signal?: AbortSignal;
  /** It goes on when its page is left; such requests carry 64 kB at most. */
  keepalive?: boolean;
}
export interface HttpAnswer {
  status: number;
  data: unknown;
  /** Absent where a transport has none. */
  headers?: Headers;
  /** The contract has read `data` in this process already. */
  isParsed?: true;
}
export interface Http {
  /**
   * Resolves with any status; `data` is what the JSON of the answer says, another text as it is, null without a body.
   * @throws when no answer came: the network's error, or one named `TimeoutError` after 25 s without headers
   */
  request(r: HttpRequest): Promise<HttpAnswer>;
}

export interface HttpOptions {
  fetch: typeof globalThis.fetch;
  timers: { setTimeout(work: () => void, ms: number): unknown; clearTimeout(timer: never): void };
  auth?: { intercept<R extends HttpRequest>(r: R): Promise<R & { headers: Record<string, string> }>; reset(): void };
}

/** Statuses after which the same request may fare better. */
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

const TIMEOUT = 'TimeoutError';

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

/** The only place where a request is retried and timed out. */
export function createHttp({ fetch, timers, auth }: HttpOptions): Http {
  /** Fetch until the headers or the limit; a body may take its time. */
  const limited: typeof fetch = async (input, init) => {
    const limit = new AbortController();
    const given = init?.signal;
    let timer: unknown;
    const late = new Promise<never>((_, reject) => {
      timer = timers.setTimeout(() => {
        const error = new Error(`No answer within ${REQUEST_TIMEOUT_MS / 1000} s`);
        error.name = TIMEOUT;
        limit.abort(error);
        reject(error);
      }, REQUEST_TIMEOUT_MS);
    });
    try {
      return await Promise.race([fetch(input, { ...init, signal: given ? AbortSignal.any([limit.signal, given]) : limit.signal }), late]);
    } finally {
      timers.clearTimeout(timer as never);
    }
  };
  const send = createFetch({ fetch: limited });

  async function once(r: HttpRequest): Promise<HttpAnswer> {
    const headers = new Headers(r.headers);
    if (!headers.has('accept')) headers.set('accept', 'application/json');
    try {
      const answer = await send.raw(r.path, {
        method: r.method,
        headers,
        ...(r.body === undefined ? {} : { body: r.body as Record<string, unknown> }),
        ...(r.signal ? { signal: r.signal } : {}),
        ...(r.keepalive ? { keepalive: true } : {}),
        retry: 0,
        ignoreResponseError: true,
        parseResponse: parse,
      });
      return { status: answer.status, data: answer._data ?? null, headers: answer.headers };
    } catch (error) {
      throw error instanceof FetchError ? (error.cause ?? error) : error;
    }
  }

  async function request(r: HttpRequest): Promise<HttpAnswer> {
    const safeTwice = r.method.toUpperCase() === 'GET' || Boolean(r.id);
    for (let left = safeTwice ? REQUEST_RETRIES : 0; ; left--) {
      const ready = auth ? await auth.intercept(r) : r;
      try {
        const answer = await once(ready);
        if (left > 0 && RETRIED.has(answer.status)) continue;
        const revoked = answer.status === 401 && (answer.data as { code?: unknown } | null)?.code === 'session_revoked';
        if (revoked && !isExternal(r.path)) auth?.reset();
        return answer;
      } catch (error) {
        // Whoever waited 25 s is told so; he isn't made to wait again.
        const late = error instanceof Error && error.name === TIMEOUT;
        if (left <= 0 || late || r.signal?.aborted) throw error;
      }
    }
  }
  return { request };
}
