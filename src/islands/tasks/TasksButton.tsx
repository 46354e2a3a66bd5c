import { useStore } from '@nanostores/react';
import { ListChecks } from 'lucide-react';
import { atom, type ReadableAtom } from 'nanostores';
import { useEffect, useState } from 'react';
import { Button as AriaButton } from '#button';
import { browserDeps, liveOf } from '../../lib/client/session/browser-deps.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';

const TasksDialog = part(() => import('./TasksDialog.tsx'));
const $open = atom(false);
/** For whoever begins a task. */
export const openTasks = () => $open.set(true);
const $none = atom(0);

/** How many of one's own tasks go on. No page asks before one of them moves. */
function useUnderWay(organization: string): number {
  const [$count, setCount] = useState<ReadableAtom<number>>($none);
  useEffect(() => {
    let gone = false;
    let stop: (() => void) | null = null;
    const off = liveOf(organization).on((event) => {
      if (event.name !== 'changed' || event.data.entity !== 'tasks') return;
      off();
      void import('../../lib/client/tasks/tasks.store.ts').then(({ createTasks }) => {
        if (gone) return;
        const store = createTasks(browserDeps(organization), { everybody: false });
        stop = store.start();
        setCount(store.$underWay);
      });
    });
    return () => {
      gone = true;
      off();
      stop?.();
    };
  }, [organization]);
  return useStore($count);
}

/** Work that goes on without the page. */
export function TasksButton({ organization, manages }: { organization: string; manages: boolean }) {
  const t = useT();
  const format = useFormat();
  const open = useStore($open);
  const count = useUnderWay(organization);
  const close = () => $open.set(false);
  return (
    <>
      <AriaButton
        className={`tool relative ${count === 0 ? 'phone:hidden' : ''}`}
        id="tasks"
        aria-label={count === 0 ? t('ui:shell.tasks') : t('ui:shell.tasks_running', { count, n: format.number(count) })}
        onPress={openTasks}
        {...opensDialog(TasksDialog)}
      >
        <Icon of={ListChecks} />
        {count > 0 ? (
          <i className="absolute top-[calc(50%-14px)] left-[calc(50%+2px)] min-w-4 rounded-full bg-accent px-1 text-center text-11 leading-4 text-on-accent not-italic">
            {format.number(count)}
          </i>
        ) : null}
      </AriaButton>
      {open ? (
        <Boundary instead={null} onFailure={close}>
          <TasksDialog organization={organization} manages={manages} onClose={close} />
        </Boundary>
      ) : null}
    </>
  );
}
