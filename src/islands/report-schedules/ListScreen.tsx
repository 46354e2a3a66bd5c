import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { ReportSchedulesStore } from '../../lib/client/report-schedules/report-schedules.store.ts';
import { listReportSchedules } from '../../lib/contract/report-schedules.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { AskedHere } from '../shell/Here.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { part } from '../ui/Boundary.tsx';
import { ShortList, ShortListWaiting } from '../ui/ShortList.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { Schedule } from './Schedule.tsx';

const EditSchedule = part(() => import('./EditSchedule.tsx'));

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  return <ShortListWaiting title={t('reports:title')} />;
}

export function ListScreen({
  context,
  create,
}: {
  context: PageContext;
  create: () => { deps: StoreDeps; schedules: ReportSchedulesStore };
}) {
  const t = useT();
  const [{ deps, schedules }] = useState(create);
  useStarted(schedules);
  const state = useStore(schedules.$state);
  return (
    <ShortList
      words={{
        title: t('reports:title'),
        create: t('reports:new'),
        list: t('reports:list'),
        empty: { title: t('reports:empty.title'), text: t('reports:empty.text') },
      }}
      state={state}
      retry={() => void schedules.load()}
      mayCreate={context.can('dlog:write')}
      form={EditSchedule}
      here={(own, create) => (
        <AskedHere
          context={context}
          deps={deps}
          create={create}
          ask={async (call) =>
            (await call(listReportSchedules, { params: { organization_id: context.organization }, query: {} })).items.length
          }
        >
          {own}
        </AskedHere>
      )}
      note={
        state.status !== 'ready' || state.data.mail_leaves ? null : (
          <p className="soft border-b border-line-2 px-5 py-3 slim:px-4" role="note">
            {t('reports:no_mail')}
          </p>
        )
      }
      row={(schedule, editing) => (
        <Schedule
          key={schedule.id}
          store={schedules}
          organization={context.organization}
          schedule={schedule}
          mayWrite={context.can('dlog:write', schedule.workspace_id)}
          {...editing}
        />
      )}
      dialog={(schedule, onClose) => <EditSchedule deps={deps} context={context} store={schedules} schedule={schedule} onClose={onClose} />}
    />
  );
}
