import * as z from 'zod/mini';
import { id, instant, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { MOST_REPORTED, REPORT_FORMATS, REPORT_PERIODS } from './reports.ts';

/** Reports that are made by the clock of a workspace once their period is over, kept for a while and sent to people. */

/** Schedules of one organisation that aren't archived. */
export const MOST_SCHEDULES = 100;
export const MOST_RECIPIENTS = 50;
/** Days for which a file that was made can be downloaded. */
export const REPORTS_KEPT_DAYS = 30;
/** Larger files are not attached: the mail leads to the page. */
export const MOST_ATTACHED_BYTES = 5_000_000;

export const reportRun = z.object({
  id,
  /** The period that it tells of. */
  from: instant,
  to: instant,
  made_at: instant,
  /** Why there is no file; null = there is one, or it was kept long enough. */
  failure: z.nullable(z.enum(ERROR_CODES)),
  name: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  /** Bytes. */
  size: z.nullable(z.number()),
  /** Can it still be downloaded? */
  available: z.boolean(),
  /** People whom it was sent to; 0 where no mail server is set. */
  mailed: z.number(),
});
export type ReportRun = z.infer<typeof reportRun>;

const fields = {
  name,
  /** Its first twelve channels of numbers; null = `channels`. */
  datalogger_id: z.nullable(id),
  /** All of one workspace; null = those of the logger. */
  channels: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(MOST_REPORTED))),
  period: z.enum(REPORT_PERIODS),
  /** By the clock of the workspace, on the day after the period; of shifts nobody asks: they are sent a quarter of an hour after their end. */
  hour: z.int().check(z.gte(0), z.lte(23)),
  format: z.enum(REPORT_FORMATS),
  locale: z.enum(['cs', 'en', 'sk']),
  /** People of the organisation; who may not read the channels at that moment is left out. */
  recipients: z.array(id).check(z.maxLength(MOST_RECIPIENTS)),
  active: z.boolean(),
};

export const reportSchedule = z.object({
  ...fields,
  id,
  workspace_id: id,
  time_zone: z.string(),
  datalogger_name: z.nullable(z.string()),
  channel_count: z.nullable(z.number()),
  recipient_names: z.array(z.string()),
  /** When it is made next; null = it is off, or its workspace has no shifts. */
  next_at: z.nullable(instant),
  next_from: z.nullable(instant),
  next_to: z.nullable(instant),
  /** The newest first, at most ten. */
  runs: z.array(reportRun),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

const path = '/v1/orgs/:organization_id/report-schedules';

export const listReportSchedules = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ workspace_id: z.optional(id) }),
  response: z.object({
    items: z.array(reportSchedule),
    /** Is there a mail server? Without one reports are made and kept, and nobody is sent them. */
    mail_leaves: z.boolean(),
  }),
  summary: 'Reports that are made by the clock, with what was made of them, by name',
});

export const getReportSchedule = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:read',
  response: reportSchedule,
  summary: 'One report that is made by the clock',
});

export const createReportSchedule = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ id: z.optional(id), ...fields }),
  response: reportSchedule,
  status: 201,
  summary: 'Have a report made for every day, week, month or shift',
});

export const updateReportSchedule = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    rev,
    name: z.optional(fields.name),
    datalogger_id: z.optional(fields.datalogger_id),
    channels: z.optional(fields.channels),
    period: z.optional(fields.period),
    hour: z.optional(fields.hour),
    format: z.optional(fields.format),
    locale: z.optional(fields.locale),
    recipients: z.optional(fields.recipients),
    active: z.optional(fields.active),
    archived: z.optional(z.boolean()),
  }),
  response: reportSchedule,
  summary:
    'Change, switch off or archive it; a stale `rev` answers 409 with the current row. Switched on again it goes on with the next period',
});

export const getReportRun = endpoint({
  method: 'GET',
  path: `${path}/:id/runs/:run_id/content`,
  access: 'user',
  scope: 'dlog:read',
  response: z.unknown(),
  summary: 'The file that was made for one period; after 30 days 404',
});
