import type { Entity } from '../../contract/entities.ts';
import type { Scope } from '../../contract/scopes.ts';

/** Every write verb and the scope it wants. A test calls each and looks for its audit row. */
export const VERBS = {
  'dataloggers.create': 'dlog:write',
  'dataloggers.update': 'dlog:write',
  'credentials.create': 'dlog:write',
  'credentials.revoke': 'dlog:write',
  'channels.create': 'dlog:write',
  'channels.update': 'dlog:write',
  'organizations.update': 'org:manage',
  'organizations.visit': 'org:read',
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
  'measurements.create': 'tm:capture',
  'measurements.update': 'tm:write',
  'measurements.capture': 'tm:capture',
  'files.create': 'machines:write',
  'files.update': 'machines:write',
  'taxonomies.create': 'tm:write',
  'taxonomies.update': 'tm:write',
  'activities.create': 'tm:write',
  'activities.update': 'tm:write',
  'screens.create': 'tm:write',
  'screens.update': 'tm:write',
  'screens.publish': 'tm:write',
} as const satisfies Record<`${Entity}.${string}`, Scope>;
export type Verb = keyof typeof VERBS;
