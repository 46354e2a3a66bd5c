import type { BodyInput, Endpoint, Params, QueryInput, ResponseOf } from '../../contract/endpoint.ts';
import { ERROR_CODES, type ErrorCode, type FieldError } from '../../contract/errors.ts';
import { AuthError, SESSION_OVER } from './auth-error.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';

/** Codes that only a client knows: no answer came, or one that the contract doesn't describe. */
export type ApiErrorCode = ErrorCode | 'network' | 'unexpected_answer';

/** An answer that isn't the expected one. `status` 0 = none came. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly errors: FieldError[];
  readonly request_id: string | null;
  /** Seconds, null when the answer doesn't say. */
  readonly retryAfter: number | null;
  /** The current row of a `stale_rev`. */
  readonly current: unknown;

  constructor(code: ApiErrorCode, answer: HttpAnswer | null, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    const data = (typeof answer?.data === 'object' && answer.data !== null ? answer.data : {}) as Record<string, unknown>;
    const after = Number(answer?.headers?.get('retry-after') ?? Number.NaN);
    this.name = 'ApiError';
    this.code = code;
    this.status = answer?.status ?? 0;
    this.errors = Array.isArray(data.errors) ? (data.errors as FieldError[]) : [];
    this.request_id = typeof data.request_id === 'string' ? data.request_id : null;
    this.retryAfter = Number.isFinite(after) ? after : null;
    this.current = data.current;
  }
}

type Given<K extends string, T> = keyof T extends never
  ? { [P in K]?: undefined }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };
/** What a call needs: exactly the params, query and body of its endpoint. */
type CallOptions<E extends Endpoint> = Given<'params', Params<E['path']>> &
  Given<'query', QueryInput<E>> &
  (BodyInput<E> extends undefined ? { body?: undefined } : { body: BodyInput<E> }) &
  Pick<HttpRequest, 'signal' | 'keepalive'>;
type Arguments<E extends Endpoint> = Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

export interface Api {
  /** @throws ApiError for every answer but the contract's */
  call<E extends Endpoint>(endpoint: E, ...options: Arguments<E>): Promise<ResponseOf<E>>;
}

interface Loose {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
}

/** Path and query of a call. @throws Error when a param is missing */
function pathOf(endpoint: Endpoint, { params = {}, query = {} }: Loose): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** A create that names its own id answers the same when it comes twice, and a PATCH is guarded by `rev`; only the first may be repeated. */
function idempotentId(endpoint: Endpoint, body: unknown): string | undefined {
  const id = endpoint.method === 'POST' && typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The typed client of the contract, over any transport: the browser's, or the API object inside the server's process. */
export function createApi({ request }: { request(r: HttpRequest): Promise<HttpAnswer> }): Api {
  async function call(endpoint: Endpoint, options: Loose = {}): Promise<unknown> {
    const id = idempotentId(endpoint, options.body);
    const path = pathOf(endpoint, options);
    let answer: HttpAnswer;
    try {
      answer = await request({
        method: endpoint.method,
        path,
        ...(options.body === undefined ? {} : { body: options.body }),
        ...(id === undefined ? {} : { id }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
      });
    } catch (error) {
      throw new ApiError(codeOf(error), null, error);
    }
    if (answer.status < 200 || answer.status >= 300) throw refusal(answer);
    if (answer.isParsed) return answer.data;
    const parsed = endpoint.response.safeParse(answer.data);
    if (!parsed.success) throw new ApiError('unexpected_answer', answer, parsed.error);
    return parsed.data;
  }
  return { call: call as Api['call'] };
}

/** Why a request never went out, or got no answer. */
function codeOf(error: unknown): ApiErrorCode {
  if (error instanceof Error && error.message === SESSION_OVER) return 'token_expired';
  return ERROR_CODES.find((known) => error instanceof AuthError && known === error.code) ?? 'network';
}

function refusal(answer: HttpAnswer): ApiError {
  const code = (answer.data as { code?: unknown } | null)?.code;
  return new ApiError(ERROR_CODES.find((known) => known === code) ?? 'unexpected_answer', answer);
}
