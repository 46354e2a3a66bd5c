import { type AuditEvent, changedFields } from '../../contract/audit-events.ts';

/** The audit trail as CSV: RFC 4180, UTF-8 with BOM so that spreadsheets read the letters right. */

const BOM = '\ufeff';
const COLUMNS = [
  'at',
  'actor_kind',
  'actor',
  'all_orgs',
  'verb',
  'entity_id',
  'workspace_id',
  'workspace',
  'field',
  'before',
  'after',
  'request_id',
] as const;

/** Beginnings that a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell. A text that a spreadsheet would run gets an apostrophe before it; a number is left one. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const raw = typeof value === 'string' ? value : JSON.stringify(value);
  const text = typeof value !== 'number' && FORMULA.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly unknown[]) => `${cells.map(cell).join(',')}\r\n`;

export const CSV_HEAD = BOM + line(COLUMNS);

/** One line for each changed field; a change of nothing visible is one line without a field. */
export function csvLines(event: AuditEvent, workspace: string | null): string {
  const head = [
    event.at,
    event.actor_kind,
    event.actor_name ?? event.actor_id,
    event.all_orgs,
    event.verb,
    event.entity_id,
    event.workspace_id,
    workspace,
  ];
  const fields = changedFields(event);
  if (fields.length === 0) return line([...head, null, null, null, event.request_id]);
  return fields.map(({ field, before, after }) => line([...head, field, before, after, event.request_id])).join('');
}
