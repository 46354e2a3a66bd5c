import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { LiveStatus } from './AsOf.tsx';
import type { StatusKind } from './StatusLamp.tsx';

export interface CountChip<T extends string> {
  id: T;
  text: string;
  count: number;
  lamp?: StatusKind;
}

/** How many rows each filter would leave, each a button that narrows the list to them; pressed again it shows all. Empty ones aren't offered. */
export function CountChips<T extends string>({
  label,
  total,
  most = Number.POSITIVE_INFINITY,
  options,
  value,
  onChange,
}: {
  label: string;
  total: number;
  /** What is more was not counted. */
  most?: number;
  options: readonly CountChip<T>[];
  value: T | null;
  onChange: (value: T | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  const number = (n: number) => <b className="font-semi">{n > most ? `${format.number(most)}+` : format.number(n)}</b>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its frame and its legend
    <div className="flex min-w-0 gap-x-0.5 overflow-x-auto [scrollbar-width:none] slim:overflow-visible" role="group" aria-label={label}>
      <button type="button" className="count-chip" aria-pressed={value === null} onClick={() => onChange(null)}>
        {t('ui:counts.all')}
        {number(total)}
      </button>
      {options
        .filter(({ id, count }) => count !== 0 || id === value)
        .map(({ id, text, count, lamp }) => (
          <button
            key={id}
            type="button"
            className="count-chip"
            aria-pressed={id === value}
            onClick={() => onChange(id === value ? null : id)}
          >
            {lamp === undefined ? (
              text
            ) : (
              <LiveStatus brief kind={lamp}>
                {text}
              </LiveStatus>
            )}
            {number(count)}
          </button>
        ))}
    </div>
  );
}
