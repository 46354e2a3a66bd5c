import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCALES } from '../../lib/constants.ts';
import { entitiesWith } from '../../lib/contract/entities.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { entityName, verbName, written } from './words.ts';

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

it('what has a page of its own is called as its page, in every language', () => {
  const keys = entitiesWith('page').map((entity) => entityName((key) => key, entity));
  expect(keys).toContain('routes:dlog_dataloggers_id.name');
  for (const locale of LOCALES) {
    const routes = JSON.parse(readFileSync(`locales/${locale}/routes.json`, 'utf8')) as Record<string, { name: string }>;
    for (const key of keys) expect(routes[key.slice('routes:'.length, -'.name'.length)]?.name, `${locale} ${key}`).toBeTruthy();
  }
  const t = (key: string, params?: object) => [key, ...Object.values(params ?? {})].join(' ');
  expect(verbName(t, 'machines.update')).toBe('audit-events:verb routes:org_machines_id.name audit-events:action.update');
  expect(verbName(t, 'api-keys.revoke')).toBe('audit-events:verb audit-events:entity.api-keys audit-events:action.revoke');
});
