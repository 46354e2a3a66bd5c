import type { Context } from 'hono';
import { API_MAX_BYTES, JSON_MAX_DEPTH } from '../../constants.ts';
import { AppError, type FieldError } from '../../contract/errors.ts';
import type { AppEnv } from './http.ts';

/**
 * The bytes of a request, read no further than the limit.
 * @throws AppError body_too_large; malformed_request when the sender went away
 */
export function readBytes(c: Context<AppEnv>, maxBytes: number): Promise<Uint8Array> {
  return received(c, maxBytes).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('malformed_request', { cause: error });
  });
}

async function received(c: Context<AppEnv>, maxBytes: number): Promise<Uint8Array> {
  const announced = c.req.header('content-length');
  if (announced !== undefined) {
    if (Number(announced) > maxBytes) throw new AppError('body_too_large');
    // The HTTP parser never gives more bytes than the announced length.
    const bytes = new Uint8Array(await c.req.raw.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw new AppError('body_too_large');
    return bytes;
  }
  const stream = c.req.raw.body;
  if (!stream) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Texts that no engine stores as they are: NUL and lone surrogates. `input` is at most {@link JSON_MAX_DEPTH} deep. */
export function unstorableTexts(input: unknown, path: (string | number)[] = [], found: FieldError[] = []): FieldError[] {
  if (typeof input === 'string') {
    if (input.includes('\0') || !input.isWellFormed())
      found.push({ path: path.join('.'), code: 'invalid_format', params: { format: 'text' } });
  } else if (typeof input === 'object' && input !== null)
    for (const [key, value] of Object.entries(input)) if (found.length < 50) unstorableTexts(value, [...path, key], found);
  return found;
}

/**
 * The JSON body of an API request, limited in size and depth.
 * @throws AppError unsupported_media_type, body_too_large, malformed_json, malformed_request (too deep), validation_failed (NUL, lone surrogates)
 */
export async function readJson(c: Context<AppEnv>, maxBytes = API_MAX_BYTES): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json') throw new AppError('unsupported_media_type');
  const bytes = await readBytes(c, maxBytes);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new AppError('malformed_json');
  }
  if (isDeeperThan(bytes, JSON_MAX_DEPTH)) throw new AppError('malformed_request');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('malformed_json');
  }
  if (/\\u(0000|d[89a-f])/i.test(text)) {
    const errors = unstorableTexts(value);
    if (errors.length > 0) throw new AppError('validation_failed', { errors });
  }
  return value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Does the nesting of objects and arrays anywhere exceed `max`? One pass over the bytes, strings skipped; the text need not be valid. */
export function isDeeperThan(bytes: Uint8Array, max: number): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i++;
      while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > max) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}
