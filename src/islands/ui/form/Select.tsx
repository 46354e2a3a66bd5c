import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';
import { describedBy, Field, type FieldProps, fieldIds } from './Field.tsx';

export interface SelectOption {
  id: string;
  text: string;
  /** Options of one group stand together below its name. */
  group?: string;
}

export interface SelectProps extends FieldProps {
  name?: string;
  value: string | null;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  onCommit?: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
}

/** One choice out of many. The browser's own control: phones show their wheel for it, and it weighs a fiftieth of a drawn one. */
export function Select({ value, options, onChange, onCommit, placeholder, disabled, name, ...frame }: SelectProps) {
  const t = useT();
  const ids = fieldIds(useId());
  return (
    <Field {...frame} ids={ids}>
      <span className={frame.bare ? 'input choice-frame sm' : 'input choice-frame'} data-invalid={frame.error ? '' : undefined}>
        <select
          className="choice"
          {...describedBy(frame, ids)}
          id={ids.control}
          name={name}
          aria-required={frame.required || undefined}
          disabled={disabled}
          value={value ?? ''}
          onChange={({ target }) => {
            onChange(target.value);
            onCommit?.(target.value);
          }}
        >
          {value === null ? (
            <option value="" disabled>
              {placeholder ?? t('ui:select.choose')}
            </option>
          ) : null}
          {[...Map.groupBy(options, ({ group }) => group)].map(([group, members]) => {
            const lines = members.map((option) => (
              <option key={option.id} value={option.id}>
                {option.text}
              </option>
            ));
            return group === undefined ? (
              lines
            ) : (
              <optgroup key={group} label={group}>
                {lines}
              </optgroup>
            );
          })}
        </select>
        <Icon of={ChevronsUpDown} className="choice-mark" />
      </span>
    </Field>
  );
}
