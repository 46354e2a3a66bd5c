import * as z from 'zod/mini';
import { shownUnits } from './channels.ts';
import { id, instant, queryInstant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/**
 * exclude: the readings don't count; offset: `value` is added to them; drift: what is added lies on a line from `value` at the beginning to
 * `value_to` at the end; note: only said of them.
 */
export const MARK_KINDS = ['exclude', 'offset', 'drift', 'note'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

const added = z.nullable(z.number().check(z.gte(-1e15), z.lte(1e15)));
const fields = {
  channel_id: id,
  kind: z.enum(MARK_KINDS),
  /** From ≤ ts < to. */
  from: queryInstant,
  to: queryInstant,
  /** Of `offset` and `drift`, in the unit that the channel's values are stored in; else null. */
  value: added,
  /** Of `drift`, at the end; else null. */
  value_to: added,
};
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500), z.regex(/^[^\p{Cc}]*$/u));

/** What people say of a channel's readings of a time; the readings stay as they came. */
export const mark = z.object({
  id,
  channel_id: id,
  channel_name: z.string(),
  workspace_id: id,
  datalogger_id: z.nullable(id),
  kind: fields.kind,
  from: instant,
  to: instant,
  value: z.nullable(z.number()),
  value_to: z.nullable(z.number()),
  ...shownUnits,
  reason: z.string(),
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
export type Mark = z.infer<typeof mark>;

const path = '/v1/orgs/:organization_id/marks';
/** Marks of one answer. */
export const MOST_MARKS = 1_000;

export const listMarks = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    workspace_id: z.optional(id),
    datalogger_id: z.optional(id),
    /** Ids with commas between, 24 at most. */
    channels: z.optional(z.string().check(z.maxLength(24 * 37 - 1), z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/))),
    /** Those that reach into the window. */
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
    revoked: z.optional(z.enum(['0', '1'])),
  }),
  response: z.object({ items: z.array(mark) }),
  summary: 'Marks over readings, the latest first; at most 1,000. Those that were taken back only with `revoked=1`',
});

export const createMark = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ id: z.optional(id), ...fields, reason }),
  response: mark,
  status: 201,
  summary:
    'Exclude, correct or annotate the readings of a time. One that corrects what another one corrects answers 409 with the other one as `current`; a missing reason 422',
});

export const getMark = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:read',
  response: mark,
  summary: 'One mark',
});

export const updateMark = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ rev, revoked: z.boolean() }),
  response: mark,
  summary:
    'Take a mark back, or let it hold again; a stale `rev` answers 409 with the current row, and so does another one that corrects the same',
});

const figures = z.object({
  n: z.number(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  mean: z.nullable(z.number()),
});

export const tryMark = endpoint({
  method: 'POST',
  path: `${path}/try`,
  access: 'user',
  scope: 'dlog:read',
  body: z.object(fields),
  response: z.object({
    /** Readings of the time that are a number, an error of the sensor or a word. */
    readings: z.number(),
    /** Of those that count, by the marks as they are and with this one; the mean is that of the readings. */
    before: figures,
    after: figures,
    /** Only the newest were gone through: there are too many. */
    shortened: z.boolean(),
    /** The mark that corrects some of the same readings. */
    other: z.nullable(mark),
    settled_to: z.nullable(instant),
  }),
  summary: 'What a mark would change; nothing is stored. At most 100,000 readings, the newest',
});
