import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import { AppError, ERRORS, type ErrorCode, type FieldError, type Problem } from '../../contract/errors.ts';
import type { AppEnv } from './http.ts';

/** Shapes of zod's issues that become field errors; both zod and zod/mini give them. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: PropertyKey[];
}
const PARAMS = ['minimum', 'maximum', 'expected', 'format', 'origin'] as const;
const MAX_ERRORS = 50;

/**
 * Field errors of zod's issues. `code` is zod's own (`too_small`, `too_big`, `invalid_format`, `invalid_value`, `invalid_type`, …),
 * or `required` when the input has nothing at that path.
 */
export function fieldErrors(issues: readonly Issue[], input: unknown): FieldError[] {
  return issues.slice(0, MAX_ERRORS).map((issue) => {
    const params: NonNullable<FieldError['params']> = {};
    for (const key of PARAMS) {
      const value = (issue as unknown as Record<string, unknown>)[key];
      if (typeof value === 'number' || typeof value === 'string') params[key] = value;
    }
    const path = issue.path.map(String).join('.');
    if (valueAt(input, issue.path) === undefined) return { path, code: 'required' };
    return { path, code: issue.code ?? 'custom', ...(Object.keys(params).length > 0 ? { params } : {}) };
  });
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

interface ProblemAnswer {
  status: (typeof ERRORS)[ErrorCode]['status'];
  code: ErrorCode;
  headers: Record<string, string>;
  body: string;
}

/** The answer of an error as RFC 9457 problem details; anything but an AppError says only `internal`. */
export function problemOf(error: unknown, requestId: string): ProblemAnswer {
  const appError = error instanceof AppError ? error : new AppError('internal');
  const { status } = ERRORS[appError.code];
  const body: Problem = {
    type: `/v1/docs#${appError.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: appError.code,
    request_id: requestId,
    ...(appError.errors ? { errors: appError.errors } : {}),
    ...(appError.current !== undefined ? { current: appError.current } : {}),
  };
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'private, no-store' };
  if (status === 401) headers['WWW-Authenticate'] = appError.code === 'device_unknown' ? 'Basic realm="taktlog"' : 'Bearer';
  if (appError.retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(appError.retryAfter)));
  else if (status === 429 || status === 503) headers['Retry-After'] = '1';
  return { status, code: appError.code, headers, body: JSON.stringify(body) };
}

/** {@link problemOf} as the answer of a request in Hono. */
export function problemResponse(c: Context<AppEnv>, error: unknown): Response {
  const { status, code, headers, body } = problemOf(error, c.get('requestId') ?? '');
  c.set('code', code);
  return c.body(body, status, headers);
}
