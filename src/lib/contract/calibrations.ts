import * as z from 'zod/mini';
import { MOST_CHARTED, shownUnits } from './channels.ts';
import { id, instant, listOf, listQuery, name, queryInstant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { mark } from './marks.ts';

/** overdue = its day is over; due = within 30 days; valid; none = the channel has no calibration in force. */
export const DUE_STATES = ['overdue', 'due', 'valid', 'none'] as const;
export type DueState = (typeof DUE_STATES)[number];

export const CURVE_KINDS = ['none', 'offset', 'linear', 'points'] as const;
export type CurveKind = (typeof CURVE_KINDS)[number];

/** Points of one calibration. */
export const LEAST_POINTS = 2;
export const MOST_POINTS = 20;
/** Calibrations of one answer. */
export const MOST_CALIBRATIONS = 1_000;

const number = z.number().check(z.gte(-1e15), z.lte(1e15));
/**
 * What it makes of a value, in the unit that the channel's values are stored in. none: there is nothing to correct; offset: `offset` is added; linear:
 * `gain` × value + `offset`; points: pairs of measured and reference, straight lines between them that go on beyond the outer ones.
 */
export const curve = z.union([
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('offset'), offset: number }),
  z.object({ kind: z.literal('linear'), gain: z.number().check(z.gte(1e-6), z.lte(1e6)), offset: number }),
  z.object({
    kind: z.literal('points'),
    points: z.array(z.tuple([number, number])).check(z.minLength(LEAST_POINTS), z.maxLength(MOST_POINTS)),
  }),
]);
export type Curve = z.infer<typeof curve>;

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const line = (most: number) => z.nullable(z.string().check(z.trim(), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u)));
const wanted = {
  channel_id: id,
  /** It holds from here until the next one of the channel. */
  from: queryInstant,
  curve,
};

/** A calibration of a channel; the readings stay as they came. */
export const calibration = z.object({
  id,
  channel_id: id,
  channel_name: z.string(),
  workspace_id: id,
  datalogger_id: z.nullable(id),
  from: instant,
  /** Where the next one begins; null = there is none, or it was taken back. */
  to: z.nullable(instant),
  curve,
  /** Who calibrated, or why there is this entry. */
  laboratory: z.string(),
  certificate: z.nullable(z.string()),
  /** Days where the sensor is. */
  calibrated_on: z.nullable(day),
  due_on: z.nullable(day),
  uncertainty: z.nullable(z.string()),
  note: z.nullable(z.string()),
  ...shownUnits,
  /** Of the one that is in force now; null = it isn't. */
  due: z.nullable(z.enum(DUE_STATES)),
  files: z.array(z.object({ id, name: z.string(), media_type: z.string(), rev })),
  created_at: instant,
  /** Null = a service. */
  created_by: z.nullable(z.string()),
  /** Null = it holds. */
  revoked_at: z.nullable(instant),
  revoked_by: z.nullable(z.string()),
  /** Summaries from before are as they are: retention has deleted their readings. Null = all of them follow. */
  settled_to: z.nullable(instant),
  /** Summaries of its time are still being worked out again. */
  waits: z.boolean(),
  rev: z.number(),
});
export type Calibration = z.infer<typeof calibration>;

/** A channel with the calibration that is in force. */
export const calibratedChannel = z.object({
  /** Of the channel. */
  id,
  name: z.string(),
  key: z.string(),
  workspace_id: id,
  datalogger: z.nullable(z.object({ id, name: z.string() })),
  state: z.enum(DUE_STATES),
  /** Days until it is due, below zero once it is overdue; null = nobody said. */
  days: z.nullable(z.number()),
  calibration: z.nullable(
    z.object({
      id,
      from: instant,
      kind: z.enum(CURVE_KINDS),
      laboratory: z.string(),
      certificate: z.nullable(z.string()),
      calibrated_on: z.nullable(day),
      due_on: z.nullable(day),
    }),
  ),
  /** When people were mailed of its date last; null = they weren't. */
  told_at: z.nullable(instant),
});
export type CalibratedChannel = z.infer<typeof calibratedChannel>;

const path = '/v1/orgs/:organization_id/calibrations';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

export const listCalibrations = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    datalogger_id: z.optional(id),
    channel_id: z.optional(id),
    /** Those of one chart: ids with commas between. */
    channels: z.optional(z.string().check(z.maxLength(MOST_CHARTED * 37 - 1), z.regex(new RegExp(`^${uuid}(,${uuid})*$`)))),
    revoked: z.optional(z.enum(['0', '1'])),
  }),
  response: z.object({ items: z.array(calibration) }),
  summary: 'Calibrations of channels, the latest first; at most 1,000. Those that were taken back only with `revoked=1`',
});

const filter = { q: listQuery.q, workspace_id: z.optional(id), datalogger_id: z.optional(id), channel_id: z.optional(id) };

export const listCalibratedChannels = endpoint({
  method: 'GET',
  path: `${path}/channels`,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ ...listQuery, ...filter, state: z.optional(z.enum(DUE_STATES)) }),
  response: listOf(calibratedChannel),
  summary: 'Measured channels with the calibration in force and when the next one is due; sorted by `due` (default) or `name`',
});

export const countCalibratedChannels = endpoint({
  method: 'GET',
  path: `${path}/channels/counts`,
  access: 'user',
  scope: 'dlog:read',
  query: z.object(filter),
  response: z.object({
    total: z.number(),
    overdue: z.number(),
    due: z.number(),
    valid: z.number(),
    none: z.number(),
    /** No number says more. */
    most: z.number(),
  }),
  summary: 'How many measured channels are overdue, due within 30 days, valid or without calibration',
});

export const createCalibration = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    id: z.optional(id),
    ...wanted,
    laboratory: name,
    certificate: z.optional(line(100)),
    calibrated_on: z.optional(z.nullable(day)),
    due_on: z.optional(z.nullable(day)),
    uncertainty: z.optional(line(100)),
    note: z.optional(line(1_000)),
  }),
  response: calibration,
  status: 201,
  summary:
    'Calibrate a channel from a moment on. Of two that begin at the same moment the later request answers 409 with the other one as `current`; a channel that measures no numbers 422',
});

export const getCalibration = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:read',
  response: calibration,
  summary: 'One calibration',
});

export const updateCalibration = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ rev, revoked: z.boolean() }),
  response: calibration,
  summary:
    'Take a calibration back, or let it hold again; a stale `rev` answers 409 with the current row, and so does another one that begins at the same moment',
});

const figures = z.object({ n: z.number(), min: z.nullable(z.number()), max: z.nullable(z.number()), mean: z.nullable(z.number()) });

export const tryCalibration = endpoint({
  method: 'POST',
  path: `${path}/try`,
  access: 'user',
  scope: 'dlog:read',
  body: z.object(wanted),
  response: z.object({
    /** Readings of its time. */
    readings: z.number(),
    /** Of those that count, by what lies over them now and with it. */
    before: figures,
    after: figures,
    /** Only the newest were gone through: there are too many. */
    shortened: z.boolean(),
    /** Where the next one begins that ends it; null = there is none. */
    to: z.nullable(instant),
    /** Another one begins at the same moment. */
    other: z.nullable(calibration),
    /** The first mark that corrects some of the same readings: it adds to what the calibration makes of them. */
    mark: z.nullable(mark),
    settled_to: z.nullable(instant),
  }),
  summary: 'What a calibration would change; nothing is stored. At most 100,000 readings, the newest',
});
