import { createReportSchedules, type ScheduleList } from '../../lib/client/report-schedules/report-schedules.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'reports');

/** `/dlog/reports`. */
export default function ReportList({ locale, profile, saved, initial }: IslandProps<ScheduleList>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => (
        <ListScreen
          key={`${context.organization} ${context.workspace}`}
          context={context}
          create={() => {
            const deps = browserDeps(context.organization);
            return { deps, schedules: createReportSchedules(deps, context.workspace, initial) };
          }}
        />
      )}
    </Signed>
  );
}
