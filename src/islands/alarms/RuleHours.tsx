import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { weekdays, weekFrom } from '../organizations/choices.ts';
import { useFirstDay } from '../shell/habits.ts';
import { ClockField } from '../ui/form/ClockField.tsx';
import { Select } from '../ui/form/Select.tsx';
import type { RuleValues } from './rule-values.ts';

type Hours = Pick<RuleValues, 'hours' | 'days' | 'from' | 'to'>;

/** When a rule counts: always, or in hours of days of the week. */
export function RuleHours({ value, zone, onChange }: { value: Hours; zone: string; onChange: (next: Partial<Hours>) => void }) {
  const t = useT();
  const locale = useLocale();
  const firstDay = useFirstDay();
  const [short, long] = [weekdays(locale, 'short'), weekdays(locale)];
  return (
    <div className="grid gap-2">
      <Select
        label={t('alarm-rules:hours')}
        value={value.hours}
        options={(['always', 'hours'] as const).map((id) => ({ id, text: t(`alarm-rules:hours_of.${id}`) }))}
        onChange={(hours) => onChange({ hours: hours as Hours['hours'] })}
        {...(value.hours === 'hours' ? { hint: t('alarm-rules:hours_hint', { zone }) } : {})}
      />
      {value.hours === 'always' ? null : (
        <>
          <ToggleButtonGroup
            className="seg w-fit slim:w-full slim:*:flex-1 slim:*:min-w-0 slim:*:px-0"
            aria-label={t('alarm-rules:days')}
            selectionMode="multiple"
            selectedKeys={value.days.map(String)}
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
          <div className="grid grid-cols-2 items-start gap-4 *:min-w-0">
            <ClockField label={t('alarm-rules:from')} value={value.from} onChange={(from) => onChange({ from })} required />
            <ClockField label={t('alarm-rules:to')} value={value.to} onChange={(to) => onChange({ to })} required />
          </div>
        </>
      )}
    </div>
  );
}
