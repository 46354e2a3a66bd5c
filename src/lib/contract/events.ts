import * as z from 'zod/mini';
import { id, instant, readingValue } from './common.ts';
import { DATALOGGER_STATES } from './dataloggers.ts';
import { endpoint } from './endpoint.ts';
import { ENTITY_NAMES } from './entities.ts';
import { receivedData } from './received-data.ts';

/**
 * What the live stream carries, as `event:` and JSON `data:`. An answer to `GET /v1/orgs/{id}/events` is `text/event-stream`; ids
 * grow, `Last-Event-ID` goes on after it, and `reset` says that the gap is too large: load again.
 */
export const LIVE_EVENTS = {
  /** New last values of one logger's channels (only those that grew newer), after the commit. */
  values: z.object({
    datalogger_id: id,
    workspace_id: id,
    state: z.enum(DATALOGGER_STATES),
    last_seen_at: instant,
    channels: z.array(z.object({ id, key: z.string(), ts: instant, value: readingValue })),
    /** Touched span of time over all channels of the message, for charts that show it. */
    from: instant,
    to: instant,
    /** Channels of which the message brought readings that don't count, with the newest moment of each; absent without any. */
    left_out: z.optional(z.array(z.object({ id, ts: instant }))),
  }),
  /** A message was stored. */
  received: receivedData,
  /** A row was created or changed: stores load it again. */
  changed: z.object({
    entity: z.enum(ENTITY_NAMES),
    id,
    // Null = a row of the whole organisation.
    workspace_id: z.nullable(id),
    datalogger_id: z.optional(z.nullable(id)),
  }),
  /** The server could not bring everything since Last-Event-ID. */
  reset: z.object({}),
  /** The access token ends now; connect again with a new one. */
  expired: z.object({}),
} as const;
export type LiveEventName = keyof typeof LIVE_EVENTS;
export type LiveEvent = { [K in LiveEventName]: { name: K; data: z.infer<(typeof LIVE_EVENTS)[K]> } }[LiveEventName];

export const liveEvents = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/events',
  access: 'user',
  scope: 'org:read',
  response: z.unknown(),
  summary: 'Live updates as server-sent events',
});
