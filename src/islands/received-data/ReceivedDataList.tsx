import { createDataloggers } from '../../lib/client/dataloggers/dataloggers.store.ts';
import { createReceivedData } from '../../lib/client/received-data/received-data.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import { type listReceivedData, RECEIVED_STATUSES, type ReceivedStatus } from '../../lib/contract/received-data.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'received-data');

/** `/dlog/received-data`. */
export default function ReceivedDataList({
  locale,
  profile,
  saved,
  initial,
  query = {},
}: IslandProps<ResponseOf<typeof listReceivedData>>) {
  const state = RECEIVED_STATUSES.includes(query.status as ReceivedStatus) ? (query.status as ReceivedStatus) : null;
  const datalogger = query.datalogger || null;
  // The server's first page knows no filters.
  const answer = state === null && datalogger === null ? initial : null;
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => (
        <ListScreen
          key={context.organization}
          context={context}
          initial={{ state, datalogger }}
          create={() => {
            const deps = browserDeps(context.organization);
            return {
              received: createReceivedData(deps, { filter: { workspace: context.workspace, datalogger, state }, answer }),
              dataloggers: createDataloggers(deps, { scope: { workspace: context.workspace, archived: true }, answer: null }),
            };
          }}
        />
      )}
    </Signed>
  );
}
