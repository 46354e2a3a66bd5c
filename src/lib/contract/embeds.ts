import * as z from 'zod/mini';
import { CHANNEL_KINDS, stateWords } from './channels.ts';
import { id, instant, name, readingValue, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Newest values of channels for pages elsewhere: who has the link reads them without signing in, and only pages of named origins may frame it. */

/** Channels of one embed. */
export const MOST_EMBEDDED = 8;
export const MOST_ORIGINS = 10;
/** The longest time that one lasts, days: five years. */
export const LONGEST_EMBED_DAYS = 1_830;
/** What a page shows beside the value: nothing, or the last 24 hours. */
export const EMBED_VIEWS = ['values', 'chart'] as const;
export type EmbedView = (typeof EMBED_VIEWS)[number];

/** As a browser writes it: nothing unencrypted, no path, no wildcard. */
export const embedOrigin = z
  .string()
  .check(z.maxLength(200), z.regex(/^https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::[1-9]\d{0,4})?$/));

export const embed = z.object({
  id,
  workspace_id: id,
  name,
  view: z.enum(EMBED_VIEWS),
  origins: z.array(z.string()),
  channels: z.array(z.object({ id, name: z.string(), datalogger_id: z.nullable(id), datalogger_name: z.nullable(z.string()) })),
  /** Its last characters, by which one knows it. */
  token_hint: z.string(),
  expires_at: instant,
  /** Pages that were opened; that an open one asks again isn't counted. */
  opened: z.number(),
  last_opened_at: z.nullable(instant),
  created_by: z.nullable(z.string()),
  created_at: instant,
  revoked_at: z.nullable(instant),
  rev: z.number(),
});
export type Embed = z.infer<typeof embed>;

const path = '/v1/orgs/:organization_id/embeds';

const fields = {
  name,
  view: z.enum(EMBED_VIEWS),
  /** All of one workspace. */
  channels: z.array(id).check(
    z.minLength(1),
    z.maxLength(MOST_EMBEDDED),
    z.refine((list) => new Set(list).size === list.length),
  ),
  origins: z.array(embedOrigin).check(z.minLength(1), z.maxLength(MOST_ORIGINS)),
  /** From now on. */
  expires_in_days: z.int().check(z.gte(1), z.lte(LONGEST_EMBED_DAYS)),
};

export const listEmbeds = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    /** Those with a channel of this logger. */
    datalogger_id: z.optional(id),
    workspace_id: z.optional(id),
  }),
  response: z.object({ items: z.array(embed) }),
  summary: 'Embeds of newest values in pages elsewhere, the newest first; at most 100',
});

export const createEmbed = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:sign',
  body: z.object(fields),
  response: z.extend(embed, {
    /** Only here: it is stored as a hash. */
    token: z.string(),
  }),
  status: 201,
  summary: 'Let pages of named origins show the newest values of channels until it ends',
});

export const updateEmbed = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:sign',
  body: z.object({
    rev,
    name: z.optional(fields.name),
    view: z.optional(fields.view),
    channels: z.optional(fields.channels),
    origins: z.optional(fields.origins),
    expires_in_days: z.optional(fields.expires_in_days),
  }),
  response: embed,
  summary:
    'Change an embed, whose link stays, also one that has ended; a revoked one answers 409. A stale `rev` answers 409 with the current row',
});

export const revokeEmbed = endpoint({
  method: 'POST',
  path: `${path}/:id/revoke`,
  access: 'user',
  scope: 'dlog:sign',
  response: embed,
  summary: 'End an embed at once',
});

/**
 * within, above, below: of the limits of the rules that watch the channel; fresh: none do. Before any of them come none (there is no value yet),
 * failing (the sensor says that it can't measure), offline and late (the value is older than it should be).
 */
export const EMBED_STATES = ['within', 'above', 'below', 'fresh', 'late', 'offline', 'failing', 'none'] as const;
export type EmbedState = (typeof EMBED_STATES)[number];

/** A channel as whoever has the link sees it: numbers in the unit that people see. */
const embeddedChannel = z.object({
  name: z.string(),
  datalogger_name: z.nullable(z.string()),
  kind: z.enum(CHANNEL_KINDS),
  unit: z.nullable(z.string()),
  decimals: z.nullable(z.number()),
  state_words: z.nullable(stateWords),
  state: z.enum(EMBED_STATES),
  value: z.nullable(readingValue),
  ts: z.nullable(instant),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /** Lines of the last 24 hours, broken where readings are missing: microseconds and values. Null = it has none, or none is shown. */
  lines: z.nullable(z.array(z.array(z.tuple([z.number(), z.number()])))),
  /** Of those hours, the single readings among them; null = as the lines are. */
  lowest: z.nullable(z.number()),
  highest: z.nullable(z.number()),
});
export type EmbeddedChannel = z.infer<typeof embeddedChannel>;

export const openedEmbed = z.object({
  name: z.string(),
  organization: z.string(),
  view: z.enum(EMBED_VIEWS),
  origins: z.array(z.string()),
  time_zone: z.string(),
  /** The moment of the answer, by which ages and lines are. */
  at: instant,
  channels: z.array(embeddedChannel),
});
export type OpenedEmbed = z.infer<typeof openedEmbed>;

export const openEmbed = endpoint({
  method: 'POST',
  path: '/v1/shared/embeds',
  access: 'public',
  body: z.object({
    token: z.string().check(z.maxLength(200)),
    /** A page that is open already asks for newer values: it isn't counted. */
    again: z.optional(z.boolean()),
  }),
  response: openedEmbed,
  summary: 'Newest values by the link of an embed: one that is over or revoked answers 410',
});
