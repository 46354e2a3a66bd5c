import sharp from 'sharp';

/** Pictures and documents that tests send. */

const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma: 30 } } });

/** A photo as a telephone makes it: with the place, the device, and turned by a quarter. */
export const phonePhoto = (width = 1_600, height = 1_200): Promise<Buffer> =>
  noise(width, height)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Telephone Works' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 5/1 0/1' } })
    .toBuffer();

export const png = (width = 40, height = 30): Promise<Buffer> => noise(width, height).png().toBuffer();

/** A bitmap of 24 bits with these rows of pixels, from the top; each pixel is red, green, blue. */
export function bitmap(rows: readonly (readonly [number, number, number])[][]): Uint8Array {
  const width = rows[0]?.length ?? 0;
  const stride = Math.ceil((width * 24) / 32) * 4;
  const bytes = new Uint8Array(54 + stride * rows.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4d42, true);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, rows.length, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (const [y, row] of rows.entries())
    for (const [x, [red, green, blue]] of row.entries()) bytes.set([blue, green, red], 54 + (rows.length - 1 - y) * stride + x * 3);
  return bytes;
}

export const svg = (body: string, { width = '40', height = '30', before = '' } = {}): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">${body}</svg>`,
  );

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
