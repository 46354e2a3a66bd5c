import type { APIRoute } from 'astro';
import { LOCALES } from '../lib/constants.ts';
import { localePath } from '../lib/i18n/href.ts';
import { ROUTES } from '../lib/routes.ts';

/** Areas without indexable pages are closed in every language, together with the page of the area itself (`/org`). */
export const prerender = true;

export const GET: APIRoute = ({ site }) => {
  const areas = new Set(ROUTES.map((route) => route.area));
  for (const route of ROUTES) if (route.indexable) areas.delete(route.area);
  const closed = [...areas].flatMap((area) => LOCALES.map((locale) => `Disallow: ${localePath(`/${area}`, locale)}`));
  const body = ['User-agent: *', 'Disallow: /v1/', ...closed, '', `Sitemap: ${site?.origin ?? ''}/sitemap.xml`, ''].join('\n');
  return new Response(body, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
