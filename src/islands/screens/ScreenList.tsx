import { createScreens } from '../../lib/client/screens/screens.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listScreens } from '../../lib/contract/screens.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';
import '../dataloggers/dataloggers.css';
import './screens.css';

await ready('common', 'ui', 'errors', 'screens');

/** `/tm/screens`. */
export default function ScreenList({ locale, profile, saved, initial, query = {} }: IslandProps<ResponseOf<typeof listScreens>>) {
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
              return { deps, screens: createScreens(deps, { query: first, answer: initial }) };
            }}
          />
        );
      }}
    </Signed>
  );
}
