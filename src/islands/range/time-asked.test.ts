import { expect, it } from 'vitest';
import { momentIn } from './time-asked.ts';

it('a moment of an address is one of a day that there is', () => {
  for (const text of ['2026-10-25T00:30:00Z', '2026-10-25T00:30Z', '2026-10-25T00:30:00.250001Z', '2024-02-29T23:59:59Z'])
    expect(momentIn(text)).toBe(text);
  for (const text of [
    undefined,
    '',
    'yesterday',
    '2026-10-25',
    '2026-10-25T00:30:00+02:00',
    '2026-02-30T00:00:00Z',
    '2026-02-32T00:00:00Z',
  ])
    expect(momentIn(text), text).toBeNull();
  expect(momentIn('2026-01-01T25:00:00Z')).toBeNull();
});
