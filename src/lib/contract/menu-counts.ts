import * as z from 'zod/mini';
import { id } from './common.ts';
import { endpoint } from './endpoint.ts';

/** What the menu counts beside its lines; null where the person reads none of it. */
export const menuCounts = z.object({
  /** Loggers that want attention. */
  dataloggers: z.nullable(z.number()),
  /** Alarms that are active, or over and not acknowledged. */
  alarms: z.nullable(z.number()),
  /** Measurements that run. */
  measurements: z.nullable(z.number()),
  /** Devices of gateways that wait for a decision. */
  quarantine: z.nullable(z.number()),
});
export type MenuCounts = z.infer<typeof menuCounts>;

export const getMenuCounts = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/menu-counts',
  access: 'user',
  scope: 'org:read',
  query: z.object({ workspace_id: z.optional(id) }),
  response: menuCounts,
  summary:
    'Loggers that want attention, alarms that are active or wait for an acknowledgement, measurements that run and devices in quarantine',
});
