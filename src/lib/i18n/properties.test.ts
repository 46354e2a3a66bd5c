import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../constants.ts';
import { ROUTES } from '../routes.ts';
import { detectLocale, isLocale } from './detect.ts';
import { headTags } from './head.ts';
import { href, localePath, switchLocale } from './href.ts';
import { fillPath, splitPath } from './paths.ts';

/** What must hold for every address, whoever made it. */

const locale = fc.constantFrom(...LOCALES);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a b', 'ř', '100%', '%2F', 'a/b', '{id}', '$&', '#', '?'),
);
const param = text.filter((value) => !['', '.', '..'].includes(value));
const tail = fc.record({
  query: fc.oneof(
    fc.constant(''),
    text.map((value) => `?${value.replaceAll('#', '')}`),
  ),
  hash: fc.oneof(
    fc.constant(''),
    text.map((value) => `#${value}`),
  ),
});
const route = fc.constantFrom(...ROUTES);
/** Addresses that the site itself writes. */
const written = fc
  .record({ route, id: param, locale, tail })
  .map(({ route, id, locale, tail }) => href(`${route.path}${tail.query}${tail.hash}` as typeof route.path, { id, token: id }, locale));
/** Addresses of anybody: pieces that matter, in any order, and noise. */
const piece = fc.oneof(
  fc.constantFrom('/', '//', '\\', 'en', 'sk', 'cs', 'EN', 'apps', '..', '.', '\t', '\n', ' ', '?', '#', '%2F', '@'),
  text,
);
const anything = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
  fc.array(fc.constantFrom('/', '\\', 'en', 'sk', '\t'), { maxLength: 10 }).map((pieces) => pieces.join('')),
);

const RUNS = { numRuns: 2_000 };

describe('changing the language of an address', () => {
  it('and changing it back leads to the same address', () => {
    fc.assert(
      fc.property(written, locale, (url, other) => {
        const own = splitPath(url).prefix ?? 'cs';
        expect(switchLocale(switchLocale(url, other), own)).toBe(url);
      }),
      RUNS,
    );
  });
  it('a second time changes nothing more, and the way there does not matter', () => {
    fc.assert(
      fc.property(anything, locale, (url, one) => {
        expect(localePath(localePath(url, one), one)).toBe(localePath(url, one));
      }),
      RUNS,
    );
    fc.assert(
      fc.property(written, locale, locale, (url, one, other) => {
        expect(switchLocale(switchLocale(url, one), other)).toBe(switchLocale(url, other));
      }),
      RUNS,
    );
  });
  it('gives an address of that language', () => {
    fc.assert(
      fc.property(anything, locale, (url, one) => {
        expect(splitPath(localePath(url, one)).prefix ?? 'cs').toBe(one);
      }),
      RUNS,
    );
  });
  it('keeps query and hash to the letter', () => {
    fc.assert(
      fc.property(written, tail, locale, (url, { query, hash }, one) => {
        const bare = url.replace(/[?#][\s\S]*$/, '');
        expect(switchLocale(bare + query + hash, one)).toBe(switchLocale(bare, one) + query + hash);
      }),
      RUNS,
    );
  });
  it('never leads to another host, and leaves no slash at the end', () => {
    fc.assert(
      fc.property(anything, locale, (url, one) => {
        const made = localePath(url, one);
        expect(new URL(made, 'https://log.example').origin).toBe('https://log.example');
        expect(made.replace(/[?#][\s\S]*$/, '')).toMatch(/^\/$|[^/]$/);
      }),
      RUNS,
    );
  });
});

describe('a link', () => {
  it('gives its parameter back from one segment', () => {
    fc.assert(
      fc.property(route, param, locale, (to, value, one) => {
        const names = [...to.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
        const made = href(to.path, Object.fromEntries(names.map((name) => [name, value])), one);
        expect(new URL(made, 'https://log.example').pathname.split('/')).toHaveLength(localePath(to.path, one).split('/').length);
        if (names.length > 0) expect(decodeURIComponent(made.split('/').at(-1) ?? '')).toBe(value.toWellFormed());
      }),
      RUNS,
    );
  });
  it('is the localised path of its filled name', () => {
    fc.assert(
      fc.property(route, param, locale, (to, value, one) => {
        const params = { id: value, token: value };
        expect(href(to.path, params, one)).toBe(localePath(fillPath(to.path, params), one));
      }),
      RUNS,
    );
  });
});

describe('the language of a request', () => {
  const maybe = (values: fc.Arbitrary<string>) => fc.oneof(fc.constant(null), values);
  const signals = fc.record({
    path: fc.oneof(written, anything),
    cookie: maybe(fc.oneof(fc.constantFrom('cs', 'en', 'sk', 'ja', 'EN', ''), text)),
    acceptLanguage: maybe(fc.oneof(fc.constantFrom('en', 'sk-SK,en;q=0.5', 'de', '*'), text)),
    secFetchSite: maybe(fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none', '')),
    referer: maybe(fc.oneof(fc.constantFrom('https://log.example/x', 'https://other.example/'), text)),
    host: maybe(fc.oneof(fc.constantFrom('log.example', 'log.example:443'), text)),
  });
  it('is always one of ours, and only the home page leads elsewhere: to itself in another language', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const { locale: found, redirect } = detectLocale(given);
        expect(isLocale(found)).toBe(true);
        if (redirect === null) return;
        const { path, query } = splitPath(given.path);
        expect([path, found]).toEqual(['/', expect.stringMatching(/^(en|sk)$/)]);
        expect(redirect).toBe(`/${found}${query}`);
        // Where it leads, nothing redirects again.
        expect(detectLocale({ ...given, path: redirect })).toEqual({ locale: found, redirect: null });
      }),
      RUNS,
    );
  });
  it('stays Czech for the home page of anybody who comes from our own pages', () => {
    fc.assert(
      fc.property(signals, (given) => {
        expect(detectLocale({ ...given, path: '/', secFetchSite: 'same-origin' })).toEqual({ locale: 'cs', redirect: null });
      }),
      RUNS,
    );
  });
});

describe('alternates', () => {
  it('are the same on every twin of a page, and one of them is the page itself', () => {
    const base = 'https://log.example';
    const alternates = (path: (typeof ROUTES)[number]['path'], one: Locale, query: string) =>
      headTags({ route: path, params: {}, locale: one, base, query }).filter(({ attrs }) => attrs.rel === 'alternate');
    for (const { path } of ROUTES.filter(({ indexable }) => indexable))
      for (const one of LOCALES) {
        expect(alternates(path, one, 'a=b')).toEqual(alternates(path, 'cs', ''));
        expect(alternates(path, one, '').find(({ attrs }) => attrs.hreflang === one)?.attrs.href).toBe(
          new URL(localePath(path, one), base).href,
        );
      }
  });
});
