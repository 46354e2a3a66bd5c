import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, LOCALES } from './constants.ts';
import type { Profile } from './contract/auth.ts';
import { guard, type Visitor } from './guard.ts';
import { isOpen, ROUTES, routePattern, SYSTEM_PATTERNS } from './routes.ts';

const ID = '0192f0a0-0000-7000-8000-000000000000';
const ANONYMOUS: Visitor = { kind: 'anonymous' };
const user = (...scope: Profile['scope']): Visitor => ({
  kind: 'user',
  profile: {
    id: ID,
    email: '',
    name: '',
    locale: 'cs',
    base_roles: { access_all_orgs: false },
    links: { organizations: [], workspaces: [] },
    scope,
  },
});
const ask = (pattern: string, visitor: Visitor, over: Partial<Parameters<typeof guard>[0]> = {}) =>
  guard({ pattern, params: pattern.includes('[id]') ? { id: ID } : {}, visitor, development: false, ...over });
const patterns = (access: string) =>
  ROUTES.filter((route) => route.access === access).flatMap((route) =>
    LOCALES.map((locale) => routePattern(route.path, locale, DEFAULT_LOCALE)),
  );

describe('the guard of pages', () => {
  it('names an access that nobody knows', () => {
    expect(() => isOpen('admins', true)).toThrow("Unknown route middleware: 'admins'.");
    expect(() => isOpen('', false)).toThrow("Unknown route middleware: ''.");
    for (const { access } of ROUTES) expect(isOpen(access, false)).toBe(access === 'public');
    expect(isOpen('playground', true)).toBe(true);
  });
  it('sends an anonymous visitor of every guarded page to the log-in, in every language', () => {
    expect(patterns('user').length).toBeGreaterThanOrEqual(60);
    for (const pattern of patterns('user')) expect(ask(pattern, ANONYMOUS)).toBe('login');
  });
  it('lets anybody see public pages and the pages of the system', () => {
    for (const pattern of [...patterns('public'), ...SYSTEM_PATTERNS]) expect(ask(pattern, ANONYMOUS)).toBe('page');
  });
  it('refuses every pattern that it does not know, also to people with all rights', () => {
    for (const pattern of ['/x/dlog/dataloggers', '/EN/dlog/dataloggers', '/[...locale]/dlog/dataloggers', '/_image', '/cs/org', ''])
      for (const visitor of [ANONYMOUS, user('dlog:read')]) expect(ask(pattern, visitor)).toBe('not_found');
  });
  it('gives a person without the scope of the page a refusal, with it the page', () => {
    expect(ask('/dlog/dataloggers', user())).toBe('forbidden');
    expect(ask('/en/dlog/dataloggers', user('dlog:read'))).toBe('page');
    expect(ask('/user/dashboard', user())).toBe('page');
  });
  it('gives the shell without data to a browser that can renew its session', () => {
    for (const pattern of patterns('user')) expect(ask(pattern, { kind: 'shell' })).toBe('shell');
  });
  it('asks for the log-in before it says that an id cannot be one', () => {
    const params = { id: 'xyz' };
    expect(ask('/dlog/dataloggers/[id]', ANONYMOUS, { params })).toBe('login');
    expect(ask('/dlog/dataloggers/[id]', user('dlog:read'), { params })).toBe('not_found');
    expect(ask('/dlog/dataloggers/[id]', { kind: 'shell' }, { params })).toBe('not_found');
    expect(ask('/dlog/dataloggers/[id]', user('dlog:read'), { params: { id: ID.toUpperCase() } })).toBe('not_found');
  });
  it('opens the playground in development or with its scope only', () => {
    const pattern = '/playground/env-selector';
    expect(ask(pattern, ANONYMOUS, { development: true })).toBe('page');
    expect(ask(pattern, ANONYMOUS)).toBe('login');
    expect(ask(pattern, user('dlog:read'))).toBe('forbidden');
    expect(ask(pattern, user('playground'))).toBe('page');
  });
});
