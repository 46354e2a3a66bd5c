import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import { Icon } from '../Icon.tsx';
import { FieldMessage, type FieldProps, fieldIds } from './Field.tsx';

export interface CheckboxProps extends Pick<FieldProps, 'hint' | 'error'> {
  name?: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  onCommit?: (checked: boolean) => void;
  disabled?: boolean;
  children: string;
}

/** A yes or no that takes effect together with its form. */
export function Checkbox({ name, checked, indeterminate, onChange, onCommit, disabled, hint, error, children }: CheckboxProps): ReactNode {
  const ids = fieldIds(useId());
  const box = (
    <AriaCheckbox
      className="checkbox"
      isSelected={checked}
      isIndeterminate={indeterminate ?? false}
      isDisabled={disabled ?? false}
      isInvalid={Boolean(error)}
      {...(name ? { name } : {})}
      {...(hint || error ? { 'aria-describedby': ids.message } : {})}
      onChange={(next) => {
        onChange(next);
        onCommit?.(next);
      }}
    >
      <span className="check">
        <Icon of={indeterminate ? Minus : Check} size={14} />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
  if (!hint && !error) return box;
  return (
    <div className="field">
      {box}
      <FieldMessage label={children} hint={hint} error={error} id={ids.message} />
    </div>
  );
}
