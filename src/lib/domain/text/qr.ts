import { encode } from 'uqr';

/** Modules around a code that must stay empty so that cameras find it. */
const QUIET = 4;

/** A text as a QR code: the path of its dark modules in a square of `size` modules. Correction M bears a scratched label. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const runs: string[] = [];
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end++;
      runs.push(`M${x} ${y}h${end - x}v1h${x - end}z`);
      x = end;
    }
  return { size, path: runs.join('') };
}
