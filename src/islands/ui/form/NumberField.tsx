import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocale, useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';
import { describedBy, Field, type FieldProps, fieldIds } from './Field.tsx';
import { readNumber, stepNumber, writeNumber } from './number-text.ts';
import type { FieldProblem } from './sentence.ts';

export interface NumberFieldProps extends FieldProps {
  name?: string;
  /** `null` = empty, NaN = what was typed is no number. */
  value: number | null;
  onChange: (value: number | null) => void;
  onCommit?: (value: number | null) => void;
  /** The text as it stands in the field while it is written or can't be read, from `form.typed`; without it the field keeps it itself. */
  typed?: string | null;
  onType?: (value: number | null, text: string | null, problem: FieldProblem | null) => void;
  unit?: string;
  min?: number;
  max?: number;
  step?: number;
  /** Most decimal places; 0 = a whole number. */
  decimals?: number;
  disabled?: boolean;
  /** Where − and + stand beside the number; a bare field has none. Arrow keys step it everywhere. */
  buttons?: 'everywhere' | 'wide' | 'nowhere';
}

const STEP =
  'grid w-6.5 place-items-center border-l border-line text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:w-(--control-touch)';
const KEYS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** A number, written as the language writes it or stepped by arrows and buttons. What is no number stays to be mended. */
export function NumberField({
  label,
  required,
  hint,
  error,
  bare,
  name,
  value,
  onChange,
  onCommit,
  typed,
  onType,
  unit,
  min,
  max,
  step,
  decimals,
  disabled,
  buttons = bare ? 'nowhere' : 'everywhere',
}: NumberFieldProps) {
  const t = useT();
  const locale = useLocale();
  const ids = fieldIds(useId());
  const frame = { label, ...(required ? { required } : {}), hint, error, bare };
  const [own, setOwn] = useState<string | null>(null);
  const text = typed === undefined ? own : typed;
  const shown = text ?? (value === null || Number.isNaN(value) ? '' : writeNumber(value, locale));

  const tell = (next: number | null, writing: string | null, problem: FieldProblem | null) => {
    setOwn(writing);
    if (onType) onType(next, writing, problem);
    else onChange(next);
  };
  const move = (by: number) => {
    const next = stepNumber(value, by, { min, max, step });
    tell(next, null, null);
    onCommit?.(next);
  };

  return (
    <Field {...frame} ids={ids}>
      <span className={bare ? 'input sm' : 'input'} data-invalid={error ? '' : undefined}>
        <input
          {...describedBy(frame, ids)}
          id={ids.control}
          name={name}
          // The keypads of phones have no minus.
          inputMode={min === undefined || min < 0 ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          aria-required={required || undefined}
          disabled={disabled}
          value={shown}
          onChange={(event) => {
            const read = readNumber(event.target.value, locale, { min, max, decimals });
            tell(read.value, event.target.value, read.problem);
          }}
          onBlur={() => {
            const read = text === null ? { value, problem: null } : readNumber(text, locale, { min, max, decimals });
            if (text !== null && !read.problem) tell(read.value, null, null);
            onCommit?.(read.value);
          }}
          onKeyDown={(event) => {
            const by = KEYS[event.key];
            if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            move(by);
          }}
        />
        {unit ? <span className="unit flex-none whitespace-nowrap">{unit}</span> : null}
        {buttons === 'nowhere' ? null : (
          <span className={`-mr-2.5 flex h-full print:hidden ${buttons === 'wide' ? 'slim:hidden' : ''}`}>
            <button
              type="button"
              className={STEP}
              tabIndex={-1}
              disabled={disabled}
              aria-label={`${t('ui:number.less')}: ${label}`}
              onClick={() => move(-1)}
            >
              <Icon of={Minus} size={14} />
            </button>
            <button
              type="button"
              className={STEP}
              tabIndex={-1}
              disabled={disabled}
              aria-label={`${t('ui:number.more')}: ${label}`}
              onClick={() => move(1)}
            >
              <Icon of={Plus} size={14} />
            </button>
          </span>
        )}
      </span>
    </Field>
  );
}
