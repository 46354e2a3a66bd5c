import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Shift, ShiftException } from '../../lib/contract/shift-calendars.ts';
import { weekdayOf } from '../../lib/domain/shifts/shifts.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { FormDialog, plainForm } from '../ui/form/FormDialog.tsx';
import { DateField } from '../ui/form/MomentField.tsx';
import type { FieldProblem } from '../ui/form/sentence.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { NEW_SHIFT, useCalendarWords } from './calendar.ts';
import { ShiftFields } from './ShiftFields.tsx';
import { draftOf, readDraft, type ShiftDraft, type ShiftFaults } from './shift-draft.ts';

const SHIFTS_MAX = 8;
const NAME_MAX = 60;

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
  const [date, setDate] = useState<string | null>(exception?.date ?? null);
  const [typed, setTyped] = useState<{ text: string; problem: FieldProblem | null } | null>(null);
  const [name, setName] = useState(exception?.name ?? '');
  const [works, setWorks] = useState((exception?.shifts.length ?? 0) > 0);
  const [drafts, setDrafts] = useState<readonly ShiftDraft[]>(() => (exception?.shifts ?? []).map(draftOf));
  const [tried, setTried] = useState(false);

  const read = drafts.map((draft) => readDraft(draft, false));
  const ready = read.flatMap((one) => ('shift' in one ? [one.shift] : []));
  const again = date !== null && date !== exception?.date && taken.includes(date);
  const dateProblem = date === null ? (typed?.problem ?? { code: 'required' }) : null;
  const empty = works && drafts.length === 0;
  const apply = () => {
    setTried(true);
    if (date === null || again || empty || (works && ready.length < drafts.length)) return;
    onDone({ date, name: name.trim(), shifts: works ? ready : [] });
  };
  const change = (next: readonly ShiftDraft[]) => {
    setDrafts(next);
    setTried(false);
  };
  const ofWeekday = () => {
    const weekday = date === null ? 1 : weekdayOf(Date.parse(`${date}T00:00:00Z`));
    return shifts.filter(({ days }) => days.includes(weekday));
  };
  return (
    <FormDialog title={t('workspaces:exception.new')} form={plainForm(apply)} submit={t('workspaces:exception.ok')} onClose={onClose}>
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <DateField
          label={t('workspaces:exception.date')}
          required
          zone="UTC"
          value={date === null ? null : `${date}T00:00:00Z`}
          typed={typed?.text ?? null}
          error={tried ? dateProblem : null}
          onChange={() => undefined}
          onType={(value, text, problem) => {
            setTyped(text === null ? null : { text, problem });
            setDate(value === null ? null : value.slice(0, 10));
            setTried(false);
          }}
        />
        <TextField
          label={t('workspaces:exception.name')}
          hint={t('workspaces:exception.name_hint')}
          value={name}
          onChange={setName}
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
            setWorks(kind === 'other');
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
                  firstDay={null}
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
