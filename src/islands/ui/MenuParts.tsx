import { Check } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  Popover,
  Separator,
} from 'react-aria-components';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from './Icon.tsx';
import type { MenuItemProps, MenuPlacement } from './Menu.tsx';
import { CHOSEN, ITEM, ITEM_TEXT, LIST_SCROLLS, POP, TITLE } from './menu-looks.ts';
import type { Opening } from './useOverlayButton.ts';

/** What a menu is drawn with. Only `Menu.tsx` asks for this module, when it is needed. */

interface MenuPopoverProps {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  triggerId: string;
  label: string | undefined;
  placement: MenuPlacement;
  opening: Opening;
  onClose: () => void;
  children: ReactNode;
}

/** The open menu. */
export function MenuPopover({ id, trigger, triggerId, label, placement, opening, onClose, children }: MenuPopoverProps) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <Popover
      className={POP}
      trigger="MenuTrigger"
      triggerRef={trigger}
      scrollRef={scroller}
      placement={placement}
      offset={4}
      aria-labelledby={triggerId}
      isOpen
      onOpenChange={(open) => !open && onClose()}
    >
      <AriaMenu
        className={`w-max ${LIST_SCROLLS}`}
        id={id}
        ref={scroller}
        autoFocus={opening === 'pointer' ? true : opening}
        onClose={onClose}
        {...(label ? { 'aria-label': label } : { 'aria-labelledby': triggerId })}
      >
        {children}
      </AriaMenu>
    </Popover>
  );
}

export function Item({ id, icon, picture, href, checked, danger, disabled, text, stay, onAction, children }: MenuItemProps) {
  const t = useT();
  const textValue = text ?? (typeof children === 'string' ? children : undefined);
  return (
    <AriaMenuItem
      className={`${ITEM} ${danger ? 'text-alarm-text' : 'text-ink'}`}
      {...(id ? { id } : {})}
      {...(href ? { href } : {})}
      {...(textValue ? { textValue } : {})}
      {...(onAction ? { onAction } : {})}
      isDisabled={disabled ?? false}
      shouldCloseOnSelect={!stay}
    >
      {picture ?? (icon ? <Icon of={icon} className={danger ? '' : 'text-ink-2'} /> : null)}
      <span className={ITEM_TEXT}>{children}</span>
      {checked ? (
        <>
          <Icon of={Check} className={CHOSEN} />
          <span className="vh">{t('ui:menu.chosen')}</span>
        </>
      ) : null}
    </AriaMenuItem>
  );
}

export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className={TITLE}>{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

export function Line() {
  return <Separator className="my-1 h-0 border-0 border-t border-line" />;
}
