import {
  Bell,
  Boxes,
  Building2,
  ChartLine,
  CircleUser,
  Factory,
  FileChartLine,
  Gauge,
  Inbox,
  LayoutDashboard,
  LayoutGrid,
  RadioReceiver,
  Thermometer,
  Timer,
  Warehouse,
} from 'lucide-react';
import type { RoutePath } from '../../lib/routes.ts';
import type { Glyph } from '../ui/Icon.tsx';

/** Drawings of the pages that people go back to; the rail has those of its own lines. */
export const ROUTE_ICONS: Partial<Record<RoutePath, Glyph>> = {
  '/dlog/dataloggers': RadioReceiver,
  '/dlog/dataloggers/{id}': RadioReceiver,
  '/dlog/charts': ChartLine,
  '/dlog/alarms': Bell,
  '/dlog/logger-types': Boxes,
  '/dlog/sensor-types': Thermometer,
  '/dlog/received-data': Inbox,
  '/dlog/received-data/{id}': Inbox,
  '/dlog/recordings2': FileChartLine,
  '/dlog/recordings2/{id}': FileChartLine,
  '/dlog/calibrations': Gauge,
  '/org': Building2,
  '/org/machines': Factory,
  '/org/machines/{id}': Factory,
  '/org/workspace/workspace': Warehouse,
  '/tm/measurements': Timer,
  '/tm/measurements/{id}': Timer,
  '/tm/screens': LayoutGrid,
  '/tm/screens/{id}': LayoutGrid,
  '/user/dashboard': LayoutDashboard,
  '/user/profile': CircleUser,
};
