import type { RoutePath } from '../lib/routes.ts';

/** Order of the public menus; `scripts/check-routes.ts` holds them against `nav` of the route table. */
export const HEADER_MENU = [
  '/apps/datalogging',
  '/apps/time-tracking',
  '/pricing',
  '/references',
  '/contacts',
] as const satisfies readonly RoutePath[];

export const FOOTER_MENU = {
  apps: ['/apps', '/apps/datalogging', '/apps/time-tracking', '/apps/work-day-snapshot', '/pricing'],
  about: ['/references', '/docs', '/docs/news', '/contacts', '/privacy', '/gdpr'],
} as const satisfies Record<string, readonly RoutePath[]>;
