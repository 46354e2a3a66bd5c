import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { useT } from '../../lib/i18n/react.tsx';
import { type Glyph, Icon } from './Icon.tsx';

export interface MenuProps {
  /** The control that opens the menu: a `Button`, `IconButton` or any react-aria button. */
  trigger: ReactElement;
  label?: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  children: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A list of commands and links that opens from a button. */
export function Menu({ trigger, label, placement = 'bottom start', children, isOpen, onOpenChange }: MenuProps) {
  return (
    <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger}
      <Popover className="pop" placement={placement} offset={4}>
        <AriaMenu className="menu" {...(label ? { 'aria-label': label } : {})}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

export interface MenuItemProps {
  id?: string;
  icon?: Glyph;
  /** A picture instead of an icon, such as a flag. */
  picture?: ReactNode;
  /** Makes the item a link. */
  href?: string;
  /** `true` and `false` both make it one of several choices; only `true` shows the check mark. */
  checked?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** What type-ahead searches when the children are not plain text. */
  text?: string;
  /** Keeps the menu open, for several choices in a row. */
  stay?: boolean;
  onAction?: () => void;
  children: ReactNode;
}

/** One command, link or choice of a menu. */
export function MenuItem({ id, icon, picture, href, checked, danger, disabled, text, stay, onAction, children }: MenuItemProps) {
  const t = useT();
  const textValue = text ?? (typeof children === 'string' ? children : undefined);
  return (
    <AriaMenuItem
      className={danger ? 'item danger' : 'item'}
      {...(id ? { id } : {})}
      {...(href ? { href } : {})}
      {...(textValue ? { textValue } : {})}
      {...(onAction ? { onAction } : {})}
      isDisabled={disabled ?? false}
      shouldCloseOnSelect={!stay}
    >
      {picture ?? (icon ? <Icon of={icon} /> : null)}
      <span className="text">{children}</span>
      {checked ? (
        <>
          <Icon of={Check} className="mark-end" />
          <span className="vh">{t('ui:menu.chosen')}</span>
        </>
      ) : null}
    </AriaMenuItem>
  );
}

/** A named group of menu items. */
export function MenuSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className="menu-title">{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

/** The line between two groups of menu items. */
export function MenuSeparator() {
  return <Separator className="menu-line" />;
}
