import type { Door } from './door.ts';
import { INFLUX_DOORS } from './influx-doors.ts';
import { JSON_DOORS } from './json-doors.ts';
import { WEBHOOK_DOORS } from './webhook-doors.ts';

/** Every way in for loggers over HTTP. */
export const DOORS: readonly Door[] = [...JSON_DOORS, ...INFLUX_DOORS, ...WEBHOOK_DOORS];

const FIXED = new Map(DOORS.filter(({ endpoint }) => !endpoint.path.includes(':')).map((door) => [door.endpoint.path, door]));
const PATTERNS = DOORS.filter(({ endpoint }) => endpoint.path.includes(':')).map((door) => ({
  door,
  pattern: new RegExp(`^${door.endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The door of a POST to this path, without its query. */
export const doorAt = (path: string): Door | undefined => FIXED.get(path) ?? PATTERNS.find(({ pattern }) => pattern.test(path))?.door;
