import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list. */
export default function NoSensorTypes({ filtered, action, onClear }: { filtered: boolean; action: ReactNode; onClear: () => void }) {
  const t = useT();
  if (filtered)
    return (
      <NothingFound title={t('sensor-types:nothing_found.title')} clear={t('sensor-types:filter.clear')} onClear={onClear}>
        {t('sensor-types:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState title={t('sensor-types:empty.title')} actions={action}>
      {t('sensor-types:empty.text')}
    </EmptyState>
  );
}
