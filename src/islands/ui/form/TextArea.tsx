import { type TextareaHTMLAttributes, useId } from 'react';
import { describedBy, Field, type FieldProps, fieldIds } from './Field.tsx';

export interface TextAreaProps
  extends FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange' | 'required' | 'className' | 'style'> {
  value: string;
  onChange: (value: string) => void;
  onCommit?: (value: string) => void;
  /** Code. */
  mono?: boolean;
}

/** Several lines of text. */
export function TextArea({ label, required, hint, error, value, onChange, onCommit, mono, id, ...rest }: TextAreaProps) {
  const own = useId();
  const ids = fieldIds(id ?? own);
  const frame = { label, ...(required ? { required } : {}), hint, error };
  return (
    <Field {...frame} ids={ids}>
      <textarea
        {...rest}
        {...describedBy(frame, ids)}
        id={ids.control}
        className={`input h-auto min-h-18 resize-y appearance-none px-2.5 py-1.5 leading-5 pointer-coarse:text-16 ${mono ? 'mono' : ''}`}
        aria-required={required || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={(event) => onCommit?.(event.target.value)}
      />
    </Field>
  );
}
