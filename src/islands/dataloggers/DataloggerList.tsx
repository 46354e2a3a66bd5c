import { createSparklines } from '../../lib/client/charts/sparklines.store.ts';
import { createDataloggers } from '../../lib/client/dataloggers/dataloggers.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { listDataloggers } from '../../lib/contract/dataloggers.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import './dataloggers.css';

await ready('common', 'ui', 'errors', 'channels', 'dataloggers');

/** `/dlog/dataloggers`. */
export default function DataloggerList({ locale, profile, saved, initial, query = {} }: IslandProps<ResponseOf<typeof listDataloggers>>) {
  const archived = query.archived === '1';
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => (
        <ListScreen
          key={context.organization}
          context={context}
          query={query}
          create={() => {
            const deps = browserDeps(context.organization);
            const scope = { workspace: context.workspace, archived };
            return {
              dataloggers: createDataloggers(deps, { scope, answer: archived ? null : initial }),
              sparklines: createSparklines(deps),
              deps,
            };
          }}
        />
      )}
    </Signed>
  );
}
