import { createOperations } from '../../lib/client/operations/operations.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listOperations } from '../../lib/contract/operations.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';

await ready('common', 'ui', 'errors', 'operations');

/** `/tm/operations`. */
export default function OperationList({ locale, profile, saved, initial, query = {} }: IslandProps<ResponseOf<typeof listOperations>>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => {
        const first = readQuery(query, context.workspace);
        const deps = browserDeps(context.organization);
        return (
          <ListScreen
            key={context.organization}
            context={context}
            deps={deps}
            query={first}
            create={() => createOperations(deps, { query: first, answer: initial })}
          />
        );
      }}
    </Signed>
  );
}
