import { createContext, type ReactElement, type ReactNode, use } from 'react';
import { ButtonContext } from 'react-aria-components';
import { Boundary } from './Boundary.tsx';
import type { Glyph } from './Icon.tsx';
import { type Late, late } from './late.ts';
import { useOverlayButton } from './useOverlayButton.ts';

/** What the menu is drawn with is a tenth of a page's scripts; it comes when somebody is about to open one. */
const parts = late(() => import('./MenuParts.tsx'));
type Parts = typeof import('./MenuParts.tsx');
const PartsContext = createContext<Parts | null>(null);

function useParts(): Parts {
  const found = use(PartsContext);
  if (!found) throw new Error('An item of a menu must stand in a <Menu>');
  return found;
}

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end';

interface MenuLook {
  /** The control that opens the menu: a `Button`, `IconButton` or any react-aria button. */
  trigger: ReactElement;
  label?: string;
  placement?: MenuPlacement;
}
export interface MenuProps extends MenuLook {
  children: ReactNode;
}

/** A list of commands and links that opens from a button. */
export function Menu({ children, ...look }: MenuProps) {
  return (
    <LateMenu code={parts} {...look}>
      {() => children}
    </LateMenu>
  );
}

/** A menu whose items come with what it is drawn with, when somebody is about to open it. */
export function LateMenu<C extends Parts>({
  code,
  trigger,
  label,
  placement = 'bottom start',
  children,
}: MenuLook & { code: Late<C>; children: (code: C) => ReactNode }) {
  const { button, shown, triggerId, overlayId, close } = useOverlayButton(code, 'menu');
  return (
    <>
      <ButtonContext value={button}>{trigger}</ButtonContext>
      {shown ? (
        <Boundary instead={null} onFailure={close}>
          <PartsContext value={shown.code}>
            <shown.code.MenuPopover
              id={overlayId}
              trigger={button.ref}
              triggerId={triggerId}
              label={label}
              placement={placement}
              opening={shown.opening}
              onClose={close}
            >
              {children(shown.code)}
            </shown.code.MenuPopover>
          </PartsContext>
        </Boundary>
      ) : null}
    </>
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
export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

/** A named group of menu items. */
export function MenuSection(props: { title: ReactNode; children: ReactNode }) {
  const { Section } = useParts();
  return <Section {...props} />;
}

/** The line between two groups of menu items. */
export function MenuSeparator() {
  const { Line } = useParts();
  return <Line />;
}
