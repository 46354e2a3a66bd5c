import { type AuditEvent, changedFields } from '../../contract/audit-events.ts';
import { CSV_BOM, csvLine } from '../../domain/text/csv-writer.ts';

/** The audit trail as CSV. */

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

export const CSV_HEAD = CSV_BOM + csvLine(COLUMNS);

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
  if (fields.length === 0) return csvLine([...head, null, null, null, event.request_id]);
  return fields.map(({ field, before, after }) => csvLine([...head, field, before, after, event.request_id])).join('');
}
