import type { ExportFormat } from '../../../contract/exports.ts';
import { csvFormat } from './csv.ts';
import type { Format } from './format.ts';
import { jsonFormat } from './json-lines.ts';
import { lineFormat } from './line-protocol.ts';
import { parquetFormat } from './parquet.ts';
import { xlsxFormat } from './xlsx.ts';

export const FORMATS = {
  csv: csvFormat,
  xlsx: xlsxFormat,
  json: jsonFormat,
  'line-protocol': lineFormat,
  parquet: parquetFormat,
  // biome-ignore lint/suspicious/noExplicitAny: a format gets the states that it gave
} satisfies Record<ExportFormat, Format<any>>;
