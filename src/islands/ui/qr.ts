import { qrPath } from '../../lib/domain/text/qr.ts';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A label to print and stick on: the code, the name under it, and what else tells it apart. */
export function labelSvg(text: string, name: string, note: string | null): string {
  const { size, path } = qrPath(text);
  const lines = [name, note].filter((line) => line !== null && line !== '').map((line) => escaped(line!));
  const words = lines
    .map(
      (line, at) =>
        `<text x="${size / 2}" y="${size + 2.4 + at * 3.4}" font-size="${at === 0 ? 2.6 : 2}" text-anchor="middle" textLength="${Math.min(size - 2, line.length * (at === 0 ? 1.5 : 1.15)).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${line}</text>`,
    )
    .join('');
  const height = size + 1 + lines.length * 3.4;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="${((60 * height) / size).toFixed(1)}mm" viewBox="0 0 ${size} ${height}" font-family="sans-serif"><path fill="#fff" d="M0 0h${size}v${height}H0z"/><path d="${path}"/>${words}</svg>`;
}
