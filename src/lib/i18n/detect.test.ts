import { describe, expect, it } from 'vitest';
import { LOCALES } from '../constants.ts';
import { ROUTES } from '../routes.ts';
import { detectLocale, errorLocale, type LocaleSignals } from './detect.ts';
import { localePath } from './href.ts';

const NOTHING: LocaleSignals = { path: '/', cookie: null, acceptLanguage: null, secFetchSite: null, referer: null, host: 'log.example' };
const detect = (signals: Partial<LocaleSignals>) => detectLocale({ ...NOTHING, ...signals });

describe('the language of a first visit to the home page', () => {
  it('is Czech when the browser says nothing', () => {
    expect(detect({})).toEqual({ locale: 'cs', redirect: null });
  });
  it('is what the cookie remembers, whatever the browser prefers', () => {
    expect(detect({ cookie: 'sk', acceptLanguage: 'en-US,en' })).toEqual({ locale: 'sk', redirect: '/sk' });
    expect(detect({ cookie: 'cs', acceptLanguage: 'en-US,en' })).toEqual({ locale: 'cs', redirect: null });
  });
  it('is Czech when the cookie holds a language that we do not have', () => {
    for (const cookie of ['ja', 'EN', '', 'en-US'])
      expect(detect({ cookie, acceptLanguage: 'en' })).toEqual({ locale: 'cs', redirect: null });
  });
  it('is the first language of the browser that we have, each tag exact and then by its language', () => {
    expect(detect({ acceptLanguage: 'de-AT,en-GB,cs-CZ' }).locale).toBe('en');
    expect(detect({ acceptLanguage: 'de, sk-SK;q=0.9, en;q=0.8' })).toEqual({ locale: 'sk', redirect: '/sk' });
    expect(detect({ acceptLanguage: 'cs;q=0.1,en;q=1' })).toEqual({ locale: 'cs', redirect: null });
    expect(detect({ acceptLanguage: 'EN-us' }).locale).toBe('en');
    expect(detect({ acceptLanguage: '*,,;q=1,de' }).locale).toBe('cs');
  });
  it('is read from a header of any form', () => {
    for (const acceptLanguage of [
      'EN',
      ' en ',
      '\ten ;q=0.1',
      ',, ,en',
      'de;q=1;x, en-x-private',
      'en;q=0',
      '*;q=0.5, en',
      'eng,enx-US,en',
    ])
      expect(detect({ acceptLanguage }).locale, acceptLanguage).toBe('en');
    for (const acceptLanguage of ['', ' ', '*', ';q=1', 'e n', 'en_US', 'english', '-en', 'x-en', 'constructor', ','.repeat(100_000)])
      expect(detect({ acceptLanguage }).locale, acceptLanguage.slice(0, 20)).toBe('cs');
    expect(detect({ acceptLanguage: `${'de-AT;q=0.9, '.repeat(1_000)}sk` }).locale).toBe('sk');
  });
  it('keeps the query on its way', () => {
    expect(detect({ path: '/?utm=1&x=%C3%A1', acceptLanguage: 'en' }).redirect).toBe('/en?utm=1&x=%C3%A1');
    expect(detect({ path: '/?', cookie: 'sk' }).redirect).toBe('/sk?');
    expect(detect({ path: '?x', cookie: 'sk' }).redirect).toBe('/sk?x');
    expect(detect({ path: '/?next=/apps/?a#b', cookie: 'sk' }).redirect).toBe('/sk?next=/apps/?a');
  });
});

describe('a visit that is not the first', () => {
  it('stays in Czech when it comes from our own pages', () => {
    expect(detect({ cookie: 'en', secFetchSite: 'same-origin' })).toEqual({ locale: 'cs', redirect: null });
    expect(detect({ cookie: 'en', referer: 'https://log.example/en/apps' })).toEqual({ locale: 'cs', redirect: null });
    expect(detect({ cookie: 'en', secFetchSite: 'cross-site', referer: 'https://log.example/' }).redirect).toBeNull();
  });
  it('knows its own host with its port and in any case', () => {
    for (const [host, referer] of [
      ['log.example:8080', 'http://log.example:8080/'],
      ['log.example:443', 'https://log.example/'],
      ['log.example', 'https://log.example:443/'],
      ['LOG.example', 'http://log.EXAMPLE'],
      ['[::1]:4321', 'http://[::1]:4321/apps'],
    ] as const)
      expect(detect({ cookie: 'en', host, referer }).redirect, referer).toBeNull();
    for (const [host, referer] of [
      ['log.example:8080', 'http://log.example/'],
      ['log.example', 'http://log.example:8080/'],
      ['log.example:80', 'https://log.example/'],
      ['log.example', 'https://log.example@evil.example/'],
      ['log.example', 'android-app://log.example/'],
      ['', 'about:blank'],
      ['log.example/x', 'https://log.example/'],
      ['a b', 'https://log.example/'],
    ] as const)
      expect(detect({ cookie: 'en', host, referer }).redirect, referer).toBe('/en');
  });
  it('counts as the first when it comes from elsewhere or the referer is broken', () => {
    for (const referer of ['https://search.example/', 'https://log.example.evil/', 'nonsense', '', 'log.example/apps', 'https://'])
      expect(detect({ cookie: 'en', referer }).redirect).toBe('/en');
    for (const secFetchSite of ['cross-site', 'same-site', 'none', '', 'anything'])
      expect(detect({ cookie: 'en', secFetchSite }).redirect, secFetchSite).toBe('/en');
    expect(detect({ cookie: 'en', referer: 'https://log.example/', host: null }).redirect).toBe('/en');
  });
});

describe('a deep link', () => {
  it('is never redirected and says its language itself', () => {
    expect(detect({ path: '/apps?x=1', cookie: 'en', acceptLanguage: 'sk' })).toEqual({ locale: 'cs', redirect: null });
    expect(detect({ path: '/en', cookie: 'cs' })).toEqual({ locale: 'en', redirect: null });
    expect(detect({ path: '/sk/dlog/dataloggers', cookie: 'en' })).toEqual({ locale: 'sk', redirect: null });
    expect(detect({ path: '/apps/', cookie: 'en' })).toEqual({ locale: 'cs', redirect: null });
    expect(detect({ path: '/dlog/dataloggers/xyz', cookie: 'en' })).toEqual({ locale: 'cs', redirect: null });
  });
  it('is every route of the table but the home page, in every language', () => {
    for (const { path } of ROUTES)
      for (const locale of LOCALES) {
        const deep = localePath(path.replaceAll(/\{\w+\}/g, '0192f0a0-0000-7000-8000-000000000000'), locale);
        if (deep !== '/') expect(detect({ path: `${deep}?a=b`, cookie: 'sk', acceptLanguage: 'en' })).toEqual({ locale, redirect: null });
      }
  });
});

describe('a path outside the table', () => {
  it('takes the language of its prefix, else of the cookie, else Czech', () => {
    expect(detect({ path: '/en/nonsense', cookie: 'sk' }).locale).toBe('en');
    expect(detect({ path: '/nonsense', cookie: 'sk', acceptLanguage: 'en' })).toEqual({ locale: 'sk', redirect: null });
    expect(detect({ path: '/nonsense', acceptLanguage: 'en' })).toEqual({ locale: 'cs', redirect: null });
    for (const path of ['/ja', '/EN', '/english', '/%ff', '//dlog/dataloggers']) expect(detect({ path, cookie: 'en' }).redirect).toBeNull();
  });
  it('has no meaning for prefixes that are not ours', () => {
    expect(detect({ path: '/cs/apps', cookie: 'en' }).locale).toBe('en');
    expect(detect({ path: '/EN/apps', cookie: null }).locale).toBe('cs');
  });
  it('is every path that routers could read in two ways', () => {
    for (const path of ['//', '///', '//apps', '/apps//', '/\\', '/./', '/apps/..', '/Apps', '/apps.html', '//en', '//en/apps'])
      expect(detect({ path, cookie: 'sk', acceptLanguage: 'en' }), path).toEqual({ locale: 'sk', redirect: null });
    expect(detect({ path: '/en//apps', cookie: 'sk' }).locale).toBe('en');
  });
  it('counts an unknown value of the cookie as Czech', () => {
    for (const cookie of ['', 'ja', 'EN', ' en', 'en-US', 'constructor'])
      expect(detect({ path: '/nonsense', cookie, acceptLanguage: 'en' }).locale, cookie).toBe('cs');
  });
});

describe('the language of an error page', () => {
  it('is that of the prefix, else of the cookie, else Czech, also for a known page', () => {
    expect(errorLocale('/sk/dlog/dataloggers/xyz?a', 'en')).toBe('sk');
    expect(errorLocale('/dlog/dataloggers/xyz', 'en')).toBe('en');
    expect(errorLocale('/dlog/dataloggers/xyz', 'ja')).toBe('cs');
    expect(errorLocale('/dlog/dataloggers/xyz', null)).toBe('cs');
    expect(errorLocale('/ja/apps', 'sk')).toBe('sk');
  });
});
