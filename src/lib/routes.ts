import type { Scope } from './contract/scopes.ts';

/**
 * THE list of routes. Twins, guard, menu, titles, hreflang, sitemap and the end-to-end tests are derived from it, and the
 * build fails when it and `src/pages` disagree. Paths are those of the default locale (Czech); `{id}` is a parameter.
 */

export type Access =
  /** Anybody. */
  | 'public'
  /** A signed-in user; first data is rendered for him. */
  | 'user'
  /** Development, or the scope `playground`. */
  | 'playground';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** May the text stand for `{id}` in a path? */
export const isUuid = (text: string): boolean => UUID.test(text);

/** May anybody see pages of this access? The one rule for the server's guard and the browser's. @throws Error for an access nobody knows */
export function isOpen(access: string, development: boolean): boolean {
  switch (access) {
    case 'public':
      return true;
    case 'user':
      return false;
    case 'playground':
      return development;
    default:
      throw new Error(`Unknown route middleware: '${access}'.`);
  }
}

export type Layout = 'Clear' | 'Default' | 'Public' | 'Signup';
export type Area = 'home' | 'general' | 'apps' | 'docs' | 'dlog' | 'org' | 'tm' | 'user' | 'playground' | 'signup';
/** Where a link to the route stands. `rail:*` are the groups of the signed-in rail. */
export type Nav = 'header' | 'footer' | 'rail:top' | 'rail:data' | 'rail:time' | 'rail:organization' | 'user';

interface RouteShape {
  readonly path: string;
  readonly area: Area;
  readonly access: Access;
  readonly layout: Layout;
  /** Rendered at build, without any tenant data. */
  readonly prerender: boolean;
  /** In the sitemap, with canonical and alternates. */
  readonly indexable: boolean;
  readonly nav: readonly Nav[];
  /** Name of a lucide icon, for the rail. */
  readonly icon?: string;
  /** The scope without which the menu doesn't offer the route and the page answers 403. */
  readonly scope?: Scope;
  /** Another scope that opens the route as well, on a screen of its own. */
  readonly orScope?: Scope;
  /** Not among the 34 paths of the specification. */
  readonly extra?: true;
}

function page(path: string, area: Area, layout: Layout, nav: readonly Nav[] = [], over: Partial<RouteShape> = {}) {
  return { path, area, access: 'public', layout, prerender: true, indexable: true, nav, ...over } as const satisfies RouteShape;
}
function guarded(path: string, area: Area, scope: Scope | undefined, nav: readonly Nav[] = [], icon?: string) {
  return {
    path,
    area,
    access: 'user',
    layout: 'Default',
    prerender: false,
    indexable: false,
    nav,
    ...(icon ? { icon } : {}),
    ...(scope ? { scope } : {}),
  } as const satisfies RouteShape;
}

const TABLE = {
  '/': page('/', 'home', 'Default'),
  '/login': page('/login', 'general', 'Default', [], { indexable: true }),
  '/gdpr': page('/gdpr', 'general', 'Default', ['footer']),
  '/pricing': page('/pricing', 'general', 'Default', ['header', 'footer']),
  '/privacy': page('/privacy', 'general', 'Default', ['footer']),
  '/references': page('/references', 'general', 'Default', ['header', 'footer']),
  '/apps': page('/apps', 'apps', 'Public', ['footer']),
  '/apps/datalogging': page('/apps/datalogging', 'apps', 'Public', ['header', 'footer']),
  '/apps/datalogging/index1': page('/apps/datalogging/index1', 'apps', 'Public'),
  '/apps/time-tracking': page('/apps/time-tracking', 'apps', 'Public', ['header', 'footer']),
  '/apps/work-day-snapshot': page('/apps/work-day-snapshot', 'apps', 'Public', ['footer']),
  '/contacts': page('/contacts', 'apps', 'Public', ['header', 'footer']),
  '/apps/datalogging.hnuj': page('/apps/datalogging.hnuj', 'apps', 'Clear', [], { indexable: false }),

  '/docs': page('/docs', 'docs', 'Public', ['footer']),
  '/docs/first-logger': page('/docs/first-logger', 'docs', 'Public'),
  '/docs/send-readings': page('/docs/send-readings', 'docs', 'Public'),
  '/docs/capture': page('/docs/capture', 'docs', 'Public'),
  '/docs/charts': page('/docs/charts', 'docs', 'Public'),
  '/docs/people': page('/docs/people', 'docs', 'Public'),
  '/docs/hosting': page('/docs/hosting', 'docs', 'Public'),
  '/docs/news': page('/docs/news', 'docs', 'Public', ['footer']),

  '/dlog/dataloggers': guarded('/dlog/dataloggers', 'dlog', 'dlog:read', ['rail:data'], 'radio-receiver'),
  '/dlog/dataloggers/{id}': guarded('/dlog/dataloggers/{id}', 'dlog', 'dlog:read'),
  '/dlog/charts': guarded('/dlog/charts', 'dlog', 'dlog:read', ['rail:data'], 'chart-line'),
  '/dlog/charts/{id}': { ...guarded('/dlog/charts/{id}', 'dlog', 'dlog:read'), extra: true },
  '/dlog/alarms': guarded('/dlog/alarms', 'dlog', 'dlog:read', ['rail:data'], 'bell'),
  '/dlog/alarms/{id}': guarded('/dlog/alarms/{id}', 'dlog', 'dlog:read'),
  '/dlog/logger-types': guarded('/dlog/logger-types', 'dlog', 'dlog:read', ['rail:data'], 'boxes'),
  '/dlog/logger-types/{id}': guarded('/dlog/logger-types/{id}', 'dlog', 'dlog:read'),
  '/dlog/sensor-types': guarded('/dlog/sensor-types', 'dlog', 'dlog:read', ['rail:data'], 'thermometer'),
  '/dlog/sensor-types/{id}': guarded('/dlog/sensor-types/{id}', 'dlog', 'dlog:read'),
  '/dlog/received-data': guarded('/dlog/received-data', 'dlog', 'dlog:read', ['rail:data'], 'inbox'),
  '/dlog/received-data/{id}': guarded('/dlog/received-data/{id}', 'dlog', 'dlog:read'),
  '/dlog/recordings2': guarded('/dlog/recordings2', 'dlog', 'dlog:read', ['rail:data'], 'file-chart-line'),
  '/dlog/recordings2/{id}': guarded('/dlog/recordings2/{id}', 'dlog', 'dlog:read'),
  '/dlog/recording-overlay': { ...guarded('/dlog/recording-overlay', 'dlog', 'dlog:read'), extra: true },
  '/dlog/recording-plans': { ...guarded('/dlog/recording-plans', 'dlog', 'dlog:read'), extra: true },
  '/dlog/calibrations': { ...guarded('/dlog/calibrations', 'dlog', 'dlog:read', ['rail:data'], 'gauge'), extra: true },
  '/dlog/marks': { ...guarded('/dlog/marks', 'dlog', 'dlog:read', ['rail:data'], 'highlighter'), extra: true },
  '/dlog/reports': guarded('/dlog/reports', 'dlog', 'dlog:read', ['rail:data'], 'file-clock'),

  '/tm/measurements': guarded('/tm/measurements', 'tm', 'tm:read', ['rail:time'], 'timer'),
  '/tm/measurements/{id}': guarded('/tm/measurements/{id}', 'tm', 'tm:read'),
  '/tm/screens': { ...guarded('/tm/screens', 'tm', 'tm:read', ['rail:time'], 'layout-grid'), orScope: 'tm:capture' },
  '/tm/screens/{id}': { ...guarded('/tm/screens/{id}', 'tm', 'tm:read'), orScope: 'tm:capture' },
  '/tm/operations': { ...guarded('/tm/operations', 'tm', 'tm:read', ['rail:time'], 'clipboard-list'), extra: true },
  '/tm/operations/{id}': { ...guarded('/tm/operations/{id}', 'tm', 'tm:read'), extra: true },
  '/tm/allowance-sets': { ...guarded('/tm/allowance-sets', 'tm', 'tm:read', ['rail:time'], 'percent'), extra: true },
  '/tm/allowance-sets/{id}': { ...guarded('/tm/allowance-sets/{id}', 'tm', 'tm:read'), extra: true },

  '/org/machines': guarded('/org/machines', 'org', 'machines:read', ['rail:organization'], 'factory'),
  '/org/machines/{id}': guarded('/org/machines/{id}', 'org', 'machines:read'),
  '/org/workspace/workspace': guarded('/org/workspace/workspace', 'org', 'org:read', ['rail:organization'], 'warehouse'),
  '/org': guarded('/org', 'org', 'org:read', ['rail:organization'], 'building-2'),

  '/user/dashboard': guarded('/user/dashboard', 'user', undefined, ['rail:top'], 'layout-dashboard'),
  '/user/profile': guarded('/user/profile', 'user', undefined, ['user'], 'circle-user'),

  '/playground/env-selector': {
    path: '/playground/env-selector',
    area: 'playground',
    access: 'playground',
    layout: 'Default',
    prerender: false,
    indexable: false,
    nav: ['user'],
    scope: 'playground',
  },

  '/shared/recording/{token}': page('/shared/recording/{token}', 'general', 'Clear', [], {
    prerender: false,
    indexable: false,
    extra: true,
  }),

  '/embed/{token}': page('/embed/{token}', 'general', 'Clear', [], { prerender: false, indexable: false, extra: true }),

  '/signup/setup': page('/signup/setup', 'signup', 'Signup', [], { prerender: false, indexable: false, extra: true }),
  '/signup/invitation/{token}': page('/signup/invitation/{token}', 'signup', 'Signup', [], {
    prerender: false,
    indexable: false,
    extra: true,
  }),
  '/signup/reset/{token}': page('/signup/reset/{token}', 'signup', 'Signup', [], { prerender: false, indexable: false, extra: true }),
} as const satisfies Record<string, RouteShape>;

/** The default-locale path of a route, with `{id}`: the name by which everything refers to it. */
export type RoutePath = keyof typeof TABLE;
export type Route = RouteShape & { readonly path: RoutePath };

export const ROUTES: readonly Route[] = Object.values(TABLE) as unknown as Route[];

/** The route of a path of the table. */
export function routeOf(path: RoutePath): Route {
  return TABLE[path] as Route;
}

/** The key of a route in `locales/<locale>/routes.json` and the files of the public pages. */
export function routeKey(path: RoutePath): string {
  return path === '/' ? 'home' : path.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '');
}

/** Does a page tell of one thing, which somebody may sign on paper? The workspace is the one that the person has chosen. */
export const isOfOne = ({ path }: Route): boolean => path.includes('{id}') || path === '/org/workspace/workspace';

/** Scopes of which one is enough for the route; empty = none is wanted. */
export const scopesFor = ({ scope, orScope }: Pick<RouteShape, 'scope' | 'orScope'>): Scope[] =>
  [scope, orScope].filter((one) => one !== undefined);

/** May somebody with these scopes open the route? */
export function opens(route: Pick<RouteShape, 'scope' | 'orScope'>, scopes: readonly string[]): boolean {
  const wanted = scopesFor(route);
  return wanted.length === 0 || wanted.some((scope) => scopes.includes(scope));
}

/** Astro's pattern of a route in one locale: `{id}` becomes `[id]`, `/` in English is `/en`. */
export function routePattern(path: string, locale: string, defaultLocale = 'cs'): string {
  const pattern = path.replaceAll('{', '[').replaceAll('}', ']');
  if (locale === defaultLocale) return pattern;
  return pattern === '/' ? `/${locale}` : `/${locale}${pattern}`;
}

/** Patterns that belong to no row of the table and may be rendered for anybody. */
export const UNMATCHED_PATTERN = '/[...path]';
export const PAYLOAD_PATTERN = '/[...path]/_payload.json';
export const SYSTEM_PATTERNS: readonly string[] = [
  UNMATCHED_PATTERN,
  PAYLOAD_PATTERN,
  '/404',
  '/500',
  '/sitemap.xml',
  '/robots.txt',
  '/offline.json',
  '/builds/latest.json',
  '/builds/meta/[id].json',
];
