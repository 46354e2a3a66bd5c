import type { FoundDraft } from '../../lib/client/forms/drafts.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';

/** Says that a field holds what was typed before and not saved, and lets it be begun anew. */
export function Kept({ restored, onReset }: { restored: FoundDraft | null; onReset(): void }) {
  const t = useT();
  const format = useFormat();
  return (
    <div role="status" className="mb-2 text-13 text-ink-2 empty:absolute">
      {restored ? (
        <>
          {t('capture:kept', { when: format.dateTime(restored.at) })}{' '}
          <button type="button" className="min-h-11 px-2 underline" onClick={onReset}>
            {t('capture:start_over')}
          </button>
        </>
      ) : null}
    </div>
  );
}
