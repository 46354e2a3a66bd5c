import type { Scope } from './scopes.ts';

/** One entity of an organisation. */
interface EntityShape {
  /** What reading its rows wants; live events of it go to whoever has it. */
  readonly read: Scope;
  /** Its table, where rows carry a revision that changes are made at. */
  readonly revised?: string;
  /** A person may mark its rows for his dashboard. */
  readonly favorite?: true;
  /** Its rows are found by the search over the organisation. */
  readonly searched?: true;
  /** Its rows may have files. */
  readonly files?: true;
  /** It has a list with a page of its own below this part of the site, and so every layer of docs/new-entity.md. */
  readonly page?: 'dlog' | 'org' | 'tm';
}

/**
 * THE list of entities, in the order in which the trail's filter shows them. Live events, revisions, favourites, files, the names in the
 * trail and the checks of the tree follow from it.
 */
export const ENTITIES = {
  organizations: { read: 'org:read' },
  workspaces: { read: 'org:read', revised: 'workspaces' },
  'shift-calendars': { read: 'org:read' },
  people: { read: 'org:read', revised: 'people', searched: true },
  invitations: { read: 'members:manage' },
  'api-keys': { read: 'keys:manage' },
  webhooks: { read: 'org:manage', revised: 'webhooks' },
  'saved-views': { read: 'org:read', revised: 'saved_views' },
  tasks: { read: 'org:read' },
  machines: { read: 'machines:read', revised: 'machines', favorite: true, searched: true, files: true, page: 'org' },
  files: { read: 'machines:read' },
  dataloggers: { read: 'dlog:read', revised: 'dataloggers', favorite: true, searched: true, page: 'dlog' },
  channels: { read: 'dlog:read', favorite: true },
  'alarm-rules': { read: 'dlog:read', revised: 'alarm_rules' },
  alarms: { read: 'dlog:read' },
  recordings: { read: 'dlog:read', revised: 'recordings', searched: true },
  embeds: { read: 'dlog:read' },
  'recording-plans': { read: 'dlog:read', revised: 'recording_plans' },
  marks: { read: 'dlog:read', revised: 'marks' },
  calibrations: { read: 'dlog:read', revised: 'calibrations', files: true },
  'report-schedules': { read: 'dlog:read', revised: 'report_schedules' },
  'sensor-types': { read: 'dlog:read', revised: 'sensor_types', searched: true, page: 'dlog' },
  'logger-types': { read: 'dlog:read', revised: 'logger_types', searched: true, files: true, page: 'dlog' },
  credentials: { read: 'dlog:read' },
  gateways: { read: 'dlog:read' },
  'device-identities': { read: 'dlog:read', revised: 'device_identities' },
  'received-data': { read: 'dlog:read' },
  imports: { read: 'dlog:read' },
  screens: { read: 'tm:read', revised: 'screens', searched: true, page: 'tm' },
  activities: { read: 'tm:read', revised: 'activities' },
  taxonomies: { read: 'tm:read', revised: 'taxonomies' },
  operations: { read: 'tm:read', revised: 'operations', searched: true, page: 'tm' },
  'allowance-sets': { read: 'tm:read', revised: 'allowance_sets', page: 'tm' },
  measurements: { read: 'tm:read', revised: 'measurements', searched: true, files: true, page: 'tm' },
} as const satisfies Record<string, EntityShape>;

export type Entity = keyof typeof ENTITIES;
/** Entities that have the mark. */
export type EntityWith<M extends keyof EntityShape> = { [E in Entity]: M extends keyof (typeof ENTITIES)[E] ? E : never }[Entity];

export const ENTITY_NAMES = Object.keys(ENTITIES) as Entity[];
/** In the order of {@link ENTITIES}. */
export const entitiesWith = <M extends keyof EntityShape>(mark: M): EntityWith<M>[] =>
  ENTITY_NAMES.filter((name): name is EntityWith<M> => mark in ENTITIES[name]);

/** Table of an entity whose rows carry a revision. */
export type RevisedTable = (typeof ENTITIES)[EntityWith<'revised'>]['revised'];
