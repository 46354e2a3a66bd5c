import type { Ref } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Button as AriaButton } from '#button';
import { type ButtonVariant, buttonClass } from './Button.tsx';
import { type Glyph, Icon } from './Icon.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  icon: Glyph;
  /** The accessible name and the tooltip. */
  label: string;
  variant?: ButtonVariant;
  size?: 'sm' | 'md';
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows only an icon; its name is in the tooltip and for screen readers. */
export function IconButton({ icon, label, variant = 'ghost', size, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <AriaButton {...rest} aria-label={label} className={buttonClass(variant, size, 'icon')}>
        <Icon of={icon} size={size === 'sm' ? 14 : 16} />
      </AriaButton>
    </Tooltip>
  );
}
