import * as z from 'zod/mini';
import { id, instant, listOf, listQuery, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { color } from './taxonomies.ts';

export const ACTIVITY_KINDS = ['state', 'point', 'count'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Pictures that an activity may bear, by their names in the icon set. */
export const ACTIVITY_ICONS = [
  'package',
  'package-plus',
  'wrench',
  'scan-search',
  'hourglass',
  'triangle-alert',
  'footprints',
  'coffee',
  'hand',
  'cog',
  'settings',
  'hammer',
  'truck',
  'forklift',
  'warehouse',
  'boxes',
  'box',
  'scale',
  'ruler',
  'clipboard-check',
  'clipboard-list',
  'file-text',
  'phone',
  'mail',
  'users',
  'message-square',
  'monitor',
  'printer',
  'scan-barcode',
  'search',
  'eye',
  'brush-cleaning',
  'trash-2',
  'recycle',
  'flame',
  'thermometer',
  'droplet',
  'zap',
  'power',
  'play',
  'pause',
  'square',
  'repeat',
  'rotate-ccw',
  'check',
  'x',
  'plus',
  'minus',
  'flag',
  'bell',
  'clock',
  'timer',
  'calendar',
  'graduation-cap',
  'heart-pulse',
  'cigarette-off',
  'utensils',
  'door-open',
] as const;
export type ActivityIcon = (typeof ACTIVITY_ICONS)[number];

const short = z.nullable(z.string().check(z.trim(), z.maxLength(24), z.regex(/^[^\p{Cc}]*$/u)));
/** Id of a taxonomy → code of the category in it. */
const categories = z.record(id, z.string().check(z.minLength(1), z.maxLength(40)));

/** What an activity is to a tap and to an entry; a screen's version keeps it as it was. */
export const activityFace = z.object({
  id,
  name: z.string(),
  /** For narrow buttons and blocks. */
  short: z.nullable(z.string()),
  icon: z.nullable(z.enum(ACTIVITY_ICONS)),
  color,
  /** `state` lasts until the next one; `point` only happens; `count` adds pieces. */
  kind: z.enum(ACTIVITY_KINDS),
  /** It is hatched: time in it is lost. */
  loss: z.boolean(),
  /** Element of a work cycle; elements are what standard times are made of. */
  element: z.boolean(),
  /** A cycle is finished when it ends. */
  ends_cycle: z.boolean(),
  categories,
});
export type ActivityFace = z.infer<typeof activityFace>;

export const activity = z.extend(activityFace, {
  workspace_id: id,
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type Activity = z.infer<typeof activity>;

const fields = {
  short: z.optional(short),
  icon: z.optional(z.nullable(z.enum(ACTIVITY_ICONS))),
  color: z.optional(color),
  kind: z.optional(z.enum(ACTIVITY_KINDS)),
  loss: z.optional(z.boolean()),
  element: z.optional(z.boolean()),
  ends_cycle: z.optional(z.boolean()),
  categories: z.optional(categories),
};
const path = '/v1/orgs/:organization_id/activities';

export const listActivities = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'tm:read',
  query: z.object({
    ...listQuery,
    workspace_id: z.optional(id),
    // 1 = the archived ones too.
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: listOf(activity),
  summary: 'Activities of the catalogue; sort: name, created_at',
});

export const createActivity = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'tm:write',
  body: z.object({ id: z.optional(id), workspace_id: id, name, ...fields }),
  response: activity,
  status: 201,
  summary: 'Create an activity',
});

export const getActivity = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:read',
  response: activity,
  summary: 'One activity',
});

export const updateActivity = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:write',
  body: z.object({
    rev,
    name: z.optional(name),
    ...fields,
    archived: z.optional(z.boolean()),
  }),
  response: activity,
  summary: 'Change or archive an activity; published screens keep it as it was',
});
