import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '../Icon.tsx';
import { FieldMessage, type FieldProps, fieldIds } from './Field.tsx';

export interface CheckboxProps extends Pick<FieldProps, 'hint' | 'error'> {
  name?: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  onCommit?: (checked: boolean) => void;
  disabled?: boolean;
  /** Stands beside a control, below its label, where there is room. */
  beside?: boolean;
  children: string;
}

/** A yes or no that takes effect together with its form. */
export function Checkbox({
  name,
  checked,
  indeterminate,
  onChange,
  onCommit,
  disabled,
  beside,
  hint,
  error,
  children,
}: CheckboxProps): ReactNode {
  const ids = fieldIds(useId());
  const box = (
    <label className={beside ? 'check mt-5 min-h-(--control) items-center slim:mt-0' : 'check'}>
      <span className={error ? 'check-box border-alarm-text' : 'check-box'}>
        <input
          ref={(input) => {
            if (input) input.indeterminate = indeterminate ?? false;
          }}
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? ids.message : undefined}
          onChange={({ target }) => {
            onChange(target.checked);
            onCommit?.(target.checked);
          }}
        />
        <Icon of={indeterminate ? Minus : Check} size={14} className="stroke-3" />
      </span>
      <span>{children}</span>
    </label>
  );
  if (!hint && !error) return box;
  return (
    <div className="field">
      {box}
      <FieldMessage label={children} hint={hint} error={error} id={ids.message} />
    </div>
  );
}
