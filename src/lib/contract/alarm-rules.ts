import * as z from 'zod/mini';
import { id, instant, queryInstant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/**
 * `inside`: a band that must not be entered; `state`: one of the values of a state; `rate`: a change within a time; `no_data`: no reading for
 * longer than the delay; `sensor_error`: the sensor says that it can't measure.
 */
export const ALARM_RULE_KINDS = ['above', 'below', 'outside', 'inside', 'rate', 'state', 'no_data', 'sensor_error'] as const;
export type AlarmRuleKind = (typeof ALARM_RULE_KINDS)[number];
export const ALARM_SEVERITIES = ['info', 'warning', 'critical'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

/** People who may be told of one rule. */
export const MOST_RECIPIENTS = 20;

const limit = z.nullable(z.number().check(z.gte(-1e15), z.lte(1e15)));
const delay = z.int().check(z.gte(0), z.lte(7 * 86_400));

const minuteOfDay = z.int().check(
  z.gte(0),
  z.lte(1_440),
  z.refine((minute) => minute % 5 === 0),
);

/** Hours of a week in which a rule counts, by the clock of a zone. */
export const alarmSchedule = z.object({
  /** IANA. */
  zone: z.string().check(z.minLength(1), z.maxLength(64)),
  spans: z
    .array(
      z.object({
        /** 1 = Monday … 7 = Sunday: on which the span begins. */
        days: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
        /** Minutes of the day, in fives; where `to` isn't after `from` the span ends on the next day. */
        from: minuteOfDay,
        to: minuteOfDay,
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
});
export type AlarmSchedule = z.infer<typeof alarmSchedule>;

/** The longest time with which a rule of changes compares, seconds. */
export const LONGEST_WINDOW_S = 6 * 3_600;

/**
 * When a rule raises an alarm, and when it ends. Values are in the unit that the channel's are stored in; of a rule that names a sensor type, in
 * the canonical one of its quantity.
 */
export const alarmLimits = {
  kind: z.enum(ALARM_RULE_KINDS),
  /** Of `below`, `outside` and `inside`; of `rate` a fall, below zero, or null; else null. */
  low: limit,
  /** Of `above`, `outside` and `inside`; of `rate` a rise, above zero, or null; else null. */
  high: limit,
  /** The values that raise an alarm, of a rule of states. */
  states: z.array(z.int().check(z.gte(-999_999), z.lte(999_999))).check(z.maxLength(32)),
  /** How far back behind the limit a value must be for the alarm to end. */
  hysteresis: z.number().check(z.gte(0), z.lte(1e15)),
  /** Seconds for which every reading must breach; of `no_data` those without any. */
  on_delay_s: delay,
  /** Seconds for which every reading must be back. */
  off_delay_s: delay,
  /** Of `rate`: a value is compared with the oldest one of so many seconds before it; else 0. */
  window_s: z.optional(z.int().check(z.gte(0), z.lte(LONGEST_WINDOW_S))),
  /** Its alarms are active until somebody acknowledges them. */
  latch: z.optional(z.boolean()),
  /** A breach within so many seconds after an alarm is no new one: it goes on with that. */
  cool_down_s: z.optional(delay),
  /** Breaches begin in these hours only; what is active goes on outside. Null = always. */
  schedule: z.optional(z.nullable(alarmSchedule)),
};

/** A rule watches the channel that it names, or every channel that is of all that it names, also those that come to be later. */
export const alarmSubject = {
  channel_id: z.optional(z.nullable(id)),
  sensor_type_id: z.optional(z.nullable(id)),
  logger_type_id: z.optional(z.nullable(id)),
  machine_id: z.optional(z.nullable(id)),
  /** Of the channels that it watches; null = in the whole organisation. Where it names a channel, that one's. */
  workspace_id: z.optional(z.nullable(id)),
};

/** Steps of an escalation. */
export const MOST_STEPS = 3;
/** Who is told next, so many minutes after the first ones, while nobody has acknowledged an alarm; each step later than the one before. */
export const alarmEscalation = z
  .array(
    z.object({
      after_min: z.int().check(z.gte(1), z.lte(1_440)),
      recipients: z.array(id).check(z.minLength(1), z.maxLength(MOST_RECIPIENTS)),
    }),
  )
  .check(z.maxLength(MOST_STEPS));
export type AlarmEscalation = z.infer<typeof alarmEscalation>;

const fields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^[^\p{Cc}]*$/u)),
  severity: z.enum(ALARM_SEVERITIES),
  ...alarmLimits,
  /** People who get a mail when an alarm begins. */
  recipients: z.array(id).check(z.maxLength(MOST_RECIPIENTS)),
  escalation: z.optional(alarmEscalation),
};

/**
 * What raises an alarm. Each change of its limits is a new version, which counts for readings from that moment on; an alarm that
 * runs stays with the version under which it began.
 */
export const alarmRule = z.object({
  id,
  channel_id: z.nullable(id),
  sensor_type_id: z.nullable(id),
  logger_type_id: z.nullable(id),
  machine_id: z.nullable(id),
  workspace_id: z.nullable(id),
  ...fields,
  window_s: z.number(),
  latch: z.boolean(),
  cool_down_s: z.number(),
  schedule: z.nullable(alarmSchedule),
  escalation: alarmEscalation,
  /** How many channels it watches. */
  channels: z.number(),
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
  body: z.object({ id: z.optional(id), ...alarmSubject, ...fields }),
  response: alarmRule,
  status: 201,
  summary:
    'Watch a channel, or what is of a sensor type, a logger type or a machine; readings from now on count. Crossed limits, a negative hysteresis and an unknown zone answer 422',
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
    window_s: fields.window_s,
    latch: fields.latch,
    cool_down_s: fields.cool_down_s,
    schedule: fields.schedule,
    recipients: z.optional(fields.recipients),
    escalation: fields.escalation,
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
  body: z.object({
    channel_id: id,
    /** Its canonical unit is that of the limits, as in a rule that names it. */
    sensor_type_id: z.optional(z.nullable(id)),
    ...alarmLimits,
    from: queryInstant,
    /** The newest version of this rule is tried as well. */
    rule_id: z.optional(id),
    /** Of each hysteresis and each delay before an alarm, how many there would be. */
    matrix: z.optional(
      z.object({
        hysteresis: z.array(alarmLimits.hysteresis).check(z.minLength(1), z.maxLength(4)),
        on_delay_s: z.array(delay).check(z.minLength(1), z.maxLength(6)),
      }),
    ),
  }),
  response: z.object({
    /** Those that became active, the newest 500, oldest first. */
    alarms: z.array(triedAlarm),
    count: z.number(),
    /** What the rule as it is would have raised; null = none is asked for. */
    before: z.nullable(z.object({ version: z.number(), alarms: z.array(triedAlarm), count: z.number() })),
    /** Rows of delays, in each a count for each hysteresis; null = a limit can't be kept with it. */
    counts: z.array(z.array(z.nullable(z.number()))),
    /** The readings in parts of equal length, those without any left out. */
    series: z.array(z.object({ ts: instant, min: z.number(), max: z.number(), last: z.number() })),
    /** Readings that were gone through. */
    readings: z.number(),
    /** Readings from here on were gone through: there were too many. Null = all of them. */
    shortened_to: z.nullable(instant),
  }),
  summary: 'What limits would have raised of the readings that are there; nothing is stored. At most 50,000 readings, the newest',
});
