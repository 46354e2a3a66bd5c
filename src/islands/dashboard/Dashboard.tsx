import { browserDeps } from '../../lib/client/browser-deps.ts';
import { createDataloggers } from '../../lib/client/dataloggers.store.ts';
import { createReceivedData } from '../../lib/client/received-data.store.ts';
import type { listDataloggers } from '../../lib/contract/dataloggers.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listReceivedData } from '../../lib/contract/received-data.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../dataloggers/Signed.tsx';
import { DashboardScreen, DashboardWaiting } from './DashboardScreen.tsx';
import './dashboard.css';

await ready('common', 'ui', 'errors', 'dashboard', 'dataloggers');

/** First data of one workspace; null for all of them. */
export interface DashboardData {
  workspace: string | null;
  dataloggers: ResponseOf<typeof listDataloggers>;
  receivedData: ResponseOf<typeof listReceivedData>;
}

/** `/user/dashboard`. */
export default function Dashboard({ locale, profile, initial }: IslandProps<DashboardData>) {
  return (
    <Signed locale={locale} profile={profile} waiting={<DashboardWaiting />}>
      {(place) => (
        <DashboardScreen
          key={`${place.organization} ${place.workspace}`}
          place={place}
          create={() => {
            const deps = browserDeps(place.organization);
            const { workspace } = place;
            const data = initial?.workspace === workspace ? initial : null;
            return {
              dataloggers: createDataloggers(deps, { scope: { workspace, archived: false }, answer: data?.dataloggers ?? null }),
              receivedData: createReceivedData(deps, {
                filter: { workspace, datalogger: null, state: null },
                answer: data?.receivedData ?? null,
              }),
            };
          }}
        />
      )}
    </Signed>
  );
}
