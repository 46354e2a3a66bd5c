import { useFormat, useT } from '../../lib/i18n/react.tsx';

export interface ValueProps {
  value: number | string | null | undefined;
  unit?: string | null;
  decimals?: number | null;
  /** Out of limits: also coloured, the reason belongs beside it in words. */
  hot?: boolean;
  /** How a worded state is meant. */
  tone?: 'ok' | 'late' | 'off' | undefined;
}

const TONES = { ok: 'text-ok-text', late: 'text-late-text', off: 'text-ink-2' } as const;

/** A reading: tabular figures, the unit lighter after a no-break space, a true minus sign. */
export function Value({ value, unit, decimals, hot, tone }: ValueProps) {
  const format = useFormat();
  const t = useT();
  if (value === null || value === undefined)
    return (
      <span className="value">
        <b aria-hidden="true">–</b>
        <span className="vh">{t('ui:value.none')}</span>
      </span>
    );
  return (
    <span className={`value${hot ? ' text-alarm-text' : tone ? ` ${TONES[tone]}` : ''}${typeof value === 'string' ? ' worded' : ''}`}>
      <b>{typeof value === 'number' ? format.number(value, decimals) : value}</b>
      {unit ? <span className="unit">{`\u00a0${unit}`}</span> : null}
    </span>
  );
}
