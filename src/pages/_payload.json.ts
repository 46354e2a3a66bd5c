import type { APIRoute, GetStaticPaths } from 'astro';
import { BUILD_ID, BUILD_TIMESTAMP } from '../lib/build.ts';
import { LOCALES, type Locale } from '../lib/constants.ts';
import { localePath } from '../lib/i18n/href.ts';
import { ROUTES, type RoutePath } from '../lib/routes.ts';
import { contentOf } from '../sections/content.ts';

/** The data of a prerendered page beside its HTML: `/pricing/_payload.json`. */
export const prerender = true;

export const getStaticPaths = (() =>
  ROUTES.filter((route) => route.prerender).flatMap((route) =>
    LOCALES.map((locale) => {
      const path = localePath(route.path, locale).slice(1);
      return { params: { path: path === '' ? undefined : path }, props: { route: route.path, locale } };
    }),
  )) satisfies GetStaticPaths;

export const GET: APIRoute<{ route: RoutePath; locale: Locale }> = ({ props: { route, locale }, site }) => {
  const { head, data } = contentOf(route, locale, site?.origin ?? '');
  return Response.json({ route: localePath(route, locale), locale, build_id: BUILD_ID, prerendered_at: BUILD_TIMESTAMP, head, data });
};
