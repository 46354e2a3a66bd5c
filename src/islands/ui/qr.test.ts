import { expect, it } from 'vitest';
import { qrPath } from '../../lib/domain/text/qr.ts';
import { labelSvg } from './qr.ts';

/** The dark modules of a path, as rows of text. */
function drawn({ size, path }: { size: number; path: string }): string[] {
  const rows = Array.from({ length: size }, () => Array<string>(size).fill(' '));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = 0; at < Number(length); at++) rows[Number(y)]![Number(x) + at] = '#';
  return rows.map((row) => row.join(''));
}

it('a code has its three finders inside a quiet border of four modules', () => {
  const code = qrPath('https://plant.example/org/machines/1');
  const rows = drawn(code);
  expect(rows.slice(0, 4).join('').trim()).toBe('');
  expect(rows.every((row) => row.startsWith('    ') && row.endsWith('    '))).toBe(true);
  const finder = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######'];
  const at = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
  const far = code.size - 4 - 7;
  for (const [x, y] of [
    [4, 4],
    [far, 4],
    [4, far],
  ] as const)
    expect(at(x, y)).toEqual(finder);
});

it('another text is another code', () => {
  expect(qrPath('a').path).not.toBe(qrPath('b').path);
});

it('a label says what it is of, and no name is markup', () => {
  const svg = labelSvg('x', 'Pec <3> & "4"', 'M-104');
  expect(svg).toContain('Pec &#60;3&#62; &#38; &#34;4&#34;');
  expect(svg).toContain('>M-104</text>');
  expect(labelSvg('x', 'Pec', null)).not.toContain('null');
});
