import { DEFAULT_LOCALE, LOCALES, type Locale } from './constants.ts';
import type { Profile } from './contract/auth.ts';
import { isOpen, isUuid, opens, ROUTES, type Route, routePattern, SYSTEM_PATTERNS } from './routes.ts';

/** What the guard knows of whoever asks for a page. */
export type Visitor = { kind: 'user'; profile: Profile } | { kind: 'shell' } | { kind: 'anonymous' };

export type Decision =
  /** Render it, with data for a user. */
  | 'page'
  /** Render it without any tenant data; the browser gets a new token and loads them. */
  | 'shell'
  | 'login'
  | 'forbidden'
  | 'not_found';

const BY_PATTERN = new Map(
  ROUTES.flatMap((route) => LOCALES.map((locale) => [routePattern(route.path, locale, DEFAULT_LOCALE), { route, locale }] as const)),
);

/** The route and the locale of a pattern that Astro matched. */
export function routeOfPattern(pattern: string): { route: Route; locale: Locale } | null {
  return BY_PATTERN.get(pattern) ?? null;
}

/** Decides by the matched pattern alone, never by the path: what is neither in the table nor known to the system is refused. */
export function guard(request: {
  pattern: string;
  params: Record<string, string | undefined>;
  visitor: Visitor;
  development: boolean;
}): Decision {
  const { pattern, params, visitor, development } = request;
  const route = routeOfPattern(pattern)?.route;
  if (!route) return SYSTEM_PATTERNS.includes(pattern) ? 'page' : 'not_found';
  const open = isOpen(route.access, development);
  if (!open && visitor.kind === 'anonymous') return 'login';
  if ('id' in params && !isUuid(params.id ?? '')) return 'not_found';
  if (open) return 'page';
  if (visitor.kind !== 'user') return 'shell';
  return opens(route, visitor.profile.scope) ? 'page' : 'forbidden';
}
