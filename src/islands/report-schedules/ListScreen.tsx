import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { ReportSchedulesStore } from '../../lib/client/report-schedules/report-schedules.store.ts';
import type { ReportSchedule } from '../../lib/contract/report-schedules.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { Schedule } from './Schedule.tsx';

const EditSchedule = part(() => import('./EditSchedule.tsx'));

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  return (
    <div className="screen">
      <PageHead title={t('reports:title')} />
      <Waiting />
    </div>
  );
}

const Waiting = () => (
  <div className="stack p-5 slim:p-4" aria-busy="true">
    <Skeleton width={280} height={18} />
    <Skeleton width={420} />
    <Skeleton width={360} />
  </div>
);

export function ListScreen({
  context,
  create,
}: {
  context: PageContext;
  create: () => { deps: StoreDeps; schedules: ReportSchedulesStore };
}) {
  const t = useT();
  const format = useFormat();
  const [{ deps, schedules }] = useState(create);
  useStarted(schedules);
  const state = useStore(schedules.$state);
  const [edited, setEdited] = useState<ReportSchedule | 'new' | null>(null);
  const mayWrite = context.can('dlog:write');
  const items = state.status === 'ready' ? state.data.items : [];
  const isEmpty = state.status === 'ready' && items.length === 0;
  const newButton = mayWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')} {...opensDialog(EditSchedule)}>
      {t('reports:new')}
    </Button>
  ) : null;
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('reports:title')}
        {...(items.length > 0 ? { note: format.number(items.length) } : {})}
        actions={isEmpty ? null : newButton}
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void schedules.load()} />
      ) : state.status === 'loading' ? (
        <Waiting />
      ) : isEmpty ? (
        <EmptyState title={t('reports:empty.title')} actions={newButton}>
          {t('reports:empty.text')}
        </EmptyState>
      ) : (
        <div className="block min-h-0 flex-1 overflow-y-auto print:overflow-visible">
          {state.data.mail_leaves ? null : (
            <p className="soft border-b border-line-2 px-5 py-3 slim:px-4" role="note">
              {t('reports:no_mail')}
            </p>
          )}
          <ul aria-label={t('reports:list')} className="*:border-b *:border-line">
            {items.map((schedule) => (
              <Schedule
                key={schedule.id}
                store={schedules}
                organization={context.organization}
                schedule={schedule}
                mayWrite={context.can('dlog:write', schedule.workspace_id)}
                onEdit={() => setEdited(schedule)}
                edit={opensDialog(EditSchedule)}
              />
            ))}
          </ul>
        </div>
      )}
      {edited !== null ? (
        <Boundary instead={null} onFailure={() => setEdited(null)}>
          <EditSchedule
            deps={deps}
            context={context}
            store={schedules}
            schedule={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Boundary>
      ) : null}
    </div>
  );
}
