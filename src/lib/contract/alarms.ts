import * as z from 'zod/mini';
import { ALARM_RULE_KINDS, ALARM_SEVERITIES } from './alarm-rules.ts';
import { shownUnits } from './channels.ts';
import { id, instant, listOf, page, queryInstant } from './common.ts';
import { endpoint } from './endpoint.ts';

/**
 * pending: beyond the limit, and its delay isn't over; active; over: back again; withdrawn: what is known now of the readings, or of the rule,
 * gives no alarm there.
 */
export const ALARM_STATES = ['pending', 'active', 'over', 'withdrawn'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];
/** `unacknowledged`: over, and nobody said that he knows; `waiting`: those, active ones and pending ones. */
export const ALARM_FILTERS = [...ALARM_STATES, 'unacknowledged', 'waiting'] as const;
export type AlarmFilter = (typeof ALARM_FILTERS)[number];
/**
 * readings: others came later, or corrected ones; reread: messages were read again or taken back; merged: its channel was merged; rule: the rule
 * was archived; left: the channel doesn't belong to the rule any more; mark: people excluded or corrected its readings, or took that back.
 */
export const WITHDRAWN_CAUSES = ['readings', 'reread', 'merged', 'rule', 'left', 'mark', 'calibration'] as const;
export type WithdrawnCause = (typeof WITHDRAWN_CAUSES)[number];

/** What the readings of a channel made of a rule, by their own time. */
export const alarm = z.object({
  id,
  rule_id: id,
  rule_name: z.string(),
  /** The version of the rule under which it began, with what that said. */
  version: z.number(),
  severity: z.enum(ALARM_SEVERITIES),
  kind: z.enum(ALARM_RULE_KINDS),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  hysteresis: z.number(),
  /** Of a rule of changes: the time of the change, seconds. */
  window_s: z.number(),
  /** Of a rule of silence: the time that it lasted before it was one, seconds. */
  on_delay_s: z.number(),
  /** It is active until somebody acknowledges it, also when it is over. */
  latch: z.boolean(),
  channel_id: id,
  channel_name: z.string(),
  ...shownUnits,
  datalogger_id: z.nullable(id),
  datalogger_name: z.nullable(z.string()),
  workspace_id: id,
  state: z.enum(ALARM_STATES),
  /** The first reading beyond the limit. */
  since: instant,
  /** The reading after which the delay was over; null = pending. */
  active_at: z.nullable(instant),
  over_at: z.nullable(instant),
  /** The value farthest beyond the limit; of changes the change, of silence its seconds. */
  peak: z.number(),
  peak_at: instant,
  /** The channel's newest reading now. */
  last_num: z.nullable(z.number()),
  last_ts: z.nullable(instant),
  /** When the server came to know of it. */
  found_at: instant,
  /** What made it came more than an hour after it was measured. */
  late: z.boolean(),
  withdrawn_at: z.nullable(instant),
  withdrawn_cause: z.nullable(z.enum(WITHDRAWN_CAUSES)),
  acknowledged_at: z.nullable(instant),
  /** Null = a service, or nobody yet. */
  acknowledged_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type Alarm = z.infer<typeof alarm>;

const path = '/v1/orgs/:organization_id/alarms';

/** Channels whose alarms are asked for together. */
export const MOST_ASKED_CHANNELS = 24;

export const listAlarms = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    workspace_id: z.optional(id),
    rule_id: z.optional(id),
    channel_id: z.optional(id),
    /** Ids with commas between. */
    channels: z.optional(z.string().check(z.maxLength(MOST_ASKED_CHANNELS * 37 - 1), z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/))),
    datalogger_id: z.optional(id),
    machine_id: z.optional(id),
    state: z.optional(z.enum(ALARM_FILTERS)),
    severity: z.optional(z.enum(ALARM_SEVERITIES)),
    /** Those that lasted into the window. */
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
    count: z.optional(z.literal('1')),
    ...page,
  }),
  response: listOf(alarm),
  summary: 'Alarms: active ones, pending ones, those that wait for an acknowledgement, and the rest, each newest first',
});

export const countAlarms = endpoint({
  method: 'GET',
  path: `${path}/counts`,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ workspace_id: z.optional(id), datalogger_id: z.optional(id), machine_id: z.optional(id) }),
  response: z.object({
    active: z.number(),
    pending: z.number(),
    /** Over, and nobody has acknowledged them. */
    waiting: z.number(),
  }),
  summary: 'How many alarms are active, pending, or over without an acknowledgement',
});

export const getAlarm = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:read',
  response: alarm,
  summary: 'One alarm',
});

export const listAlarmLimits = endpoint({
  method: 'GET',
  path: `${path}/limits`,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ datalogger_id: id }),
  response: z.object({ items: z.array(z.object({ channel_id: id, limits: z.array(z.number()) })) }),
  summary: 'Limits of values by which rules in force watch channels of a logger, in the unit that those are stored in',
});

export const acknowledgeAlarm = endpoint({
  method: 'POST',
  path: `${path}/:id/acknowledge`,
  access: 'user',
  scope: 'alarms:ack',
  body: z.object({ note: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
  response: alarm,
  summary: 'Acknowledge an alarm that is active or over; the first one stays. One that is pending or withdrawn answers 409',
});
