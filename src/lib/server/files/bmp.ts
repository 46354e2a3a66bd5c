/** Pixels of a bitmap, row by row from the top, four bytes each: red, green, blue, alpha. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export class UnreadableBitmap extends Error {}
export class TooManyPixels extends Error {}

const FILE_HEADER = 14;
const INFO_HEADER = 40;

/** What of the headers decides how the pixels lie. */
interface Head {
  width: number;
  height: number;
  fromTop: boolean;
  bits: 8 | 24 | 32;
  palette: Uint8Array;
  pixels: Uint8Array;
  stride: number;
}

function refuse(): never {
  throw new UnreadableBitmap('not a bitmap that is read here');
}

function readHead(bytes: Uint8Array, maxPixels: number): Head {
  if (bytes.byteLength < FILE_HEADER + INFO_HEADER) refuse();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0, true) !== 0x4d42) refuse();
  const headerSize = view.getUint32(14, true);
  if (headerSize < INFO_HEADER || headerSize > 124) refuse();
  const width = view.getInt32(18, true);
  const signed = view.getInt32(22, true);
  const height = Math.abs(signed);
  if (width <= 0 || height === 0) refuse();
  if (width * height > maxPixels) throw new TooManyPixels('too many pixels');
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  if (bits !== 8 && bits !== 24 && bits !== 32) refuse();
  // 3 = masks, which are taken when they say what 32 bits mean without them.
  const masked = bits === 32 && compression === 3 && plainMasks(view);
  if (compression !== 0 && !masked) refuse();
  const stride = Math.ceil((width * bits) / 32) * 4;
  const offset = view.getUint32(10, true);
  if (offset < FILE_HEADER + headerSize || offset + stride * height > bytes.byteLength) refuse();
  const colours = Math.min(view.getUint32(46, true) || 256, 256);
  const from = FILE_HEADER + headerSize;
  const palette = bits === 8 ? bytes.subarray(from, Math.min(from + colours * 4, offset)) : new Uint8Array();
  return { width, height, fromTop: signed < 0, bits, palette, pixels: bytes.subarray(offset), stride };
}

function plainMasks(view: DataView): boolean {
  if (view.byteLength < 66) return false;
  return view.getUint32(54, true) === 0xff0000 && view.getUint32(58, true) === 0xff00 && view.getUint32(62, true) === 0xff;
}

/**
 * Reads an uncompressed Windows bitmap of 8 bits with a palette, 24 or 32 bits. The fourth byte of 32 bits counts as opacity only when
 * some pixel has one: most programs leave it empty.
 * @throws UnreadableBitmap, TooManyPixels, never anything else
 */
export function decodeBmp(bytes: Uint8Array, maxPixels: number): Pixels {
  const { width, height, fromTop, bits, palette, pixels, stride } = readHead(bytes, maxPixels);
  const data = new Uint8Array(width * height * 4);
  let opaque = false;
  for (let y = 0; y < height; y++) {
    let from = (fromTop ? y : height - 1 - y) * stride;
    let to = y * width * 4;
    for (let x = 0; x < width; x++, from += bits / 8, to += 4) {
      const source = bits === 8 ? palette : pixels;
      const at = bits === 8 ? pixels[from]! * 4 : from;
      // An index beyond the palette is black, as everywhere.
      data[to] = source[at + 2] ?? 0;
      data[to + 1] = source[at + 1] ?? 0;
      data[to + 2] = source[at] ?? 0;
      data[to + 3] = bits === 32 ? (source[at + 3] ?? 0) : 255;
      opaque ||= bits === 32 && data[to + 3] !== 0;
    }
  }
  if (bits === 32 && !opaque) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { data, width, height };
}
