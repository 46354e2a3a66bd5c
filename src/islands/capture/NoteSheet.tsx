import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../lib/i18n/words.tsx';

/** A few words at this moment. */
export function NoteSheet({ onSave, onClose }: { onSave(text: string): void; onClose(): void }) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(text);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="cap-sheet dark-mode" onClose={onClose} aria-labelledby="cap-note">
      <form onSubmit={save}>
        <h2 className="font-[600] text-[17px] leading-[24px] font-display" id="cap-note">
          {t('capture:note')}
        </h2>
        <textarea
          value={text}
          maxLength={2_000}
          aria-labelledby="cap-note"
          placeholder={t('capture:note_placeholder')}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex gap-2 justify-end">
          <button type="button" className="cap-button" onClick={() => dialog.current?.close()}>
            {t('capture:cancel')}
          </button>
          <button type="submit" className="cap-button primary">
            {t('capture:note_save')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
