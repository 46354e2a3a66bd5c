import { expect, it } from 'vitest';
import { negotiate } from './negotiate.ts';

it('takes brotli, then gzip, then nothing, as the sender allows', () => {
  const cases: [string | undefined, 'br' | 'gzip' | null][] = [
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['gzip;q=0', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=nonsense', null],
    ['x'.repeat(100_000), null],
  ];
  for (const [header, encoding] of cases) expect(negotiate(header), header?.slice(0, 40)).toBe(encoding);
  // The second time it is remembered.
  for (const [header, encoding] of cases) expect(negotiate(header), header?.slice(0, 40)).toBe(encoding);
});
