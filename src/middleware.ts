import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { AUTH_COOKIE_PREFIX, DEFAULT_LOCALE, DEMO_VISITOR_ID, type Locale, REFRESH_LIFE_S, SHELL_QUERY } from './lib/constants.ts';
import { guard, routeOfPattern, type Visitor } from './lib/guard.ts';
import { href } from './lib/i18n/href.ts';
import { todaysAddress } from './lib/old-addresses.ts';
import { UNMATCHED_PATTERN } from './lib/routes.ts';

/** The unmatched route renders refusals; no page can have this path. */
const REFUSAL = '/~';

/** Lets a server-rendered page pass, or not, by its matched route. Prerendered pages never come here in production. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, routePattern } = context;
  if (context.isPrerendered) return next();
  const viewer = locals.viewer ?? { kind: 'anonymous' as const };
  // A device keeps the shell of a page to open it without network: nobody's data may be in it.
  const visitor: Visitor = viewer.kind === 'user' && context.url.searchParams.has(SHELL_QUERY) ? { kind: 'shell' } : viewer;
  const decision = guard({ pattern: routePattern, params: context.params, visitor, development: import.meta.env.DEV });
  const matched = routeOfPattern(routePattern);
  const moved = matched && todaysAddress(matched.route.path, matched.locale, context.url.searchParams);
  if (moved) return toAddress(context, moved);
  locals.fullPath ??= locals.requestedPath + context.url.search;
  locals.user = visitor.kind === 'user' ? visitor.profile : null;
  locals.isDemo = (viewer.kind === 'user' ? viewer.profile.id : viewer.kind === 'shell' && viewer.userId) === DEMO_VISITOR_ID;
  if (decision === 'login') return toLogin(context, matched?.locale ?? DEFAULT_LOCALE);
  if (visitor.kind !== 'anonymous') keepXsrf(context);
  if (decision === 'forbidden') locals.problem = { status: 403, scope: matched?.route.scope ?? '' };
  if (decision === 'not_found') locals.problem = { status: 404 };
  const response = await (locals.problem && routePattern !== UNMATCHED_PATTERN ? next(REFUSAL) : next());
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
});

const XSRF_COOKIE = 'XSRF-TOKEN';
const XSRF_BYTES = 18;

/** Half of the double-submit check of writes; the log-in answer sets it too. */
function keepXsrf({ cookies, locals }: APIContext): void {
  if (cookies.has(XSRF_COOKIE)) return;
  const value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(XSRF_BYTES))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
  cookies.set(XSRF_COOKIE, value, cookieOptions(locals));
}

const cookieOptions = (locals: App.Locals) => ({
  path: '/',
  maxAge: REFRESH_LIFE_S,
  sameSite: 'lax' as const,
  secure: locals.config.siteUrl.startsWith('https:'),
});

/** Remembers the page for after the log-in. */
function toLogin(context: APIContext, locale: Locale): Response {
  context.cookies.set(`${AUTH_COOKIE_PREFIX}redirect`, context.url.pathname + context.url.search, cookieOptions(context.locals));
  return toAddress(context, href('/login', {}, locale));
}

function toAddress(context: APIContext, address: string): Response {
  const response = context.redirect(address, 302);
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}
