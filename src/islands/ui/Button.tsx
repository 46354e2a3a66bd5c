import type { ReactNode, Ref } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Button as AriaButton } from '#button';
import { type Glyph, Icon } from './Icon.tsx';

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant;
  size?: 'sm' | 'md';
  icon?: Glyph;
  /** One of several tools in a row: where there is little room it shows its icon only, and its name is still read out. */
  tool?: boolean;
  /** Full width of its container, for phones and narrow dialogs. */
  block?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Class names of a button, for links and static pages that must look the same. */
export function buttonClass(variant: ButtonVariant = 'default', size: 'sm' | 'md' = 'md', more = ''): string {
  return ['btn', variant === 'default' ? '' : variant, size === 'sm' ? 'sm' : '', more].filter(Boolean).join(' ');
}

/** The push button. `isPending` keeps focus and width and shows work along its lower edge. */
export function Button({ variant, size, icon, tool, block, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={buttonClass(variant, size, block ? 'w-full' : tool ? 'tool-of-row' : '')}>
      {icon ? <Icon of={icon} size={size === 'sm' ? 14 : 16} /> : null}
      {children}
    </AriaButton>
  );
}
