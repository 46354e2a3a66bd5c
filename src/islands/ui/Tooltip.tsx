import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';

type Placement = 'top' | 'bottom' | 'left' | 'right';

/** A short explanation of one focusable control, on hover and on keyboard focus. */
export function Tooltip({ text, children, placement = 'bottom' }: { text: ReactNode; children: ReactElement; placement?: Placement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip className="tip" offset={6} placement={placement}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
