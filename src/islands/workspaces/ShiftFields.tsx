import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { shiftMinutes } from '../../lib/domain/shifts/shifts.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { weekdays, weekFrom } from '../organizations/choices.ts';
import { useFirstDay } from '../shell/habits.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { ClockField } from '../ui/form/ClockField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { crossesMidnight, useCalendarWords } from './calendar.ts';
import { type BreakDraft, newKey, type ShiftDraft, type ShiftFaults } from './shift-draft.ts';

const NAME_MAX = 60;
const BREAKS_MAX = 12;
const REQUIRED = { code: 'required' };

/** Fields of one shift. @param weekly it comes again on days of the week; else it belongs to one date */
export function ShiftFields({
  value,
  onChange,
  faults,
  weekly,
  autoFocus,
}: {
  value: ShiftDraft;
  onChange: (value: ShiftDraft) => void;
  /** Null before it was tried to be used. */
  faults: ShiftFaults | null;
  weekly?: boolean;
  autoFocus?: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const put = (next: Partial<ShiftDraft>) => onChange({ ...value, ...next });
  const { start, end } = value;
  const length = start !== null && end !== null ? format.interval(shiftMinutes({ start, end }) * 60) : null;
  return (
    <>
      <TextField
        label={t('workspaces:shift.name')}
        value={value.name}
        onChange={(name) => put({ name })}
        error={faults?.name ? REQUIRED : null}
        required
        maxLength={NAME_MAX}
        autoComplete="off"
        {...(autoFocus ? { autoFocus } : {})}
      />
      {weekly ? <Days value={value.days} onChange={(days) => put({ days })} missing={faults?.days ?? false} /> : null}
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <ClockField
          label={t('workspaces:shift.start')}
          value={start}
          onChange={(next) => put({ start: next })}
          error={faults?.start ? REQUIRED : null}
          required
        />
        <ClockField
          label={t('workspaces:shift.end')}
          value={end}
          onChange={(next) => put({ end: next })}
          error={faults?.end ? REQUIRED : null}
          required
        />
        <p className="soft col-span-full" role="status">
          {length === null || start === null || end === null
            ? null
            : t(crossesMidnight({ start, end }) ? 'workspaces:shift.crosses' : 'workspaces:shift.lasts', { length })}
        </p>
      </div>
      <Breaks value={value} onChange={(breaks) => put({ breaks })} faults={faults?.breaks ?? []} />
    </>
  );
}

function Days({ value, onChange, missing }: { value: readonly number[]; onChange: (days: number[]) => void; missing: boolean }) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const firstDay = useFirstDay();
  const [short, long] = [weekdays(locale, 'short'), weekdays(locale)];
  return (
    <div className="field">
      <span className="name" id={id}>
        {t('workspaces:shift.days')}
      </span>
      <ToggleButtonGroup
        className="seg w-fit slim:w-full slim:*:flex-1 slim:*:min-w-0 slim:*:px-0"
        aria-labelledby={id}
        selectionMode="multiple"
        selectedKeys={value.map(String)}
        onSelectionChange={(keys) => onChange([...keys].map(Number))}
      >
        {weekFrom(firstDay).map((day) => (
          <ToggleButton key={day} id={String(day)}>
            <span aria-hidden="true">{short[day - 1]}</span>
            <span className="vh">{long[day - 1]}</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {missing ? (
        <span className="error" role="alert">
          {t('workspaces:shift.no_day')}
        </span>
      ) : null}
    </div>
  );
}

function Breaks({
  value,
  onChange,
  faults,
}: {
  value: ShiftDraft;
  onChange: (breaks: BreakDraft[]) => void;
  faults: ShiftFaults['breaks'];
}) {
  const t = useT();
  const words = useCalendarWords();
  const { breaks, start, end } = value;
  const put = (key: string, next: Partial<BreakDraft>) => onChange(breaks.map((rest) => (rest.key === key ? { ...rest, ...next } : rest)));
  const sentence = (fault: ShiftFaults['breaks'][number] | undefined) => {
    if (fault === 'outside' && start !== null && end !== null)
      return t('workspaces:shift.outside', { start: words.clock(start), end: words.clock(end) });
    return fault === 'overlap' ? t('workspaces:shift.overlap') : null;
  };
  return (
    <fieldset className="grid gap-3 justify-items-start">
      <legend className="mb-2">{t('workspaces:shift.breaks')}</legend>
      {breaks.map((rest, index) => (
        <div
          key={rest.key}
          className="grid grid-cols-[minmax(0,1fr)_112px_112px_auto_auto] gap-y-1 gap-x-3 items-start w-full pb-3 border-b border-b-line slim:grid-cols-[1fr_1fr_auto] slim:[&>:first-child]:col-span-2 [&>.btn]:mt-5 [&>.btn]:min-h-(--control) slim:[&>.btn]:row-start-1 slim:[&>.btn]:col-start-3"
        >
          <TextField
            label={t('workspaces:shift.break_name')}
            value={rest.name}
            onChange={(name) => put(rest.key, { name })}
            maxLength={NAME_MAX}
            autoComplete="off"
          />
          <ClockField
            label={t('workspaces:shift.break_start')}
            value={rest.start}
            onChange={(next) => put(rest.key, { start: next })}
            error={faults[index] === 'time' && rest.start === null ? REQUIRED : null}
          />
          <ClockField
            label={t('workspaces:shift.break_end')}
            value={rest.end}
            onChange={(next) => put(rest.key, { end: next })}
            error={faults[index] === 'time' && rest.end === null ? REQUIRED : null}
          />
          <Checkbox beside checked={rest.paid} onChange={(paid) => put(rest.key, { paid })}>
            {t('workspaces:shift.break_paid')}
          </Checkbox>
          <IconButton
            icon={Trash2}
            label={t('workspaces:shift.remove_break')}
            onPress={() => onChange(breaks.filter((one) => one.key !== rest.key))}
          />
          {sentence(faults[index]) ? (
            <span className="error col-span-full" role="alert">
              {sentence(faults[index])}
            </span>
          ) : null}
        </div>
      ))}
      {breaks.length < BREAKS_MAX ? (
        <Button
          size="sm"
          icon={Plus}
          onPress={() =>
            onChange([...breaks, { key: newKey(), name: t('workspaces:shifts.preset.break'), start: null, end: null, paid: false }])
          }
        >
          {t('workspaces:shift.add_break')}
        </Button>
      ) : null}
    </fieldset>
  );
}
