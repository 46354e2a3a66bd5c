import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';
import { type FieldProblem, sentence } from './sentence.ts';

export interface FieldProps {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: FieldProblem | null | undefined;
  /** Small and without its label in sight: in a cell, whose column says what it is. */
  bare?: boolean | undefined;
}

/** Ids that tie the label, the control and its messages together. */
export interface FieldIds {
  control: string;
  label: string;
  message: string;
}

export const fieldIds = (id: string): FieldIds => ({ control: id, label: `${id}-label`, message: `${id}-message` });

/** What the control itself needs so that its hint and its error are read with it. */
export function describedBy({ label, hint, error, bare }: FieldProps, ids: FieldIds) {
  return {
    'aria-label': bare ? label : undefined,
    'aria-describedby': hint || error ? ids.message : undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
}

/** The frame of every field: label with the mark of a required one, the control, then its hint or its error. */
export function Field({ label, required, hint, error, bare, ids, children }: FieldProps & { ids: FieldIds; children: ReactNode }) {
  return (
    <div className="field">
      {bare ? null : (
        <label className={required ? 'name req' : 'name'} id={ids.label} htmlFor={ids.control}>
          {label}
        </label>
      )}
      {children}
      <FieldMessage label={label} hint={hint} error={error} id={ids.message} />
    </div>
  );
}

/** The line below a control. The error takes the place of the hint. */
export function FieldMessage({ label, hint, error, id }: Pick<FieldProps, 'label' | 'hint' | 'error'> & { id: string }) {
  const t = useT();
  const format = useFormat();
  if (error)
    return (
      <span className="error" id={id}>
        <Icon of={CircleAlert} size={14} />
        {sentence(error, { field: label, t, format })}
      </span>
    );
  return hint ? (
    <span className="hint" id={id}>
      {hint}
    </span>
  ) : null;
}
