import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list; `action` makes the first one. */
export default function NoOperations({ filtered, action, onClear }: { filtered: boolean; action: ReactNode; onClear: () => void }) {
  const t = useT();
  if (filtered)
    return (
      <NothingFound title={t('operations:nothing_found.title')} clear={t('operations:filter.clear')} onClear={onClear}>
        {t('operations:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState title={t('operations:empty.title')} actions={action}>
      {t('operations:empty.text')}
    </EmptyState>
  );
}
