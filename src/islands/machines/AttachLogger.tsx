import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { MachineLoggersStore } from '../../lib/client/machines/machine-loggers.store.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { finder } from '../../lib/domain/text/folded.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Choice, ChoiceList } from '../machine-choice/ChoiceList.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';

/** Which logger stands on the machine: one of its workspace, those that are free first. */
export default function AttachLogger({ store, row, onClose }: { store: MachineLoggersStore; row: Machine; onClose: () => void }) {
  const t = useT();
  const [q, setQ] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => void store.loadOthers(row.workspace_id), [store, row.workspace_id]);
  const state = useStore(store.$others);
  const rows = state.status === 'ready' ? state.rows : [];
  const finds = finder(q);
  const loggers = rows
    .filter((logger) => finds(logger.name, logger.code, logger.kind, logger.place))
    .toSorted((a, b) => Number(a.machine_id !== null) - Number(b.machine_id !== null));

  const refuse = (error: unknown) => toast({ kind: 'alarm', text: `${t('machines:failed')}: ${t(`errors:${failureOf(error).code}`)}` });
  const attach = async (logger: Datalogger) => {
    setBusy(true);
    try {
      const saved = await store.put(logger, row.id);
      onClose();
      toast({
        text: t('machines:loggers.attached', { name: saved.name }),
        action: { text: t('machines:undo'), run: () => void store.put(saved, logger.machine_id).catch(refuse) },
      });
    } catch (error) {
      refuse(error);
      void store.loadOthers(row.workspace_id);
    }
    setBusy(false);
  };
  return (
    <Dialog title={t('machines:loggers.pick_title')} isOpen onClose={onClose} size="sm">
      <div className="grid min-w-0 gap-2" aria-busy={busy || undefined}>
        <SearchField kind="search" label={t('machines:loggers.pick_search')} value={q} onChange={setQ} />
        {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => void store.loadOthers(row.workspace_id)} /> : null}
        {state.status === 'loading' ? <Skeleton height={30} /> : null}
        <ChoiceList label={t('machines:loggers.pick_title')}>
          {loggers.map((logger) => (
            <Choice key={logger.id} disabled={busy} onClick={() => void attach(logger)}>
              <span className="med">{logger.name}</span>
              <small className="muted">
                {[logger.code, logger.place, logger.machine_id === null ? null : t('machines:loggers.taken')].filter(Boolean).join(' · ')}
              </small>
            </Choice>
          ))}
        </ChoiceList>
        {state.status === 'ready' && loggers.length === 0 ? (
          <p className="soft">{t(rows.length === 0 ? 'machines:loggers.pick_first' : 'machines:loggers.pick_none')}</p>
        ) : null}
      </div>
    </Dialog>
  );
}
