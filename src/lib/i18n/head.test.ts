import { describe, expect, it } from 'vitest';
import { LOCALES } from '../constants.ts';
import { ROUTES } from '../routes.ts';
import { headTags } from './head.ts';

const base = 'https://log.example';
const tags = (over: Partial<Parameters<typeof headTags>[0]> = {}) =>
  headTags({ route: '/pricing', locale: 'en', base, query: '', ...over });
const links = (all: ReturnType<typeof headTags>) =>
  all.filter(({ tag }) => tag === 'link').map(({ attrs }) => [attrs.hreflang ?? attrs.rel, attrs.href]);

describe('the head of an indexable page', () => {
  it('names its language, its address and its other languages', () => {
    expect(tags()[0]).toEqual({ tag: 'html', attrs: { lang: 'en-US' } });
    expect(links(tags())).toEqual([
      ['canonical', `${base}/en/pricing`],
      ['cs', `${base}/pricing`],
      ['cs-CZ', `${base}/pricing`],
      ['en', `${base}/en/pricing`],
      ['en-US', `${base}/en/pricing`],
      ['sk', `${base}/sk/pricing`],
      ['sk-SK', `${base}/sk/pricing`],
      ['x-default', `${base}/pricing`],
    ]);
    expect(
      tags()
        .filter(({ tag }) => tag === 'meta')
        .map(({ attrs }) => [attrs.property, attrs.content]),
    ).toEqual([
      ['og:locale', 'en_US'],
      ['og:locale:alternate', 'cs_CZ'],
      ['og:locale:alternate', 'sk_SK'],
    ]);
  });
  it('writes the home page without a slash behind the language', () => {
    expect(links(tags({ route: '/', locale: 'sk', base: `${base}/` }))).toContainEqual(['canonical', `${base}/sk`]);
    expect(links(tags({ route: '/', locale: 'cs' }))).toContainEqual(['canonical', `${base}/`]);
  });
  it('leaves the query out of every address', () => {
    for (const { attrs } of tags({ query: 'utm=1' })) expect(attrs.href ?? '').not.toContain('utm');
  });
});

describe('a page that is not for search engines', () => {
  it('names its language and nothing else', () => {
    for (const route of [null, ...ROUTES.filter((one) => !one.indexable).map((one) => one.path)])
      for (const locale of LOCALES) {
        const params = { id: '1', token: 't' };
        expect(headTags({ route, params, locale, base, query: '' }).map(({ tag }) => tag)).toEqual(['html']);
      }
  });
});
