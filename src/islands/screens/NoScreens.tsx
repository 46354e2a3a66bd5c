import { Plus } from 'lucide-react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list: how to make the first screen, or how to get rid of the filters. */
export default function NoScreens({
  filtered,
  canWrite,
  onNew,
  onClear,
}: {
  filtered: boolean;
  canWrite: boolean;
  onNew: () => void;
  onClear: () => void;
}) {
  const t = useT();
  if (filtered)
    return (
      <NothingFound title={t('screens:nothing_found.title')} clear={t('screens:filter.clear')} onClear={onClear}>
        {t('screens:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState
      scene="later"
      title={t('screens:empty.title')}
      actions={
        canWrite ? (
          <Button variant="primary" icon={Plus} onPress={onNew}>
            {t('screens:empty.action')}
          </Button>
        ) : null
      }
    >
      {t(canWrite ? 'screens:empty.text' : 'screens:empty.read_only')}
    </EmptyState>
  );
}
