import { Check } from 'lucide-react';
import { useId } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import './activities.css';

const COLORS = [1, 2, 3, 4, 5, 6, 7, 8];

/** One of the eight colours of categories; `none` is a choice too where there may be none. */
export function ColorChoice<C extends number | null>({
  label,
  value,
  none,
  onChange,
}: {
  label: string;
  value: C;
  /** The word for no colour. */
  none?: null extends C ? string : never;
  onChange: (color: C) => void;
}) {
  const t = useT();
  const name = useId();
  const choose = (color: number | null) => onChange(color as C);
  return (
    <fieldset className="color-choice">
      <legend className="name">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {none === undefined ? null : (
          <label title={none} className="none">
            <input type="radio" name={name} aria-label={none} checked={value === null} onChange={() => choose(null)} />
            {value === null ? <Icon of={Check} size={14} /> : null}
          </label>
        )}
        {COLORS.map((color) => {
          const text = t('activities:color', { number: color });
          return (
            <label key={color} title={text} className={`cat-${color}`}>
              <input type="radio" name={name} aria-label={text} checked={value === color} onChange={() => choose(color)} />
              {value === color ? <Icon of={Check} size={14} /> : null}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
