import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list: how to add the first machine, or how to get rid of the filters. */
export default function NoMachines({
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
      <NothingFound title={t('machines:nothing_found.title')} clear={t('machines:filter.clear')} onClear={onClear}>
        {t('machines:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState title={t('machines:empty.title')} actions={canWrite ? action : null}>
      {t(canWrite ? 'machines:empty.text' : 'machines:empty.read_only')}
    </EmptyState>
  );
}
