import { describe, expect, it } from 'vitest';
import { LOCALES } from '../constants.ts';
import { ROUTES } from '../routes.ts';
import { href, type LinkName, localePath, switchLocale } from './href.ts';
import { findRoute, matchPath, splitPath } from './paths.ts';

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
    for (const url of [
      'https://example.com/a/?b#c',
      'HTTPS://example.com',
      'mailto:jana@example.com',
      '//cdn.example/x',
      '/\\cdn.example',
      '\\\\cdn.example',
      'tel:+420',
      ' https://example.com',
      'ht\ntps://example.com',
      'web+log:x',
    ] as LinkName[])
      for (const locale of LOCALES) expect(href(url, {}, locale)).toBe(url);
  });
  it('encodes a parameter, so that it stays one segment', () => {
    expect(href('/signup/invitation/{token}', { token: 'a/b?c#d' }, 'cs')).toBe('/signup/invitation/a%2Fb%3Fc%23d');
    expect(href('/signup/reset/{token}', { token: 'ř ž%{id}$&\\' }, 'sk')).toBe('/sk/signup/reset/%C5%99%20%C5%BE%25%7Bid%7D%24%26%5C');
    expect(href('/signup/reset/{token}', { token: '\ud800' }, 'cs')).toBe('/signup/reset/%EF%BF%BD');
    expect(href('/tm/screens/{id}?at={id}#{id}', { id: 7 }, 'en')).toBe('/en/tm/screens/7?at={id}#{id}');
  });
  it('ignores parameters that the path does not have', () => {
    expect(href('/apps', { id: '1', token: 't' }, 'en')).toBe('/en/apps');
  });
  it('cannot be written without its parameter', () => {
    for (const params of [{}, null, undefined, { id: '' }, { ID: '1' }, { id: undefined }, { id: null }])
      expect(() => href('/dlog/dataloggers/{id}', params as Record<string, string>, 'cs')).toThrow("wants the parameter 'id'");
  });
  it('cannot have a parameter that steps up in the path', () => {
    for (const id of ['.', '..']) expect(() => href('/dlog/dataloggers/{id}', { id }, 'cs')).toThrow("can't have");
    expect(href('/dlog/dataloggers/{id}', { id: '...' }, 'cs')).toBe('/dlog/dataloggers/...');
  });
  it('cannot lead to a page that the table does not have', () => {
    for (const name of ['/nowhere', '/ja', '/EN', '/cs/apps', '/apps/datalogginghnuj', 'toString', '/dlog/dataloggers/1'] as string[])
      expect(() => href(name as LinkName, {}, 'cs'), name).toThrow('There is no route');
  });
});

describe('the same page in another language', () => {
  it('keeps path, query and hash, from any language to any other', () => {
    expect(switchLocale('/dlog/dataloggers/1?a=b#c', 'en')).toBe('/en/dlog/dataloggers/1?a=b#c');
    expect(switchLocale('/en/dlog/dataloggers/1?a=b#c', 'sk')).toBe('/sk/dlog/dataloggers/1?a=b#c');
    expect(switchLocale('/sk?x', 'cs')).toBe('/?x');
    expect(switchLocale('/?a=/en/b/#/sk/?c', 'sk')).toBe('/sk?a=/en/b/#/sk/?c');
    expect(switchLocale('/en/dlog/dataloggers/%C5%99%2F%25', 'cs')).toBe('/dlog/dataloggers/%C5%99%2F%25');
  });
  it('drops a trailing slash', () => {
    expect(localePath('/en/apps/', 'cs')).toBe('/apps');
    expect(localePath('/en/', 'en')).toBe('/en');
    expect(localePath('/', 'cs')).toBe('/');
    expect(localePath('/apps//?q#h', 'sk')).toBe('/sk/apps?q#h');
  });
  it('is the home page when the path is empty', () => {
    expect(['', '/', '?x', '#h', '?', '?x#h'].map((path) => localePath(path, 'cs'))).toEqual(['/', '/', '/?x', '/#h', '/?', '/?x#h']);
    expect(['', '/', '?x', '#h', '?', '?x#h'].map((path) => localePath(path, 'en'))).toEqual([
      '/en',
      '/en',
      '/en?x',
      '/en#h',
      '/en?',
      '/en?x#h',
    ]);
  });
  it('takes only whole prefixes of our own for a language', () => {
    expect(localePath('/english', 'sk')).toBe('/sk/english');
    expect(localePath('/EN/apps', 'cs')).toBe('/EN/apps');
    expect(localePath('/cs/apps', 'en')).toBe('/en/cs/apps');
    expect(localePath('/ja', 'sk')).toBe('/sk/ja');
    expect(localePath('/enapps', 'cs')).toBe('/enapps');
  });
  it('is in Czech only what no prefix makes foreign', () => {
    expect(localePath('/en/sk/apps', 'cs')).toBe('/apps');
    expect(localePath('/en//sk/apps', 'cs')).toBe('/apps');
    expect(localePath('/en/sk/apps', 'en')).toBe('/en/sk/apps');
  });
  it('leaves addresses elsewhere as they are', () => {
    for (const url of ['https://example.com/en/apps/', 'mailto:jana@example.com']) expect(switchLocale(url, 'sk')).toBe(url);
  });
  it('never becomes the address of another host', () => {
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/en//evil.example',
      '/en/\\evil.example',
      '///evil.example/',
      '/\t/evil.example',
      '\n//evil.example',
      '/en/\r/evil.example',
      '/en/sk//evil.example',
      '/en\\\\evil.example',
    ])
      for (const locale of LOCALES) expect(new URL(localePath(evil, locale), 'https://log.example').host).toBe('log.example');
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
  it('takes an id only when it can be one', () => {
    for (const id of ['xyz', '0192F0A0-0000-7000-8000-000000000000', '0192f0a0-0000-7000-8000-00000000000', 'a%2Fb']) {
      expect(matchPath(`/dlog/dataloggers/${id}`)).toBeNull();
      expect(findRoute(`/dlog/dataloggers/${id}`)?.params).toEqual({ id });
    }
    expect(findRoute('/dlog/dataloggers/')).toBeNull();
    expect(findRoute('/dlog/dataloggers/a/b')).toBeNull();
  });
  it('does not take a dot for any character', () => {
    expect(matchPath('/apps/dataloggingxhnuj')).toBeNull();
  });
  it('survives whatever is thrown at it', () => {
    for (const path of ['', '?', '#', '/%', '/\0', `/${'a/'.repeat(8_000)}`])
      expect(matchPath(splitPath(path).path)?.route.path ?? '/').toBe('/');
  });
});
