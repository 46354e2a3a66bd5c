import { Undo2 } from 'lucide-react';
import type { ImportDone } from '../../lib/client/machines/machine-import.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';

/** Machines that are named one by one; the list has all of them. */
const NAMED = 12;

/** What came, with the way to it and the way back. */
export function Done({ done, onUndo, onClose }: { done: ImportDone; onUndo: () => void; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const counted = (count: number) => ({ count, n: format.number(count) });
  const { imported, left, undo } = done;
  const kept = undo.status === 'done' ? new Set(undo.kept) : null;
  const there = kept ? imported.filter(({ id }) => kept.has(id)) : imported;
  return (
    <div className="stack text-ink">
      <div role="status" className="grid gap-2">
        {undo.status === 'done' ? (
          <p>
            {t('machine-import:undone', counted(undo.removed))}
            {undo.kept.length > 0 ? ` ${t('machine-import:kept', counted(undo.kept.length))}` : ''}
          </p>
        ) : (
          <p>
            {t('machine-import:done', counted(imported.length))}
            {left > 0 ? ` ${t('machine-import:left', counted(left))}` : ''}
          </p>
        )}
        {undo.status === 'failed' ? (
          <p className="note alarm">
            <StatusLamp kind="alarm" />
            {`${t('machine-import:undo_failed')} ${t(`errors:${undo.code}`)}`}
          </p>
        ) : null}
      </div>
      {there.length > 0 ? (
        <ul className="grid gap-1" aria-label={t('machine-import:imported')}>
          {there.slice(0, NAMED).map(({ id, name }) => (
            <li key={id}>
              <a className="link" href={href('/org/machines/{id}', { id }, locale)}>
                {name}
              </a>
            </li>
          ))}
          {there.length > NAMED ? <li className="soft">{t('machine-import:more', counted(there.length - NAMED))}</li> : null}
        </ul>
      ) : null}
      <div className="row gap-2">
        <Button variant="primary" onPress={onClose}>
          {t('machine-import:close')}
        </Button>
        {undo.status === 'done' ? null : (
          <Button icon={Undo2} isPending={undo.status === 'busy'} onPress={onUndo}>
            {t('machine-import:undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
