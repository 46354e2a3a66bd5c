import { promisify } from 'node:util';
import { constants, crc32, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The header of packed columns, `version | 0 plain, 1 zstd | length of the plain body | CRC-32 | body`: `docs/chunk-format.md`. */

/** Bytes that no encoder can have given. */
export class DamagedChunk extends Error {
  override name = 'DamagedChunk';
}

const HEADER_BYTES = 10;
/** A chunk of the longest texts that are taken in is smaller by far. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const ZSTD_LEVEL = 3;
const ZSTD_SHORT_LEVEL = 9;

export function framed(version: number, plain: Uint8Array): Buffer {
  return enveloped(version, plain, zstdCompressSync(plain, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }));
}

const zstdBeside = promisify(zstdCompress);

/** The same in the pool of threads and as short as it gets without taking long. */
export async function framedBeside(version: number, plain: Uint8Array): Promise<Buffer> {
  return enveloped(version, plain, await zstdBeside(plain, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_SHORT_LEVEL } }));
}

function enveloped(version: number, plain: Uint8Array, packed: Uint8Array): Buffer {
  const isPacked = packed.length < plain.length;
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = version;
  header[1] = isPacked ? 1 : 0;
  header.writeUInt32LE(plain.length, 2);
  const stored = isPacked ? packed : plain;
  header.writeUInt32LE(checksum(header, stored), 6);
  return Buffer.concat([header, stored]);
}

/** @throws DamagedChunk for bytes that are cut, changed, or of another version */
export function bodyOf(version: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length <= HEADER_BYTES) throw new DamagedChunk('too short');
  if (bytes[0] !== version) throw new DamagedChunk(`version ${String(bytes[0])}`);
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const length = header.getUint32(2, true);
  if (length > MAX_BODY_BYTES) throw new DamagedChunk(`${String(length)} bytes`);
  const stored = bytes.subarray(HEADER_BYTES);
  if (checksum(bytes, stored) !== header.getUint32(6, true)) throw new DamagedChunk('checksum');
  const body = bytes[1] === 0 ? stored : unpacked(stored, length);
  if (body.length !== length) throw new DamagedChunk('length');
  return body;
}

/** Over the header before it and what follows it. */
const checksum = (header: Uint8Array, stored: Uint8Array): number => crc32(stored, crc32(header.subarray(0, 6)));

function unpacked(bytes: Uint8Array, length: number): Uint8Array {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: length });
  } catch (error) {
    throw new DamagedChunk('compression', { cause: error });
  }
}
