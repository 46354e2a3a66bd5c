import { createSparklines } from '../../lib/client/charts/sparklines.store.ts';
import { createDataloggers } from '../../lib/client/dataloggers/dataloggers.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { DataloggerCounts, DataloggerGroup, listDataloggers } from '../../lib/contract/dataloggers.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';
import './dataloggers.css';

await ready('common', 'ui', 'errors', 'channels', 'dataloggers', 'logger-list');

/** `/dlog/dataloggers`. */
export default function DataloggerList({
  locale,
  profile,
  saved,
  initial,
  query = {},
}: IslandProps<{
  list: ResponseOf<typeof listDataloggers>;
  counts: DataloggerCounts;
  groups?: DataloggerGroup[] | null;
  tags?: string[] | null;
}>) {
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
              const from = {
                query: first,
                answer: initial?.list ?? null,
                counts: initial?.counts ?? null,
                groups: initial?.groups ?? null,
                tags: initial?.tags ?? null,
              };
              return { dataloggers: createDataloggers(deps, from), sparklines: createSparklines(deps), deps };
            }}
          />
        );
      }}
    </Signed>
  );
}
