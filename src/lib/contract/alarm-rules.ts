import * as z from 'zod/mini';
import { id, instant, queryInstant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** `inside`: a band that must not be entered; `state`: one of the values of a state. */
export const ALARM_RULE_KINDS = ['above', 'below', 'outside', 'inside', 'state'] as const;
export type AlarmRuleKind = (typeof ALARM_RULE_KINDS)[number];
export const ALARM_SEVERITIES = ['info', 'warning', 'critical'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

/** People who may be told of one rule. */
export const MOST_RECIPIENTS = 20;

const limit = z.nullable(z.number().check(z.gte(-1e15), z.lte(1e15)));
const delay = z.int().check(z.gte(0), z.lte(7 * 86_400));

/** When a rule raises an alarm, and when it ends. Values are in the unit that the channel's are stored in. */
export const alarmLimits = {
  kind: z.enum(ALARM_RULE_KINDS),
  /** Of `below`, `outside` and `inside`; else null. */
  low: limit,
  /** Of `above`, `outside` and `inside`; else null. */
  high: limit,
  /** The values that raise an alarm, of a rule of states. */
  states: z.array(z.int().check(z.gte(-999_999), z.lte(999_999))).check(z.maxLength(32)),
  /** How far back behind the limit a value must be for the alarm to end. */
  hysteresis: z.number().check(z.gte(0), z.lte(1e15)),
  /** Seconds for which every reading must breach. */
  on_delay_s: delay,
  /** Seconds for which every reading must be back. */
  off_delay_s: delay,
};

const fields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^[^\p{Cc}]*$/u)),
  severity: z.enum(ALARM_SEVERITIES),
  ...alarmLimits,
  /** People who get a mail when an alarm begins. */
  recipients: z.array(id).check(z.maxLength(MOST_RECIPIENTS)),
};

/**
 * What of one channel raises an alarm. Each change of its limits is a new version, which counts for readings from that moment on; an alarm that
 * runs stays with the version under which it began.
 */
export const alarmRule = z.object({
  id,
  channel_id: id,
  workspace_id: id,
  ...fields,
  version: z.number(),
  /** Since when this version counts. */
  valid_from: instant,
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type AlarmRule = z.infer<typeof alarmRule>;

const path = '/v1/orgs/:organization_id/alarm-rules';

export const listAlarmRules = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    workspace_id: z.optional(id),
    datalogger_id: z.optional(id),
    channel_id: z.optional(id),
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: z.object({ items: z.array(alarmRule) }),
  summary: 'Rules of alarms, by name; at most 1,000',
});

export const createAlarmRule = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ id: z.optional(id), channel_id: id, ...fields }),
  response: alarmRule,
  status: 201,
  summary: 'Watch a channel; readings from now on count. Crossed limits and a negative hysteresis answer 422',
});

export const getAlarmRule = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:read',
  response: alarmRule,
  summary: 'One rule, with its newest version',
});

export const updateAlarmRule = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    rev,
    name: z.optional(fields.name),
    severity: z.optional(fields.severity),
    kind: z.optional(fields.kind),
    low: z.optional(fields.low),
    high: z.optional(fields.high),
    states: z.optional(fields.states),
    hysteresis: z.optional(fields.hysteresis),
    on_delay_s: z.optional(fields.on_delay_s),
    off_delay_s: z.optional(fields.off_delay_s),
    recipients: z.optional(fields.recipients),
    archived: z.optional(z.boolean()),
  }),
  response: alarmRule,
  summary: 'Change or archive a rule; other limits or delays make its next version. A stale `rev` answers 409 with the current row',
});

/** An alarm that a rule would have raised. */
const triedAlarm = z.object({
  since: instant,
  active_at: instant,
  /** Null = it would still be active. */
  over_at: z.nullable(instant),
  peak: z.number(),
});

/** Readings that one trial goes through. */
export const MOST_TRIED = 50_000;

export const tryAlarmRule = endpoint({
  method: 'POST',
  path: `${path}/try`,
  access: 'user',
  scope: 'dlog:read',
  body: z.object({ channel_id: id, ...alarmLimits, from: queryInstant }),
  response: z.object({
    /** Those that became active, the newest 500, oldest first. */
    alarms: z.array(triedAlarm),
    count: z.number(),
    /** Readings that were gone through. */
    readings: z.number(),
    /** Readings from here on were gone through: there were too many. Null = all of them. */
    shortened_to: z.nullable(instant),
  }),
  summary: 'What limits would have raised of the readings that are there; nothing is stored. At most 50,000 readings, the newest',
});
