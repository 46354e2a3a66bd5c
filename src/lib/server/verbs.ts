import type { Scope } from '../contract/scopes.ts';

/** Every write verb and the scope it wants. A test calls each and looks for its audit row. */
export const VERBS = {
  'dataloggers.create': 'dlog:write',
  'dataloggers.update': 'dlog:write',
  'credentials.create': 'dlog:write',
  'credentials.revoke': 'dlog:write',
  'channels.create': 'dlog:write',
  'channels.update': 'dlog:write',
  'organizations.update': 'org:manage',
  'workspaces.create': 'org:manage',
  'workspaces.update': 'org:manage',
  'shift-calendars.set': 'org:manage',
  'people.update': 'members:manage',
  'invitations.create': 'members:manage',
  'invitations.resend': 'members:manage',
  'invitations.revoke': 'members:manage',
  'api-keys.create': 'keys:manage',
  'api-keys.revoke': 'keys:manage',
  'machines.create': 'machines:write',
  'machines.update': 'machines:write',
  'files.create': 'machines:write',
  'files.update': 'machines:write',
} as const satisfies Record<string, Scope>;
export type Verb = keyof typeof VERBS;
