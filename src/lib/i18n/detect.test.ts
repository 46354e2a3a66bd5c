import { describe, expect, it } from 'vitest';
import { detectLocale, type LocaleSignals } from './detect.ts';

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
  it('keeps the query on its way', () => {
    expect(detect({ path: '/?utm=1&x=%C3%A1', acceptLanguage: 'en' }).redirect).toBe('/en?utm=1&x=%C3%A1');
  });
});

describe('a visit that is not the first', () => {
  it('stays in Czech when it comes from our own pages', () => {
    expect(detect({ cookie: 'en', secFetchSite: 'same-origin' })).toEqual({ locale: 'cs', redirect: null });
    expect(detect({ cookie: 'en', referer: 'https://log.example/en/apps' })).toEqual({ locale: 'cs', redirect: null });
  });
  it('counts as the first when it comes from elsewhere or the referer is broken', () => {
    for (const referer of ['https://search.example/', 'https://log.example.evil/', 'nonsense'])
      expect(detect({ cookie: 'en', referer }).redirect).toBe('/en');
    expect(detect({ cookie: 'en', secFetchSite: 'cross-site' }).redirect).toBe('/en');
    expect(detect({ cookie: 'en', referer: 'https://log.example/', host: null }).redirect).toBe('/en');
  });
});

describe('a deep link', () => {
  it('is never redirected and says its language itself', () => {
    expect(detect({ path: '/apps?x=1', cookie: 'en', acceptLanguage: 'sk' })).toEqual({ locale: 'cs', redirect: null });
    expect(detect({ path: '/en', cookie: 'cs' })).toEqual({ locale: 'en', redirect: null });
    expect(detect({ path: '/sk/dlog/dataloggers', cookie: 'en' })).toEqual({ locale: 'sk', redirect: null });
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
  it('is also a known page with an id that cannot be one', () => {
    expect(detect({ path: '/dlog/dataloggers/xyz', cookie: 'en' }).locale).toBe('en');
    expect(detect({ path: '/dlog/dataloggers/0192f0a0-0000-7000-8000-000000000000', cookie: 'en' }).locale).toBe('cs');
  });
});
