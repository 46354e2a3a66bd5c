import { CalendarClock, Plus, Trash2 } from 'lucide-react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { weekdays, weekFrom } from '../organizations/choices.ts';
import { useFirstDay } from '../shell/habits.ts';
import { Button } from '../ui/Button.tsx';
import { ClockField } from '../ui/form/ClockField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { MOST_SPANS, type RuleSpan, type RuleValues, USUAL_SPAN } from './rule-values.ts';

type Hours = Pick<RuleValues, 'hours' | 'spans'>;

/** When a rule counts: always, or in hours of days of the week, one stretch or several. */
export function RuleHours({
  value,
  zone,
  shifts,
  onChange,
}: {
  value: Hours;
  zone: string;
  /** Of the calendar; empty = it has none. */
  shifts: readonly RuleSpan[];
  onChange: (next: Partial<Hours>) => void;
}) {
  const t = useT();
  const { spans } = value;
  const put = (at: number, next: Partial<RuleSpan>) =>
    onChange({ spans: spans.map((span, index) => (index === at ? { ...span, ...next } : span)) });
  return (
    <div className="grid gap-3">
      <Select
        label={t('alarm-rules:hours')}
        value={value.hours}
        options={(['always', 'hours'] as const).map((id) => ({ id, text: t(`alarm-rules:hours_of.${id}`) }))}
        onChange={(hours) => onChange({ hours: hours as Hours['hours'] })}
        {...(value.hours === 'hours' ? { hint: t('alarm-rules:hours_hint', { zone }) } : {})}
      />
      {value.hours === 'always' ? null : (
        <>
          {spans.map((span, at) => (
            <Span
              // Stretches have no name but their place.
              key={at}
              place={at + 1}
              span={span}
              onChange={(next) => put(at, next)}
              onRemove={spans.length > 1 ? () => onChange({ spans: spans.filter((_, index) => index !== at) }) : null}
            />
          ))}
          <div className="flex flex-wrap gap-2">
            {spans.length < MOST_SPANS ? (
              <Button size="sm" icon={Plus} onPress={() => onChange({ spans: [...spans, USUAL_SPAN] })}>
                {t('alarm-rules:span.add')}
              </Button>
            ) : null}
            {shifts.length > 0 ? (
              <Button size="sm" icon={CalendarClock} onPress={() => onChange({ spans: [...shifts] })}>
                {t('alarm-rules:span.of_shifts')}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </div>
  );
}

function Span({
  place,
  span,
  onChange,
  onRemove,
}: {
  place: number;
  span: RuleSpan;
  onChange: (next: Partial<RuleSpan>) => void;
  /** Null = it is the only one. */
  onRemove: (() => void) | null;
}) {
  const t = useT();
  const locale = useLocale();
  const firstDay = useFirstDay();
  const [short, long] = [weekdays(locale, 'short'), weekdays(locale)];
  return (
    <fieldset className="grid gap-2" aria-label={t('alarm-rules:span.name', { n: place })}>
      <ToggleButtonGroup
        className="seg w-fit slim:w-full slim:*:flex-1 slim:*:min-w-0 slim:*:px-0"
        aria-label={t('alarm-rules:days')}
        selectionMode="multiple"
        selectedKeys={span.days.map(String)}
        disallowEmptySelection
        onSelectionChange={(keys) => onChange({ days: [...keys].map(Number).sort((a, b) => a - b) })}
      >
        {weekFrom(firstDay).map((day) => (
          <ToggleButton key={day} id={String(day)}>
            <span aria-hidden="true">{short[day - 1]}</span>
            <span className="vh">{long[day - 1]}</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <div
        className={`grid items-end gap-4 *:min-w-0 slim:gap-2 ${onRemove === null ? 'grid-cols-[1fr_1fr]' : 'grid-cols-[1fr_1fr_auto]'}`}
      >
        <ClockField label={t('alarm-rules:from')} value={span.from} onChange={(from) => onChange({ from })} required />
        <ClockField label={t('alarm-rules:to')} value={span.to} onChange={(to) => onChange({ to })} required />
        {onRemove === null ? null : <IconButton icon={Trash2} label={t('alarm-rules:span.remove', { n: place })} onPress={onRemove} />}
      </div>
    </fieldset>
  );
}
