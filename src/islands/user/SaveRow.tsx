import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';

/** The buttons below a form of the profile. */
export function SaveRow({ dirty, busy, onDiscard }: { dirty: boolean; busy: boolean; onDiscard: () => void }) {
  const t = useT();
  return (
    <div className="row">
      <Button type="submit" isDisabled={!dirty} isPending={busy}>
        {t('user:save')}
      </Button>
      {dirty ? (
        <Button variant="ghost" onPress={onDiscard}>
          {t('user:discard')}
        </Button>
      ) : null}
    </div>
  );
}
