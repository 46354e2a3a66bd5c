import { useState } from 'react';
import type { Shift } from '../../lib/contract/shift-calendars.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { FormDialog, plainForm } from '../ui/form/FormDialog.tsx';
import { NEW_SHIFT } from './calendar.ts';
import { ShiftFields } from './ShiftFields.tsx';
import { draftOf, readDraft, type ShiftFaults } from './shift-draft.ts';

/** One shift of the week; it comes into the calendar, which is saved as a whole. */
export default function ShiftDialog({
  shift,
  firstDay,
  onDone,
  onClose,
}: {
  /** Null = a new one. */
  shift: Shift | null;
  firstDay: number;
  onDone: (shift: Shift) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [draft, setDraft] = useState(() => draftOf(shift ?? NEW_SHIFT));
  const [faults, setFaults] = useState<ShiftFaults | null>(null);
  const apply = () => {
    const read = readDraft(draft, true);
    if ('faults' in read) setFaults(read.faults);
    else onDone(read.shift);
  };
  return (
    <FormDialog
      title={t(shift ? 'workspaces:shift.edit' : 'workspaces:shift.new')}
      form={plainForm(apply)}
      submit={t('workspaces:shift.ok')}
      onClose={onClose}
    >
      <ShiftFields
        value={draft}
        onChange={(next) => {
          setDraft(next);
          setFaults(null);
        }}
        faults={faults}
        firstDay={firstDay}
        autoFocus
      />
    </FormDialog>
  );
}
