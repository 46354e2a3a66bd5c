import { promisify } from 'node:util';
import { constants, gunzip, inflate, inflateRaw, zstdCompress, zstdDecompress } from 'node:zlib';
import { INGEST_MAX_UNZIPPED_BYTES } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import { AT_ONCE_BYTES, zstdAtOnce } from './zstd.ts';

/** How a stored body is compressed. */
export type BodyEncoding = 'gzip' | 'deflate' | 'deflate-raw' | 'zstd';

const UNZIP: Record<BodyEncoding, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  'deflate-raw': promisify(inflateRaw),
  zstd: promisify(zstdDecompress),
};
const LIMIT = { maxOutputLength: INGEST_MAX_UNZIPPED_BYTES };

/** Shorter bodies gain next to nothing. */
const PACKED_FROM_BYTES = 400;
/** The quickest level: four times smaller in a hundredth of the time that storing takes. */
const LEVEL = 1;
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } };
/** Longer ones are compressed by a thread while they are read; for shorter ones that would cost more than it saves. */
const pack = promisify(zstdCompress);

type Unzipped =
  | { ok: true; body: Uint8Array; encoding: BodyEncoding | null }
  | { ok: false; code: 'bad_gzip' | 'unsupported_encoding'; encoding: null };

/**
 * Undoes a Content-Encoding, at once where there is none; unzipping stops at 8 MiB. `encoding` says how the bytes that came are compressed.
 * @throws AppError body_too_large
 */
export function unzip(bytes: Uint8Array, contentEncoding: string | undefined): Unzipped | Promise<Unzipped> {
  const encoding = encodingOf(contentEncoding, bytes);
  if (encoding === null) return { ok: true, body: bytes, encoding };
  if (encoding === undefined) return { ok: false, code: 'unsupported_encoding', encoding: null };
  return unzipped(bytes, encoding);
}

async function unzipped(bytes: Uint8Array, encoding: BodyEncoding): Promise<Unzipped> {
  try {
    return { ok: true, body: await UNZIP[encoding](bytes, LIMIT), encoding };
  } catch (error) {
    if (isTooLong(error)) throw new AppError('body_too_large');
    return { ok: false, code: 'bad_gzip', encoding: null };
  }
}

const isTooLong = (error: unknown): boolean => error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** What a Content-Encoding says of the bytes: null = they are not compressed, undefined = in a way that we can't undo. */
export function encodingOf(contentEncoding: string | undefined, bytes: Uint8Array): BodyEncoding | null | undefined {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return 'gzip';
  // `deflate` means zlib's envelope (RFC 9110, 8.4.1.2), yet many send the bare stream; the method in the first byte tells them apart.
  if (encoding === 'deflate') return ((bytes[0] ?? 0) & 0x0f) === 8 ? 'deflate' : 'deflate-raw';
  return undefined;
}

/** A body as it is stored. */
export interface Packed {
  body: Uint8Array;
  bodyEncoding: BodyEncoding | null;
}

/** A body as it is stored: what came compressed stays so, the rest is compressed where that is shorter. */
export function packed(wire: Uint8Array, encoding: BodyEncoding | null): Packed | Promise<Packed> {
  if (encoding !== null || wire.byteLength < PACKED_FROM_BYTES) return { body: wire, bodyEncoding: encoding };
  const shorter = (body: Uint8Array): Packed =>
    body.byteLength < wire.byteLength ? { body, bodyEncoding: 'zstd' } : { body: wire, bodyEncoding: null };
  const length = wire.byteLength;
  return length <= AT_ONCE_BYTES ? shorter(zstdAtOnce(wire, length, LEVEL)) : pack(wire, PACKING).then(shorter);
}

/** A stored body as its sender wrote it, at most 8 MiB of it; what can't be unzipped is given as it is. */
export async function unpacked(body: Uint8Array, encoding: BodyEncoding | null): Promise<Uint8Array> {
  return (await unpackedWhole(body, encoding)) ?? body;
}

/** A stored body as its sender wrote it; null where it can't be unzipped. */
export async function unpackedWhole(body: Uint8Array, encoding: BodyEncoding | null): Promise<Uint8Array | null> {
  if (encoding === null) return body;
  try {
    return await UNZIP[encoding](body, LIMIT);
  } catch {
    return null;
  }
}
