import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportDone } from '../../lib/client/kernel/table-import.store.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import type { ImportOf } from './words.ts';

/** Machines that are named one by one; the list has all of them. */
const NAMED = 12;

/** What came, with the way to it and the way back. */
export function Done({
  of: { words, href },
  done,
  more,
  onUndo,
  onClose,
}: {
  of: ImportOf;
  done: ImportDone;
  /** What is handed out with what came. */
  more?: ReactNode;
  onUndo: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const counted = (count: number) => ({ count, n: format.number(count) });
  const { imported, same, left, undo } = done;
  const kept = undo.status === 'done' ? new Set(undo.kept) : null;
  const there = kept ? imported.filter(({ id }) => kept.has(id)) : imported;
  return (
    <div className="stack text-ink">
      <div role="status" className="grid gap-2">
        {undo.status === 'done' ? (
          <p>
            {t(words.undone, counted(undo.removed))}
            {undo.kept.length > 0 ? ` ${t(words.kept, counted(undo.kept.length))}` : ''}
          </p>
        ) : (
          <p>
            {t(words.done, counted(imported.length))}
            {same > 0 ? ` ${t('table-import:same_rows', counted(same))}` : ''}
            {left > 0 ? ` ${t('table-import:left', counted(left))}` : ''}
          </p>
        )}
        {undo.status === 'failed' ? (
          <p className="note alarm">
            <StatusLamp kind="alarm" />
            {`${t(words.undoFailed)} ${t(`errors:${undo.code}`)}`}
          </p>
        ) : null}
      </div>
      {undo.status === 'done' ? null : more}
      {there.length > 0 ? (
        <ul className="grid gap-1" aria-label={t(words.imported)}>
          {there.slice(0, NAMED).map(({ id, name }) => (
            <li key={id}>
              <a className="link" href={href(id)}>
                {name}
              </a>
            </li>
          ))}
          {there.length > NAMED ? <li className="soft">{t('table-import:more', counted(there.length - NAMED))}</li> : null}
        </ul>
      ) : null}
      <div className="row gap-2">
        <Button variant={more && undo.status !== 'done' ? 'default' : 'primary'} onPress={onClose}>
          {t('table-import:close')}
        </Button>
        {undo.status === 'done' ? null : (
          <Button icon={Undo2} isPending={undo.status === 'busy'} onPress={onUndo}>
            {t('table-import:undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
