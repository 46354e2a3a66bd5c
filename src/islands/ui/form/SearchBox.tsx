import { Check, ChevronsUpDown } from 'lucide-react';
import { type SyntheticEvent, useId, useMemo } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { folded, searchWords } from '../../../lib/domain/text/folded.ts';
import { Icon } from '../Icon.tsx';
import { CHOSEN, ITEM, ITEM_TEXT, LIST_SCROLLS, POP, TITLE } from '../menu-looks.ts';
import { OPENER } from './choice-looks.ts';
import { describedBy, FieldMessage, fieldIds } from './Field.tsx';
import type { SearchSelectProps } from './SearchSelect.tsx';

/** Every word of what is written stands in the option, without case and accents. */
const matches = (option: string, written: string): boolean => searchWords(written).every((word) => option.includes(word));

/** The control of {@link SearchSelect}; a sixth of a page's scripts. */
export function SearchBox({
  label,
  required,
  hint,
  error,
  name,
  value,
  options,
  onChange,
  onCommit,
  disabled,
  nothing,
  focused,
}: SearchSelectProps & { focused: boolean }) {
  const ids = fieldIds(useId());
  const texts = useMemo(
    () => new Map(options.map(({ text, note = '', also = '' }) => [text, folded(`${text} ${note} ${also}`)])),
    [options],
  );
  const own = options.find((option) => option.id === value)?.text;
  /** The whole text is chosen, so that writing begins a new search; what is being written already is left alone. */
  const begin = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (currentTarget.value === own) currentTarget.select();
  };
  const frame = { label, ...(required ? { required } : {}), hint, error };
  return (
    <ComboBox
      className="field"
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key === null) return;
        onChange(String(key));
        onCommit?.(String(key));
      }}
      defaultFilter={(text, written) => matches(texts.get(text) ?? folded(text), written)}
      menuTrigger="focus"
      allowsEmptyCollection
      isDisabled={disabled ?? false}
      isInvalid={Boolean(error)}
      isRequired={required ?? false}
      validationBehavior="aria"
      {...(name ? { name } : {})}
    >
      <Label className={required ? 'name req' : 'name'}>{label}</Label>
      <span className="input relative" data-invalid={error ? '' : undefined}>
        <Input
          autoComplete="off"
          autoFocus={focused}
          {...(describedBy(frame, ids)['aria-describedby'] ? { 'aria-describedby': ids.message } : {})}
          onFocus={begin}
          onClick={begin}
        />
        <Button className={OPENER}>
          <Icon of={ChevronsUpDown} />
        </Button>
      </span>
      <FieldMessage label={label} hint={hint} error={error} id={ids.message} />
      <Popover className={`${POP} min-w-(--trigger-width)`}>
        <ListBox className={`w-full ${LIST_SCROLLS}`} renderEmptyState={() => <span className={TITLE}>{nothing}</span>}>
          {options.map((option) => (
            <ListBoxItem key={option.id} id={option.id} className={`${ITEM} text-ink`} textValue={option.text}>
              {({ isSelected }) => (
                <>
                  <span className={ITEM_TEXT}>{option.text}</span>
                  {option.note ? <span className="muted num">{option.note}</span> : null}
                  {isSelected ? <Icon of={Check} className={CHOSEN} /> : null}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
