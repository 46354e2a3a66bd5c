import { type ReactNode, type RefObject, useMemo } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import type { TipPlacement } from './Tooltip.tsx';

interface TipBubbleProps {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  placement: TipPlacement;
  onClose: () => void;
  children: ReactNode;
}

/** The open explanation. Only `Tooltip.tsx` asks for this module, when it is needed. */
export function TipBubble({ id, trigger, placement, onClose, children }: TipBubbleProps) {
  const state = useMemo(() => ({ isOpen: true, shouldSkipAnimation: false, open: () => undefined, close: onClose }), [onClose]);
  return (
    <TooltipTriggerStateContext value={state}>
      {/* Its types know no id, because a `TooltipTrigger` would give it one. */}
      <Tooltip {...{ id }} className="tip" offset={6} placement={placement} triggerRef={trigger}>
        {children}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
