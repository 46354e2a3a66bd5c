import { useState } from 'react';
import type { Shift } from '../../lib/contract/shift-calendars.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { NEW_SHIFT } from './calendar.ts';
import { ShiftFields } from './ShiftFields.tsx';
import { draftOf, readDraft, type ShiftFaults } from './shift-draft.ts';

const FORM = 'shift';

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
    <Dialog
      title={t(shift ? 'workspaces:shift.edit' : 'workspaces:shift.new')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM}>
            {t('workspaces:shift.ok')}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // In React's tree the dialog stands in the calendar's form.
          event.stopPropagation();
          apply();
        }}
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
      </form>
    </Dialog>
  );
}
