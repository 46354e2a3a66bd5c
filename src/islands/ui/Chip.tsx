import { ChevronDown, X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { useT } from '../../lib/i18n/react.tsx';
import { CHIP_CHOICE, CHIP_CROSS, CHIP_OFF } from './chip-looks.ts';
import { Icon } from './Icon.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import { type StatusKind, StatusLamp } from './StatusLamp.tsx';

export interface ChipOption<T extends string> {
  id: T;
  text: string;
  lamp?: StatusKind;
}

export interface ChipProps<T extends string> {
  /** What is filtered: `State`. */
  name: string;
  /** `null` = not filtered. */
  value: T | null;
  options: readonly ChipOption<T>[];
  onChange: (value: T | null) => void;
  /** The word for "not filtered"; in Czech and Slovak it agrees with the name. */
  all?: string;
}

/** A filter of a list: shows its choice, opens its menu, and is cleared by its cross. */
export function Chip<T extends string>({ name, value, options, onChange, all }: ChipProps<T>) {
  const t = useT();
  const chosen = options.find((option) => option.id === value);
  const everything = all ?? t('ui:chip.all');
  const opener = (
    <AriaButton className={chosen ? CHIP_CHOICE : CHIP_OFF}>
      <span className={chosen ? 'text-ink-2' : 'text-ink-3'}>{name}</span>
      {chosen?.text ?? everything}
      {chosen ? null : <Icon of={ChevronDown} size={14} />}
    </AriaButton>
  );
  const menu = (
    <Menu trigger={opener} label={name}>
      <MenuItem checked={chosen === undefined} onAction={() => onChange(null)}>
        {everything}
      </MenuItem>
      {options.map((option) => (
        <MenuItem
          key={option.id}
          id={option.id}
          checked={option.id === value}
          picture={option.lamp ? <StatusLamp kind={option.lamp} /> : undefined}
          onAction={() => onChange(option.id)}
        >
          {option.text}
        </MenuItem>
      ))}
    </Menu>
  );
  if (!chosen) return menu;
  return (
    <span className="inline-flex flex-none">
      {menu}
      <AriaButton className={CHIP_CROSS} aria-label={t('ui:chip.clear', { name })} onPress={() => onChange(null)}>
        <Icon of={X} size={14} />
      </AriaButton>
    </span>
  );
}
