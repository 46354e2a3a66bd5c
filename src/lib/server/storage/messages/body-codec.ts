import { ByteReader, ByteWriter } from '../readings/codec-bytes.ts';
import { bodyOf, DamagedChunk, framed, framedBeside } from '../readings/codec-frame.ts';
import { readWhole, writeWhole } from '../readings/codec-numbers.ts';

/** Bodies of many messages as bytes and back. The format is written down in `docs/chunk-format.md`. */

/** A body as its sender wrote it, without any compression. */
export interface Body {
  /** `received_data.no` of its message. */
  no: number;
  body: Uint8Array;
}

export const MAX_GROUP_BODIES = 8_192;

const VERSION = 3;

/** At once, for a group that is cut. @throws RangeError for none, for more than 8,192, and for numbers that don't grow */
export const encodeBodies = (bodies: readonly Body[]): Buffer => framed(VERSION, plainOf(bodies));

/** Shorter, and beside the event loop. @throws RangeError as `encodeBodies` does */
export const encodeBodiesBeside = (bodies: readonly Body[]): Promise<Buffer> => framedBeside(VERSION, plainOf(bodies));

function plainOf(bodies: readonly Body[]): Uint8Array {
  const n = bodies.length;
  if (n === 0 || n > MAX_GROUP_BODIES) throw new RangeError(`${String(n)} bodies in a group`);
  for (let i = 0; i < n; i++)
    if (!Number.isSafeInteger(bodies[i]!.no) || (i > 0 && bodies[i]!.no <= bodies[i - 1]!.no)) throw new RangeError(`no[${String(i)}]`);
  const head = new ByteWriter();
  head.varint(n);
  writeWhole(
    head,
    Float64Array.from(bodies, ({ no }) => no),
  );
  writeWhole(
    head,
    Float64Array.from(bodies, ({ body }) => body.length),
  );
  return Buffer.concat([head.bytes(), ...bodies.map(({ body }) => body)]);
}

/**
 * Bodies by the numbers of their messages; they share one memory.
 * @throws DamagedChunk for bytes that are cut, changed, or of a version that isn't known
 */
export function decodeBodies(bytes: Uint8Array): Map<number, Uint8Array> {
  const from = new ByteReader(bodyOf(VERSION, bytes));
  try {
    const n = from.varint();
    if (n === 0 || n > MAX_GROUP_BODIES) throw new DamagedChunk(`${String(n)} bodies`);
    const nos = readWhole(from, n);
    const lengths = readWhole(from, n);
    const bodies = new Map(Array.from(nos, (no, i) => [no, from.part(lengths[i]!)] as const));
    if (!from.isAtEnd()) throw new DamagedChunk('bytes after the last body');
    return bodies;
  } catch (error) {
    // The checksum was right: whoever wrote these bytes wrote another format.
    throw error instanceof DamagedChunk ? error : new DamagedChunk('bodies', { cause: error });
  }
}
