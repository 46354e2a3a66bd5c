import { createRecordingPlans, type PlanList } from '../../lib/client/recording-plans/recording-plans.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'recordings', 'recording-plans');

/** `/dlog/recording-plans`. */
export default function RecordingPlans({ locale, profile, saved, initial }: IslandProps<PlanList>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => (
        <ListScreen
          key={`${context.organization} ${context.workspace}`}
          context={context}
          create={() => {
            const deps = browserDeps(context.organization);
            return { deps, plans: createRecordingPlans(deps, context.workspace, initial) };
          }}
        />
      )}
    </Signed>
  );
}
