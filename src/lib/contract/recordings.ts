import * as z from 'zod/mini';
import { curve } from './calibrations.ts';
import { CHANNEL_KINDS, MOST_CHARTED, shownUnits, stateWords } from './channels.ts';
import { id, instant, listOf, listQuery, name, queryInstant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { series, statistics } from './readings.ts';
import { CONDITIONS, VERDICTS } from './verdicts.ts';

/**
 * By the clock: planned = its time hasn't begun, running, stopped = it is over; approved = somebody signed it; archived. Each but the first three
 * hides those before it.
 */
export const RECORDING_STATES = ['planned', 'running', 'stopped', 'approved', 'archived'] as const;
export type RecordingState = (typeof RECORDING_STATES)[number];
export const RECORDING_PURPOSES = ['monitoring', 'transport', 'mapping', 'qualification', 'test'] as const;
export type RecordingPurpose = (typeof RECORDING_PURPOSES)[number];

/** Channels of one recording: as many as a chart takes. */
export const MOST_RECORDED = MOST_CHARTED;
/** Notes of one recording. */
export const MOST_NOTES = 200;

const limit = z.nullable(z.number().check(z.gte(-1e15), z.lte(1e15)));
const allowed = z.int().check(z.gte(0), z.lte(366 * 86_400));
/** What a channel is judged by, in the unit that its values are stored in. */
export const recordingLimits = z.object({
  low: limit,
  high: limit,
  /** Seconds beyond them in all; 0 = not even one reading. */
  allowed_above_s: allowed,
  allowed_below_s: allowed,
  /** The part of its time that must be known. */
  coverage: z.number().check(z.gte(0), z.lte(1)),
  /** Highest mean kinetic temperature, °C; of temperatures only. */
  kinetic_high: limit,
});
export type RecordingLimits = z.infer<typeof recordingLimits>;

/** A channel as it was when the recording began or was last changed: what it is judged by later doesn't change with it. */
export const recordedChannel = z.object({
  channel_id: id,
  key: z.string(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  ...shownUnits,
  state_words: z.nullable(stateWords),
  datalogger_id: z.nullable(id),
  datalogger_name: z.nullable(z.string()),
  /** Published version of its logger's type. */
  logger_type: z.nullable(z.object({ name: z.string(), version: z.nullable(z.number()) })),
  sensor_type_id: z.nullable(id),
  quantity: z.nullable(z.string()),
  /** Seconds between readings that were expected; null = nobody said. */
  interval_s: z.nullable(z.number()),
  taken_at: instant,
  /** Null = it isn't judged. */
  limits: z.nullable(recordingLimits),
});
export type RecordedChannel = z.infer<typeof recordedChannel>;

const note = z.nullable(z.string().check(z.trim(), z.maxLength(4_000)));
export const recordingNote = z.object({
  id,
  at: instant,
  text: z.string(),
  created_by: z.nullable(z.string()),
  created_at: instant,
});

const listed = {
  id,
  workspace_id: id,
  name: z.string(),
  purpose: z.enum(RECORDING_PURPOSES),
  state: z.enum(RECORDING_STATES),
  /** Null = it was never started. */
  from: z.nullable(instant),
  /** Null = until somebody stops it. */
  to: z.nullable(instant),
  note,
  /** As it was when it was last judged; what is shown with it is judged anew. Null = not yet. */
  verdict: z.nullable(z.enum(VERDICTS)),
  judged_at: z.nullable(instant),
  channel_count: z.number(),
  dataloggers: z.array(z.object({ id, name: z.string() })),
  /** The newest of its revisions; 0 = it was never signed. */
  revision: z.number(),
  approved_at: z.nullable(instant),
  approved_by: z.nullable(z.string()),
  /** Its data changed after it was signed: the newest revision waits for a signature. */
  changed: z.boolean(),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
};
/** One of a list. */
export const recordingRow = z.object(listed);
export type RecordingRow = z.infer<typeof recordingRow>;

/** A calibration that held in the time of a recording, see decision 0030. */
export const heldCalibration = z.object({
  id,
  from: instant,
  /** In the unit that the channel's values are stored in. */
  curve,
  laboratory: z.string(),
  certificate: z.nullable(z.string()),
  calibrated_on: z.nullable(z.string()),
  due_on: z.nullable(z.string()),
  /** The next one was due before the recording ended, or before this one was replaced. */
  overdue: z.boolean(),
});
export type HeldCalibration = z.infer<typeof heldCalibration>;

/** What was found of one channel when a revision was made: by it later ones are compared. */
export const channelEvidence = z.object({
  channel_id: id,
  n: z.number(),
  left_out: z.number(),
  coverage: z.nullable(z.number()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  mean: z.nullable(z.number()),
  verdict: z.nullable(z.enum(VERDICTS)),
  /** Revisions from before calibrations were kept lack them. */
  calibrations: z.optional(z.array(heldCalibration)),
});
export type ChannelEvidence = z.infer<typeof channelEvidence>;

export const recordingRevision = z.object({
  revision: z.number(),
  /** SHA-256, see docs/decisions. */
  hash: z.string(),
  verdict: z.enum(VERDICTS),
  channels: z.array(channelEvidence),
  made_at: instant,
  /** Null = nobody signed it: the data changed. */
  signed_at: z.nullable(instant),
  signed_by: z.nullable(z.string()),
  /** What its signer wrote. */
  statement: z.nullable(z.string()),
  /** Where readings differ from the revision before it, at most to a hundredth of the recording. */
  changed: z.array(z.object({ channel_id: id, from: instant, to: instant })),
});
export type RecordingRevision = z.infer<typeof recordingRevision>;

export const recording = z.object({
  ...listed,
  channels: z.array(recordedChannel),
  notes: z.array(recordingNote),
  /** The file that it was made of, and whether its import was undone since; null = it came another way. */
  import: z.nullable(z.object({ id, name: z.string(), undone_at: z.nullable(instant) })),
  /** Which plan began it; null = none. */
  plan: z.nullable(z.object({ id, name: z.string() })),
  /** The newest first. */
  revisions: z.array(recordingRevision),
});
export type Recording = z.infer<typeof recording>;

const path = '/v1/orgs/:organization_id/recordings';
const narrowed = {
  workspace_id: z.optional(id),
  purpose: z.optional(z.enum(RECORDING_PURPOSES)),
  verdict: z.optional(z.enum(VERDICTS)),
  datalogger_id: z.optional(id),
  channel_id: z.optional(id),
  /** Those whose time touches it. */
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
};

export const listRecordings = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ ...listQuery, ...narrowed, state: z.optional(z.enum(RECORDING_STATES)) }),
  response: listOf(recordingRow),
  summary: 'Recordings, archived ones only by their state; sort: from, name, created_at',
});

export const recordingCounts = z.object({
  /** Without the archived ones. */
  total: z.number(),
  planned: z.number(),
  running: z.number(),
  stopped: z.number(),
  approved: z.number(),
  archived: z.number(),
  most: z.number(),
});
export type RecordingCounts = z.infer<typeof recordingCounts>;

export const countRecordings = endpoint({
  method: 'GET',
  path: `${path}/counts`,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ q: listQuery.q, ...narrowed }),
  response: recordingCounts,
  summary: 'How many recordings there are in each state; more than `most` nobody counts',
});

export const recordedChannels = z.array(z.object({ channel_id: id, limits: z.nullable(recordingLimits) })).check(
  z.minLength(1),
  z.maxLength(MOST_RECORDED),
  z.refine((list) => new Set(list.map(({ channel_id }) => channel_id)).size === list.length),
);

export const createRecording = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    id: z.optional(id),
    name,
    purpose: z.enum(RECORDING_PURPOSES),
    /** All of one workspace. */
    channels: recordedChannels,
    /** Without it somebody starts it later; `now` = at once. */
    from: z.optional(z.nullable(z.union([instant, z.literal('now')]))),
    to: z.optional(z.nullable(instant)),
    note: z.optional(note),
  }),
  response: recording,
  status: 201,
  summary: 'A recording over channels of one workspace; limits that are crossed and a time that ends before it begins answer 422',
});

export const getRecording = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:read',
  response: recording,
  summary: 'One recording, with its channels as they were, its notes and its revisions',
});

export const updateRecording = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    rev,
    name: z.optional(name),
    purpose: z.optional(z.enum(RECORDING_PURPOSES)),
    channels: z.optional(recordedChannels),
    from: z.optional(z.nullable(instant)),
    to: z.optional(z.nullable(instant)),
    note: z.optional(note),
    archived: z.optional(z.boolean()),
  }),
  response: recording,
  summary: 'Change or archive a recording; of a signed one nothing changes but whether it is archived (409). A stale `rev` answers 409',
});

export const startRecording = endpoint({
  method: 'POST',
  path: `${path}/:id/start`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ rev }),
  response: recording,
  summary: 'Let a planned recording begin now; another one answers 409',
});

export const stopRecording = endpoint({
  method: 'POST',
  path: `${path}/:id/stop`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ rev }),
  response: recording,
  summary: 'Let a running recording end now; another one answers 409',
});

/** Microseconds. */
const stretch = { from: z.number(), to: z.number() };
const condition = z.object({
  kind: z.enum(CONDITIONS),
  limit: z.number(),
  allowed_s: z.nullable(z.number()),
  measured: z.nullable(z.number()),
  margin: z.nullable(z.number()),
  worst: z.nullable(z.number()),
  worst_at: z.nullable(z.number()),
  worst_margin: z.nullable(z.number()),
  times: z.number(),
  longest_s: z.number(),
  met: z.nullable(z.boolean()),
});
const evaluatedChannel = z.object({
  channel_id: id,
  /** Null = it has no limits. */
  verdict: z.nullable(z.enum(VERDICTS)),
  conditions: z.array(condition),
  /** Stretches in which nothing is known, and those beyond a limit: the first hundred of each. */
  gaps: z.array(z.object(stretch)),
  gap_count: z.number(),
  missing_s: z.number(),
  excursions: z.array(z.object({ side: z.enum(['above', 'below']), ...stretch })),
  /** Null = it isn't one of numbers. */
  statistics: z.nullable(statistics),
  /** Those that hold in its time, by their beginnings; empty = it has none, or what it measures has none. */
  calibrations: z.array(heldCalibration),
});
export type EvaluatedChannel = z.infer<typeof evaluatedChannel>;
/** What readings say of a channel, whatever was known of its instrument. */
export type JudgedChannel = Omit<EvaluatedChannel, 'calibrations'>;

export const evaluation = z.object({
  from: instant,
  /** Of a running recording the moment of the answer. */
  to: instant,
  ended: z.boolean(),
  verdict: z.enum(VERDICTS),
  channels: z.array(evaluatedChannel),
  /** What would be signed; null while it runs. */
  hash: z.nullable(z.string()),
  /** Readings that the hash is made of. */
  readings: z.number(),
  /** Does it differ from the newest signed revision? */
  changed: z.boolean(),
  /** Retention deleted some of its readings before it was signed. */
  pruned: z.boolean(),
  /** How many alarms of its channels lasted into its time; missing for whoever has a link only. */
  alarms: z.optional(z.number()),
});
export type RecordingEvaluation = z.infer<typeof evaluation>;

export const evaluateRecording = endpoint({
  method: 'GET',
  path: `${path}/:id/evaluation`,
  access: 'user',
  scope: 'dlog:read',
  response: evaluation,
  summary: 'Verdict and figures of a recording by its readings as they are now; one that has not begun answers 409',
});

export const approveRecording = endpoint({
  method: 'POST',
  path: `${path}/:id/approve`,
  access: 'user',
  scope: 'dlog:sign',
  body: z.object({
    rev,
    /** What was seen: other data than these answers 409. */
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    statement: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  response: recording,
  summary: 'Sign a recording that is over, as it was seen; a later change of its data makes the next revision, which may be signed too',
});

export const addRecordingNote = endpoint({
  method: 'POST',
  path: `${path}/:id/notes`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ id: z.optional(id), at: instant, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
  response: recording,
  summary: 'Write something at a moment of a recording; to a signed one it answers 409',
});

export const removeRecordingNote = endpoint({
  method: 'POST',
  path: `${path}/:id/notes/remove`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ note_id: id }),
  response: recording,
  summary: 'Take a note away; from a signed recording it answers 409',
});

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
export const suggestLimits = endpoint({
  method: 'GET',
  path: `${path}/limits`,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    /** Ids with commas between. */
    channels: z.string().check(z.maxLength(MOST_RECORDED * 37 - 1), z.regex(new RegExp(`^${uuid}(,${uuid})*$`))),
  }),
  response: z.object({
    items: z.array(
      z.object({
        channel_id: id,
        /** rule: of its alarms; range: what its sensor type can plausibly measure. */
        source: z.enum(['rule', 'range']),
        limits: recordingLimits,
      }),
    ),
  }),
  summary: 'Limits to begin with: of the rules that watch the channels, else the plausible range of their sensor type',
});

/** The longest time that a link lasts, days. */
export const LONGEST_SHARE_DAYS = 366;
export const recordingShare = z.object({
  id,
  /** Whom it is for. */
  label: z.nullable(z.string()),
  /** Its last characters, by which one knows it. */
  token_hint: z.string(),
  has_password: z.boolean(),
  expires_at: instant,
  opened: z.number(),
  last_opened_at: z.nullable(instant),
  created_by: z.nullable(z.string()),
  created_at: instant,
  revoked_at: z.nullable(instant),
});
export type RecordingShare = z.infer<typeof recordingShare>;

export const listRecordingShares = endpoint({
  method: 'GET',
  path: `${path}/:id/shares`,
  access: 'user',
  scope: 'dlog:read',
  response: z.object({ items: z.array(recordingShare) }),
  summary: 'Links by which anybody may read a recording, the newest first; at most 100',
});

export const shareRecording = endpoint({
  method: 'POST',
  path: `${path}/:id/shares`,
  access: 'user',
  scope: 'dlog:sign',
  body: z.object({
    label: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(120), z.regex(/^[^\p{Cc}]*$/u)))),
    expires_in_days: z.int().check(z.gte(1), z.lte(LONGEST_SHARE_DAYS)),
    password: z.optional(z.nullable(z.string().check(z.minLength(4), z.maxLength(200)))),
  }),
  response: z.extend(recordingShare, {
    /** Only here: it is stored as a hash. */
    token: z.string(),
  }),
  status: 201,
  summary: 'Make a link by which anybody may read a recording until it ends',
});

export const revokeRecordingShare = endpoint({
  method: 'POST',
  path: `${path}/:id/shares/revoke`,
  access: 'user',
  scope: 'dlog:sign',
  body: z.object({ share_id: id }),
  response: recordingShare,
  summary: 'End a link at once',
});

/** A recording as whoever has a link to it sees it. */
export const sharedRecording = z.object({
  organization: z.string(),
  time_zone: z.string(),
  expires_at: instant,
  ...z.pick(recordingRow, {
    name: true,
    purpose: true,
    state: true,
    from: true,
    to: true,
    revision: true,
    approved_at: true,
    approved_by: true,
  }).shape,
  channels: z.array(recordedChannel),
  notes: z.array(z.object({ at: instant, text: z.string() })),
  /** Of the newest signed revision; null = nobody has signed. */
  signed_hash: z.nullable(z.string()),
  /** Null = it has not begun. */
  evaluation: z.nullable(evaluation),
  series: z.array(z.object({ channel_id: id, series })),
});
export type SharedRecording = z.infer<typeof sharedRecording>;

export const openSharedRecording = endpoint({
  method: 'POST',
  path: '/v1/shared/recordings',
  access: 'public',
  body: z.object({ token: z.string().check(z.maxLength(200)), password: z.optional(z.string().check(z.maxLength(200))) }),
  response: sharedRecording,
  summary: 'A recording by a link: one that is over or revoked answers 410, one with a password 403 until it is given',
});
