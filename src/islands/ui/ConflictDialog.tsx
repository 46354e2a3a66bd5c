import { useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** A field that two people set differently; values are written out for the eye, empty text = nothing there. */
export interface ConflictField {
  key: string;
  label: string;
  theirs: string;
  mine: string;
}

/** Two people changed the same row: for each field both versions on equal terms, and nothing is lost before one is chosen. */
export default function ConflictDialog({
  fields,
  onSave,
  onDrop,
  onClose,
}: {
  fields: readonly ConflictField[];
  /** Keys of the fields whose own version is to be saved, over the row that is stored now. */
  onSave: (mine: readonly string[]) => void;
  /** Gives one's own changes up. */
  onDrop: () => void;
  /** Back to the form, with everything as it is. */
  onClose: () => void;
}) {
  const t = useT();
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const choose = (key: string, mine: boolean) => setTheirs((before) => (mine ? before.filter((one) => one !== key) : [...before, key]));
  const side = (field: ConflictField, mine: boolean) => (
    <label className="flex min-h-11 cursor-pointer items-start gap-2.5 rounded-2 border border-line-2 px-3 py-2 wrap-anywhere has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        className="mt-[3px] accent-accent"
        name={`conflict-${field.key}`}
        checked={theirs.includes(field.key) !== mine}
        onChange={() => choose(field.key, mine)}
      />
      <span className="grid min-w-0 justify-items-start gap-2">
        <small className="label">{t(mine ? 'ui:conflict.mine' : 'ui:conflict.theirs')}</small>
        <b>{(mine ? field.mine : field.theirs) || t('ui:conflict.empty')}</b>
      </span>
    </label>
  );
  return (
    <Dialog
      title={t('ui:conflict.title')}
      isOpen
      onClose={onClose}
      dismissable={false}
      footer={
        <>
          <Button onPress={onDrop}>{t('ui:conflict.keep_theirs')}</Button>
          <Button variant="primary" onPress={() => onSave(fields.map(({ key }) => key).filter((key) => !theirs.includes(key)))}>
            {t('ui:conflict.save')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="soft">{t('ui:conflict.text')}</p>
        {fields.map((field) => (
          <fieldset key={field.key} className="grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] gap-2">
            <legend className="mb-1.5 font-medium">{field.label}</legend>
            {side(field, false)}
            {side(field, true)}
          </fieldset>
        ))}
      </div>
    </Dialog>
  );
}
