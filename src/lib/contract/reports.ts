import * as z from 'zod/mini';
import { id, queryInstant } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Reports of recordings and of times: paper and workbooks that say what the pages say. */

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
/** Of standards: their data for other programs, too. */
export const STANDARD_FORMATS = [...REPORT_FORMATS, 'csv', 'json'] as const;
export type StandardFormat = (typeof STANDARD_FORMATS)[number];
export const STANDARD_PARTS = ['card', 'readings'] as const;
export type StandardPart = (typeof STANDARD_PARTS)[number];
/** By the clock of the workspace; weeks begin on Monday. */
export const REPORT_PERIODS = ['day', 'week', 'month', 'shift'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];
const locale = z.enum(['cs', 'en', 'sk']);
/** Channels of one report: as many as a chart takes. */
export const MOST_REPORTED = 12;
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

export const getRecordingReport = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/recordings/:id/report',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ format: z.enum(REPORT_FORMATS), locale: z.optional(locale) }),
  response: z.unknown(),
  summary: 'A recording as a document: what its page says, with a hash of it; one that has not begun answers 409',
});

export const getStandardReport = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/operations/:id/standard/report',
  access: 'user',
  scope: 'tm:read',
  query: z.object({
    format: z.enum(STANDARD_FORMATS),
    locale: z.optional(locale),
    /** Of CSV, which has one table: the card, or each reading. */
    part: z.optional(z.enum(STANDARD_PARTS)),
    /** Of the standard; without it the draft, else the newest. */
    version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
  }),
  response: z.unknown(),
  summary: 'A version of an operation’s standard as a document, a workbook whose formulas can be followed, or data; without readings 409',
});

export const getPeriodReport = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/reports/period',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    /** Ids with commas between, all of one workspace; instead of them a logger, whose first twelve channels are taken. */
    channels: z.optional(z.string().check(z.maxLength(MOST_REPORTED * 37 - 1), z.regex(new RegExp(`^${uuid}(,${uuid})*$`)))),
    datalogger_id: z.optional(id),
    /** The newest one that is over; instead of it `from` and `to`, at most 400 days. */
    period: z.optional(z.enum(REPORT_PERIODS)),
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
    format: z.enum(REPORT_FORMATS),
    locale: z.optional(locale),
  }),
  response: z.unknown(),
  summary: 'A time of channels as a document: statistics of it and of its days, charts, limits, alarms and marks',
});
