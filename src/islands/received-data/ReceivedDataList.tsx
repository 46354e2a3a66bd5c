import { createReceivedCounts } from '../../lib/client/received-data/received-counts.store.ts';
import { createReceivedData } from '../../lib/client/received-data/received-data.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { listDeviceIdentities } from '../../lib/contract/device-identities.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listReceivedData } from '../../lib/contract/received-data.ts';
import { RECEIVED_STATUSES, type ReceivedStatus } from '../../lib/contract/received-status.ts';
import { readRange } from '../../lib/domain/time/range-address.ts';
import { endsOf } from '../../lib/domain/time/range-steps.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { bounded, ListScreen, ListWaiting } from './ListScreen.tsx';
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
  const state = RECEIVED_STATUSES.includes(query.status as ReceivedStatus) ? (query.status as ReceivedStatus) : null;
  const datalogger = query.datalogger || null;
  const door = /^[a-z0-9_-]{1,40}$/.test(query.door ?? '') ? (query.door ?? null) : null;
  const topic = (query.topic ?? '').trim().slice(0, 200) || null;
  const warned = query.warned === '1';
  const { range } = bounded({ datalogger, topic, range: readRange(query) });
  // The server's first page knows no filters.
  const answer = state === null && datalogger === null && door === null && topic === null && !warned && range === null ? initial : null;
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => (
        <ListScreen
          key={context.organization}
          context={context}
          initial={{ state, datalogger, door, topic, warned, range }}
          waiting={waiting}
          create={(place) => {
            const deps = browserDeps(context.organization);
            const filter = { workspace: context.workspace, datalogger, state, door, topic, warned, ...endsOf(range, Date.now(), place) };
            return {
              received: createReceivedData(deps, { filter, answer }),
              counts: createReceivedCounts(deps, filter),
              deps,
            };
          }}
        />
      )}
    </Signed>
  );
}
