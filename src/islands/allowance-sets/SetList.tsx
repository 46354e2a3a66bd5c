import { createSets } from '../../lib/client/allowance-sets/allowance-sets.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { listAllowanceSets } from '../../lib/contract/allowance-sets.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';

await ready('common', 'ui', 'errors', 'allowance-sets');

/** `/tm/allowance-sets`. */
export default function SetList({ locale, profile, saved, initial, query = {} }: IslandProps<ResponseOf<typeof listAllowanceSets>>) {
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
            create={() => createSets(deps, { query: first, answer: initial })}
          />
        );
      }}
    </Signed>
  );
}
