import type { IncomingHttpHeaders } from 'node:http';
import { LOCALE_COOKIE } from '../../../constants.ts';
import { detectLocale } from '../../../i18n/detect.ts';
import { switchLocale } from '../../../i18n/href.ts';
import { splitPath } from '../../../i18n/paths.ts';
import { readCookie } from '../../kernel/cookies.ts';
import { PRIVATE } from '../../kernel/headers.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';
import { readTarget } from './target.ts';

/** What a request outside the API is answered with. */
export type Answer =
  | { kind: 'file'; file: StaticFile }
  /** To be rendered by Astro for this target. */
  | { kind: 'page'; target: string }
  /** Answered without a page: redirects, and requests that no browser makes by itself. */
  | { kind: 'bare'; status: number; headers: Readonly<Record<string, string>> };

export interface PageRequest {
  method: string;
  /** Origin form of the target, as sent. */
  url: string;
  headers: IncomingHttpHeaders;
}

/** Where people come before anybody knows their language; the server prints the link of the set-up. */
const WITHOUT_LANGUAGE = ['/', '/signup/setup'];
/** Astro puts these into every build; nothing here uses them. */
const UNUSED = /^\/(?:_image|_server-islands|_actions)(?:\/|$)/;
/** Rendered as "not found" in place of a path that routers read differently. */
const NO_PAGE = '/~';
/** Astro has pages at these paths, for what it could not answer; nobody may ask for them. */
const ERROR_PAGES = ['/404', '/500'];

export function chooseAnswer({ method, url, headers }: PageRequest, files: StaticFiles): Answer {
  const target = readTarget(url);
  if (target.kind === 'refused') return bare(target.status);
  if (method !== 'GET' && method !== 'HEAD') return bare(405, { Allow: 'GET, HEAD' });
  if (target.kind === 'redirect') return bare(301, { Location: target.location, 'Cache-Control': 'no-cache' });
  if (target.kind === 'strange' || ERROR_PAGES.includes(target.path)) return { kind: 'page', target: NO_PAGE + splitPath(url).query };
  const language = WITHOUT_LANGUAGE.includes(target.path) ? firstLanguage(url, headers) : null;
  if (language !== null) return bare(302, { Location: language, Vary: 'Cookie, Accept-Language' });
  const file = files.get(target.path);
  if (file) return { kind: 'file', file };
  if (UNUSED.test(target.path)) return bare(404);
  return { kind: 'page', target: url };
}

/** Where a first visit is sent for its language, or null. The home page knows how; what it would do holds for the others too. */
function firstLanguage(url: string, headers: IncomingHttpHeaders): string | null {
  const site = headers['sec-fetch-site'];
  const home = `/${splitPath(url).query}`;
  const { locale, redirect } = detectLocale({
    path: home,
    cookie: readCookie(headers.cookie, LOCALE_COOKIE),
    acceptLanguage: headers['accept-language'] ?? null,
    secFetchSite: typeof site === 'string' ? site : null,
    referer: headers.referer ?? null,
    host: headers.host ?? null,
  });
  return redirect && switchLocale(url, locale);
}

export function bare(status: number, headers: Record<string, string> = {}): Extract<Answer, { kind: 'bare' }> {
  return { kind: 'bare', status, headers: { 'Cache-Control': PRIVATE, ...headers } };
}
