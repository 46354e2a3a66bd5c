import cs from '../../../../locales/cs/logger-import.json' with { type: 'json' };
import en from '../../../../locales/en/logger-import.json' with { type: 'json' };
import sk from '../../../../locales/sk/logger-import.json' with { type: 'json' };
import type { Locale } from '../../constants.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import { type exportDataloggers as exportEndpoint, LOGGER_COLUMNS, type LoggerColumn } from '../../contract/logger-imports.ts';
import { CSV_BOM, CSV_DIALECTS, csvLine } from '../../domain/text/csv-writer.ts';
import { fileWord } from '../../i18n/file-word.ts';
import type { Key } from '../../i18n/index.ts';
import type { Ctx } from '../kernel/context.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import { dataloggersRepo, type TableRow } from './dataloggers.repo.ts';
import { filterOf } from './dataloggers.service.ts';
import { storedTags } from './logger-tags.ts';

const FILES: Record<Locale, object> = { cs, en, sk };
const word = (locale: Locale, key: Extract<Key, `logger-import:${string}`>) => fileWord(FILES[locale], key);

/** A logger as a table has it, a flag as `true` or `false`. */
export const tableCells = (row: TableRow): Record<LoggerColumn, string | number | null> => ({
  id: row.id,
  name: row.name,
  code: row.code,
  kind: row.kind,
  workspace: row.workspace_name,
  place: row.place,
  tags: storedTags(row.tags).join(', ') || null,
  machine: row.machine_name,
  type: row.logger_type_name,
  type_version: row.logger_type_version,
  expected_interval_s: row.expected_interval_s,
  auto_channels: String(row.auto_channels === 1),
  channel_limit: row.channel_limit,
  mb_per_day: row.mb_per_day,
  paused: String(row.paused_at !== null),
});

/** Loggers that the filters leave, oldest first, with all that an import reads; machines' names for those who see them. One query. */
export async function exportDataloggers(ctx: Ctx, query: QueryOf<typeof exportEndpoint>): Promise<string> {
  const locale = query.locale ?? 'en';
  const filter = { ...filterOf(ctx, query, ctx.clock.now()), state: query.state };
  const machines = readableWorkspaces(ctx, undefined, 'machines:read');
  const rows = await ctx.db.read(ctx.organization.id, (db) =>
    dataloggersRepo({ db, organization_id: ctx.organization.id }).table(filter, machines),
  );
  const line = (cells: readonly unknown[]) => csvLine(cells, CSV_DIALECTS[locale]);
  const said = (column: LoggerColumn, value: string | number | null) =>
    column === 'auto_channels' || column === 'paused'
      ? word(locale, value === 'true' ? 'logger-import:flag.yes' : 'logger-import:flag.no')
      : value;
  const lines = rows.map((row) => {
    const cells = tableCells(row);
    return line(LOGGER_COLUMNS.map((column) => said(column, cells[column])));
  });
  return CSV_BOM + line(LOGGER_COLUMNS.map((column) => word(locale, `logger-import:field.${column}`))) + lines.join('');
}
