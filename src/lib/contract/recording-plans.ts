import * as z from 'zod/mini';
import { id, instant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { RECORDING_PURPOSES, RECORDING_STATES, recordedChannels, recordingLimits } from './recordings.ts';
import { VERDICTS } from './verdicts.ts';

/** Recordings that begin by themselves: by the clock of a workspace, or with the alarms of a rule. */

/** Plans of one organisation that aren't archived. */
export const MOST_PLANS = 100;
/** Beginnings of one day. */
export const MOST_STARTS = 24;
/** The longest recording that begins at given times, minutes. */
export const LONGEST_MIN = 7 * 1_440;
/** The longest time before and after an alarm, minutes. */
export const LONGEST_AROUND_MIN = 1_440;

/**
 * day, week: from one such moment to the next one, at `starts[0]` (of weeks on `days[0]`); shift: each shift of the workspace; times: on `days` at
 * each of `starts`, for `length_min`; alarm: as long as an alarm of `rule_id` is active, with `before_min` and `after_min`.
 */
export const PLAN_TRIGGERS = ['day', 'week', 'shift', 'times', 'alarm'] as const;
export type PlanTrigger = (typeof PLAN_TRIGGERS)[number];

const around = z.int().check(z.gte(0), z.lte(LONGEST_AROUND_MIN));
const fields = {
  /** What its recordings are called, with their day behind it. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}]*$/u)),
  purpose: z.enum(RECORDING_PURPOSES),
  note: z.nullable(z.string().check(z.trim(), z.maxLength(4_000))),
  trigger: z.enum(PLAN_TRIGGERS),
  /** 1 = Monday … 7 = Sunday. */
  days: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.maxLength(7)),
  /** By the clock of the workspace. */
  starts: z.array(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))).check(z.maxLength(MOST_STARTS)),
  length_min: z.nullable(z.int().check(z.gte(1), z.lte(LONGEST_MIN))),
  rule_id: z.nullable(id),
  before_min: around,
  after_min: around,
  /** In which the day behind the name is written. */
  locale: z.enum(['cs', 'en', 'sk']),
  active: z.boolean(),
};

export const recordingPlan = z.object({
  ...fields,
  id,
  workspace_id: id,
  time_zone: z.string(),
  /** `name` is that of today; null = the channel is gone, and the next recording can't begin. */
  channels: z.array(z.object({ channel_id: id, name: z.nullable(z.string()), limits: z.nullable(recordingLimits) })),
  rule_name: z.nullable(z.string()),
  /** The next recording; null = it is off, of an alarm, or its workspace has no shifts. */
  next_from: z.nullable(instant),
  next_to: z.nullable(instant),
  /** Beginnings that nobody made up for, since the server stood still for too long. */
  skipped: z.number(),
  /** Why the newest beginning made no recording; null = it did. */
  failure: z.nullable(z.object({ at: instant, code: z.enum(ERROR_CODES) })),
  /** The newest first, at most five. */
  recordings: z.array(
    z.object({
      id,
      name: z.string(),
      from: z.nullable(instant),
      state: z.enum(RECORDING_STATES),
      verdict: z.nullable(z.enum(VERDICTS)),
    }),
  ),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type RecordingPlan = z.infer<typeof recordingPlan>;

const path = '/v1/orgs/:organization_id/recording-plans';

export const listRecordingPlans = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ workspace_id: z.optional(id) }),
  response: z.object({ items: z.array(recordingPlan) }),
  summary: 'Plans by which recordings begin by themselves, by name',
});

export const getRecordingPlan = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:read',
  response: recordingPlan,
  summary: 'One plan, with its newest recordings',
});

export const createRecordingPlan = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ id: z.optional(id), ...fields, channels: recordedChannels }),
  response: recordingPlan,
  status: 201,
  summary: 'Let recordings begin by the clock of a workspace or with alarms of a rule; what its trigger wants and lacks answers 422',
});

export const updateRecordingPlan = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    rev,
    name: z.optional(fields.name),
    purpose: z.optional(fields.purpose),
    note: z.optional(fields.note),
    channels: z.optional(recordedChannels),
    trigger: z.optional(fields.trigger),
    days: z.optional(fields.days),
    starts: z.optional(fields.starts),
    length_min: z.optional(fields.length_min),
    rule_id: z.optional(fields.rule_id),
    before_min: z.optional(fields.before_min),
    after_min: z.optional(fields.after_min),
    locale: z.optional(fields.locale),
    active: z.optional(fields.active),
    archived: z.optional(z.boolean()),
  }),
  response: recordingPlan,
  summary:
    'Change, pause or archive a plan; its recordings stay. A stale `rev` answers 409 with the current row. What it missed while it was paused is not made up for',
});
