import { Check, ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';
import { useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';
import { describedBy, FieldMessage, type FieldProps, fieldIds } from './Field.tsx';

export interface SelectOption {
  id: string;
  text: string;
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

/** One choice out of many. */
export function Select({ label, required, hint, error, name, value, options, onChange, onCommit, placeholder, disabled }: SelectProps) {
  const t = useT();
  const ids = fieldIds(useId());
  const frame = { label, ...(required ? { required } : {}), hint, error };
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={(key) => {
        if (key === null) return;
        onChange(String(key));
        onCommit?.(String(key));
      }}
      isInvalid={Boolean(error)}
      isRequired={required ?? false}
      isDisabled={disabled ?? false}
      validationBehavior="aria"
      placeholder={placeholder ?? t('ui:select.choose')}
      {...(name ? { name } : {})}
    >
      <Label className={required ? 'name req' : 'name'}>{label}</Label>
      <Button className="input select" aria-describedby={describedBy(frame, ids)['aria-describedby']}>
        <SelectValue className="value truncate" />
        <Icon of={ChevronsUpDown} />
      </Button>
      <FieldMessage label={label} hint={hint} error={error} id={ids.message} />
      <Popover className="pop select-pop">
        <ListBox className="menu">
          {options.map((option) => (
            <ListBoxItem key={option.id} id={option.id} textValue={option.text}>
              {({ isSelected }) => (
                <>
                  <span className="text">{option.text}</span>
                  {isSelected ? <Icon of={Check} className="mark-end" /> : null}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
