import * as z from 'zod/mini';
import { CHANNEL_KINDS } from './channels.ts';
import { id, instant, name, readingValue } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ingestError } from './received-data.ts';
import { MOST_RECORDED, RECORDING_PURPOSES } from './recordings.ts';
import { DECIMALS, ENCODINGS, SEPARATORS, SKIPPED, TIME_FORMATS, TWICE } from './tables.ts';
import { readingCounts, task } from './tasks.ts';

/** Readings out of a file: uploaded, looked at, tried without storing anything, stored by a task. */

export const IMPORT_FILE_MAX_BYTES = 32 * 1_048_576;
export const IMPORT_MOST_ROWS = 2_000_000;
/** Columns of a file; of them so many become channels. */
export const IMPORT_MOST_COLUMNS = 1_000;
export const IMPORT_MOST_CHANNELS = 200;
/** Letters of one row: a longer one comes of a quote that nobody closed. */
export const IMPORT_LONGEST_ROW = 65_536;
/** Rows and columns of a preview, and problems that are named; all are counted. */
export const PREVIEW_ROWS = 50;
export const PREVIEW_COLUMNS = 100;
export const IMPORT_NAMED_PROBLEMS = 100;

const column = z.int().check(z.gte(0), z.lt(IMPORT_MOST_COLUMNS));
const line = z.string().check(z.trim(), z.regex(/^[^\p{Cc}]*$/u));
const channelKey = line.check(z.minLength(1), z.maxLength(100));

/** A column whose values are stored: by the channel of that key, which is made where the logger has none. */
export const importColumn = z.object({
  at: column,
  key: channelKey,
  /** Of a new channel. */
  kind: z.enum(CHANNEL_KINDS),
  unit: z.nullable(line.check(z.maxLength(20))),
  sensor_type_id: z.nullable(id),
});
export type ImportColumn = z.infer<typeof importColumn>;

export const importSettings = z.object({
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  decimal: z.enum(DECIMALS),
  /** Rows before the first one with values. */
  head_rows: z.int().check(z.gte(0), z.lte(50)),
  time: z.object({
    /** One column, or those of the date and of the time of day. */
    columns: z.array(column).check(z.minLength(1), z.maxLength(2)),
    format: z.enum(TIME_FORMATS),
    /** `UTC`, an offset such as `+01:00`, or an IANA zone; a time that bears its own offset doesn't ask. */
    zone: line.check(z.minLength(1), z.maxLength(64)),
    /** Null = nobody has decided. */
    twice: z.nullable(z.enum(TWICE)),
    skipped: z.nullable(z.enum(SKIPPED)),
    newest_first: z.boolean(),
  }),
  /** A column that says by a key of which channel the value of its row is; all columns are then read from the same place. */
  key_column: z.optional(z.nullable(column)),
  columns: z.array(importColumn).check(z.minLength(1), z.maxLength(IMPORT_MOST_CHANNELS)),
});
export type ImportSettings = z.infer<typeof importSettings>;

/** Why nothing of a file can be read. */
export const IMPORT_FAILURES = ['no_rows', 'row_too_long', 'too_many_columns', 'too_many_rows'] as const;
const failure = z.nullable(z.object({ code: z.enum(IMPORT_FAILURES), line: z.number() }));

const problem = z.object({ ...ingestError.shape, line: z.number() });
export type ImportProblem = z.infer<typeof problem>;

export const importPreview = z.object({
  /** What stands over the columns. */
  headings: z.array(z.string()),
  column_count: z.number(),
  rows: z.array(
    z.object({
      line: z.number(),
      cells: z.array(z.string()),
      ts: z.nullable(instant),
      /** As the settings' columns; null where there is no value. */
      values: z.array(z.nullable(readingValue)),
      /** `key` where it is about one value. */
      problems: z.array(problem),
    }),
  ),
  failure,
});
export type ImportPreview = z.infer<typeof importPreview>;

export const importCheck = z.object({
  ...readingCounts.shape,
  task_id: id,
  failure,
  /** Rows whose local time comes twice, and those whose local time never was; `line` of the first one. */
  twice: z.object({ rows: z.number(), line: z.nullable(z.number()), text: z.nullable(z.string()) }),
  skipped: z.object({ rows: z.number(), line: z.nullable(z.number()), text: z.nullable(z.string()) }),
  from: z.nullable(instant),
  to: z.nullable(instant),
  problems: z.array(problem),
});
export type ImportCheck = z.infer<typeof importCheck>;

export const dataImport = z.object({
  id,
  datalogger_id: id,
  workspace_id: id,
  /** Of the file. */
  name: z.string(),
  size: z.number(),
  created_at: instant,
  created_by: z.nullable(z.string()),
  /** By which it was checked last. */
  settings: z.nullable(importSettings),
  /** What that check found; null until it is done. */
  check: z.nullable(importCheck),
});
export type DataImport = z.infer<typeof dataImport>;

/** A recording of what an import stores: of all of its channels, or of these. */
export const importedRecording = z.object({
  name,
  purpose: z.enum(RECORDING_PURPOSES),
  keys: z.optional(z.array(channelKey).check(z.minLength(1), z.maxLength(MOST_RECORDED))),
});
export type ImportedRecording = z.infer<typeof importedRecording>;

const path = '/v1/orgs/:organization_id/imports';

/** The body of the request is the file itself. */
export const createImport = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  query: z.object({
    datalogger_id: id,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}/\\]*$/u)),
  }),
  response: z.object({ ...dataImport.shape, proposed: importSettings, preview: importPreview }),
  status: 201,
  summary:
    'Upload a table of readings for a logger: the body is the file (CSV, TSV or TOA5, at most 32 MB); answers with how it would be read',
});

export const getImport = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  response: dataImport,
  summary: 'One import with what its last check found',
});

export const previewImport = endpoint({
  method: 'POST',
  path: `${path}/:id/preview`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ settings: importSettings }),
  response: importPreview,
  summary: 'The first rows as they would be stored by these settings',
});

export const checkImport = endpoint({
  method: 'POST',
  path: `${path}/:id/check`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ settings: importSettings }),
  response: task,
  status: 201,
  summary: 'Read the whole file by these settings without storing anything, as a task; what it finds is in the import',
});

export const runImport = endpoint({
  method: 'POST',
  path: `${path}/:id/run`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    /** To be made once all of it is stored, from its first to its last reading. */
    recording: z.optional(z.nullable(importedRecording)),
  }),
  response: task,
  status: 201,
  summary:
    'Store what the last check has read, as a task, and make a recording of it where one is wanted; 409 where there is no check, or times of it are undecided',
});
