import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormat, useLocale, useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';
import { describedBy, Field, type FieldProps, fieldIds } from './Field.tsx';
import { parseNumber, stepNumber } from './number-text.ts';

export interface NumberFieldProps extends FieldProps {
  name?: string;
  /** `null` = empty, NaN = what was typed is no number. */
  value: number | null;
  onChange: (value: number | null) => void;
  onCommit?: (value: number | null) => void;
  unit?: string;
  min?: number;
  max?: number;
  step?: number;
  decimals?: number;
  disabled?: boolean;
}

/** A number, typed with comma or point, or stepped by arrows and buttons. What is no number stays to be mended. */
export function NumberField({
  label,
  required,
  hint,
  error,
  name,
  value,
  onChange,
  onCommit,
  unit,
  min,
  max,
  step,
  decimals,
  disabled,
}: NumberFieldProps) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const ids = fieldIds(useId());
  const frame = { label, ...(required ? { required } : {}), hint, error };
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === null || Number.isNaN(value) ? '' : format.number(value, decimals));

  const put = (next: number) => {
    setTyped(null);
    onChange(next);
    onCommit?.(next);
  };
  const move = (by: number) => put(stepNumber(value, by, { min, max, step }));

  return (
    <Field {...frame} ids={ids}>
      <span className="input" data-invalid={error ? '' : undefined}>
        <input
          {...describedBy(frame, ids)}
          id={ids.control}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          aria-required={required || undefined}
          disabled={disabled}
          value={shown}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(parseNumber(event.target.value, locale));
          }}
          onBlur={() => {
            const final = typed === null ? value : parseNumber(typed, locale);
            if (!Number.isNaN(final)) setTyped(null);
            onCommit?.(final);
          }}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (by === 0) return;
            event.preventDefault();
            move(by);
          }}
        />
        {unit ? <span className="unit">{unit}</span> : null}
        <span className="steps">
          <button type="button" tabIndex={-1} disabled={disabled} aria-label={`${t('ui:number.less')}: ${label}`} onClick={() => move(-1)}>
            <Icon of={Minus} size={14} />
          </button>
          <button type="button" tabIndex={-1} disabled={disabled} aria-label={`${t('ui:number.more')}: ${label}`} onClick={() => move(1)}>
            <Icon of={Plus} size={14} />
          </button>
        </span>
      </span>
    </Field>
  );
}
