import type { APIRoute } from 'astro';
import { routeText } from '../layouts/page.ts';
import { LOCALES } from '../lib/constants.ts';
import { translator } from '../lib/i18n/index.ts';
import { ROUTES } from '../lib/routes.ts';

/** Words of the page that the service worker shows while the server doesn't answer, in every language, with the names of all pages: nobody's data. */
export const prerender = true;

const WORDS = ['title', 'text', 'retry', 'asking', 'still'] as const;

export const GET: APIRoute = () => {
  const words = LOCALES.map((locale) => {
    const t = translator(locale);
    const own = Object.fromEntries(WORDS.map((key) => [key, t(`error-pages:offline.${key}`, { time: '{{time}}' })]));
    const names = Object.fromEntries(ROUTES.map(({ path }) => [path, routeText(t, path, 'name')]));
    return [locale, { ...own, names }] as const;
  });
  return new Response(JSON.stringify(Object.fromEntries(words)), { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
};
