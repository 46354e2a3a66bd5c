import { CalendarDays, Clock } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useLanguage, useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';
import { Segmented } from '../Segmented.tsx';
import { describedBy, Field, type FieldProps, fieldIds } from './Field.tsx';
import { example, type MomentKind, nativeText, offsetName, readMoment, twins, writeMoment } from './moment-text.ts';
import type { FieldProblem } from './sentence.ts';

export interface MomentFieldProps extends FieldProps {
  name?: string;
  /** RFC 3339 in UTC; null = empty. */
  value: string | null;
  onChange: (value: string | null) => void;
  onCommit?: (value: string | null) => void;
  /** As in a number field: from `form.typed`. */
  typed?: string | null;
  onType?: (value: string | null, text: string | null, problem: FieldProblem | null) => void;
  /** IANA zone of the workspace. */
  zone: string;
  /** RFC 3339, inclusive. */
  min?: string;
  max?: string;
  disabled?: boolean;
  /** `false` where days stand beside the field to be pointed at. */
  picker?: boolean;
  /** The day at the beginning of the field and its time at the end, until it is written in. */
  apart?: boolean;
}

const NATIVE: Record<MomentKind, string> = { date: 'date', time: 'time', 'date-time': 'datetime-local' };

/**
 * A moment, written as the person writes it or picked in the browser's own calendar. Where the zone's clock shows the written time twice,
 * both are offered.
 */
function MomentField({
  label,
  required,
  hint,
  error,
  name,
  value,
  onChange,
  onCommit,
  typed,
  onType,
  disabled,
  kind,
  zone,
  day,
  min,
  max,
  picker: picked = true,
  apart,
}: MomentFieldProps & { kind: MomentKind; day?: string }) {
  const t = useT();
  const { locale, habits } = useLanguage();
  const ids = fieldIds(useId());
  const picker = useRef<HTMLInputElement>(null);
  const options = { kind, locale, zone, habits, day, min, max };
  const frame = { label, ...(required ? { required } : {}), hint: hint ?? t('forms:moment.hint', { example: example(options) }), error };
  const [own, setOwn] = useState<string | null>(null);
  const text = typed === undefined ? own : typed;
  const both = value === null || kind === 'date' || error ? [] : twins(value, zone);

  const tell = (next: string | null, writing: string | null, problem: FieldProblem | null) => {
    setOwn(writing);
    if (onType) onType(next, writing, problem);
    else onChange(next);
  };
  const put = (next: string | null) => {
    tell(next, null, null);
    onCommit?.(next);
  };

  return (
    <Field {...frame} ids={ids}>
      <span className="input relative tabular-nums" data-invalid={error ? '' : undefined}>
        <input
          className="peer"
          {...describedBy(frame, ids)}
          id={ids.control}
          name={name}
          autoComplete="off"
          aria-required={required || undefined}
          disabled={disabled}
          value={text ?? (value === null ? '' : writeMoment(value, options))}
          onChange={(event) => {
            const read = readMoment(event.target.value, options, value);
            tell(read.value, event.target.value, read.problem);
          }}
          onBlur={() => {
            const read = text === null ? { value, problem: null } : readMoment(text, options, value);
            if (text !== null && !read.problem) tell(read.value, null, null);
            onCommit?.(read.value);
          }}
        />
        {apart && text === null && value !== null ? (
          <span
            className="pointer-events-none absolute inset-0 flex items-center justify-between rounded-2 bg-surface px-2 text-13 peer-focus:hidden"
            aria-hidden="true"
          >
            {writeMoment(value, { ...options, kind: 'date' })}{' '}
            <b className="font-semi">{kind === 'date' ? null : writeMoment(value, { ...options, kind: 'time' })}</b>
          </span>
        ) : null}
        {picked ? (
          <button
            type="button"
            className="-mr-2.5 grid h-full w-7 flex-none place-items-center border-l border-line text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:w-(--control-touch)"
            disabled={disabled}
            aria-label={`${t(kind === 'time' ? 'forms:moment.clock' : 'forms:moment.calendar')}: ${label}`}
            onClick={() => picker.current?.showPicker()}
          >
            <Icon of={kind === 'time' ? Clock : CalendarDays} />
          </button>
        ) : null}
        {/* The browser hangs its calendar on its own input, which nobody else sees. */}
        <input
          ref={picker}
          className="pointer-events-none absolute right-0 bottom-0 h-px w-7 opacity-0"
          type={NATIVE[kind]}
          tabIndex={-1}
          aria-hidden="true"
          disabled={disabled}
          value={nativeText(value, options)}
          min={nativeText(min ?? null, options)}
          max={nativeText(max ?? null, options)}
          onChange={(event) => {
            const read = readMoment(event.target.value, options, value);
            if (read.problem) tell(read.value, event.target.value, read.problem);
            else put(read.value);
          }}
        />
      </span>
      {both.length > 1 ? (
        <span className="flex flex-wrap items-center gap-y-1 gap-x-2 text-12 text-ink-2">
          <span>{t('forms:moment.twice')}</span>
          <Segmented
            label={`${t('forms:moment.twice')}: ${label}`}
            value={value ?? ''}
            options={both.map((one, index) => ({
              id: one,
              label: t(index === 0 ? 'forms:moment.first' : 'forms:moment.second', { offset: offsetName(Date.parse(one), zone) }),
            }))}
            onChange={put}
          />
        </span>
      ) : null}
    </Field>
  );
}

/** A day; its value is the day's start in the zone. */
export const DateField = (props: MomentFieldProps) => <MomentField {...props} kind="date" />;
/** A time of the day that holds the moment `day`. */
export const TimeField = (props: MomentFieldProps & { day: string }) => <MomentField {...props} kind="time" />;
/** A day and a time. */
export const DateTimeField = (props: MomentFieldProps) => <MomentField {...props} kind="date-time" />;
