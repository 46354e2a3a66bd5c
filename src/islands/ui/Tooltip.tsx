import { type ReactElement, type ReactNode, useRef } from 'react';
import { ButtonContext, useContextProps } from 'react-aria-components';
import { late } from './late.ts';
import { useTip } from './useTip.ts';

export type TipPlacement = 'top' | 'bottom' | 'left' | 'right';

/** Finding the place of a tip is a good part of react-aria's overlays; it comes with the first button that is pointed at. */
const bubble = late(() => import('./TipBubble.tsx'));

/** A short explanation of one react-aria button, on hover and on keyboard focus. */
export function Tooltip({ text, children, placement = 'bottom' }: { text: ReactNode; children: ReactElement; placement?: TipPlacement }) {
  const own = useRef<HTMLButtonElement>(null);
  const { trigger, id, shown, close } = useTip(bubble);
  // The button may be the trigger of a menu as well: then it hears both.
  const [button, ref] = useContextProps(trigger, own, ButtonContext);
  return (
    <>
      <ButtonContext value={{ ...button, ref }}>{children}</ButtonContext>
      {shown ? (
        <shown.TipBubble id={id} trigger={ref} placement={placement} onClose={close}>
          {text}
        </shown.TipBubble>
      ) : null}
    </>
  );
}
