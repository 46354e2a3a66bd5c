import * as z from 'zod/mini';
import { ALARM_RULE_KINDS } from './alarm-rules.ts';
import { shownUnits, stateWords } from './channels.ts';
import { id, instant, listOf, listQuery, queryInstant, readingValue } from './common.ts';
import { endpoint } from './endpoint.ts';
import { QUALITIES } from './readings.ts';
import { RECEIVED_STATUSES, type ReceivedStatus } from './received-status.ts';

/** What was wrong with a body or with one of its rows. `index` counts rows from 0, `line` and `column` from 1. */
export const ingestError = z.object({
  code: z.enum([
    'malformed_json',
    'not_utf8',
    'too_deep',
    'too_many_readings',
    'shape',
    'bad_ts',
    'ts_missing',
    'ts_future',
    'ts_past',
    'not_finite',
    'bad_value',
    'bad_text',
    'text_too_long',
    'bad_key',
    'unknown_channel',
    'channel_limit',
    'channel_archived',
    'bad_gzip',
    'unsupported_encoding',
    'malformed_line',
    'bad_base_field',
    'unsupported_version',
    'unknown_field',
    'duplicate_field',
    'unit_mismatch',
    'integer_too_large',
    'bad_payload',
    'other_device',
    'bad_number',
    'unknown_state',
    'sensor_error',
    'ts_twice',
    'ts_skipped',
    'decimal_comma',
    'script_failed',
    'script_limit',
    'script_warned',
    'looks_like_senml',
    'looks_like_line_protocol',
    'looks_like_the_things_stack',
    'looks_like_chirpstack',
    'looks_like_collectd',
  ]),
  index: z.optional(z.number()),
  key: z.optional(z.string()),
  /** Where in the message, of a logger type's mapping. */
  path: z.optional(z.string()),
  line: z.optional(z.number()),
  column: z.optional(z.number()),
  /** In the words of a script. */
  text: z.optional(z.string()),
});
export type IngestError = z.infer<typeof ingestError>;

/** One message as it came through the door. */
export const receivedData = z.object({
  id,
  workspace_id: id,
  datalogger_id: id,
  datalogger_name: z.string(),
  door: z.string(),
  content_type: z.nullable(z.string()),
  received_at: instant,
  size: z.number(),
  status: z.enum(RECEIVED_STATUSES),
  points: z.number(),
  new: z.number(),
  duplicate: z.number(),
  replaced: z.number(),
  error_count: z.number(),
  /** Of a logger type's decoder: what was taken, but not as it was written. At most 1,000 are counted. */
  warning_count: z.number(),
  /** Under which it was published, without the token that stands in it at a broker elsewhere; null = not over MQTT. */
  topic: z.nullable(z.string()),
  /** When what it gave was taken back; null = it counts. */
  withdrawn_at: z.nullable(instant),
});
export type ReceivedData = z.infer<typeof receivedData>;

export const receivedDataDetail = z.object({
  ...receivedData.shape,
  /** It can be read again or taken back: it is known what it gave. */
  is_known: z.boolean(),
  /** What read the body: name, version and settings; null for messages of versions that had one only. */
  decoder: z.nullable(z.string()),
  credential_label: z.nullable(z.string()),
  credential_hint: z.nullable(z.string()),
  /** The body as text, cut at 256 kB; null when it isn't UTF-8 (then `body_base64` has it). */
  body: z.nullable(z.string()),
  body_base64: z.nullable(z.string()),
  body_cut: z.boolean(),
  /** What was stored of the body is damaged: nothing of it can be read, so `readings` is empty whatever it gave. */
  body_damaged: z.boolean(),
  errors: z.array(ingestError),
  warnings: z.array(ingestError),
  /** The message that first brought what this one repeats; null when none of it is a repetition, or that message is too old to be looked for. */
  repeats: z.nullable(z.object({ id, received_at: instant })),
  /** What the message says, with what the series holds at that moment now; at most 500. */
  readings: z.array(
    z.object({
      channel_id: z.nullable(id),
      /** The logger that the channel belongs to now: it may have been moved, or merged into one of another logger. */
      datalogger_id: z.nullable(id),
      key: z.string(),
      name: z.string(),
      ...shownUnits,
      state_words: z.nullable(stateWords),
      ts: instant,
      value: readingValue,
      /** Its moment was more than five minutes ahead when the message came. */
      ahead: z.boolean(),
      /** As of a reading of the channel; `value` is what the sensor said where it is its error. */
      quality: z.enum(QUALITIES),
      /** False when a later message put another value in its place. */
      current: z.boolean(),
    }),
  ),
});
export type ReceivedDataDetail = z.infer<typeof receivedDataDetail>;

const door = z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[a-z0-9_-]+$/));

/** What of the messages no index knows. */
export const lookedFor = {
  /** A part of the MQTT topic. */
  topic: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))),
  /** Only those of which something was pointed out. */
  warned: z.optional(z.literal('1')),
};

export const listReceivedData = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/received-data',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    ...listQuery,
    workspace_id: z.optional(id),
    datalogger_id: z.optional(id),
    status: z.optional(z.enum(RECEIVED_STATUSES)),
    door: z.optional(door),
    ...lookedFor,
    /** `q` and `topic` want a logger, or a window of at most 31 days: a search looks at every message in it. */
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
  }),
  response: listOf(receivedData),
  summary: 'Messages as they came, newest first; q looks in the name of the logger, the door and the topic, topic in the topic alone',
});

const perStatus = z.object(
  Object.fromEntries(RECEIVED_STATUSES.map((status) => [status, z.number()])) as Record<ReceivedStatus, z.ZodMiniNumber>,
);

/**
 * Messages of a window by state. `total` is all that were looked at: at most the newest `most` of the window, whose oldest is of `since`
 * when there are more. A bucket is `bucket_s` seconds wide and begins at `at`; those without a message are left out.
 */
export const receivedCounts = z.object({
  from: instant,
  to: instant,
  total: z.number(),
  by: perStatus,
  most: z.number(),
  since: z.nullable(instant),
  bucket_s: z.number(),
  buckets: z.array(z.object({ at: instant, by: perStatus })),
});
export type ReceivedCounts = z.infer<typeof receivedCounts>;

export const countReceivedData = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/received-data/counts',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    workspace_id: z.optional(id),
    datalogger_id: z.optional(id),
    door: z.optional(door),
    ...lookedFor,
    /** A window of at most 31 days; without it the last 24 hours. */
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
  }),
  response: receivedCounts,
  summary: 'How many messages came into each state, over all and along the window',
});

export const getReceivedData = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/received-data/:id',
  access: 'user',
  scope: 'dlog:read',
  response: receivedDataDetail,
  summary: 'One message: its raw body, its readings, its errors',
});

/** Messages that are picked one by one, at most. */
export const REPARSE_PICKED = 100;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Readings by what becomes of them. */
export const readingChanges = z.object({ new: z.number(), changed: z.number(), gone: z.number(), unchanged: z.number() });
export type ReadingChanges = z.infer<typeof readingChanges>;

const PICKED_IDS = new RegExp(`^${UUID}(,${UUID}){0,${REPARSE_PICKED - 1}}$`);

/** What narrows messages beside their logger. */
const narrowing = {
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  status: z.optional(z.enum(RECEIVED_STATUSES)),
  door: z.optional(door),
  ...lookedFor,
};

const decoderName = z.string().check(z.minLength(1), z.maxLength(200));

/** Which messages: one, or those of a logger that the filters of the list leave, or some of these; and what is to become of them. */
export const reparse = z.object({
  id: z.optional(id),
  datalogger_id: z.optional(id),
  /** Only these of the logger, divided by commas. */
  ids: z.optional(z.string().check(z.regex(PICKED_IDS))),
  ...narrowing,
  /** What reads them; without it what reads the logger's messages today. */
  decoder: z.optional(decoderName),
  /** They are not read: what they gave is taken back. */
  withdraw: z.optional(z.literal('1')),
});
export type Reparse = z.infer<typeof reparse>;

/** Examples in one answer. */
export const REPARSE_EXAMPLES = 20;

export const tryReparse = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/received-data/reparse',
  access: 'user',
  scope: 'dlog:write',
  query: z.object({ ...reparse.shape, cursor: z.optional(z.string().check(z.maxLength(500))) }),
  response: z.object({
    /** Messages that were looked at for this answer, and all there are; null = counting them takes too long. */
    messages: z.number(),
    total: z.nullable(z.number()),
    /** Those among them of which nobody knows what they gave: they came before messages had numbers. */
    left_out: z.number(),
    /** Those that can't be read. */
    unparsed: z.number(),
    /** Those whose stored bodies are damaged: they would stay as they are. */
    damaged: z.number(),
    /** The moment of receipt of the last of them. */
    until: z.nullable(instant),
    changes: readingChanges,
    channels: z.array(
      z.object({
        /** Null = it would be made. */
        channel_id: z.nullable(id),
        key: z.string(),
        name: z.string(),
        unit: z.nullable(z.string()),
        decimals: z.nullable(z.number()),
        ...readingChanges.shape,
        /** The first and the last moment of what would not stay as it is; null = nothing. */
        touched: z.nullable(z.object({ from: instant, to: instant })),
      }),
    ),
    examples: z.array(
      z.object({
        key: z.string(),
        ts: instant,
        /** What is stored now, and what would be; null = nothing. */
        before: z.nullable(readingValue),
        after: z.nullable(readingValue),
      }),
    ),
    next_cursor: z.nullable(z.string()),
  }),
  summary:
    'What reading messages again, or taking back what they gave, would change; nothing is written. Some of them for each answer, oldest first',
});
export type ReparseTrial = z.infer<typeof tryReparse.response>;

/** Channels that one question about what follows names, at most, and rules, recordings and alarms of one fate that its answer names. */
export const EFFECTS_CHANNELS = 1_000;
export const EFFECTS_NAMED = 10;

const foretoldSpan = z.nullable(
  z.object({
    since: instant,
    /** Null = it goes on. */
    over_at: z.nullable(instant),
    /** The value farthest beyond the limit; of changes the change, of silence its seconds. */
    peak: z.number(),
  }),
);

/** What becomes of one alarm. */
const foretoldAlarm = z.object({
  /** Null = it is not there yet. */
  id: z.nullable(id),
  rule_id: id,
  rule_name: z.string(),
  kind: z.enum(ALARM_RULE_KINDS),
  channel_id: id,
  channel_name: z.string(),
  ...shownUnits,
  /** As it is; null = it would begin. */
  before: foretoldSpan,
  /** As it would be; null = it would be withdrawn. */
  after: foretoldSpan,
});
export type ForetoldAlarm = z.infer<typeof foretoldAlarm>;

/** What the rules of today make of the readings as they would be. */
const foretold = z.object({
  withdrawn: z.number(),
  begun: z.number(),
  changed: z.number(),
  /** Some of each, the oldest first. */
  alarms: z.array(foretoldAlarm),
});
export type Foretold = z.infer<typeof foretold>;

export const reparseEffects = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/received-data/reparse-effects',
  access: 'user',
  scope: 'dlog:read',
  body: z.object({
    /** As a trial says it of each channel. */
    channels: z
      .array(z.object({ channel_id: id, from: queryInstant, to: queryInstant }))
      .check(z.minLength(1), z.maxLength(EFFECTS_CHANNELS)),
    /** What was tried: with it the answer says which alarms would go, begin or change. It takes the right to do it. */
    reparse: z.optional(reparse),
  }),
  response: z.object({
    /** Rules in force that watch the channels at that time, and their alarms that lie in it: those are worked out again. */
    rule_count: z.number(),
    alarm_count: z.number(),
    /** Those with the most alarms first. */
    rules: z.array(z.object({ id, name: z.string(), alarms: z.number() })),
    /** What becomes of alarms; null = so much would change that they were only counted, or nobody asked. */
    foretold: z.nullable(foretold),
    /** Recordings that go over the channels at that time; of signed ones a revision tells that their data changed. */
    recording_count: z.number(),
    signed_count: z.number(),
    /** Those that the person may read, signed ones first. */
    recordings: z.array(z.object({ id, name: z.string(), is_signed: z.boolean() })),
    /** There are more alarms or recordings than were counted. */
    is_shortened: z.boolean(),
  }),
  summary: 'Which alarms and recordings lie in times of channels whose readings would change, and which alarms would go, begin or change',
});
export type ReparseEffects = z.infer<typeof reparseEffects.response>;

const neighbour = z.nullable(z.object({ id, received_at: instant }));

export const getReceivedDataNeighbours = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/received-data/:id/neighbours',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ workspace_id: z.optional(id), datalogger_id: z.optional(id), ...narrowing }),
  response: z.object({ older: neighbour, newer: neighbour }),
  summary: 'The messages that came just before and after one, of those that the filters of the list leave',
});
export type ReceivedDataNeighbours = z.infer<typeof getReceivedDataNeighbours.response>;
