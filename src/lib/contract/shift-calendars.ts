import * as z from 'zod/mini';
import { id, instant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Clock time of the workspace's zone. */
export const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const shortName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[^\p{Cc}]*$/u));

/** `end` at or before `start` means the next day: a shift may cross midnight, and 06:00–06:00 is a whole day. A break lies inside its shift. */
export const shift = z.object({
  name: shortName,
  /** ISO days on which it begins: 1 Monday … 7 Sunday. */
  days: z.array(z.number().check(z.int(), z.gte(1), z.lte(7))).check(z.maxLength(7)),
  start: clockTime,
  end: clockTime,
  breaks: z
    .array(z.object({ name: z.string().check(z.trim(), z.maxLength(60)), start: clockTime, end: clockTime, paid: z.boolean() }))
    .check(z.maxLength(12)),
});
export type Shift = z.infer<typeof shift>;

/** A day that is not as its weekday says: `shifts` begin on it instead, none = nobody works. Its `days` are not read. */
export const shiftException = z.object({
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  name: z.string().check(z.trim(), z.maxLength(60)),
  shifts: z.array(shift).check(z.maxLength(8)),
});
export type ShiftException = z.infer<typeof shiftException>;

const shifts = z.array(shift).check(z.maxLength(16));
const exceptions = z.array(shiftException).check(z.maxLength(400));

/** `rev` is 0 while the workspace has none. */
export const shiftCalendar = z.object({
  workspace_id: id,
  shifts,
  exceptions,
  rev: z.number(),
  updated_at: z.nullable(instant),
});
export type ShiftCalendar = z.infer<typeof shiftCalendar>;

export const getShiftCalendar = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/workspaces/:id/shift-calendar',
  access: 'user',
  scope: 'org:read',
  response: shiftCalendar,
  summary: 'The shifts of a workspace',
});

export const putShiftCalendar = endpoint({
  method: 'PUT',
  path: '/v1/orgs/:organization_id/workspaces/:id/shift-calendar',
  access: 'user',
  scope: 'org:manage',
  body: z.object({ rev, shifts, exceptions }),
  response: shiftCalendar,
  summary: 'Set the shifts of a workspace; a stale `rev` answers 409 with the current calendar',
});
