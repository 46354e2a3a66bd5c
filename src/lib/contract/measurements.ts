import * as z from 'zod/mini';
import { id, instant, listOf, listQuery, name, queryInstant, queryInt, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { LANE_KINDS, METHODS } from './screens.ts';
import { MAX_TAPS, storedTap, tapResult } from './tap-events.ts';
import { taxonomy } from './taxonomies.ts';

export const MEASUREMENT_STATES = ['running', 'finished'] as const;
export type MeasurementState = (typeof MEASUREMENT_STATES)[number];
/** What a list is narrowed to: a state, or what a reviewer should look at. */
export const MEASUREMENT_FILTERS = ['running', 'review', 'finished'] as const satisfies readonly (MeasurementState | 'review')[];
export type MeasurementFilter = (typeof MEASUREMENT_FILTERS)[number];

const oneLine = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u));
const laneId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));

/** Who or what is observed on a lane. People are pseudonyms; a name is there only for those who may see names. */
export const observed = z.object({
  id: laneId,
  name: oneLine(60),
  kind: z.enum(LANE_KINDS),
  /** A pseudonym, such as P-07. */
  worker: z.nullable(oneLine(40)),
  worker_name: z.nullable(oneLine(120)),
});
export type Observed = z.infer<typeof observed>;

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const note = z.nullable(z.string().check(z.trim(), z.maxLength(4_000)));

export const measurement = z.object({
  id,
  workspace_id: id,
  name: z.string(),
  screen_id: id,
  screen_version: z.number(),
  method: z.enum(METHODS),
  machine_id: z.nullable(id),
  machine_name: z.nullable(z.string()),
  /** The operation whose study it is a part of. */
  operation_id: z.nullable(id),
  operation_name: z.nullable(z.string()),
  lanes: z.array(observed),
  state: z.enum(MEASUREMENT_STATES),
  /** By its taps; null before the first. */
  started_at: z.nullable(instant),
  /** Null while it runs. */
  ended_at: z.nullable(instant),
  /** Day in the workspace's zone on which its shift began, or the measurement where no shift is known. */
  day,
  /** The shift that it observes. */
  shift: z.nullable(z.object({ name: z.string(), from: instant, to: instant })),
  observer_id: z.nullable(id),
  /** For those who may see names. */
  observer_name: z.nullable(z.string()),
  /** The observed people agreed. */
  consent_at: z.nullable(instant),
  note,
  /** Stored taps, computed entries, and what a reviewer should look at. */
  tap_count: z.number(),
  entry_count: z.number(),
  conflict_count: z.number(),
  /** Place of the newest stored tap. */
  seq: z.number(),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type Measurement = z.infer<typeof measurement>;

const path = '/v1/orgs/:organization_id/measurements';

/** What narrows a list beside the state. */
const narrowed = {
  workspace_id: z.optional(id),
  method: z.optional(z.enum(METHODS)),
  screen_id: z.optional(id),
  machine_id: z.optional(id),
  operation_id: z.optional(id),
  /** Who captured or observed it: where the reader may see names, or is that person. */
  person_id: z.optional(id),
  /** Days of the shift, both included. */
  from: z.optional(day),
  to: z.optional(day),
  // 1 = the archived ones too.
  archived: z.optional(z.enum(['0', '1'])),
};

export const listMeasurements = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'tm:read',
  query: z.object({
    ...listQuery,
    ...narrowed,
    state: z.optional(z.enum(MEASUREMENT_FILTERS)),
    // 1 = those too that somebody opened and never tapped.
    untapped: z.optional(z.enum(['0', '1'])),
  }),
  response: listOf(measurement),
  summary: 'Measurements; sort: day, name, created_at',
});

/**
 * How many of the list there are in all and in each state. Those that are finished grow for ever, and all with them: more than `most` of them
 * nobody counts, and the number stands one above it.
 */
export const measurementCounts = z.object({
  total: z.number(),
  running: z.number(),
  review: z.number(),
  finished: z.number(),
  most: z.number(),
});
export type MeasurementCounts = z.infer<typeof measurementCounts>;

export const countMeasurements = endpoint({
  method: 'GET',
  path: `${path}/counts`,
  access: 'user',
  scope: 'tm:read',
  query: z.object({ q: listQuery.q, ...narrowed }),
  response: measurementCounts,
  summary: 'How many measurements there are, run, are finished, and have something to review',
});

export const createMeasurement = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'tm:capture',
  body: z.object({
    id: z.optional(id),
    screen_id: id,
    screen_version: z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
    name: z.optional(name),
    machine_id: z.optional(z.nullable(id)),
    lanes: z.optional(z.array(observed).check(z.maxLength(8))),
    /** When the observer opened it, by his tablet; the day and the shift follow from it. */
    opened_at: z.optional(instant),
    consent: z.optional(z.boolean()),
    note: z.optional(note),
  }),
  response: measurement,
  status: 201,
  summary: 'Open a measurement with a published screen; repeated with the same id it answers as the first time, and joins it while it runs',
});

export const getMeasurement = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:read',
  response: measurement,
  summary: 'One measurement',
});

export const updateMeasurement = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:write',
  body: z.object({
    rev,
    name: z.optional(name),
    operation_id: z.optional(z.nullable(id)),
    machine_id: z.optional(z.nullable(id)),
    lanes: z.optional(z.array(observed).check(z.maxLength(8))),
    note: z.optional(note),
    /** True keeps how activities are sorted now, for good; false goes back to how they are sorted at the moment of looking. */
    keep_categories: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
  }),
  response: measurement,
  summary: 'Change or archive a measurement; a stale `rev` answers 409 with the current row',
});

/** How the activities of a measurement are sorted: by every taxonomy that sorts one of them. */
export const evaluation = z.object({
  /** Since when it is kept; null = as the catalogue sorts them now. */
  kept_at: z.nullable(instant),
  taxonomies: z.array(z.pick(taxonomy, { id: true, key: true, names: true, categories: true })),
  /** Id of an activity → id of a taxonomy → code of the category. */
  activities: z.record(id, z.record(id, z.string())),
});
export type Evaluation = z.infer<typeof evaluation>;

export const measurementCategories = endpoint({
  method: 'GET',
  path: `${path}/:id/categories`,
  access: 'user',
  scope: 'tm:read',
  response: evaluation,
  summary: 'How the activities of a measurement are sorted, by each taxonomy: as today, or as it was kept',
});

export const sendTaps = endpoint({
  method: 'POST',
  path: `${path}/:id/taps`,
  access: 'user',
  scope: 'tm:capture',
  // Read one by one: a broken tap must not cost the others.
  body: z.object({ taps: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_TAPS)) }),
  response: z.object({
    results: z.array(tapResult),
    /** Place of the newest stored tap, whoever sent it. */
    seq: z.number(),
    /** Milliseconds since the epoch, UTC: what the tablet's clock is compared with. */
    server_time: z.number(),
  }),
  summary:
    'Send taps; each is answered for itself, and the same tap may come any number of times. Corrections of other people’s taps and of finished measurements need tm:write',
});

/** For readers the truth that entries are computed from; for whoever only captures the taps of other tablets on his measurement. */
export const listTaps = endpoint({
  method: 'GET',
  path: `${path}/:id/taps`,
  access: 'user',
  scope: 'tm:capture',
  orScope: 'tm:read',
  query: z.object({ since: z.optional(queryInt(0, 999_999_999)), limit: z.optional(queryInt(1, 5_000)) }),
  response: z.object({ items: z.array(storedTap), seq: z.number(), server_time: z.number() }),
  summary: 'Taps after a place in the order of arrival',
});

export const entry = z.object({
  id: z.string(),
  lane: z.string(),
  kind: z.enum(['state', 'pause', 'unassigned']),
  activity_id: z.nullable(id),
  from: instant,
  /** Null while it runs. */
  to: z.nullable(instant),
  duration_ms: z.nullable(z.number()),
  interrupts: z.boolean(),
  rating: z.nullable(z.number()),
  note: z.nullable(z.string()),
  /** Why figures of its activity leave it out; null: they don't. */
  excluded: z.nullable(z.string()),
  /** What it belongs to: said of it, or of an earlier entry of its lane and since then of none. */
  order: z.nullable(z.string()),
  product: z.nullable(z.string()),
  batch: z.nullable(z.string()),
  cycle: z.number(),
});
/** An entry as it travels; computed ones are `Entry` of `src/lib/domain/taps`. */
export type ListedEntry = z.infer<typeof entry>;

export const listEntries = endpoint({
  method: 'GET',
  path: `${path}/:id/entries`,
  access: 'user',
  scope: 'tm:read',
  query: z.object({
    lane: z.optional(z.string().check(z.maxLength(40))),
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
    limit: z.optional(queryInt(1, 5_000)),
    cursor: z.optional(z.string().check(z.maxLength(500))),
  }),
  response: listOf(entry),
  summary: 'Entries as they are computed from the taps, by time',
});

/** An entry of a measurement beside those of others, with the name and look of its activity. */
const workEntry = z.extend(z.pick(entry, { id: true, lane: true, kind: true, activity_id: true, from: true, to: true }), {
  /** Of its activity in the version that it was captured with; null for a pause and for time nobody assigned. */
  name: z.nullable(z.string()),
  color: z.nullable(z.number()),
  loss: z.boolean(),
});
export type WorkEntry = z.infer<typeof workEntry>;

/** The longest time that is asked for at once, days. */
export const LONGEST_WORK_DAYS = 31;

/** What people do on a machine: for its page, in one answer. */
export const machineWork = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/machines/:id/work',
  access: 'user',
  scope: 'tm:read',
  /** Another time than today; both or none. */
  query: z.object({ from: z.optional(queryInstant), to: z.optional(queryInstant) }),
  response: z.object({
    time_zone: z.string(),
    /** Today in the zone of the machine's workspace, or the time that was asked for, which `today` means then. */
    day: z.object({ from: instant, to: instant }),
    running: z.array(measurement),
    /** Finished ones, the newest day first. */
    last: z.array(measurement),
    /** Measurements that touch today, by their beginning, with their entries of today. */
    today: z.array(z.object({ measurement, entries: z.array(workEntry) })),
    /** False when today has more than is shown. */
    today_complete: z.boolean(),
  }),
  summary: 'What is measured on a machine: running, finished last, and the entries of today or of up to 31 days',
});
export type MachineWork = z.infer<(typeof machineWork)['response']>;

export const exportEntries = endpoint({
  method: 'GET',
  path: `${path}/:id/entries/export`,
  access: 'user',
  scope: 'tm:read',
  query: z.object({
    format: z.enum(['csv', 'xlsx']),
    locale: z.optional(z.enum(['cs', 'en', 'sk'])),
    /** Sign between the columns of a CSV; the reader's own when it isn't given. */
    separator: z.optional(z.enum([',', ';', 'tab'])),
  }),
  response: z.unknown(),
  summary: 'Entries as a file',
});
