import { constants, zstdCompressSync } from 'node:zlib';

/** How much is compressed at once, bytes: longer would keep others waiting. */
export const AT_ONCE_BYTES = 262_144;
// One buffer for all: Node keeps a compressor, and what it was given, until it collects the whole heap. With new bytes for each answer that was every 500 lists.
const given = Buffer.allocUnsafe(AT_ONCE_BYTES);
/** Room is made for the result by pieces of this part of the input; most results need one. */
const ROOM_PART = 8;
const LEAST_ROOM = 1_024;

/**
 * The bytes as a zstd frame, compressed on this thread while everything else waits.
 * @param length bytes of `body`, at most {@link AT_ONCE_BYTES}
 */
export function zstdAtOnce(body: string | Uint8Array, length: number, level: number): Buffer {
  if (typeof body === 'string') given.write(body);
  else given.set(body);
  return zstdCompressSync(given.subarray(0, length), {
    params: { [constants.ZSTD_c_compressionLevel]: level },
    // Told how much it is, it takes tables of that size.
    pledgedSrcSize: length,
    chunkSize: Math.max(LEAST_ROOM, Math.ceil(length / ROOM_PART)),
  });
}
