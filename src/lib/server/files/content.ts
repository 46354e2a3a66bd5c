import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { ACCESS_LIFE_S } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import type { Deps } from '../kernel/context.ts';
import type { AppEnv } from '../kernel/http.ts';
import { downloadName, STORED_PICTURE } from './media-types.ts';
import { openStored, type Size, type Space } from './store.ts';

/** Whatever the bytes are, a browser runs and loads nothing of them. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'";
/**
 * Pictures stand in lists, where asking for each again would be felt: the browser keeps them for the life of an access token
 * and for the same cookies only, so that whoever signs in next at this browser asks anew. Everything else is never kept.
 */
const PICTURE_CACHE = `private, max-age=${ACCESS_LIFE_S}, must-revalidate`;
const NO_CACHE = 'private, no-store';
/** Smaller ones are sent in one piece. */
const STREAMED_BYTES = 262_144;

interface Content {
  space: Space;
  hash: string;
  size: Size;
  mediaType: string;
  /** Null: the picture of a row, which has no name. */
  name: string | null;
  download?: boolean;
}

/** RFC 6266 with RFC 8187: a plain name for old programs, the real one beside it. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

const knows = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');

/** The answer with stored bytes. @throws AppError not_found when they are gone */
export async function contentAnswer(deps: Pick<Deps, 'config' | 'log'>, c: Context<AppEnv>, content: Content): Promise<Response> {
  const { space, hash, size, mediaType, name, download = false } = content;
  const picture = mediaType === STORED_PICTURE;
  const etag = `"${hash}${size}"`;
  const shown = !download && (picture || mediaType === 'application/pdf');
  const headers: Record<string, string> = {
    'Content-Type': mediaType,
    'Content-Security-Policy': SANDBOX,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': picture ? PICTURE_CACHE : NO_CACHE,
    Vary: 'Cookie, Authorization',
    ETag: etag,
    ...(name === null
      ? {}
      : { 'Content-Disposition': disposition(shown ? 'inline' : 'attachment', downloadName(name, mediaType.replace(/;.*/, ''))) }),
  };
  if (knows(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const stored = await openStored(deps, space, hash, size);
  if (!stored) {
    deps.log.error({ space, hash }, 'stored bytes are missing');
    throw new AppError('not_found');
  }
  const { file, bytes } = stored;
  headers['Content-Length'] = String(bytes);
  if (c.req.method === 'HEAD' || bytes <= STREAMED_BYTES) {
    try {
      return new Response(c.req.method === 'HEAD' ? null : await file.readFile(), { headers });
    } finally {
      await file.close();
    }
  }
  return new Response(Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>, { headers });
}
