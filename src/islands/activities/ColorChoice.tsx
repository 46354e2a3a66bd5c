import { Check } from 'lucide-react';
import { useId } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { categoryStyle } from '../ui/category-style.ts';
import { COVERING, LEGEND } from '../ui/form/choice-looks.ts';
import { Icon } from '../ui/Icon.tsx';

const CHOICE =
  'relative grid size-7 cursor-pointer place-items-center rounded-2 has-checked:shadow-[0_0_0_2px_var(--surface),0_0_0_3px_var(--text)] has-focus-visible:shadow-focus pointer-coarse:size-(--control-touch)';
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
    <fieldset>
      <legend className={LEGEND}>{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {none === undefined ? null : (
          <label title={none} className={`${CHOICE} border border-dashed border-line-control bg-surface text-ink`}>
            <input type="radio" className={COVERING} name={name} aria-label={none} checked={value === null} onChange={() => choose(null)} />
            {value === null ? <Icon of={Check} size={14} /> : null}
          </label>
        )}
        {COLORS.map((color) => {
          const text = t('activities:color', { number: color });
          return (
            <label key={color} title={text} className={`${CHOICE} bg-(--c) text-(--on)`} style={categoryStyle(color)}>
              <input
                type="radio"
                className={COVERING}
                name={name}
                aria-label={text}
                checked={value === color}
                onChange={() => choose(color)}
              />
              {value === color ? <Icon of={Check} size={14} /> : null}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
