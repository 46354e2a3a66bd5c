import type { Scope } from '../contract/scopes.ts';

/** Every write verb and the scope it wants. A test calls each and looks for its audit row. */
export const VERBS = {
  'dataloggers.create': 'dlog:write',
  'dataloggers.update': 'dlog:write',
  'credentials.create': 'dlog:write',
  'credentials.revoke': 'dlog:write',
  'channels.create': 'dlog:write',
  'channels.update': 'dlog:write',
} as const satisfies Record<string, Scope>;
export type Verb = keyof typeof VERBS;
