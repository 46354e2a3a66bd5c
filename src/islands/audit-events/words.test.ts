import { expect, it } from 'vitest';
import { LOCALES } from '../../lib/constants.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { written } from './words.ts';

it.each(LOCALES)('in a narrow column the clock of a changed time goes below its day, and nothing else of it breaks (%s)', (locale) => {
  const words = {
    t: (key: string) => key,
    format: formatter(locale, 'Europe/Prague'),
    names: { workspace: () => null, person: () => null },
  } as unknown as Parameters<typeof written>[2];
  const [day, clock, ...rest] = written({ field: 'archived_at' }, '2026-11-19T14:05:09Z', words).split(' ');
  expect(day).toContain('2026');
  expect(clock).toMatch(/^15[.:]05[.:]09/);
  expect(rest).toEqual([]);
});
