import { type RoutePath, routeOf } from '../../lib/routes.ts';

/** What the help of a page says, in this order: `help:page.<route>.<part>`. */
export const HELP_PARTS = ['what', 'first', 'words', 'missing'] as const;

/** Has the page help? Every one that wants a sign-in has. */
export const isHelped = (path: RoutePath): boolean => routeOf(path).access !== 'public';

const LOGGERS: readonly RoutePath[] = ['/docs/first-logger', '/docs/send-readings'];
const MACHINES: readonly RoutePath[] = ['/docs/first-logger', '/docs/capture'];
/** Guides that fit a page. */
const GUIDES: { readonly [Path in RoutePath]?: readonly RoutePath[] } = {
  '/dlog/dataloggers': LOGGERS,
  '/dlog/dataloggers/{id}': ['/docs/charts', ...LOGGERS],
  '/dlog/charts': ['/docs/charts'],
  '/dlog/charts/{id}': ['/docs/charts'],
  '/dlog/alarms': ['/docs/charts'],
  '/dlog/alarms/{id}': ['/docs/charts'],
  '/dlog/logger-types': LOGGERS,
  '/dlog/logger-types/{id}': LOGGERS,
  '/dlog/sensor-types': LOGGERS,
  '/dlog/sensor-types/{id}': LOGGERS,
  '/dlog/received-data': ['/docs/send-readings'],
  '/dlog/received-data/{id}': ['/docs/send-readings'],
  '/dlog/recordings2': ['/docs/charts'],
  '/dlog/recordings2/{id}': ['/docs/charts'],
  '/dlog/recording-overlay': ['/docs/charts'],
  '/dlog/recording-plans': ['/docs/charts'],
  '/dlog/calibrations': ['/docs/charts'],
  '/dlog/marks': ['/docs/charts'],
  '/tm/measurements': ['/docs/capture'],
  '/tm/measurements/{id}': ['/docs/charts', '/docs/capture'],
  '/tm/screens': ['/docs/capture'],
  '/tm/screens/{id}': ['/docs/capture'],
  '/tm/operations': ['/docs/capture'],
  '/tm/operations/{id}': ['/docs/capture'],
  '/tm/allowance-sets': ['/docs/capture'],
  '/tm/allowance-sets/{id}': ['/docs/capture'],
  '/org/machines': MACHINES,
  '/org/machines/{id}': ['/docs/charts', ...MACHINES],
  '/org/workspace/workspace': ['/docs/people'],
  '/org': ['/docs/people'],
  '/user/dashboard': [...MACHINES, '/docs/people'],
  '/playground/env-selector': ['/docs/hosting'],
};

export const guidesFor = (path: RoutePath): readonly RoutePath[] => GUIDES[path] ?? [];
