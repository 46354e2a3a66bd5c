import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

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
      <EmptyState
        scene="nothing-found"
        title={t('machines:nothing_found.title')}
        actions={<Button onPress={onClear}>{t('machines:filter.clear')}</Button>}
      >
        {t('machines:nothing_found.text')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('machines:empty.title')} actions={canWrite ? action : null}>
      {t(canWrite ? 'machines:empty.text' : 'machines:empty.read_only')}
    </EmptyState>
  );
}
