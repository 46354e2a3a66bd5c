import { expect, it } from 'vitest';
import { negotiate, negotiateFile } from './negotiate.ts';

it('takes zstd, then brotli, then gzip, then nothing, as the sender allows; files are kept without zstd', () => {
  const cases: [string | undefined, 'zstd' | 'br' | 'gzip' | null, 'br'?][] = [
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip, deflate, br, zstd', 'zstd', 'br'],
    ['gzip, deflate, br', 'br'],
    ['zstd;q=0.5, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['gzip;q=0', null],
    ['*', 'zstd', 'br'],
    ['*;q=0', null],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=nonsense', null],
    ['x'.repeat(100_000), null],
  ];
  // The second time it is remembered.
  for (const _ of ['first', 'second'])
    for (const [header, encoding, file = encoding] of cases)
      expect([negotiate(header), negotiateFile(header)], header?.slice(0, 40)).toEqual([encoding, file]);
});
