import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES } from './constants.ts';
import { RELEASES } from './releases.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('release notes', () => {
  it('begin with the version that package.json bears', () => {
    expect(RELEASES[0].version).toBe(read('package.json').version);
  });

  it.each(LOCALES)('say in %s every point of every release and nothing else', (locale) => {
    const { title: _, release: __, ...releases } = read(`locales/${locale}/help.json`).news as Record<string, object>;
    expect(Object.fromEntries(Object.entries(releases).map(([key, points]) => [key, Object.keys(points)]))).toEqual(
      Object.fromEntries(RELEASES.map(({ key, points }) => [key, [...points]])),
    );
  });
});
