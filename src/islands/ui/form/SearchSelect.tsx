import { ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Boundary } from '../Boundary.tsx';
import { Icon } from '../Icon.tsx';
import { late } from '../late.ts';
import { OPENER } from './choice-looks.ts';
import { describedBy, Field, type FieldProps, fieldIds } from './Field.tsx';
import type { SelectOption } from './Select.tsx';

export interface SearchOption extends SelectOption {
  /** Stands at the end of the line, smaller: a code, an offset. */
  note?: string;
  /** What else it is found by. */
  also?: string;
}

export interface SearchSelectProps extends FieldProps {
  name?: string;
  value: string;
  options: readonly SearchOption[];
  onChange: (value: string) => void;
  onCommit?: (value: string) => void;
  disabled?: boolean;
  /** Stands in the list when nothing matches. */
  nothing: ReactNode;
}

const box = late(() => import('./SearchBox.tsx'));

/** One choice out of very many, found by writing a part of it. Until somebody gets to it, it only shows what is chosen. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, required, hint, error, name, value, options, disabled } = props;
  const ids = fieldIds(useId());
  const input = useRef<HTMLInputElement>(null);
  const [here, setHere] = useState<{ focused: boolean } | null>(null);
  const { SearchBox } = box.now() ?? {};
  const shown = (
    <Field {...{ label, hint, error, ids }} {...(required ? { required } : {})}>
      <span className="input relative" data-invalid={error ? '' : undefined}>
        <input
          {...describedBy({ label, hint, error }, ids)}
          id={ids.control}
          ref={input}
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-required={required}
          autoComplete="off"
          readOnly
          disabled={disabled}
          value={options.find((option) => option.id === value)?.text ?? ''}
          onPointerEnter={box.preload}
          onFocus={async () => {
            await box.load();
            setHere({ focused: document.activeElement === input.current });
          }}
        />
        <label className={OPENER} htmlFor={ids.control} aria-hidden="true">
          <Icon of={ChevronsUpDown} />
        </label>
        {name ? <input type="hidden" name={name} value={value} /> : null}
      </span>
    </Field>
  );
  if (!here || !SearchBox) return shown;
  return (
    <Boundary instead={shown} onFailure={() => setHere(null)}>
      <SearchBox {...props} focused={here.focused} />
    </Boundary>
  );
}
