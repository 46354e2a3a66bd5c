import { describe, expect, it } from 'vitest';
import { LOCALES } from '../constants.ts';
import { ROUTES } from '../routes.ts';
import { href, type LinkName, localePath, switchLocale } from './href.ts';
import { matchPath, splitPath } from './paths.ts';

describe('a link', () => {
  it('leads to the page in the language of the reader', () => {
    expect(href('/', {}, 'cs')).toBe('/');
    expect(href('/', undefined, 'en')).toBe('/en');
    expect(href('/apps/datalogging.hnuj', null, 'sk')).toBe('/sk/apps/datalogging.hnuj');
    expect(href('/dlog/dataloggers/{id}', { id: '42' }, 'en')).toBe('/en/dlog/dataloggers/42');
  });
  it('keeps query and hash', () => {
    expect(href('/dlog/dataloggers?state=late#top', {}, 'en')).toBe('/en/dlog/dataloggers?state=late#top');
    expect(href('/?a=1', {}, 'sk')).toBe('/sk?a=1');
  });
  it('leaves addresses elsewhere as they are', () => {
    for (const url of ['https://example.com/a/?b#c', 'mailto:jana@example.com', '//cdn.example/x', 'tel:+420'] as LinkName[])
      expect(href(url, {}, 'en')).toBe(url);
  });
  it('encodes a parameter, so that it stays one segment', () => {
    expect(href('/signup/invitation/{token}', { token: 'a/b?c#d' }, 'cs')).toBe('/signup/invitation/a%2Fb%3Fc%23d');
  });
  it('cannot be written without its parameter', () => {
    expect(() => href('/dlog/dataloggers/{id}', {}, 'cs')).toThrow("wants the parameter 'id'");
  });
});

describe('the same page in another language', () => {
  it('keeps path, query and hash, from any language to any other', () => {
    expect(switchLocale('/dlog/dataloggers/1?a=b#c', 'en')).toBe('/en/dlog/dataloggers/1?a=b#c');
    expect(switchLocale('/en/dlog/dataloggers/1?a=b#c', 'sk')).toBe('/sk/dlog/dataloggers/1?a=b#c');
    expect(switchLocale('/sk?x', 'cs')).toBe('/?x');
  });
  it('drops a trailing slash', () => {
    expect(localePath('/en/apps/', 'cs')).toBe('/apps');
    expect(localePath('/en/', 'en')).toBe('/en');
    expect(localePath('/', 'cs')).toBe('/');
    expect(localePath('/apps//?q#h', 'sk')).toBe('/sk/apps?q#h');
  });
  it('takes only whole prefixes for a language', () => {
    expect(localePath('/english', 'sk')).toBe('/sk/english');
    expect(localePath('/EN/apps', 'cs')).toBe('/EN/apps');
  });
  it('never becomes the address of another host', () => {
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/en//evil.example',
      '/en/\\evil.example',
      '///evil.example/',
    ])
      for (const locale of LOCALES) expect(localePath(evil, locale)).toMatch(/^\/(?![/\\])/);
  });
  it('leads back to where it began, for every route', () => {
    for (const { path } of ROUTES) for (const locale of LOCALES) expect(localePath(localePath(path, locale), 'cs')).toBe(path);
  });
});

describe('matching a path with the table', () => {
  it('finds each route by its own path', () => {
    for (const route of ROUTES) {
      const path = route.path.replaceAll('{id}', '0192f0a0-0000-7000-8000-000000000000').replaceAll('{token}', 'abc');
      expect(matchPath(path)?.route.path).toBe(route.path);
    }
  });
  it('does not take a dot for any character', () => {
    expect(matchPath('/apps/dataloggingxhnuj')).toBeNull();
  });
  it('survives whatever is thrown at it', () => {
    for (const path of ['', '?', '#', '/%', '/\0', `/${'a/'.repeat(8_000)}`])
      expect(matchPath(splitPath(path).path)?.route.path ?? '/').toBe('/');
  });
});
