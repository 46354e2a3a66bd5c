import { ChevronDown, X } from 'lucide-react';
import { Button } from '#button';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { CHIP_CHOICE, CHIP_CROSS, CHIP_OFF } from '../ui/Chip.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';

export interface FacetOption {
  id: string;
  text: string;
  /** How many machines the choice would leave; null = not known yet. */
  count: number | null;
}

/** A filter whose choices say how many machines they leave. */
export function Facet({
  name,
  all,
  value,
  options,
  onChange,
}: {
  name: string;
  /** The word for "not filtered". */
  all: string;
  value: string | null;
  options: readonly FacetOption[];
  onChange: (value: string | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  const chosen = value === null ? null : (options.find((option) => option.id === value)?.text ?? value);
  const opener = (
    <Button className={chosen === null ? CHIP_OFF : CHIP_CHOICE}>
      <span className={chosen === null ? undefined : 'text-ink-2'}>{name}</span>
      {chosen === null ? null : <span className="one-line max-w-40">{chosen}</span>}
      {chosen === null ? <Icon of={ChevronDown} size={14} /> : null}
    </Button>
  );
  const menu = (
    <Menu trigger={opener} label={name}>
      <MenuItem id=" all" checked={value === null} onAction={() => onChange(null)}>
        {all}
      </MenuItem>
      {options.map((option) => (
        <MenuItem key={option.id} id={option.id} text={option.text} checked={option.id === value} onAction={() => onChange(option.id)}>
          <span className="flex justify-between gap-4">
            <span>{option.text}</span>
            {option.count === null ? null : <span className="muted">{format.number(option.count)}</span>}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
  if (chosen === null) return menu;
  return (
    <span className="inline-flex flex-none slim:-order-1">
      {menu}
      <Button className={CHIP_CROSS} aria-label={t('ui:chip.clear', { name })} onPress={() => onChange(null)}>
        <Icon of={X} size={14} />
      </Button>
    </span>
  );
}
