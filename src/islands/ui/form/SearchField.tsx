import { ListFilter, Search } from 'lucide-react';
import { useRef } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';
import { ClearButton } from './ClearButton.tsx';

export interface SearchFieldProps {
  /** The accessible name. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** `filter` narrows the list below; `search` goes and looks. */
  kind?: 'filter' | 'search';
}

/** The text by which a list is narrowed; Escape and the cross clear it. */
export function SearchField({ label, placeholder, value, onChange, kind = 'filter' }: SearchFieldProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <span className="input sm search-field filter-field">
      <Icon of={kind === 'filter' ? ListFilter : Search} />
      <input
        ref={input}
        className="text-ellipsis"
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.preventDefault();
            clear();
          }
        }}
      />
      {value ? <ClearButton label={t('ui:search.clear')} onClick={clear} /> : null}
    </span>
  );
}
