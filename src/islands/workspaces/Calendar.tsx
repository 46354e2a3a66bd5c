import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ShiftCalendarStore } from '../../lib/client/workspaces/shift-calendar.store.ts';
import type { Shift, ShiftCalendar, ShiftException } from '../../lib/contract/shift-calendars.ts';
import type { Workspace } from '../../lib/contract/workspaces.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { EVERY_DAY, useCalendarWords, type Values, weekMinutes } from './calendar.ts';
import { Exceptions } from './Exceptions.tsx';
import { PartHead } from './PartHead.tsx';
import { ShiftList } from './ShiftList.tsx';
import { WeekPicture } from './WeekPicture.tsx';

const ShiftDialog = part(() => import('./ShiftDialog.tsx'));
const ExceptionDialog = part(() => import('./ExceptionDialog.tsx'));

export const CALENDAR = 'stack content-start gap-8 max-w-295 p-5 slim:px-4 print:gap-4 print:py-0';

/** What is being written: a shift or an exception by its index, null = a new one. */
type Editing = { what: 'shift'; index: number | null } | { what: 'exception'; index: number | null };

const SHIFTS_MAX = 16;
const valuesOf = ({ shifts, exceptions }: ShiftCalendar): Values => ({ shifts, exceptions });
const replaced = <T,>(list: readonly T[], index: number | null, item: T): T[] =>
  index === null ? [...list, item] : list.with(index, item);
const byDate = (a: ShiftException, b: ShiftException) => (a.date < b.date ? -1 : 1);

export function Calendar({
  store,
  row,
  workspace,
  canWrite,
}: {
  store: ShiftCalendarStore;
  row: ShiftCalendar;
  workspace: Workspace;
  canWrite: boolean;
}) {
  const t = useT();
  const words = useCalendarWords();
  const [editing, setEditing] = useState<Editing | null>(null);
  const { form, dirty, discard, conflict } = useRowForm<ShiftCalendar, Values>({
    row,
    valuesOf,
    draft: `shifts ${workspace.id}`,
    label: (field) => t(field === 'shifts' ? 'workspaces:shifts.list' : 'workspaces:shifts.exceptions'),
    written: (field, value) =>
      field === 'shifts'
        ? (value as Shift[]).map((shift) => `${shift.name} ${words.span(shift)} (${words.days(shift.days)})`).join('\n')
        : (value as ShiftException[]).map((one) => `${words.date(one.date)} ${one.name || t('workspaces:shifts.nobody_works')}`).join('\n'),
    save: (rev, patch) => store.save(rev, patch as Partial<Values>),
    onSaved: () => toast({ text: t('workspaces:shifts.saved') }),
  });
  const { shifts, exceptions } = form.values;
  const problems = words.problems(form.values);
  const done = () => setEditing(null);
  const setShifts = (next: Shift[]) => form.set('shifts', next);
  const setExceptions = (next: ShiftException[]) => form.set('exceptions', next.toSorted(byDate));
  const addShift = () => setEditing({ what: 'shift', index: null });
  const empty = shifts.length === 0 && exceptions.length === 0 && !dirty;

  return (
    <form className={CALENDAR} {...form.props} aria-label={t('workspaces:tab.shifts')}>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      {empty ? (
        <NoShifts canWrite={canWrite} onAdd={addShift} onThree={setShifts} />
      ) : (
        <>
          <section className="stack">
            <PartHead title={t('workspaces:shifts.week')}>
              <span className="muted">{t('workspaces:shifts.week_total', { time: words.hours(weekMinutes(shifts)) })}</span>
            </PartHead>
            <WeekPicture shifts={shifts} />
          </section>
          <section className="stack [&_.table-scroll]:border-t [&_.table-scroll]:border-t-line-2">
            <PartHead title={t('workspaces:shifts.list')}>
              <span className="spacer" />
              {canWrite && shifts.length < SHIFTS_MAX ? (
                <Button size="sm" icon={Plus} onPress={addShift} {...opensDialog(ShiftDialog)}>
                  {t('workspaces:shifts.add')}
                </Button>
              ) : null}
            </PartHead>
            <ShiftList
              shifts={shifts}
              canWrite={canWrite}
              onEdit={(index) => setEditing({ what: 'shift', index })}
              onRemove={(index) => setShifts(shifts.filter((_, at) => at !== index))}
            />
          </section>
          <Exceptions
            exceptions={exceptions}
            zone={workspace.time_zone}
            canWrite={canWrite}
            onAdd={() => setEditing({ what: 'exception', index: null })}
            onEdit={(index) => setEditing({ what: 'exception', index })}
            onRemove={(index) => setExceptions(exceptions.filter((_, at) => at !== index))}
          />
        </>
      )}
      <div role="status" className={problems.length > 0 ? 'note alarm' : 'vh'}>
        {problems.length > 0 ? (
          <ul className="problems grid gap-0.5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {canWrite && dirty ? (
        <div className="sticky bottom-(--foot) z-2 flex flex-wrap items-center gap-y-2 gap-x-3 -mx-5 -mb-5 py-2.5 px-5 border-t border-t-line-2 bg-surface slim:-mx-4 slim:px-4">
          <span className="soft">{t('workspaces:shifts.unsaved')}</span>
          <span className="spacer" />
          <Button variant="ghost" onPress={discard}>
            {t('workspaces:shifts.discard')}
          </Button>
          <Button variant="primary" type="submit" isDisabled={problems.length > 0} isPending={form.busy}>
            {t('workspaces:shifts.save')}
          </Button>
        </div>
      ) : null}
      <Boundary instead={null} onFailure={done}>
        {editing?.what === 'shift' ? (
          <ShiftDialog
            shift={editing.index === null ? null : (shifts[editing.index] ?? null)}
            onClose={done}
            onDone={(shift) => {
              setShifts(replaced(shifts, editing.index, shift));
              done();
            }}
          />
        ) : null}
        {editing?.what === 'exception' ? (
          <ExceptionDialog
            exception={editing.index === null ? null : (exceptions[editing.index] ?? null)}
            shifts={shifts}
            taken={exceptions.map(({ date }) => date)}
            onClose={done}
            onDone={(exception) => {
              setExceptions(replaced(exceptions, editing.index, exception));
              done();
            }}
          />
        ) : null}
      </Boundary>
      {conflict}
    </form>
  );
}

function NoShifts({ canWrite, onAdd, onThree }: { canWrite: boolean; onAdd: () => void; onThree: (shifts: Shift[]) => void }) {
  const t = useT();
  const three = () => {
    const shift = (name: string, start: string, end: string): Shift => ({ name, days: EVERY_DAY.slice(0, 5), start, end, breaks: [] });
    onThree([
      shift(t('workspaces:shifts.preset.morning'), '06:00', '14:00'),
      shift(t('workspaces:shifts.preset.afternoon'), '14:00', '22:00'),
      shift(t('workspaces:shifts.preset.night'), '22:00', '06:00'),
    ]);
  };
  return (
    <EmptyState
      title={t('workspaces:shifts.empty.title')}
      actions={
        canWrite ? (
          <>
            <Button variant="primary" icon={Plus} onPress={onAdd}>
              {t('workspaces:shifts.add')}
            </Button>
            <Button onPress={three}>{t('workspaces:shifts.empty.three')}</Button>
          </>
        ) : null
      }
    >
      {t(canWrite ? 'workspaces:shifts.empty.text' : 'workspaces:shifts.empty.read_only')}
    </EmptyState>
  );
}
