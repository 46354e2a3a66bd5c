import type { APIRoute } from 'astro';
import { BUILD_TIMESTAMP } from '../lib/build.ts';
import { LOCALES } from '../lib/constants.ts';
import { headTags } from '../lib/i18n/head.ts';
import { localePath } from '../lib/i18n/href.ts';
import { ROUTES } from '../lib/routes.ts';

/** Every indexable page in every language, each with its alternates. */
export const prerender = true;

export const GET: APIRoute = ({ site }) => {
  const base = site?.origin ?? '';
  // The pages are made from the texts of the build: as old as its commit.
  const changed = new Date(BUILD_TIMESTAMP).toISOString().slice(0, 10);
  const urls = ROUTES.filter((route) => route.indexable).flatMap((route) =>
    LOCALES.map((locale) => {
      const alternates = headTags({ route: route.path, locale, base })
        .filter(({ attrs }) => attrs.rel === 'alternate')
        .map(({ attrs }) => `<xhtml:link rel="alternate" hreflang="${attrs.hreflang}" href="${attrs.href}"/>`);
      return `<url><loc>${base}${localePath(route.path, locale)}</loc><lastmod>${changed}</lastmod>${alternates.join('')}</url>`;
    }),
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
  return new Response(body, { headers: { 'Content-Type': 'application/xml' } });
};
