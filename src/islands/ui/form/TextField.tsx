import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { describedBy, Field, type FieldProps, fieldIds } from './Field.tsx';

export interface TextFieldProps
  extends FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'required' | 'className' | 'style'> {
  value: string;
  onChange: (value: string) => void;
  /** The person is done with the field: it is left, or its value is final. */
  onCommit?: (value: string) => void;
  /** A unit or another remark inside the field, after the text. */
  suffix?: ReactNode;
  /** In a font of equal widths: tokens, codes. */
  mono?: boolean;
  /** Never written down with an unsaved form; a password is secret anyway, also while it is shown. */
  secret?: boolean;
}

/** One line of text. */
export function TextField({
  label,
  required,
  hint,
  error,
  bare,
  value,
  onChange,
  onCommit,
  suffix,
  mono,
  secret,
  id,
  onBlur,
  ...rest
}: TextFieldProps) {
  const own = useId();
  const ids = fieldIds(id ?? own);
  const frame = { label, ...(required ? { required } : {}), hint, error, bare };
  return (
    <Field {...frame} ids={ids}>
      <span className={`input${mono ? ' mono' : ''}${bare ? ' sm' : ''}`} data-invalid={error ? '' : undefined}>
        <input
          type="text"
          {...rest}
          {...describedBy(frame, ids)}
          id={ids.control}
          data-secret={secret || rest.type === 'password' ? '' : undefined}
          aria-required={required || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={(event) => {
            onCommit?.(event.target.value);
            onBlur?.(event);
          }}
        />
        {suffix ? <span className="unit flex-none whitespace-nowrap">{suffix}</span> : null}
      </span>
    </Field>
  );
}
