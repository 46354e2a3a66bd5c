import type { APIRoute } from 'astro';
import { LOCALES } from '../lib/constants.ts';
import { translator } from '../lib/i18n/index.ts';

/** Words of the page that the service worker shows while the server doesn't answer, in every language: nobody's data. */
export const prerender = true;

export const GET: APIRoute = () => {
  const words = LOCALES.map((locale) => {
    const t = translator(locale);
    const word = (key: 'title' | 'text' | 'retry') => t(`errors:page.offline.${key}`);
    return [locale, { title: word('title'), text: word('text'), retry: word('retry') }] as const;
  });
  return new Response(JSON.stringify(Object.fromEntries(words)), { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
};
