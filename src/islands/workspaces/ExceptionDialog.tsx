import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Shift, ShiftException } from '../../lib/contract/shift-calendars.ts';
import { weekdayOf } from '../../lib/domain/shifts/shifts.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { DateField } from '../ui/form/MomentField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { NEW_SHIFT, useCalendarWords } from './calendar.ts';
import { ShiftFields } from './ShiftFields.tsx';
import { draftName, draftOf, readDraft, type ShiftDraft, type ShiftFaults } from './shift-draft.ts';

const SHIFTS_MAX = 8;
const NAME_MAX = 60;

type Values = { date: string | null; name: string; works: boolean; shifts: readonly ShiftDraft[] };

/** A day that is not as its weekday says. */
export default function ExceptionDialog({
  exception,
  shifts,
  taken,
  onDone,
  onClose,
}: {
  /** Null = a new one. */
  exception: ShiftException | null;
  /** Of the week, to begin with. */
  shifts: readonly Shift[];
  /** Dates that have an exception already. */
  taken: readonly string[];
  onDone: (exception: ShiftException) => void;
  onClose: () => void;
}) {
  const t = useT();
  const words = useCalendarWords();
  const [tried, setTried] = useState(false);
  const [initial] = useState(
    (): Values => ({
      date: exception?.date ?? null,
      name: exception?.name ?? '',
      works: (exception?.shifts.length ?? 0) > 0,
      shifts: (exception?.shifts ?? []).map(draftOf),
    }),
  );
  const form = useForm<Values>({
    initial,
    draft: draftName('exception', exception),
    async onSubmit() {
      setTried(true);
      if (date === null || again || empty || (works && ready.length < drafts.length)) return false;
      onDone({ date, name: name.trim(), shifts: works ? ready : [] });
      return true;
    },
  });
  const { date, name, works, shifts: drafts } = form.values;
  const dateField = form.typed('date');
  const read = drafts.map((draft) => readDraft(draft, false));
  const ready = read.flatMap((one) => ('shift' in one ? [one.shift] : []));
  const again = date !== null && date !== exception?.date && taken.includes(date);
  const dateProblem = date === null ? { code: 'required' } : null;
  const empty = works && drafts.length === 0;
  const change = (next: readonly ShiftDraft[]) => {
    form.set('shifts', next);
    setTried(false);
  };
  const ofWeekday = () => {
    const weekday = date === null ? 1 : weekdayOf(Date.parse(`${date}T00:00:00Z`));
    return shifts.filter(({ days }) => days.includes(weekday));
  };
  return (
    <FormDialog title={t('workspaces:exception.new')} form={form} submit={t('workspaces:exception.ok')} onClose={onClose}>
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <DateField
          label={t('workspaces:exception.date')}
          required
          zone="UTC"
          value={date === null ? null : `${date}T00:00:00Z`}
          typed={dateField.typed}
          error={dateField.error ?? (tried ? dateProblem : null)}
          onChange={() => undefined}
          onType={(value, text, problem) => {
            dateField.onType(value === null ? null : value.slice(0, 10), text, problem);
            setTried(false);
          }}
        />
        <TextField
          {...form.field('name')}
          label={t('workspaces:exception.name')}
          hint={t('workspaces:exception.name_hint')}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
      </div>
      {again ? (
        <span className="error" role="alert">
          {t('workspaces:shifts.problem.taken', { name: words.date(date) })}
        </span>
      ) : null}
      <div className="row">
        <Segmented
          label={t('workspaces:exception.kind')}
          value={works ? 'other' : 'off'}
          options={[
            { id: 'off', label: t('workspaces:exception.off') },
            { id: 'other', label: t('workspaces:exception.other') },
          ]}
          onChange={(kind) => {
            form.set('works', kind === 'other');
            setTried(false);
          }}
        />
      </div>
      {works ? (
        <>
          {drafts.map((draft, index) => {
            const one = read[index];
            const faults: ShiftFaults | null = tried && one && 'faults' in one ? one.faults : null;
            return (
              <fieldset key={draft.key} className="stack m-0 p-3 border border-line-2 rounded-2">
                <legend className="vh">{draft.name}</legend>
                <ShiftFields
                  value={draft}
                  onChange={(next) => change(drafts.map((other) => (other.key === draft.key ? next : other)))}
                  faults={faults}
                />
                <div className="row">
                  <Button size="sm" variant="ghost" icon={Trash2} onPress={() => change(drafts.filter((other) => other.key !== draft.key))}>
                    {t('workspaces:exception.remove_shift')}
                  </Button>
                </div>
              </fieldset>
            );
          })}
          {empty && tried ? (
            <span className="error" role="alert">
              {t('workspaces:exception.no_shifts')}
            </span>
          ) : null}
          <div className="row">
            {drafts.length < SHIFTS_MAX ? (
              <Button size="sm" icon={Plus} onPress={() => change([...drafts, draftOf(NEW_SHIFT)])}>
                {t('workspaces:shifts.add')}
              </Button>
            ) : null}
            {drafts.length === 0 && ofWeekday().length > 0 ? (
              <Button size="sm" variant="ghost" onPress={() => change(ofWeekday().map(draftOf))}>
                {t('workspaces:exception.copy')}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
    </FormDialog>
  );
}
