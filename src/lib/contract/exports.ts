import * as z from 'zod/mini';
import { id, instant, queryInstant, queryInt, readingValue } from './common.ts';
import { endpoint } from './endpoint.ts';
import { task } from './tasks.ts';

/** Readings as files, and as other programs ask for them. */

/** json: a JSON object in each line. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'json', 'line-protocol', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** A row of these is one reading. */
export const LONG_FORMATS: readonly ExportFormat[] = ['line-protocol', 'parquet'];
/** long: a reading in each row; wide: a moment in each row, with a column for each channel. */
export const EXPORT_LAYOUTS = ['long', 'wide'] as const;
export type ExportLayout = (typeof EXPORT_LAYOUTS)[number];
/** display: as people see them, by the types of sensors. */
export const EXPORT_UNITS = ['display', 'stored'] as const;
export type ExportUnits = (typeof EXPORT_UNITS)[number];

export const EXPORT_MOST_CHANNELS = 100;
/** Readings of a file that a request gets at once; more are for a task. */
export const EXPORT_DIRECT_READINGS = 200_000;
/** What a sheet has room for, without its head. */
export const XLSX_MOST_ROWS = 1_048_575;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
/** Ids with commas between. */
const ids = z.string().check(z.maxLength(EXPORT_MOST_CHANNELS * 37 - 1), z.regex(new RegExp(`^${uuid}(,${uuid})*$`)));
const locale = z.enum(['cs', 'en', 'sk']);
const choices = {
  format: z.enum(EXPORT_FORMATS),
  layout: z.optional(z.enum(EXPORT_LAYOUTS)),
  units: z.optional(z.enum(EXPORT_UNITS)),
};

export const exportReadings = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/readings/export',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    channels: ids,
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
    ...choices,
    /** Words of the head, the separator and the way of numbers; English without it. */
    locale: z.optional(locale),
  }),
  response: z.unknown(),
  summary:
    'Readings of up to 100 channels as a file, from ≤ ts < to, at most 200,000 of them: 413 `too_many_rows` beyond, which POST makes as a task',
});

export const countExported = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/readings/export/count',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ channels: ids, from: z.optional(queryInstant), to: z.optional(queryInstant) }),
  /** `at_once` = a request gets them; else `count` is only more than that. */
  response: z.object({ count: z.number(), at_once: z.boolean() }),
  summary: 'How many readings a file of channels would hold, counted no further than what a request gets at once',
});

export const readingsExport = z.object({
  channels: z.array(id).check(z.minLength(1), z.maxLength(EXPORT_MOST_CHANNELS)),
  from: z.optional(queryInstant),
  /** Readings of later than now are left out in any case. */
  to: z.optional(queryInstant),
  ...choices,
  locale,
});
export type ReadingsExport = z.infer<typeof readingsExport>;

export const beginReadingsExport = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/readings/export',
  access: 'user',
  scope: 'dlog:read',
  body: z.object({ id: z.optional(id), ...readingsExport.shape }),
  response: task,
  status: 201,
  summary: 'Begin a task that writes readings of up to 100 channels into a file of any size; the file is at its `…/content`',
});

/** Points of one channel that other programs get in one answer. */
export const VALUES_MOST_POINTS = 5_000;
export const VALUES_MOST_CHANNELS = 24;

export const listValues = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/readings/values',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    channels: z.string().check(z.maxLength(VALUES_MOST_CHANNELS * 37 - 1), z.regex(new RegExp(`^${uuid}(,${uuid})*$`))),
    from: queryInstant,
    to: queryInstant,
    /** About so many points of each channel; each is the mean of its time where there are more readings. */
    points: z.optional(queryInt(1, VALUES_MOST_POINTS)),
    units: z.optional(z.enum(EXPORT_UNITS)),
    /** long: `time`, `name`, `value` in each row. wide: `time` and one field for each channel, by its name. */
    layout: z.optional(z.enum(EXPORT_LAYOUTS)),
  }),
  response: z.array(z.catchall(z.object({ time: instant }), z.nullable(readingValue))),
  summary: 'Rows for dashboards elsewhere, in order of time: an array of flat objects of up to 24 channels',
});

/** Channels of one answer with newest values. */
export const METRICS_MOST_CHANNELS = 20_000;

export const getMetrics = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/metrics',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ workspace_id: z.optional(id), datalogger_id: z.optional(id) }),
  response: z.unknown(),
  summary: 'Newest values of channels in the text format of Prometheus, version 0.0.4',
});
