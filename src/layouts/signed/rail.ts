import {
  Bell,
  Boxes,
  Building2,
  ChartLine,
  ClipboardList,
  Factory,
  FileChartLine,
  FileClock,
  Gauge,
  Highlighter,
  Inbox,
  LayoutDashboard,
  LayoutGrid,
  type LucideIcon,
  Percent,
  RadioReceiver,
  Thermometer,
  Timer,
  Warehouse,
} from 'lucide-react';
import type { Profile } from '../../lib/contract/auth.ts';
import type { MenuCounts } from '../../lib/contract/menu-counts.ts';
import { type Nav, opens, ROUTES, type Route, type RoutePath } from '../../lib/routes.ts';
import type { Page } from '../page.ts';

/** Drawings of the rail by the names in the route table. */
export const RAIL_ICONS: Readonly<Record<string, LucideIcon>> = {
  bell: Bell,
  boxes: Boxes,
  'building-2': Building2,
  'chart-line': ChartLine,
  'clipboard-list': ClipboardList,
  factory: Factory,
  'file-chart-line': FileChartLine,
  gauge: Gauge,
  highlighter: Highlighter,
  'file-clock': FileClock,
  inbox: Inbox,
  'layout-dashboard': LayoutDashboard,
  'layout-grid': LayoutGrid,
  percent: Percent,
  'radio-receiver': RadioReceiver,
  thermometer: Thermometer,
  timer: Timer,
  warehouse: Warehouse,
};

/** Lines with a count beside them, written by `menu-counts.ts` of the shell. */
export const RAIL_COUNTS: Partial<Record<RoutePath, keyof MenuCounts>> = {
  '/dlog/dataloggers': 'dataloggers',
  '/dlog/alarms': 'alarms',
  '/dlog/received-data': 'quarantine',
  '/tm/measurements': 'measurements',
};

export interface RailItem {
  route: Route;
  /** `page` on the page itself, `true` on a detail below it. */
  current: 'page' | 'true' | undefined;
  /** May this person go there? Unknown persons are offered nothing until the browser knows them. */
  allowed: boolean;
}
export interface RailGroup {
  id: 'top' | 'data' | 'time' | 'organization';
  items: RailItem[];
}

const GROUPS = ['top', 'data', 'time', 'organization'] as const;

function currentOf(route: Route, here: Route | null): RailItem['current'] {
  if (here?.path === route.path) return 'page';
  return here?.path.startsWith(`${route.path}/{`) ? 'true' : undefined;
}

/** The rail in the order of the route table. */
export function railGroups(here: Route | null, user: Pick<Profile, 'scope'> | null): RailGroup[] {
  return GROUPS.map((id) => ({
    id,
    items: ROUTES.filter((route) => route.nav.includes(`rail:${id}` satisfies Nav)).map((route) => ({
      route,
      current: currentOf(route, here),
      allowed: user !== null && opens(route, user.scope),
    })),
  }));
}

/** What the rail follows from: the language, the place, what the person may open, whether it is narrow. */
export function railName(
  { locale, route, user }: Pick<Page, 'locale' | 'route'> & { user: Pick<Profile, 'scope'> | null },
  small: boolean,
): string {
  const rights = user === null ? 'unknown' : user.scope.toSorted().join(' ');
  return `rail ${locale} ${route?.path} ${small} ${rights}`;
}

/** The first item of every group: what the bottom bar of a phone has room for. */
export const bottomItems = (groups: readonly RailGroup[]): RailItem[] => groups.flatMap(({ items }) => items.slice(0, 1));
