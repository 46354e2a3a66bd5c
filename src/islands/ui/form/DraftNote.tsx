import { History } from 'lucide-react';
import type { FoundDraft } from '../../../lib/client/forms/drafts.ts';
import { useFormat, useT } from '../../../lib/i18n/words.tsx';
import { Icon } from '../Icon.tsx';

/** Says that the form holds what was typed before and not saved, and lets it be begun anew. */
export function DraftNote({ form: { restored, reset } }: { form: { restored: FoundDraft | null; reset: () => void } }) {
  const t = useT();
  const format = useFormat();
  return (
    <div role="status" className="draft-note">
      {restored ? (
        <>
          <Icon of={History} size={14} />
          <span>{t('forms:draft.restored', { when: format.dateTime(restored.at) })}</span>
          <button
            type="button"
            className="link min-h-6 flex-none whitespace-nowrap pointer-coarse:min-h-(--control-touch)"
            onClick={() => reset()}
          >
            {t('forms:draft.discard')}
          </button>
        </>
      ) : null}
    </div>
  );
}
