import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list. */
export default function NoLoggerTypes({ filtered, action, onClear }: { filtered: boolean; action: ReactNode; onClear: () => void }) {
  const t = useT();
  if (filtered)
    return (
      <NothingFound title={t('logger-types:nothing_found.title')} clear={t('logger-types:filter.clear')} onClear={onClear}>
        {t('logger-types:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState title={t('logger-types:empty.title')} actions={action}>
      {t('logger-types:empty.text')}
    </EmptyState>
  );
}
