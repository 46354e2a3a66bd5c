import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { useT } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';

/** What asks beside the pad, never over it: whoever measures goes on tapping, and answers or doesn't. */
export function Sheet({
  title,
  tool,
  onClose,
  children,
}: {
  title: ReactNode;
  /** What stands beside the way out, and takes no height from the buttons. */
  tool?: ReactNode;
  onClose(): void;
  children: ReactNode;
}) {
  const t = useT();
  const id = useId();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [onClose]);
  return (
    <div
      className="z-2 [grid-column:now] grid max-h-full [grid-row:bar-start/day-end] grid-cols-1 gap-2 self-end overflow-y-auto rounded-3 border border-line-2 bg-raised pr-3 pb-3 pl-4"
      role="dialog"
      aria-labelledby={id}
    >
      <header className="-mr-3 flex items-center justify-between gap-2">
        <h2 className="mr-auto flex min-w-0 items-baseline gap-2 font-display text-[17px] leading-[22px] font-semi" id={id}>
          {title}
        </h2>
        {tool}
        <button
          type="button"
          className="grid size-16 flex-none place-items-center text-ink"
          aria-label={t('capture:earlier.close')}
          onClick={onClose}
        >
          <Icon of={X} size={24} />
        </button>
      </header>
      {children}
    </div>
  );
}
