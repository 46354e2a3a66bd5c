import { createMarkList } from '../../lib/client/marks/mark-list.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listAllMarks } from '../../lib/contract/mark-lists.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';

await ready('common', 'ui', 'errors', 'marks', 'mark-list', 'range');

/** `/dlog/marks`. */
export default function MarkList({ locale, profile, saved, initial, query = {} }: IslandProps<ResponseOf<typeof listAllMarks>>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => {
        const first = readQuery(query, context.workspace);
        const deps = browserDeps(context.organization);
        return (
          <ListScreen
            key={context.organization}
            context={context}
            query={first}
            create={() => createMarkList(deps, { query: first, answer: initial })}
          />
        );
      }}
    </Signed>
  );
}
