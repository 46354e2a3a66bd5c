import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { IconButton } from './IconButton.tsx';
import { toastsAbove } from './toasts-above.ts';
import type { Refusal } from './useBulk.ts';

/** More lines may have to be scrolled, by keys too. */
const FEW = 4;

/** What can be done with all rows that were picked; it stands below the list. Refused ones are told one by one above it. */
export function BulkBar({
  label,
  count,
  refusals,
  onClear,
  children,
}: {
  label: string;
  /** How many are picked, in words. */
  count: string;
  refusals: readonly Refusal[];
  onClear: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <div ref={toastsAbove}>
      {refusals.length > 0 ? (
        <div
          className="max-h-[30vh] overflow-auto border-t border-line bg-alarm-soft px-5 py-2.5 text-alarm-text focus-visible:shadow-inside slim:px-4"
          role="alert"
          {...(refusals.length > FEW ? { tabIndex: 0 } : {})}
        >
          <p className="med">{t('ui:bulk.refused', { count: refusals.length })}</p>
          <ul className="mt-1 grid gap-0.5 text-12">
            {refusals.map(({ id, name, reason }) => (
              <li key={id}>
                <b className="font-medium">{name}</b>: {reason}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className="bulk flex-wrap phone:py-1.5" role="toolbar" aria-label={label}>
        <span aria-live="polite">{count}</span>
        {children}
        <span className="spacer" />
        <IconButton icon={X} size="sm" label={t('ui:bulk.clear')} onPress={onClear} />
      </div>
    </div>
  );
}
