import { useEffect, useState } from 'react';
import type { RowSaved } from '../../../lib/client/kernel/server-rows.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Boundary, part } from '../Boundary.tsx';
import { failureOf } from '../problem.ts';
import { toast } from '../toasts.ts';
import type { FieldName, FormOptions, FormValues } from './form-store.ts';
import { contested, sameValue, sendChange } from './send-change.ts';
import { useForm } from './useForm.ts';

const ConflictDialog = part(() => import('../ConflictDialog.tsx'));

/** Fields that the person changed, empty texts as null: only they are sent, so that two people may change different ones. */
export type RowPatch<V> = { [K in keyof V]?: V[K] | (V[K] extends string ? null : never) };

export interface RowFormOptions<R extends { rev: number }, V extends FormValues> {
  /** The row as it is known now. */
  row: R;
  valuesOf: (row: R) => V;
  save: (rev: number, patch: RowPatch<V>) => Promise<RowSaved<R>>;
  schema?: FormOptions<V>['schema'];
  rules?: FormOptions<V>['rules'];
  /** As in `useForm`. */
  draft: string;
  /** What no rule says of the values together; it shows what is wrong itself. False = nothing is sent, what was typed stays kept. */
  check?: (values: V) => boolean;
  /** Texts that are never null on the server: an empty one is sent as it is. */
  texts?: readonly FieldName<V>[];
  /** For the conflict dialog: the field's label, and its value written out. */
  label: (field: FieldName<V>) => string;
  written?: (field: FieldName<V>, value: unknown) => string;
  onSaved?: (row: R) => void;
}

/** A change that met another one: what is stored now, what was sent, and which of its fields are to be decided. */
interface Conflict<R, V> {
  current: R;
  patch: RowPatch<V>;
  fields: readonly FieldName<V>[];
}

/**
 * The form of a stored row. It is based on the row as the person saw it: what others change meanwhile shows by itself while nothing is
 * typed; what touches the same fields becomes a choice between both versions when he saves.
 */
export function useRowForm<R extends { rev: number }, V extends FormValues>(options: RowFormOptions<R, V>) {
  const { row, valuesOf, save, schema, rules, draft, texts = [], label, written, onSaved, check } = options;
  const t = useT();
  const [base, setBase] = useState({ rev: row.rev, values: valuesOf(row) });
  const [conflict, setConflict] = useState<Conflict<R, V> | null>(null);

  const patchOf = (values: V): RowPatch<V> => {
    const patch: Record<string, unknown> = {};
    for (const key of Object.keys(values) as FieldName<V>[]) {
      const given: unknown = values[key];
      const value = typeof given === 'string' ? given.trim() : given;
      if (!sameValue(value, base.values[key])) patch[key] = value === '' && !texts.includes(key) ? null : value;
    }
    return patch as RowPatch<V>;
  };
  const form = useForm<V>({
    initial: base.values,
    ...(schema ? { schema } : {}),
    ...(rules ? { rules } : {}),
    draft,
    version: base.rev,
    // Changed by somebody else meanwhile: the old base makes it a conflict to be decided, as if nothing had come between.
    onRestore: ({ was, version }) => setBase((now) => ({ rev: version ?? now.rev, values: { ...now.values, ...was } })),
    onSubmit: async (values) => (check?.(values) ?? true) && send({ ...base, patch: patchOf(values) }),
  });
  const rebase = (next: R) => setBase({ rev: next.rev, values: valuesOf(next) });
  const take = (next: R) => {
    rebase(next);
    form.reset(valuesOf(next));
  };
  const send = async ({ rev, values, patch }: { rev: number; values: V; patch: RowPatch<V> }): Promise<boolean> => {
    const result = await sendChange(save, valuesOf, { rev, patch, seen: values });
    if (result.status === 'error') throw result.error;
    if (result.status === 'conflict') {
      const { current } = result;
      const open = contested<V>(patch, values, valuesOf(current)) as FieldName<V>[];
      // A row that somebody changes all the time: everything is asked, rather than nothing.
      setConflict({ current, patch, fields: open.length > 0 ? open : (Object.keys(patch) as FieldName<V>[]) });
      return false;
    }
    rebase(result.row);
    form.accept(valuesOf(result.row));
    onSaved?.(result.row);
    return true;
  };
  const dirty = Object.keys(patchOf(form.values)).length > 0 || form.unread;
  // Nothing typed yet: somebody else's change simply shows.
  const stale = !dirty && !form.busy && !conflict && row.rev > base.rev;
  useEffect(() => {
    // Somebody may have typed since this was drawn.
    if (stale && !form.isDirty()) take(row);
  });

  /** Saves what was chosen, and with it the fields that only this person changed. */
  const decide = ({ current, patch, fields }: Conflict<R, V>, mine: readonly string[]) => {
    setConflict(null);
    const keeps = (key: string) => mine.includes(key) || !fields.some((field) => field === key);
    const kept = Object.fromEntries(Object.entries(patch).filter(([key]) => keeps(key))) as RowPatch<V>;
    if (Object.keys(kept).length === 0) take(current);
    else
      send({ rev: current.rev, values: valuesOf(current), patch: kept }).catch((error: unknown) => {
        toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
      });
  };
  const text = (field: FieldName<V>, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    if (written) return written(field, value);
    if (typeof value === 'boolean') return t(value ? 'ui:conflict.yes' : 'ui:conflict.no');
    return String(value);
  };
  const differing = (conflicting: Conflict<R, V>) => {
    const theirs = valuesOf(conflicting.current);
    return conflicting.fields.map((key) => ({
      key,
      label: label(key),
      theirs: text(key, theirs[key]),
      mine: text(key, conflicting.patch[key]),
    }));
  };

  /** Back to the row as it is known now. */
  const discard = () => take(row);
  return {
    form: { ...form, reset: discard },
    /** Something is typed that is not saved. */
    dirty,
    discard,
    /** Stands in the form: the dialog of a conflict, when there is one. */
    conflict: conflict ? (
      <Boundary instead={null} onFailure={() => setConflict(null)}>
        <ConflictDialog
          fields={differing(conflict)}
          onSave={(mine) => decide(conflict, mine)}
          onDrop={() => {
            setConflict(null);
            take(conflict.current);
          }}
          onClose={() => setConflict(null)}
        />
      </Boundary>
    ) : null,
  };
}
