import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createBlock } from '../../lib/client/kernel/block-store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { EffectsState } from '../../lib/client/received-data/reparse.store.ts';
import type { ReparseEffects } from '../../lib/contract/received-data.ts';
import type { Task } from '../../lib/contract/tasks.ts';
import { getUndoEffects } from '../../lib/contract/undo-effects.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { Effects } from './Effects.tsx';
import { useTaskTitle } from './useTaskTitle.ts';

await ready('tasks', 'undo-effects', 'reparse-effects');

/** Asks whether a task is to be undone, and says before it is what else changes by that: alarms and recordings. */
export default function UndoTask({
  deps,
  task,
  onUndo,
  onClose,
}: {
  deps: StoreDeps;
  task: Pick<Task, 'id' | 'kind' | 'about' | 'merged'>;
  onUndo: () => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useT();
  const titleOf = useTaskTitle();
  const [busy, setBusy] = useState(false);
  const [store] = useState(() =>
    createBlock<ReparseEffects>(
      deps,
      null,
      (call) => call(getUndoEffects, { params: { organization_id: deps.organization, id: task.id } }),
      { hear: () => undefined },
    ),
  );
  useStarted(store);
  const state = useStore(store.$state);
  const of: EffectsState =
    state.status === 'ready' ? { status: 'ready', effects: state.data } : state.status === 'error' ? state : { status: 'asking' };
  const undo = async () => {
    setBusy(true);
    await onUndo();
    onClose();
  };
  return (
    <Dialog
      title={t('undo-effects:title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button variant="primary" isDisabled={of.status !== 'ready'} isPending={busy} onPress={() => void undo()}>
            {t('tasks:undo')}
          </Button>
        </>
      }
    >
      <p className="med wrap-anywhere">{titleOf(task)}</p>
      <p>{t('undo-effects:text')}</p>
      <Effects of={of} whole onRetry={() => void store.load()} />
      {of.status === 'ready' ? <p className="muted">{t('undo-effects:counted')}</p> : null}
    </Dialog>
  );
}
