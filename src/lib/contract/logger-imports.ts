import * as z from 'zod/mini';
import { id, listQuery } from './common.ts';
import { DATALOGGER_FILTERS, HEALTH_FILTERS } from './dataloggers.ts';
import { endpoint } from './endpoint.ts';
import { broughtRow, TABLE_MAX_BYTES, tableBody, tableProblem, undoneTable, undoTableBody } from './table-imports.ts';

/**
 * Fields of a logger that a table may bring, in the order in which a table of them is written. `id` recognises one that is there already;
 * `workspace`, `machine` and `type` are names, a machine may be told by its code too; tags are parted by commas.
 */
export const LOGGER_COLUMNS = [
  'id',
  'name',
  'code',
  'kind',
  'workspace',
  'place',
  'tags',
  'machine',
  'type',
  'type_version',
  'expected_interval_s',
  'auto_channels',
  'channel_limit',
  'mb_per_day',
  'paused',
] as const;
export type LoggerColumn = (typeof LOGGER_COLUMNS)[number];

/**
 * Problems: as of a form's field; `taken` a logger in use has the code there, `repeated` an earlier row has it, `unknown` nothing is called so,
 * `ambiguous` several are, `differs` the logger is there with another value, which an import doesn't change.
 */
export const importDataloggers = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/dataloggers/import',
  access: 'user',
  scope: 'dlog:write',
  body: tableBody(LOGGER_COLUMNS),
  maxBytes: 4 * TABLE_MAX_BYTES,
  response: z.object({
    /** The token is told in this answer only; null of a logger that an earlier sending of the same import made. */
    imported: z.array(z.object({ ...broughtRow, token: z.nullable(z.string()) })),
    /** Rows of loggers that are there just so. */
    same: z.array(z.number()),
    problems: z.array(tableProblem),
  }),
  summary:
    'Create loggers, each with a token, from the rows of a table in one transaction, or only look what is wrong with them; what is there already stays as it is',
});

export const undoLoggerImport = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/dataloggers/import/undo',
  access: 'user',
  scope: 'dlog:write',
  body: undoTableBody,
  maxBytes: TABLE_MAX_BYTES,
  response: undoneTable,
  summary: 'Remove loggers that an import brought, with their tokens, as far as nobody touched them and nothing came from them since',
});

export const exportDataloggers = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/dataloggers.csv',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    q: listQuery.q,
    workspace_id: z.optional(id),
    state: z.optional(z.enum(DATALOGGER_FILTERS)),
    tag: z.optional(z.string().check(z.maxLength(30))),
    health: z.optional(z.enum(HEALTH_FILTERS)),
    archived: z.optional(z.enum(['0', '1'])),
    // The language of its headings and how its numbers are written.
    locale: z.optional(z.enum(['cs', 'en', 'sk'])),
  }),
  response: z.unknown(),
  summary: 'Loggers as CSV with all columns that an import reads (UTF-8 with BOM), oldest first; imported again it changes nothing',
});
