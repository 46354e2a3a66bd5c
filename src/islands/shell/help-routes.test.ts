import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../lib/constants.ts';
import { ROUTES, routeKey } from '../../lib/routes.ts';
import { HELP_PARTS, isHelped } from './help-routes.ts';

const read = (locale: string) => JSON.parse(readFileSync(`locales/${locale}/help.json`, 'utf8')) as { page: Record<string, object> };

describe('help', () => {
  const wanted = ROUTES.filter((route) => route.access !== 'public').map((route) => routeKey(route.path));

  it.each(LOCALES)('of every page that wants a sign-in is written in %s, and of no other page', (locale) => {
    const { page } = read(locale);
    expect(Object.keys(page).sort()).toEqual([...wanted].sort());
    for (const key of wanted) {
      expect(Object.keys(page[key] ?? {}), key).toEqual([...HELP_PARTS]);
      expect(Object.values(page[key] ?? {}).every((text) => text.trim().length > 20)).toBe(true);
    }
  });

  it('is offered on exactly those pages', () => {
    expect(ROUTES.filter((route) => isHelped(route.path)).map((route) => routeKey(route.path))).toEqual(wanted);
  });
});
