import type { TypeChannel, TypeSpec } from '../../contract/logger-types.ts';

const CHANNEL_FIELDS = ['path', 'label', 'sensor_type_id', 'unit', 'scale', 'offset', 'input_min', 'input_max', 'states'] as const;
const WHOLE_FIELDS = ['decoder', 'script', 'rows', 'time', 'clock'] as const;

/** What a field says in one version and in another. */
export type FieldChange =
  | {
      [F in (typeof CHANNEL_FIELDS)[number]]: { field: F; before: TypeChannel[F] | null; after: TypeChannel[F] | null };
    }[(typeof CHANNEL_FIELDS)[number]]
  | { [F in (typeof WHOLE_FIELDS)[number]]: { field: F; before: TypeSpec[F]; after: TypeSpec[F] } }[(typeof WHOLE_FIELDS)[number]];

export interface SpecChange {
  /** Of the channel; null = of the type as a whole. */
  key: string | null;
  change: 'new' | 'changed' | 'gone' | 'unchanged';
  /** The channel in the earlier version and in the later one. */
  before: TypeChannel | null;
  after: TypeChannel | null;
  /** What differs; of a new or a gone channel nothing, for all of it does. */
  fields: FieldChange[];
}

function fieldsOf<T extends object>(names: readonly (keyof T & FieldChange['field'])[], a: T, b: T): FieldChange[] {
  return names
    .filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
    .map((field) => ({ field, before: a[field], after: b[field] }) as unknown as FieldChange);
}

/** Two versions side by side: the type as a whole first, then channels by their keys in the order of the later one, those that are gone last. */
export function diffSpecs(from: TypeSpec, to: TypeSpec): SpecChange[] {
  const whole = fieldsOf<TypeSpec>(WHOLE_FIELDS, from, to);
  const old = new Map<string, TypeChannel>(from.channels.map((channel) => [channel.key, channel]));
  const kept = new Set(to.channels.map(({ key }) => key));
  const changes: SpecChange[] = whole.length > 0 ? [{ key: null, change: 'changed', before: null, after: null, fields: whole }] : [];
  for (const after of to.channels) {
    const before = old.get(after.key) ?? null;
    const fields = before ? fieldsOf<TypeChannel>(CHANNEL_FIELDS, before, after) : [];
    changes.push({ key: after.key, change: !before ? 'new' : fields.length > 0 ? 'changed' : 'unchanged', before, after, fields });
  }
  for (const before of from.channels)
    if (!kept.has(before.key)) changes.push({ key: before.key, change: 'gone', before, after: null, fields: [] });
  return changes;
}
