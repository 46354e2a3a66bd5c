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
    <AriaCheckbox
      className={`group check ${beside ? 'mt-5 min-h-(--control) items-center slim:mt-0' : 'items-start pointer-coarse:min-h-(--control-touch) pointer-coarse:items-center'}`}
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
      <span
        className={`check-box ${checked || indeterminate ? 'bg-accent text-on-accent' : 'bg-surface text-transparent'} ${error ? 'border-alarm-text' : checked || indeterminate ? 'border-accent' : 'border-line-control'}`}
      >
        <Icon of={indeterminate ? Minus : Check} size={14} className="stroke-3" />
      </span>
      <span className="min-w-0 wrap-break-word">{children}</span>
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
