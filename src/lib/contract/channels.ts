import * as z from 'zod/mini';
import { id, instant, readingValue, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** gauge: a number that goes up and down; counter: a number that only grows; state: true/false; text: words. */
export const CHANNEL_KINDS = ['gauge', 'counter', 'state', 'text'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** How a state is meant: `good` and `warning` have their colours, what is `off` leaves its lane empty. */
export const STATE_TONES = ['neutral', 'good', 'warning', 'off'] as const;
export type StateTone = (typeof STATE_TONES)[number];

/** A word of a state in one language; empty = there is none. */
const stateText = z.string().check(z.trim(), z.maxLength(40), z.regex(/^[^\p{Cc}]*$/u));
/** What the values of a state are called: 0 and 1 are those of false and true. */
export const stateWords = z
  .array(
    z
      .object({
        value: z.int().check(z.gte(-999_999), z.lte(999_999)),
        cs: stateText,
        en: stateText,
        sk: stateText,
        /** How it is meant; null = false is off, everything else neutral. */
        tone: z.nullable(z.enum(STATE_TONES)),
      })
      .check(z.refine(({ cs, en, sk }) => `${cs}${en}${sk}` !== '')),
  )
  .check(
    z.minLength(1),
    z.maxLength(32),
    z.refine((words) => new Set(words.map(({ value }) => value)).size === words.length),
  );
export type StateWords = z.infer<typeof stateWords>;

/** Shown = stored × scale + offset. */
export const conversion = z.object({ scale: z.number(), offset: z.number() });

/** How values are stored and shown. */
export const shownUnits = {
  /** That values are stored in, and answered in. */
  unit: z.nullable(z.string()),
  /** That people see; by the sensor type. */
  display_unit: z.nullable(z.string()),
  /** From `unit` to `display_unit`; null = they are the same. */
  conversion: z.nullable(conversion),
  /** Of what people see. */
  decimals: z.nullable(z.number()),
};

/** A channel is the series: one quantity of one place, whichever logger brings it today. */
export const channel = z.object({
  id,
  datalogger_id: z.nullable(id),
  workspace_id: id,
  key: z.string(),
  name: z.string(),
  ...shownUnits,
  kind: z.enum(CHANNEL_KINDS),
  position: z.number(),
  first_ts: z.nullable(instant),
  /** The machine that it measures, null = that of its logger. */
  machine_id: z.nullable(id),
  /** What it measures; null = nobody said. Unit, decimals and words of states come from it where the channel has none itself. */
  sensor_type_id: z.nullable(id),
  /** What the channel says itself. */
  own_unit: z.nullable(z.string()),
  own_decimals: z.nullable(z.number()),
  /** Words of a state; null = as true and false are called. */
  state_words: z.nullable(stateWords),
  last: z.nullable(z.object({ ts: instant, value: readingValue })),
  /** Moment of the newest reading where it was ahead of its receipt: `last` is an older one then. */
  ahead_ts: z.nullable(instant),
  /** Moment of the sensor's newest error where it is newer than `last`: it fails, and `last` is what was before. */
  failing_ts: z.nullable(instant),
  /** Since then it takes no readings: rows of messages with its key are refused. What it has stays. */
  archived_at: z.nullable(instant),
  /** The channel that took in its readings, and takes what messages say under its key. */
  merged_into: z.nullable(id),
  rev: z.number(),
});
export type Channel = z.infer<typeof channel>;

export const listChannels = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/channels',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    datalogger_id: z.optional(id),
    workspace_id: z.optional(id),
    machine_id: z.optional(id),
    sensor_type_id: z.optional(id),
    // 1 = the archived ones too.
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: z.object({ items: z.array(channel) }),
  summary: 'Channels, of one logger or of all',
});

/** Channels of one answer to a search, and of one chart. */
export const CHANNEL_CHOICES = 60;
export const MOST_CHARTED = 12;
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
/** Ids with commas between. */
const ids = z.string().check(z.maxLength(CHANNEL_CHOICES * 37 - 1), z.regex(new RegExp(`^${uuid}(,${uuid})*$`)));
const named = z.nullable(z.object({ id, name: z.string() }));

/** A channel with what one knows it by among those of other loggers. */
export const channelChoice = z.object({
  channel,
  datalogger: named,
  /** That it measures: its own, or that of its logger; null also for whoever may not see machines. */
  machine: named,
  /** Seconds between readings that are expected; null = nobody said. */
  interval_s: z.nullable(z.number()),
  /** Somebody marked or calibrated it at some time; missing = nobody did. */
  marked: z.optional(z.literal(true)),
});
export type ChannelChoice = z.infer<typeof channelChoice>;

export const listChannelChoices = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/channels/choices',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    /** Words in the names of the channel, its logger or its machine. */
    q: z.optional(z.string().check(z.maxLength(200))),
    /** These and no others, the archived ones too. */
    ids: z.optional(ids),
    datalogger_ids: z.optional(ids),
    machine_id: z.optional(id),
    workspace_id: z.optional(id),
  }),
  /** `more` = others match too. */
  response: z.object({ items: z.array(channelChoice), more: z.boolean() }),
  summary: 'Up to 60 channels to choose from, in the order of loggers by name; one that the reader may not see is left out',
});

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}]*$/u));
const unit = z.nullable(z.string().check(z.trim(), z.maxLength(20), z.regex(/^[^\p{Cc}]*$/u)));
const decimals = z.nullable(z.number().check(z.int(), z.gte(0), z.lte(9)));

export const createChannel = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/channels',
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    id: z.optional(id),
    datalogger_id: id,
    /** As messages name it. */
    key: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(/^[^\p{Cc}]*$/u)),
    name: z.optional(name),
    kind: z.enum(CHANNEL_KINDS),
    unit: z.optional(unit),
    decimals: z.optional(decimals),
    sensor_type_id: z.optional(z.nullable(id)),
  }),
  response: channel,
  status: 201,
  summary:
    'Create a channel before its first reading; a key that the logger has answers 422 `taken`, one more than it may have 422 `channel_limit`',
});

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/v1/orgs/:organization_id/channels/:id',
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    rev,
    name: z.optional(name),
    unit: z.optional(unit),
    decimals: z.optional(decimals),
    /** Of a channel with readings only between gauge and counter. */
    kind: z.optional(z.enum(CHANNEL_KINDS)),
    machine_id: z.optional(z.nullable(id)),
    /** A type of its kind that is in use. */
    sensor_type_id: z.optional(z.nullable(id)),
    state_words: z.optional(z.nullable(stateWords)),
    /** Its place among the channels of its logger, from 0; the others move up. */
    position: z.optional(z.number().check(z.int(), z.gte(0), z.lte(10_000))),
    /** Moves it with its readings to another logger, which has no channel of its key. */
    datalogger_id: z.optional(id),
    archived: z.optional(z.boolean()),
  }),
  response: channel,
  summary: 'Name, unit, decimals, kind, words of states and order of a channel; archive it or move it to another logger',
});

/** Why one channel can't be merged into another. */
export const MERGE_OBSTACLES = ['same', 'kind', 'unit', 'archived', 'merged', 'pruned', 'signed', 'marked'] as const;

export const mergePreview = z.object({
  /** Null = it can be done. */
  obstacle: z.nullable(z.enum(MERGE_OBSTACLES)),
  /** Readings that would go over, and their span. */
  readings: z.number(),
  from: z.nullable(instant),
  to: z.nullable(instant),
  /** Moments of which both have a reading, and those at which they differ: the newer message's counts. */
  overlaps: z.number(),
  differing: z.number(),
});
export type MergePreview = z.infer<typeof mergePreview>;

export const previewChannelMerge = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/channels/:id/merge',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ into: id }),
  response: mergePreview,
  summary: 'What merging a channel into another one would move',
});

export const removeChannel = endpoint({
  method: 'DELETE',
  path: '/v1/orgs/:organization_id/channels/:id',
  access: 'user',
  scope: 'dlog:write',
  response: channel,
  summary: 'Delete a channel that never had a reading; 409 `conflict` for any other',
});
