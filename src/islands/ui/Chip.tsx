import { ChevronDown, X } from 'lucide-react';
import { Button as AriaButton } from '#button';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from './Icon.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import { type StatusKind, StatusLamp } from './StatusLamp.tsx';

/** Looks of a chip: a filter that is off, one that is on, and the two halves of the latter: its choice and its cross. */
export const CHIP_OFF = 'btn sm chip';
export const CHIP_ON = 'btn sm chip-on';
export const CHIP_CHOICE = `${CHIP_ON} rounded-r-none border-r-0 pr-0.5`;
export const CHIP_CROSS = `${CHIP_ON} rounded-l-none border-l-0 px-1.5 pointer-coarse:px-3`;

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
    <span className="inline-flex flex-none slim:-order-1">
      {menu}
      <AriaButton className={CHIP_CROSS} aria-label={t('ui:chip.clear', { name })} onPress={() => onChange(null)}>
        <Icon of={X} size={14} />
      </AriaButton>
    </span>
  );
}
