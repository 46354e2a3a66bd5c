import { type FormEvent, useEffect, useRef } from 'react';
import type { Photos } from '../../lib/client/capture/photos.store.ts';
import { useT } from '../../lib/i18n/words.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { Kept } from './Kept.tsx';
import { BUTTON_PLAIN, BUTTON_PRIMARY } from './looks.ts';
import { PhotoButton } from './PhotoButton.tsx';
import { PhotoList } from './PhotoList.tsx';
import { Phrases } from './Phrases.tsx';

export { PhotoList };

const MOST = 2_000;
/** Behind what is there already, where there is room for it. */
const withPhrase = (text: string, phrase: string): string => {
  const whole = text.trim() === '' ? phrase : `${text.trimEnd()}\n${phrase}`;
  return whole.length > MOST ? text : whole;
};

interface NoteSheetProps {
  measurement: string;
  /** Of the panel. */
  phrases: readonly string[];
  /** Null where no photo can be taken. */
  photos: Photos | null;
  /** Null before the first tap: nothing is measured that a photo could be of. */
  onPhoto: (() => void) | null;
  onSave(text: string): void;
  onClose(): void;
}

/** A few words at this moment, or a photo of it. */
export default function NoteSheet({ measurement, phrases, photos, onPhoto, onSave, onClose }: NoteSheetProps) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const { values, restored, set, reset } = useKept(`note ${measurement}`, { text: '' });
  useEffect(() => dialog.current?.showModal(), []);
  // Escape leaves what was typed to be found again.
  const end = () => {
    reset();
    dialog.current?.close();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(values.text);
    end();
  };
  return (
    <dialog
      ref={dialog}
      className="dark-mode mx-auto mt-auto mb-0 w-[min(560px,100vw)] max-w-none rounded-t-3 border-0 bg-raised px-4 pt-4 lying:pt-2 pb-[max(16px,env(safe-area-inset-bottom))] text-ink backdrop:bg-[#0009]"
      onClose={onClose}
      aria-labelledby="cap-note"
    >
      <form onSubmit={save}>
        <h2 className="font-[600] text-[17px] leading-[24px] font-display" id="cap-note">
          {t('capture:note')}
        </h2>
        <textarea
          className="my-2 min-h-24 w-full rounded-2 lying:my-1 lying:min-h-16 border border-line-2 bg-surface px-2.5 py-2 text-16"
          value={values.text}
          maxLength={MOST}
          aria-labelledby="cap-note"
          placeholder={t('capture:note_placeholder')}
          onChange={(event) => set('text', event.target.value)}
        />
        <Phrases phrases={phrases} label={t('capture:phrases')} onChoose={(phrase) => set('text', withPhrase(values.text, phrase))} />
        <Kept restored={restored} onReset={reset} />
        {photos ? <PhotoList photos={photos} measurement={measurement} /> : null}
        <div className="flex flex-wrap gap-2 justify-end">
          {onPhoto ? <PhotoButton className="mr-auto" onPhoto={onPhoto} /> : null}
          <button type="button" className={BUTTON_PLAIN} onClick={end}>
            {t('capture:cancel')}
          </button>
          <button type="submit" className={`${BUTTON_PRIMARY} grow`}>
            {t('capture:note_save')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
