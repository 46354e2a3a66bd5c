import { createReceivedCounts } from '../../lib/client/received-data/received-counts.store.ts';
import { createReceivedData } from '../../lib/client/received-data/received-data.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { listDeviceIdentities } from '../../lib/contract/device-identities.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listReceivedData } from '../../lib/contract/received-data.ts';
import { endsOf } from '../../lib/domain/time/range-steps.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readFilter } from './list-filter.ts';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'received-data', 'range');

/** `/dlog/received-data`. */
export default function ReceivedDataList({
  locale,
  profile,
  saved,
  initial,
  waiting,
  query = {},
}: IslandProps<ResponseOf<typeof listReceivedData>> & { waiting: ResponseOf<typeof listDeviceIdentities> | null }) {
  const filter = readFilter(query);
  const { state, datalogger, door, topic, warned, range } = filter;
  // The server's first page knows no filters.
  const answer = state === null && datalogger === null && door === null && topic === null && !warned && range === null ? initial : null;
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => (
        <ListScreen
          key={context.organization}
          context={context}
          initial={filter}
          waiting={waiting}
          create={(place) => {
            const deps = browserDeps(context.organization);
            const asked = { workspace: context.workspace, datalogger, state, door, topic, warned, ...endsOf(range, Date.now(), place) };
            return {
              received: createReceivedData(deps, { filter: asked, answer }),
              counts: createReceivedCounts(deps, asked),
              deps,
            };
          }}
        />
      )}
    </Signed>
  );
}
