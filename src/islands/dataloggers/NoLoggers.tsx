import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list: how to make the first logger, or how to get rid of the filter. */
export default function NoLoggers({
  filtered,
  canWrite,
  action,
  onClear,
}: {
  filtered: boolean;
  canWrite: boolean;
  action: ReactNode;
  onClear: () => void;
}) {
  const t = useT();
  if (filtered)
    return (
      <NothingFound title={t('dataloggers:nothing_found.title')} clear={t('dataloggers:filter.clear')} onClear={onClear}>
        {t('dataloggers:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState title={t('dataloggers:empty.title')} actions={action}>
      {t(canWrite ? 'dataloggers:empty.text' : 'dataloggers:empty.read_only')}
    </EmptyState>
  );
}
