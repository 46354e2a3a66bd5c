import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { createTasks, type TasksStore } from '../../lib/client/tasks/tasks.store.ts';
import { getTaskContent, isUnderWay, type Task } from '../../lib/contract/tasks.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Dialog, opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { TaskProgress } from './TaskProgress.tsx';
import { useCounted } from './useCounted.ts';
import { useTaskTitle } from './useTaskTitle.ts';

await ready('tasks', 'errors');

const UndoTask = part(() => import('./UndoTask.tsx'));

const LAMPS: Record<Task['state'], StatusKind> = {
  queued: 'never',
  running: 'online',
  done: 'online',
  failed: 'alarm',
  cancelled: 'offline',
  undone: 'offline',
};

/** Work that goes on without the page, and what has become of it in the last week. */
export default function TasksDialog({
  organization,
  manages,
  onClose,
}: {
  organization: string;
  /** The person may see what others began. */
  manages: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const [whose, setWhose] = useState<'mine' | 'everybody'>('mine');
  const [undoing, setUndoing] = useState<Undoing | null>(null);
  if (undoing) {
    const back = () => setUndoing(null);
    return (
      <Boundary instead={null} onFailure={back}>
        <UndoTask deps={browserDeps(organization)} task={undoing.task} onUndo={undoing.undo} onClose={back} />
      </Boundary>
    );
  }
  return (
    <Dialog title={t('tasks:title')} isOpen size="lg" onClose={onClose}>
      <div className="grid gap-4 text-ink">
        {manages ? (
          <div className="flex">
            <Segmented
              label={t('tasks:title')}
              value={whose}
              options={(['mine', 'everybody'] as const).map((id) => ({ id, label: t(`tasks:${id}`) }))}
              onChange={setWhose}
            />
          </div>
        ) : null}
        <List key={whose} organization={organization} everybody={whose === 'everybody'} onUndo={setUndoing} />
      </div>
    </Dialog>
  );
}

/** A task that is to be undone, once somebody has seen what that changes. */
interface Undoing {
  task: Task;
  undo: () => Promise<void>;
}

function List({ organization, everybody, onUndo }: { organization: string; everybody: boolean; onUndo: (undoing: Undoing) => void }) {
  const t = useT();
  const [store] = useState(() => createTasks(browserDeps(organization), { everybody }));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  if (state.status === 'loading') return <Skeleton width={240} height={44} />;
  if (state.rows.length === 0) return <EmptyState title={t('tasks:empty.title')}>{t('tasks:empty.text')}</EmptyState>;
  return (
    <ul className="grid" aria-live="polite">
      {state.rows.map((row) => (
        <Line key={row.id} organization={organization} row={row} store={store} onUndo={onUndo} />
      ))}
    </ul>
  );
}

function Line({
  organization,
  row,
  store,
  onUndo,
}: {
  organization: string;
  row: Task;
  store: TasksStore;
  onUndo: (undoing: Undoing) => void;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const counted = useCounted();
  const titleOf = useTaskTitle();
  const [busy, setBusy] = useState(false);
  const act = async (work: (task: Task) => Promise<Task>, failed: 'cancel_failed' | 'undo_failed') => {
    setBusy(true);
    await work(row).catch(() => toast({ kind: 'alarm', text: t(`tasks:${failed}`) }));
    setBusy(false);
  };
  const under = isUnderWay(row.state);
  const content = getTaskContent.path.replace(':organization_id', organization).replace(':id', row.id);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line py-2.5 first:border-t-0">
      <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <span className="med wrap-anywhere">{titleOf(row)}</span>
        <span className="muted text-12">{format.dateTime(row.created_at)}</span>
        {row.counts && row.state === 'done' ? <span className="soft text-12">{counted(row.counts)}</span> : null}
        {row.recording?.failure ? <span className="soft text-12">{t(`tasks:unrecorded.${row.recording.failure}`)}</span> : null}
        {row.error ? <span className="soft text-12">{t(`errors:${row.error}`)}</span> : null}
        {under ? <TaskProgress task={row} /> : null}
      </span>
      <Status kind={LAMPS[row.state]}>{under && row.undoing ? t('tasks:undoing') : t(`tasks:state.${row.state}`)}</Status>
      <span className="flex flex-wrap gap-2">
        {row.about ? (
          <ButtonLink size="sm" href={href('/dlog/dataloggers/{id}', { id: row.about.datalogger_id }, locale)}>
            {t('tasks:to_logger')}
          </ButtonLink>
        ) : null}
        {row.recording?.id ? (
          <ButtonLink size="sm" href={href('/dlog/recordings2/{id}', { id: row.recording.id }, locale)}>
            {t('tasks:to_recording')}
          </ButtonLink>
        ) : null}
        {row.file ? (
          <ButtonLink size="sm" href={content} download={row.file.name}>
            {t('tasks:download', { name: row.file.name })}
          </ButtonLink>
        ) : null}
        {under ? (
          <Button size="sm" isPending={busy} onPress={() => void act(store.cancel, 'cancel_failed')}>
            {t('tasks:cancel')}
          </Button>
        ) : row.undoable ? (
          <Button size="sm" onPress={() => onUndo({ task: row, undo: () => act(store.undo, 'undo_failed') })} {...opensDialog(UndoTask)}>
            {t('tasks:undo')}
          </Button>
        ) : null}
      </span>
    </li>
  );
}
