import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { type ButtonVariant, buttonClass } from './Button.tsx';
import { type Glyph, Icon } from './Icon.tsx';

export interface ButtonLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> {
  href: string;
  variant?: ButtonVariant;
  size?: 'sm' | 'md';
  icon?: Glyph;
  children: ReactNode;
}

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink({ variant, size, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClass(variant, size)}>
      {icon ? <Icon of={icon} size={size === 'sm' ? 14 : 16} /> : null}
      {children}
    </a>
  );
}
