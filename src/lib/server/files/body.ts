import type { Context } from 'hono';
import { AppError } from '../../contract/errors.ts';
import type { AppEnv } from '../kernel/http.ts';

/** The body of a request as it comes. @throws AppError body_too_large when it is announced as larger than the limit */
export function bodyOf(c: Context<AppEnv>, maxBytes: number): ReadableStream<Uint8Array> | null {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new AppError('body_too_large');
  return c.req.raw.body as ReadableStream<Uint8Array> | null;
}
