import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import { INGEST_MAX_UNZIPPED_BYTES } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';

type Unzip = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;
const unzipGzip: Unzip = promisify(gunzip);
const unzipZlib: Unzip = promisify(inflate);
const unzipRaw: Unzip = promisify(inflateRaw);

type Unzipped = { ok: true; body: Uint8Array } | { ok: false; code: 'bad_gzip' | 'unsupported_encoding' };

/**
 * Undoes a Content-Encoding; unzipping stops at 8 MiB.
 * @throws AppError body_too_large
 */
export async function unzip(bytes: Uint8Array, contentEncoding: string | undefined): Promise<Unzipped> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return { ok: true, body: bytes };
  const method = methodOf(encoding, bytes);
  if (!method) return { ok: false, code: 'unsupported_encoding' };
  try {
    return { ok: true, body: await method(bytes, { maxOutputLength: INGEST_MAX_UNZIPPED_BYTES }) };
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('body_too_large');
    return { ok: false, code: 'bad_gzip' };
  }
}

function methodOf(encoding: string, bytes: Uint8Array): Unzip | null {
  if (encoding === 'gzip' || encoding === 'x-gzip') return unzipGzip;
  // `deflate` means zlib's envelope (RFC 9110, 8.4.1.2), yet many send the bare stream; the method in the first byte tells them apart.
  if (encoding === 'deflate') return ((bytes[0] ?? 0) & 0x0f) === 8 ? unzipZlib : unzipRaw;
  return null;
}
