import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list; `action` makes the first one. */
export default function NoSets({ filtered, action, onClear }: { filtered: boolean; action: ReactNode; onClear: () => void }) {
  const t = useT();
  if (filtered)
    return (
      <NothingFound title={t('allowance-sets:nothing_found.title')} clear={t('allowance-sets:filter.clear')} onClear={onClear}>
        {t('allowance-sets:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState title={t('allowance-sets:empty.title')} actions={action}>
      {t('allowance-sets:empty.text')}
    </EmptyState>
  );
}
