import { Plus, Trash2 } from 'lucide-react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { PlanChoices } from '../../lib/client/recording-plans/recording-plans.store.ts';
import { LONGEST_AROUND_MIN, LONGEST_MIN, MOST_STARTS, PLAN_TRIGGERS, type PlanTrigger } from '../../lib/contract/recording-plans.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { weekdays, weekFrom } from '../organizations/choices.ts';
import { useFirstDay } from '../shell/habits.ts';
import { Button } from '../ui/Button.tsx';
import { ClockField } from '../ui/form/ClockField.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { Select } from '../ui/form/Select.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { Fault, PlanValues } from './plan-values.ts';

const GRID = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';

/** When recordings of a plan begin, and how long they last. */
export function WhenFields({
  value,
  rules,
  zone,
  fault,
  onChange,
}: {
  value: PlanValues;
  rules: PlanChoices['rules'];
  zone: string;
  fault: Fault | null;
  onChange: (next: Partial<PlanValues>) => void;
}) {
  const t = useT();
  const { trigger, starts } = value;
  const start = (at: number, next: string | null) => onChange({ starts: starts.map((one, index) => (index === at ? next : one)) });
  return (
    <fieldset className="mt-4 grid min-w-0 gap-4">
      <legend className="vh">{t('recording-plans:form.when')}</legend>
      <div className={GRID}>
        <Select
          label={t('recording-plans:form.when')}
          value={trigger}
          options={PLAN_TRIGGERS.map((id) => ({ id, text: t(`recording-plans:trigger.${id}`) }))}
          hint={t(`recording-plans:form.hint.${trigger}`, { zone })}
          onChange={(next) => onChange({ trigger: next as PlanTrigger })}
        />
        {trigger === 'day' || trigger === 'week' ? (
          <ClockField
            label={t('recording-plans:form.start')}
            value={starts[0] ?? null}
            onChange={(next) => start(0, next)}
            error={fault === 'starts' ? { code: 'required' } : null}
            required
          />
        ) : null}
        {trigger === 'times' ? (
          <NumberField
            label={t('recording-plans:form.length')}
            value={value.hours}
            onChange={(hours) => onChange({ hours })}
            unit="h"
            min={1 / 60}
            max={LONGEST_MIN / 60}
            required
          />
        ) : null}
        {trigger === 'alarm' ? (
          <SearchSelect
            label={t('recording-plans:form.rule')}
            value={value.rule_id}
            options={rules.map(({ id, name }) => ({ id, text: name }))}
            onChange={(rule_id) => onChange({ rule_id })}
            nothing={t('recording-plans:form.no_rule')}
            error={fault === 'rule' ? { code: 'required' } : null}
            required
          />
        ) : null}
      </div>
      {trigger === 'week' || trigger === 'times' ? (
        <Days
          days={trigger === 'week' ? value.days.slice(0, 1) : value.days}
          one={trigger === 'week'}
          missing={fault === 'days'}
          onChange={(days) => onChange({ days })}
        />
      ) : null}
      {trigger === 'times' ? (
        <div className="grid gap-3">
          {starts.map((clock, at) => (
            // Times have no name but their place.
            <div key={at} className="grid grid-cols-[minmax(0,14rem)_auto] items-end justify-start gap-2">
              <ClockField
                label={t('recording-plans:form.start_no', { n: at + 1 })}
                value={clock}
                onChange={(next) => start(at, next)}
                error={fault === 'starts' && clock === null ? { code: 'required' } : null}
                required
              />
              {starts.length > 1 ? (
                <IconButton
                  icon={Trash2}
                  label={t('recording-plans:form.remove_start', { n: at + 1 })}
                  onPress={() => onChange({ starts: starts.filter((_, index) => index !== at) })}
                />
              ) : null}
            </div>
          ))}
          {starts.length < MOST_STARTS ? (
            <div>
              <Button size="sm" icon={Plus} onPress={() => onChange({ starts: [...starts, null] })}>
                {t('recording-plans:form.add_start')}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      {trigger === 'alarm' ? (
        <div className={GRID}>
          <NumberField
            label={t('recording-plans:form.before')}
            value={value.before_min}
            onChange={(before_min) => onChange({ before_min })}
            unit="min"
            min={0}
            max={LONGEST_AROUND_MIN}
            decimals={0}
          />
          <NumberField
            label={t('recording-plans:form.after')}
            value={value.after_min}
            onChange={(after_min) => onChange({ after_min })}
            unit="min"
            min={0}
            max={LONGEST_AROUND_MIN}
            decimals={0}
          />
        </div>
      ) : null}
    </fieldset>
  );
}

function Days({
  days,
  one,
  missing,
  onChange,
}: {
  days: readonly number[];
  one: boolean;
  missing: boolean;
  onChange: (days: readonly number[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const firstDay = useFirstDay();
  const [short, long] = [weekdays(locale, 'short'), weekdays(locale)];
  const label = t(one ? 'recording-plans:form.day' : 'recording-plans:form.days');
  return (
    <div className="grid gap-1">
      <span className="text-12 font-medium text-ink-2">{label}</span>
      <ToggleButtonGroup
        className="seg w-fit slim:w-full slim:*:flex-1 slim:*:min-w-0 slim:*:px-0"
        aria-label={label}
        selectionMode={one ? 'single' : 'multiple'}
        disallowEmptySelection={one}
        selectedKeys={days.map(String)}
        onSelectionChange={(keys) => onChange([...keys].map(Number).sort((a, b) => a - b))}
      >
        {weekFrom(firstDay).map((day) => (
          <ToggleButton key={day} id={String(day)}>
            <span aria-hidden="true">{short[day - 1]}</span>
            <span className="vh">{long[day - 1]}</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {missing ? (
        <p className="text-alarm-text" role="alert">
          {t('recording-plans:form.no_days')}
        </p>
      ) : null}
    </div>
  );
}
