import type { ApiKey } from '../../lib/contract/api-keys.ts';
import type { Person } from '../../lib/contract/people.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

/** What ends with a person's access beside it: the keys that he made for other programs. */
export default function DeactivateDialog({
  row,
  keys,
  onConfirm,
  onClose,
}: {
  row: Person;
  keys: readonly ApiKey[];
  onConfirm: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <Dialog
      title={t('people:keys.title', { name: row.name })}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            variant="danger"
            onPress={() => {
              onConfirm();
              onClose();
            }}
          >
            {t('people:keys.submit')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('people:keys.text', { count: keys.length })}</p>
        <ul className="stack">
          {keys.map((key) => (
            <li key={key.id} className="two">
              <span className="med">{key.name}</span>
              <small>
                <span className="mono">tlk_…{key.token_hint}</span>
                {' · '}
                {key.last_used_at === null ? t('people:keys.unused') : t('people:keys.used', { date: format.dateTime(key.last_used_at) })}
              </small>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
