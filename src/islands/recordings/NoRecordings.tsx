import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list; `action` makes the first one. */
export default function NoRecordings({ filtered, action, onClear }: { filtered: boolean; action: ReactNode; onClear: () => void }) {
  const t = useT();
  if (filtered)
    return (
      <NothingFound title={t('recordings:nothing_found.title')} clear={t('recordings:filter.clear')} onClear={onClear}>
        {t('recordings:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState title={t('recordings:empty.title')} actions={action}>
      {t('recordings:empty.text')}
    </EmptyState>
  );
}
