import * as z from 'zod/mini';
import { shownUnits, stateWords } from './channels.ts';
import { id, instant, listOf, listQuery, name, readingValue, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/**
 * Online, late and offline follow from the expected sampling interval; never = no message yet; file = none either, its readings came from files;
 * paused = refuses messages.
 */
export const DATALOGGER_STATES = ['online', 'late', 'offline', 'refused', 'never', 'file', 'paused'] as const;
export type DataloggerState = (typeof DATALOGGER_STATES)[number];
/** What a list is narrowed to: a state, sensors that fail, clocks that run ahead, or everything that wants attention. */
export const DATALOGGER_FILTERS = [...DATALOGGER_STATES, 'failing', 'ahead', 'trouble'] as const;
export type DataloggerFilter = (typeof DATALOGGER_FILTERS)[number];

/** What a list is put together by; `place` is the text of the logger's own place. */
export const DATALOGGER_GROUPS = ['machine', 'type', 'workspace', 'place'] as const;
export type DataloggerGrouping = (typeof DATALOGGER_GROUPS)[number];

/** What loggers are narrowed to by what was found of them: gaps, a battery that runs low, a clock that is wrong, two clocks. */
export const HEALTH_FILTERS = ['coverage', 'battery', 'clock', 'senders'] as const;
export type HealthFilter = (typeof HEALTH_FILTERS)[number];

/** Channels in use that a logger's settings may allow. */
export const MOST_CHANNELS = 1_000;

const interval = z.number().check(z.int(), z.gte(1), z.lte(31_536_000));
const megabytes = z.number().check(z.int(), z.gte(1), z.lte(999_999_999));
const code = z.string().check(z.trim(), z.maxLength(40), z.regex(/^[^\p{Cc}]*$/u));
const note = z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u));

const tag = z.string().check(z.trim(), z.minLength(1), z.maxLength(30), z.regex(/^[^\p{Cc},;]*$/u));
/** Twelve short words at most; two that differ in case or accents only are one. */
const tags = z.array(tag).check(z.maxLength(12));

/** What was found of a logger; each null = what it sent says nothing. */
export const loggerHealth = z.object({
  /** When it was looked at; the newest battery and signal are those of now. */
  at: instant,
  /** Part of the readings that its sampling interval makes, 0 to 1, of its fullest channel. */
  coverage_24h: z.nullable(z.number()),
  coverage_7d: z.nullable(z.number()),
  /** Per cent. `trend`: falling along a line, not falling, or too little is known; `days_left` of a falling one. */
  battery: z.nullable(
    z.object({ value: z.number(), ts: instant, trend: z.enum(['falling', 'steady', 'unknown']), days_left: z.nullable(z.number()) }),
  ),
  signal: z.nullable(z.object({ value: z.number(), unit: z.nullable(z.string()), ts: instant })),
  /** Seconds that its messages come after their newest reading, in the middle; below zero = its clock runs ahead. */
  clock_skew_s: z.nullable(z.number()),
  /** Two clocks take turns under one token. */
  two_senders: z.boolean(),
});
export type LoggerHealth = z.infer<typeof loggerHealth>;

/** A logger as lists and details show it. `last` is the newest reading of its first channel that has one. */
export const datalogger = z.object({
  id,
  workspace_id: id,
  name: z.string(),
  code: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** Short words by which people put loggers together. */
  tags: z.array(z.string()),
  /** The machine it stands on. */
  machine_id: z.nullable(id),
  /** The version of the type that its messages are read by; both null = by what they say themselves. */
  logger_type_id: z.nullable(id),
  logger_type_version: z.nullable(z.number()),
  logger_type_name: z.nullable(z.string()),
  /** Its own setting, which wins over its type's. */
  expected_interval_s: z.nullable(z.number()),
  /** What its type says: seconds between messages, and between readings; null = nothing, or there is no type. */
  type_interval_s: z.nullable(z.number()),
  type_sampling_s: z.nullable(z.number()),
  /** Expected intervals of silence after which it is offline, of its type; null = as many as usual. */
  offline_after: z.nullable(z.number()),
  auto_channels: z.boolean(),
  channel_limit: z.number(),
  state: z.enum(DATALOGGER_STATES),
  paused_at: z.nullable(instant),
  first_seen_at: z.nullable(instant),
  /** The newest message that wasn't refused; none of a logger of which no reading was ever stored. */
  last_seen_at: z.nullable(instant),
  /** The newest message that was refused whole. */
  refused_at: z.nullable(instant),
  /** When a file brought readings last; null = none did, or they were taken back. */
  filed_at: z.nullable(instant),
  /** Megabytes a day that it may bring, null = as much as the organisation may. */
  mb_per_day: z.nullable(z.number()),
  /** What it brought today (UTC). */
  bytes_today: z.number(),
  channel_count: z.number(),
  last: z.nullable(
    z.object({
      channel_id: id,
      channel_name: z.string(),
      ...shownUnits,
      state_words: z.nullable(stateWords),
      ts: instant,
      value: readingValue,
    }),
  ),
  /** Moment of the newest reading of that channel where it was ahead of its receipt: `last` is an older one then. */
  ahead_ts: z.nullable(instant),
  /** Moment of the sensor's newest error of that channel where it is newer than `last`. */
  failing_ts: z.nullable(instant),
  /** How many of its channels in use fail: the newest that came of them is their sensor's error. */
  failing: z.number(),
  /** Null = nobody has looked yet. */
  health: z.nullable(loggerHealth),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type Datalogger = z.infer<typeof datalogger>;

export const listDataloggers = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/dataloggers',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    ...listQuery,
    workspace_id: z.optional(id),
    // Archived ones are in no state.
    state: z.optional(z.enum(DATALOGGER_FILTERS)),
    machine_id: z.optional(id),
    tag: z.optional(tag),
    health: z.optional(z.enum(HEALTH_FILTERS)),
    // Groups come by their names, those without one last; the sort goes on inside of each.
    group: z.optional(z.enum(DATALOGGER_GROUPS)),
    // 1 = the archived ones too.
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: listOf(datalogger),
  summary:
    'Loggers of the organisation; sort: trouble (what wants attention first, then by name), name, code, place, last_seen_at, created_at, coverage, coverage_7d, battery, signal, clock (what nothing is known of last, or first with -)',
});

/** How many loggers each filter of the list would leave. */
export const dataloggerCounts = z.object({
  total: z.number(),
  /** Archived ones, whether or not the list shows them. */
  archived: z.number(),
  by: z.object(Object.fromEntries(DATALOGGER_FILTERS.map((name) => [name, z.number()])) as Record<DataloggerFilter, z.ZodMiniNumber>),
});
export type DataloggerCounts = z.infer<typeof dataloggerCounts>;

export const countDataloggers = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/dataloggers/counts',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    q: listQuery.q,
    workspace_id: z.optional(id),
    tag: z.optional(tag),
    health: z.optional(z.enum(HEALTH_FILTERS)),
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: dataloggerCounts,
  summary: 'How many loggers are in each state, have a sensor that fails or a clock that runs ahead, and want attention',
});

/** Groups that an answer holds; lists of more are shown with the heads of the first ones only. */
export const MOST_GROUPS = 2_000;

/** A group of a list, as its head says it. */
export const dataloggerGroup = z.object({
  /** Id of the machine, type or workspace, the text of a place; null = loggers that have none. */
  id: z.nullable(z.string()),
  /** Null of those that have none, and of a machine that the reader may not see. */
  name: z.nullable(z.string()),
  count: z.number(),
  /** How many of them want attention. */
  trouble: z.number(),
});
export type DataloggerGroup = z.infer<typeof dataloggerGroup>;

export const groupDataloggers = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/dataloggers/groups',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    group: z.enum(DATALOGGER_GROUPS),
    q: listQuery.q,
    workspace_id: z.optional(id),
    state: z.optional(z.enum(DATALOGGER_FILTERS)),
    tag: z.optional(tag),
    health: z.optional(z.enum(HEALTH_FILTERS)),
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: z.object({ items: z.array(dataloggerGroup) }),
  summary: 'Groups of the list of loggers in its order, with how many are in each and how many of them want attention',
});

/** Tags that are in use at most: filters offer no more. */
export const MOST_TAGS_OFFERED = 200;

export const listDataloggerTags = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/dataloggers/tags',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ workspace_id: z.optional(id) }),
  response: z.object({ items: z.array(z.string()) }),
  summary: 'Tags of loggers in use, by their letters',
});

export const createDatalogger = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/dataloggers',
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    id: z.optional(id),
    workspace_id: id,
    name,
    code: z.optional(z.nullable(code)),
    kind: z.optional(z.nullable(note)),
    place: z.optional(z.nullable(note)),
    expected_interval_s: z.optional(z.nullable(interval)),
    auto_channels: z.optional(z.boolean()),
    machine_id: z.optional(z.nullable(id)),
    /** Its newest version is taken. */
    logger_type_id: z.optional(z.nullable(id)),
    /** Key of a type that comes with the product: the organisation's unchanged copy, else one that is made and published with the logger. */
    built_in_type: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(40)))),
  }),
  response: datalogger,
  status: 201,
  summary:
    'Create a logger; a type that comes with the product is copied and published with it where the organisation has no unchanged copy, which wants the right to change types',
});

export const getDatalogger = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/dataloggers/:id',
  access: 'user',
  scope: 'dlog:read',
  response: datalogger,
  summary: 'One logger',
});

export const updateDatalogger = endpoint({
  method: 'PATCH',
  path: '/v1/orgs/:organization_id/dataloggers/:id',
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    rev,
    name: z.optional(name),
    /** Moves it with its channels; what was received stays where it was received. */
    workspace_id: z.optional(id),
    code: z.optional(z.nullable(code)),
    kind: z.optional(z.nullable(note)),
    place: z.optional(z.nullable(note)),
    tags: z.optional(tags),
    expected_interval_s: z.optional(z.nullable(interval)),
    auto_channels: z.optional(z.boolean()),
    machine_id: z.optional(z.nullable(id)),
    mb_per_day: z.optional(z.nullable(megabytes)),
    /** Channels in use that it may have; those that it has more stay. */
    channel_limit: z.optional(z.number().check(z.int(), z.gte(1), z.lte(MOST_CHANNELS))),
    paused: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
  }),
  response: datalogger,
  summary:
    'Change, move or archive a logger; one that stands on a machine stays in its workspace (409 conflict); a stale `rev` answers 409 with the current row',
});
