import { useState } from 'react';
import type { Shift } from '../../lib/contract/shift-calendars.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { NEW_SHIFT } from './calendar.ts';
import { ShiftFields } from './ShiftFields.tsx';
import { draftName, draftOf, readDraft, type ShiftDraft, type ShiftFaults } from './shift-draft.ts';

/** One shift of the week; it comes into the calendar, which is saved as a whole. */
export default function ShiftDialog({
  shift,
  onDone,
  onClose,
}: {
  /** Null = a new one. */
  shift: Shift | null;
  onDone: (shift: Shift) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [faults, setFaults] = useState<ShiftFaults | null>(null);
  const [initial] = useState(() => ({ shift: draftOf(shift ?? NEW_SHIFT) }));
  const form = useForm<{ shift: ShiftDraft }>({
    initial,
    draft: draftName('shift', shift),
    async onSubmit(values) {
      const read = readDraft(values.shift, true);
      if ('faults' in read) setFaults(read.faults);
      else onDone(read.shift);
      return !('faults' in read);
    },
  });
  return (
    <FormDialog
      title={t(shift ? 'workspaces:shift.edit' : 'workspaces:shift.new')}
      form={form}
      submit={t('workspaces:shift.ok')}
      onClose={onClose}
    >
      <ShiftFields
        value={form.values.shift}
        onChange={(next) => {
          form.set('shift', next);
          setFaults(null);
        }}
        faults={faults}
        weekly
        autoFocus
      />
    </FormDialog>
  );
}
