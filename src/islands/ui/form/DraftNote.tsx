import { History } from 'lucide-react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Icon } from '../Icon.tsx';

/** Says that the form holds what was typed before the session ended, and lets it be thrown away. */
export function DraftNote({ restored, onDiscard }: { restored: unknown; onDiscard: () => void }) {
  const t = useT();
  return (
    <div role="status" className="flex items-center gap-2 text-12 leading-[16px] text-ink-2 empty:absolute">
      {restored ? (
        <>
          <Icon of={History} size={14} />
          <span>{t('forms:draft.restored')}</span>
          <button type="button" className="link min-h-6 pointer-coarse:min-h-(--control-touch)" onClick={onDiscard}>
            {t('forms:draft.discard')}
          </button>
        </>
      ) : null}
    </div>
  );
}
