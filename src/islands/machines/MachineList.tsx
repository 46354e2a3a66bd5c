import { createMachines } from '../../lib/client/machines/machines.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listMachines } from '../../lib/contract/machines.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery, readView } from './query.ts';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'machines');

/** `/org/machines`. */
export default function MachineList({ locale, profile, saved, initial, query = {} }: IslandProps<ResponseOf<typeof listMachines>>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => {
        const first = readQuery(query, context.workspace);
        return (
          <ListScreen
            key={context.organization}
            context={context}
            view={readView(query.as)}
            query={first}
            create={() => createMachines(browserDeps(context.organization), { query: first, answer: initial })}
          />
        );
      }}
    </Signed>
  );
}
