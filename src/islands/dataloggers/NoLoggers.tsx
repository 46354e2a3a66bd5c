import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

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
      <EmptyState
        scene="nothing-found"
        title={t('dataloggers:nothing_found.title')}
        actions={<Button onPress={onClear}>{t('dataloggers:filter.clear')}</Button>}
      >
        {t('dataloggers:nothing_found.text')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('dataloggers:empty.title')} actions={action}>
      {t(canWrite ? 'dataloggers:empty.text' : 'dataloggers:empty.read_only')}
    </EmptyState>
  );
}
