import type { TypeChannel, TypeSpec } from '../../contract/logger-types.ts';

const CHANNEL_FIELDS = ['path', 'label', 'sensor_type_id', 'unit', 'scale', 'offset', 'input_min', 'input_max', 'states'] as const;
const WHOLE_FIELDS = ['decoder', 'script', 'rows', 'time', 'clock'] as const;

export interface SpecChange {
  /** Of the channel; null = of the type as a whole. */
  key: string | null;
  change: 'new' | 'gone' | 'changed';
  fields: { field: (typeof CHANNEL_FIELDS)[number] | (typeof WHOLE_FIELDS)[number]; before: string; after: string }[];
}

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function fieldsOf<K extends SpecChange['fields'][number]['field']>(names: readonly K[], a: Record<K, unknown>, b: Record<K, unknown>) {
  return names
    .map((field) => ({ field, before: written(a[field]), after: written(b[field]) }))
    .filter(({ before, after }) => before !== after);
}

/** What differs between two versions: the type as a whole first, then channels by their keys in the order of the later one. */
export function diffSpecs(from: TypeSpec, to: TypeSpec): SpecChange[] {
  const whole = fieldsOf(WHOLE_FIELDS, from, to);
  const before = new Map<string, TypeChannel>(from.channels.map((channel) => [channel.key, channel]));
  const after = new Set(to.channels.map(({ key }) => key));
  const changes: SpecChange[] = whole.length > 0 ? [{ key: null, change: 'changed', fields: whole }] : [];
  for (const channel of to.channels) {
    const old = before.get(channel.key);
    const fields = old ? fieldsOf(CHANNEL_FIELDS, old, channel) : [];
    if (!old) changes.push({ key: channel.key, change: 'new', fields: [] });
    else if (fields.length > 0) changes.push({ key: channel.key, change: 'changed', fields });
  }
  for (const { key } of from.channels) if (!after.has(key)) changes.push({ key, change: 'gone', fields: [] });
  return changes;
}
