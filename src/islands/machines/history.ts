import type { AuditEvent } from '../../lib/contract/audit-events.ts';

/** What an event of a machine's history says, before it is put into words. */

export type EventKind =
  | 'created'
  | 'changed'
  | 'archived'
  | 'restored'
  | 'file_added'
  | 'file_removed'
  | 'file_restored'
  | 'file_changed'
  | 'logger_attached'
  | 'logger_detached'
  | 'channel_attached'
  | 'channel_detached';

/** Fields of a machine that people set, in the order of the form. */
export const HISTORY_FIELDS = [
  'name',
  'workspace_id',
  'code',
  'kind',
  'status',
  'site',
  'hall',
  'line',
  'manufacturer',
  'model',
  'serial_number',
  'note',
  'ideal_cycle_s',
  'planned_stop_limit_s',
  'micro_stop_limit_s',
  'cost_per_hour',
  'photo_file_id',
] as const;
export type HistoryField = (typeof HISTORY_FIELDS)[number];

export interface Change {
  field: HistoryField;
  before: unknown;
  after: unknown;
}

type Values = AuditEvent['before'];
const nameOf = (values: Values): string | null => {
  const name = values?.name ?? values?.key;
  return typeof name === 'string' ? name : null;
};
/** Was it taken away, or brought back, by this event? */
function archiving({ before, after }: AuditEvent): 'archived' | 'restored' | null {
  const [was, is] = [before?.archived_at ?? null, after?.archived_at ?? null];
  if ((was === null) === (is === null)) return null;
  return is === null ? 'restored' : 'archived';
}

/** The kind of an event, and the name of the file, logger or channel that it is about. */
export function eventKind(event: AuditEvent, machine: string): { kind: EventKind; name: string | null } {
  const [entity, verb] = event.verb.split('.');
  const turned = event.before ? archiving(event) : null;
  const name = nameOf(event.after) ?? nameOf(event.before);
  if (entity === 'files') {
    if (verb === 'create') return { kind: 'file_added', name };
    return { kind: turned === 'archived' ? 'file_removed' : turned === 'restored' ? 'file_restored' : 'file_changed', name };
  }
  if (entity === 'dataloggers' || entity === 'channels') {
    const came = event.after?.machine_id === machine;
    if (entity === 'dataloggers') return { kind: came ? 'logger_attached' : 'logger_detached', name };
    return { kind: came ? 'channel_attached' : 'channel_detached', name };
  }
  return { kind: verb === 'create' || verb === 'import' ? 'created' : (turned ?? 'changed'), name };
}

/** Fields of the machine that the event set, with both values. */
export function changesOf(event: AuditEvent): Change[] {
  if (!event.verb.startsWith('machines.') || !event.before) return [];
  return HISTORY_FIELDS.flatMap((field) => {
    const [before, after] = [event.before?.[field] ?? null, event.after?.[field] ?? null];
    return before === after ? [] : [{ field, before, after }];
  });
}
