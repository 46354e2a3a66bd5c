import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepLanguage } from './public-language.ts';

interface Link {
  dataset: { locale: string };
  search: string;
  hash: string;
}

/** As much of a browser as the function touches. */
function visit(lang: string, url = 'http://log.example/en/pricing?a=b#c') {
  const cookies: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('location', new URL(url));
  vi.stubGlobal('document', {
    documentElement: { lang },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    set cookie(text: string) {
      cookies.push(text);
    },
  });
  keepLanguage();
  const press = (type: string, button: number, link: Link | null) => listeners.get(type)?.({ button, target: { closest: () => link } });
  return { cookies, press };
}
const linkTo = (locale: string): Link => ({ dataset: { locale }, search: '', hash: '' });

afterEach(() => vi.unstubAllGlobals());

describe('the cookie of the language', () => {
  it('is written at every visit, for a year, for the whole site', () => {
    expect(visit('sk-SK').cookies).toEqual(['i18n_redirected=sk; Path=/; Max-Age=31536000; SameSite=Lax']);
    expect(visit('cs-CZ', 'https://log.example/').cookies).toEqual(['i18n_redirected=cs; Path=/; Max-Age=31536000; SameSite=Lax; Secure']);
  });

  it('is overwritten whatever it held: a page is always in a language of ours', () => {
    expect(visit('').cookies[0]).toMatch(/^i18n_redirected=cs;/);
  });

  it('is written by the language switch before its link is followed', () => {
    for (const [type, button] of [
      ['click', 0],
      ['auxclick', 1],
    ] as const) {
      const { cookies, press } = visit('en-US');
      press(type, button, linkTo('sk'));
      expect(cookies[1]).toMatch(/^i18n_redirected=sk;/);
    }
  });

  it('is left alone by other links and by the menu of the right button', () => {
    const { cookies, press } = visit('en-US');
    press('click', 0, null);
    press('auxclick', 2, linkTo('sk'));
    expect(cookies).toHaveLength(1);
  });
});

it('the language switch keeps the query and the hash that the page has by now', () => {
  const { press } = visit('en-US', 'http://log.example/en/pricing?a=b#c');
  const link = linkTo('cs');
  press('click', 0, link);
  expect(link).toMatchObject({ search: '?a=b', hash: '#c' });
});
