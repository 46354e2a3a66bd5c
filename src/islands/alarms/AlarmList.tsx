import { createAlarms } from '../../lib/client/alarms/alarms.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { listAlarms } from '../../lib/contract/alarms.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'alarms', 'channels', 'range');

/** `/dlog/alarms`. */
export default function AlarmList({ locale, profile, saved, initial, query = {} }: IslandProps<ResponseOf<typeof listAlarms>>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => {
        const first = readQuery(query, context.workspace);
        return (
          <ListScreen
            key={context.organization}
            context={context}
            query={first}
            create={() => {
              const deps = browserDeps(context.organization);
              return { deps, alarms: createAlarms(deps, { query: first, answer: initial }) };
            }}
          />
        );
      }}
    </Signed>
  );
}
