import { createLinks } from '../../lib/client/links/links.store.ts';
import { createMachineStore } from '../../lib/client/machines/machine.store.ts';
import { createMachineLoggers } from '../../lib/client/machines/machine-loggers.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Links } from '../../lib/contract/links.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'machines');

/** `/org/machines/{id}`. */
export default function MachineDetail({ locale, profile, saved, initial, links, id = '' }: IslandProps<Machine> & { links: Links | null }) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<DetailWaiting />}>
      {(context) => (
        <DetailScreen
          key={`${context.organization} ${id}`}
          context={context}
          id={id}
          create={() => {
            const deps = browserDeps(context.organization);
            return {
              deps,
              machine: createMachineStore(deps, id, initial),
              loggers: createMachineLoggers(deps, id),
              links: createLinks(deps, { entity: 'machines', id }, links),
            };
          }}
        />
      )}
    </Signed>
  );
}
