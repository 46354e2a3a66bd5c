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

/**
 * The explanation stands in the page's main part: who goes through the landmarks doesn't come upon what is outside of all of them. That of a button in
 * a dialog stands outside, as the dialog does, which hides the main part.
 */
const placeOf = (trigger: HTMLElement | null): { UNSTABLE_portalContainer?: Element } => {
  const main = trigger?.closest('[role=dialog], [role=alertdialog]') ? null : document.querySelector('main');
  return main ? { UNSTABLE_portalContainer: main } : {};
};

/** The open explanation. Only `Tooltip.tsx` asks for this module, when it is needed. */
export function TipBubble({ id, trigger, placement, onClose, children }: TipBubbleProps) {
  const state = useMemo(() => ({ isOpen: true, shouldSkipAnimation: false, open: () => undefined, close: onClose }), [onClose]);
  return (
    <TooltipTriggerStateContext value={state}>
      {/* Its types know no id, because a `TooltipTrigger` would give it one. */}
      <Tooltip
        {...{ id }}
        {...placeOf(trigger.current)}
        className="pointer-events-none w-max max-w-70 rounded-2 bg-tip px-[9px] py-1.5 text-12 leading-4 text-on-tip data-entering:animate-[rise_var(--t-1)_var(--ease)]"
        offset={6}
        placement={placement}
        triggerRef={trigger}
      >
        {children}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
