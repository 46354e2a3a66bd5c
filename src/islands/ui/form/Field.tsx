import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Key } from '../../../lib/i18n/index.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';

/** Why a field is refused: a key of `errors:field` and what fills its sentence. */
export interface FieldProblem {
  code: string;
  params?: Record<string, string | number | boolean> | undefined;
}

export interface FieldProps {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: FieldProblem | null | undefined;
}

/** Ids that tie the label, the control and its messages together. */
export interface FieldIds {
  control: string;
  label: string;
  message: string;
}

export const fieldIds = (id: string): FieldIds => ({ control: id, label: `${id}-label`, message: `${id}-message` });

/** What the control itself needs so that its hint and its error are read with it. */
export function describedBy({ hint, error }: FieldProps, ids: FieldIds) {
  return {
    'aria-describedby': hint || error ? ids.message : undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
}

/** The frame of every field: label with the mark of a required one, the control, then its hint or its error. */
export function Field({ label, required, hint, error, ids, children }: FieldProps & { ids: FieldIds; children: ReactNode }) {
  return (
    <div className="field">
      <label className={required ? 'name req' : 'name'} id={ids.label} htmlFor={ids.control}>
        {label}
      </label>
      {children}
      <FieldMessage label={label} hint={hint} error={error} id={ids.message} />
    </div>
  );
}

/** The line below a control. The error takes the place of the hint. */
export function FieldMessage({ label, hint, error, id }: Pick<FieldProps, 'label' | 'hint' | 'error'> & { id: string }) {
  const t = useT();
  if (error)
    return (
      <span className="error" id={id}>
        <Icon of={CircleAlert} size={14} />
        {sentence(t, label, error)}
      </span>
    );
  return hint ? (
    <span className="hint" id={id}>
      {hint}
    </span>
  ) : null;
}

function sentence(t: ReturnType<typeof useT>, field: string, { code, params }: FieldProblem): string {
  const key = `errors:field.${code}`;
  const words = t(key as Key, { field, ...(params as Record<string, string | number>) });
  // A code that has no sentence yet comes back as its key.
  return words === key || words === key.slice('errors:'.length) ? t('errors:field.custom', { field }) : words;
}
