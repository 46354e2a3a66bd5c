import { constants, zstdCompressSync } from 'node:zlib';

/** How much is compressed at once, bytes: longer would keep others waiting. */
export const AT_ONCE_BYTES = 262_144;
// Node keeps a compressor, and what it was given, until it collects the whole heap; new bytes for each answer made it do so every few hundred answers.
const given = Buffer.allocUnsafe(AT_ONCE_BYTES);
/** A first piece of what comes out, of so many of what goes in: most need one. */
const PACKED_TO = 8;
const LEAST_PIECE = 1_024;

/**
 * What a zstd frame has instead of these bytes, made at once.
 * @param length bytes of `body`, at most {@link AT_ONCE_BYTES}
 */
export function zstdAtOnce(body: string | Uint8Array, length: number, level: number): Buffer {
  if (typeof body === 'string') given.write(body);
  else given.set(body);
  return zstdCompressSync(given.subarray(0, length), {
    params: { [constants.ZSTD_c_compressionLevel]: level },
    // Told how much it is, it takes tables of that size.
    pledgedSrcSize: length,
    chunkSize: Math.max(LEAST_PIECE, Math.ceil(length / PACKED_TO)),
  });
}
