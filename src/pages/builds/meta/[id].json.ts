import type { APIRoute, GetStaticPaths } from 'astro';
import { BUILD_ID, BUILD_TIMESTAMP } from '../../../lib/build.ts';
import { LOCALES } from '../../../lib/constants.ts';
import { localePath } from '../../../lib/i18n/href.ts';
import { ROUTES } from '../../../lib/routes.ts';

/** The manifest of one build: which routes are files. Matchers by rules are not used, so they are empty. */
export const prerender = true;

export const getStaticPaths = (() => [{ params: { id: BUILD_ID } }]) satisfies GetStaticPaths;

export const GET: APIRoute = () =>
  Response.json({
    id: BUILD_ID,
    timestamp: BUILD_TIMESTAMP,
    matcher: { static: {}, wildcard: {}, dynamic: {} },
    prerendered: ROUTES.filter((route) => route.prerender).flatMap((route) => LOCALES.map((locale) => localePath(route.path, locale))),
  });
