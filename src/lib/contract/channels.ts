import * as z from 'zod/mini';
import { id, instant, readingValue, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** gauge: a number that goes up and down; counter: a number that only grows; state: true/false; text: words. */
export const CHANNEL_KINDS = ['gauge', 'counter', 'state', 'text'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** A channel is the series: one quantity of one place, whichever logger brings it today. */
export const channel = z.object({
  id,
  datalogger_id: z.nullable(id),
  workspace_id: id,
  key: z.string(),
  name: z.string(),
  unit: z.nullable(z.string()),
  kind: z.enum(CHANNEL_KINDS),
  decimals: z.nullable(z.number()),
  position: z.number(),
  first_ts: z.nullable(instant),
  /** The machine that it measures, null = that of its logger. */
  machine_id: z.nullable(id),
  last: z.nullable(z.object({ ts: instant, value: readingValue })),
  /** Moment of the newest reading where it was ahead of its receipt: `last` is an older one then. */
  ahead_ts: z.nullable(instant),
  rev: z.number(),
});
export type Channel = z.infer<typeof channel>;

export const listChannels = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/channels',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ datalogger_id: z.optional(id), workspace_id: z.optional(id), machine_id: z.optional(id) }),
  response: z.object({ items: z.array(channel) }),
  summary: 'Channels, of one logger or of all',
});

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/v1/orgs/:organization_id/channels/:id',
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    rev,
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}]*$/u))),
    unit: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(20), z.regex(/^[^\p{Cc}]*$/u)))),
    decimals: z.optional(z.nullable(z.number().check(z.int(), z.gte(0), z.lte(9)))),
    machine_id: z.optional(z.nullable(id)),
    position: z.optional(z.number().check(z.int(), z.gte(0), z.lte(10_000))),
  }),
  response: channel,
  summary: 'Name, unit, decimals and order of a channel',
});
