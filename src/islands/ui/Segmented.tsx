import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

export interface SegmentedOption<T extends string> {
  id: T;
  label: ReactNode;
  /** The full name when the label is an abbreviation or an icon. */
  name?: string;
}

export interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly SegmentedOption<T>[];
  onChange: (value: T) => void;
}

/** One choice out of a few, all in sight. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className="seg print:[&>:not([data-selected])]:hidden"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as T);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.id} id={option.id} {...(option.name ? { 'aria-label': option.name } : {})}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
